import GardenAPI
import GardenCore
import TextKit
import TimeKit

/// The content of a completely checked journal.
public struct JournalContent: Equatable, Sendable {
    public var events: Int
    /// When the last of them happened; `nil` if there are none.
    public var lastEventAt: Instant?

    public init(events: Int, lastEventAt: Instant?) {
        self.events = events
        self.lastEventAt = lastEventAt
    }

    /// What this content lacks of another one: "3 events", ", everything after TIME"; `nil` if it lacks nothing.
    func lack(of other: JournalContent, in zone: ZoneRules) -> (count: String, since: String)? {
        guard other.events > events else { return nil }
        let since = lastEventAt.map { ", everything after \(zone.timestamp($0))" } ?? ""
        return ((other.events - events).counted("event"), since)
    }

    /// "28 events, the last of 2026-11-21T15:37:53.465+00:00".
    public func words(in zone: ZoneRules) -> String {
        events.counted("event") + (lastEventAt.map { ", the last at \(zone.timestamp($0))" } ?? "")
    }
}

/// The findings of `gardend restore` before it changes anything: the journal in place and the backups, each completely
/// checked (API §4).
public struct RestoreSurvey: Equatable, Sendable {
    /// The journal in place.
    public enum Journal: Equatable, Sendable {
        case missing
        case valid(JournalContent)
        /// A newer release wrote it. The problem is a predicate for the file's name, like the next.
        case newer(String)
        /// With the content that its last change suggests; `nil` if that cannot be read.
        case damaged(String, upTo: JournalContent?)
    }

    /// A database that can be restored.
    public struct Candidate: Equatable, Sendable {
        public var path: String
        /// The day of the backup; `nil` for one before a reset, or a named file outside the backup folder.
        public var day: CalendarDay?
        /// `nil` if it is not valid.
        public var content: JournalContent?
        /// Its problem; `nil` if it is valid.
        public var problem: String?
    }

    public var paths: DataPaths
    public var journal: Journal
    /// The backups of the folder: those of the days, the earliest first, then those before a reset.
    public var candidates: [Candidate]
    /// The backup to restore: the named one, or the newest valid one, with the most events; `nil` if there is none.
    public var chosen: Candidate?
    /// What a full backup says about its own restore; `nil` for another backup.
    var terms: Terms?

    /// The terms on which a full backup replaces the journal in place.
    struct Terms: Equatable, Sendable {
        /// Whether the journal in place is of a garden that has just begun, which needs no force.
        var replacesNewGarden: Bool
        /// Whether the journal in place is of another garden.
        var isOfAnotherGarden: Bool
    }

    /// - Parameters:
    ///   - paths: of a folder with its lock held.
    ///   - backup: the path of the named backup; `nil` for the newest valid one.
    public init(of paths: DataPaths, backup: String?) throws(StoreError) {
        self.paths = paths
        journal = Self.journal(paths)
        let backups = Backups(folder: paths.backups)
        let candidates =
            try backups.all().map { Self.candidate($0.path, $0.day) }
            + backups.allBeforeReset().map { Self.candidate($0, nil) }
        self.candidates = candidates
        if let backup {
            guard DiskFile.exists(backup) else { throw StoreError("\(backup) does not exist") }
            chosen = Self.candidate(backup, nil)
        } else {
            let sound = Set(candidates.filter { $0.content != nil }.map(\.path))
            let newest = try backups.allOldestFirst().last { sound.contains($0) }
            chosen = candidates.first { $0.path == newest }
        }
    }

    private static func journal(_ paths: DataPaths) -> Journal {
        guard DiskFile.exists(paths.database) else { return .missing }
        do {
            return .valid(try DatabaseCheck.run(paths.database).content)
        } catch {
            switch error {
            case .damaged(let problem, _):
                return .damaged(problem, upTo: DatabaseCheck.contentByLastChange(paths.database))
            case .newer(let problem): return .newer(problem)
            case .preview: return .damaged(PreviewDatabase.problem, upTo: nil)
            case .unreadable(let error): return .damaged("cannot be read: \(error.reason)", upTo: nil)
            }
        }
    }

    private static func candidate(_ path: String, _ day: CalendarDay?) -> Candidate {
        do {
            return Candidate(path: path, day: day, content: try DatabaseCheck.run(path).content)
        } catch {
            return Candidate(path: path, day: day, problem: error.words("it"))
        }
    }

    // MARK: For people

    /// Why a restore needs force; `nil` if nothing prevents it.
    ///
    /// - Parameter namedFolder: the data folder, if the command must name it; `nil` for the default.
    public func refusal(in zone: ZoneRules, namedFolder: String?) -> String? {
        let reason: String
        switch journal {
        case .missing, .damaged: return nil
        case .newer(let problem): reason = "\(paths.database) \(problem): a newer release wrote it"
        case .valid where terms?.replacesNewGarden == true: return nil
        case .valid(let content): reason = "\(paths.database) is valid: \(content.words(in: zone))"
        }
        var lines = ["\(reason). Nothing was changed."] + (terms == nil ? list(in: zone) : [])
        if let chosen, let content = chosen.content {
            if terms?.isOfAnotherGarden == true {
                lines.append(
                    "The backup in \(chosen.path) is of another garden: \(content.words(in: zone)). If you restore it, it takes the"
                        + " place of the garden that is here, which is kept under another name.")
            }
            if let loss = loss(content, in: zone) { lines.append("If you restore \(chosen.path), \(loss).") }
            let command = ShellCommand.restore(chosen.path, isForced: true, namedFolder: namedFolder)
            lines.append("To restore it anyway: \(command)")
        }
        // A person who has just reset the garden wants this one, not the newest of a day.
        let beforeReset = candidates.last { $0.day == nil && $0.content != nil }
        if let beforeReset, chosen?.day != nil {
            let command = ShellCommand.restore(beforeReset.path, isForced: true, namedFolder: namedFolder)
            lines.append("To undo the last reset: \(command)")
        }
        return lines.joined(separator: "\n")
    }

    /// A line for each backup.
    private func list(in zone: ZoneRules) -> [String] {
        guard !candidates.isEmpty else { return ["There are no backups in \(paths.backups)."] }
        return ["Backups:"]
            + candidates.map { candidate in
                let day = candidate.day.map { "\($0)" } ?? "before a reset"
                let state =
                    candidate.content.map { "valid, \($0.words(in: zone))" } ?? "invalid: \(candidate.problem ?? "")"
                return "  \(day)  \(state)  \(candidate.path)"
            }
    }

    /// The events that the present journal has and the backup lacks; `nil` if that is unknown.
    private func loss(_ content: JournalContent, in zone: ZoneRules) -> String? {
        guard case .valid(let present) = journal, terms?.isOfAnotherGarden != true else { return nil }
        guard let lack = content.lack(of: present, in: zone) else { return "no events are lost" }
        return "\(lack.count) will be lost\(lack.since)"
    }
}

/// A command line for a shell.
public enum ShellCommand {
    /// Restores a backup.
    ///
    /// - Parameters:
    ///   - backup: `nil` for the newest valid one.
    ///   - namedFolder: the data folder, if the command must name it.
    public static func restore(_ backup: String?, isForced: Bool = false, namedFolder: String?) -> String {
        let folder = namedFolder.map { ["--data", quoted($0)] } ?? []
        let words =
            ["gardend", "restore"] + folder + (isForced ? ["--force"] : []) + (backup.map { [quoted($0)] } ?? [])
        return words.joined(separator: " ")
    }

    /// The path quoted as one word for a shell.
    public static func quoted(_ path: String) -> String {
        let plain = path.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"), 0x80...:
                return true
            default: return false
            }
        }
        guard !plain else { return path }
        return "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
