import GardenAPI
import GardenStore
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// What an import answers, counted independently (RULES I1, I2).
struct ImportModel {
    private var staged: [String: [JSON]] = [:]
    /// Whether time has passed since something was sent ahead, so that it may be gone.
    private var isUncertain = false

    mutating func note(_ directive: JSON) {
        isUncertain = true
        if directive["down"] != nil || directive["reboot"] != nil { staged = [:] }
    }

    /// - Parameters:
    ///   - model: the visits before the request; `nil` while the disk refuses.
    ///   - sessions: those before the request.
    mutating func note(
        _ method: String, _ params: JSON, _ answer: JSON, _ model: VisitModel?, _ sessions: ImportedSessions,
        _ now: Int,
        _ label: String
    ) {
        let name = params["import"]?.stringValue ?? ""
        switch method {
        case "import.apply":
            if isUncertain { staged = [:] }
            staged[name, default: []] += params["entries"]?.arrayValue ?? []
            let count = answer["result"]?["staged"]?.integerValue ?? 0
            if isUncertain {
                // What there was before may have been kept, or not.
                #expect(count >= staged[name]?.count ?? 0, "\(label): \(answer.text)")
                if count != staged[name]?.count { staged = [:] } else { isUncertain = false }
            } else {
                #expect(count == staged[name]?.count, "\(label): \(answer.text)")
            }
        case "import.commit":
            guard let entries = staged[name], !isUncertain else { return staged[name] = nil }
            if params["dryRun"] != true { staged[name] = nil }
            guard let result = answer["result"], let model else {
                isUncertain = true
                return
            }
            #expect(
                Self.withoutReasons(result).text == Self.report(entries, model, sessions, now).text,
                "\(label): \(params.text), \(JSON.array(entries).text)")
        default: break
        }
    }

    private static func withoutReasons(_ report: JSON) -> JSON {
        guard case .object(var object) = report, let skipped = object.remove("skippedEntries")?.arrayValue else {
            return report
        }
        // They follow the names that the other methods of the workload create and remove.
        _ = object.remove("newCategories")
        object.append(
            "skippedEntries",
            .array(skipped.map { ["entry": $0["entry"] ?? .null, "line": $0["line"] ?? .null] }))
        return .object(object)
    }

    private static func report(
        _ entries: [JSON], _ model: VisitModel, _ sessions: ImportedSessions, _ now: Int
    ) -> JSON {
        var sessions = sessions
        var others: [String: Int] = [:]
        let there = model.visits.values.filter(model.isKnown)
        var used: [String: Int] = [:]
        var (added, known, skipped): (Int, Int, [JSON]) = (0, 0, [])
        for (index, entry) in entries.enumerated() {
            let fates: [(kind: String, fate: ImportedSessions.Fate)] = [
                ("session", entry["session"].map { _ in sessions.add(entry, now) }),
                ("counter", entry["counter"].map { _ in sessions.addCounter(entry) }),
                ("logLine", entry["logLine"].map { _ in sessions.addLine(entry, now) }),
                ("dayOff", entry["dayOff"].map { _ in sessions.addDayOff(entry) }),
            ].compactMap { kind, fate in fate.map { (kind, $0) } }
            if let (kind, fate) = fates.first {
                switch fate {
                case .added: others[kind, default: 0] += 1
                case .known: known += 1
                case .leftOut: skipped.append(["entry": .integer(index + 1), "line": entry["line"] ?? .null])
                }
                continue
            }
            let visit = entry["visit"]
            guard let place = VisitModel.place(visit) else {
                skipped.append(["entry": .integer(index + 1), "line": entry["line"] ?? .null])
                continue
            }
            let at = visit?["at"]?.stringValue.map(VisitModel.instant)
            let title = visit?["title"]?.stringValue ?? ""
            let key = "\(place) \(at.map { "\($0)" } ?? title)"
            let same = there.count { other in
                other.place == place
                    && (at.map { VisitModel.instant(other.at) == $0 }
                        ?? (other.data["title"]?.stringValue ?? "" == title))
            }
            if used[key] ?? 0 < same {
                used[key, default: 0] += 1
                known += 1
            } else if let at, at > now {
                skipped.append(["entry": .integer(index + 1), "line": entry["line"] ?? .null])
            } else {
                added += 1
            }
        }
        others["visit"] = added
        let counts = ["session", "counter", "dayOff", "visit", "logLine"].map { ($0, others[$0] ?? 0) }
        return [
            "added": .array(counts.filter { $0.1 > 0 }.map { ["kind": .string($0.0), "count": .integer($0.1)] }),
            "known": .integer(known),
            "skipped": .integer(skipped.count), "skippedEntries": .array(skipped),
        ]
    }
}

/// The focus sessions and the counters that a garden has, as an import finds them (RULES I1, P23).
struct ImportedSessions {
    enum Fate { case added, known, leftOut }

    /// Their stretches, and the times of each whole one.
    private var parts: [Range<Int>] = []
    private var wholes: [Int: Range<Int>] = [:]
    private var partOwners: [Int] = []
    private var origins: Set<String> = []
    private var counters: Set<String> = []
    private var daysOff: Set<String> = []

    init() {}

    /// Adds a day off, unless it is one.
    mutating func addDayOff(_ entry: JSON) -> Fate {
        if let origin = entry["origin"]?.stringValue, origins.contains(origin) { return .known }
        guard let day = entry["dayOff"]?.stringValue, daysOff.insert(day).inserted else { return .known }
        if let origin = entry["origin"]?.stringValue { origins.insert(origin) }
        return .added
    }

    /// Adds a counter: one of that name is known.
    mutating func addCounter(_ entry: JSON) -> Fate {
        if let origin = entry["origin"]?.stringValue, origins.contains(origin) { return .known }
        guard let name = entry["counter"]?["name"]?.stringValue?.lowercased(), counters.insert(name).inserted else {
            return .known
        }
        if let origin = entry["origin"]?.stringValue { origins.insert(origin) }
        return .added
    }

    /// Adds a line of the log.
    mutating func addLine(_ entry: JSON, _ now: Int) -> Fate {
        guard let origin = entry["origin"]?.stringValue else { return .leftOut }
        if origins.contains(origin) { return .known }
        let at = entry["logLine"]?["at"]?.stringValue.flatMap { Timestamp($0) }?.instant.milliseconds
        guard let at, at <= now else { return .leftOut }
        origins.insert(origin)
        return .added
    }

    /// - Parameters:
    ///   - counters: the names of the counters.
    ///   - daysOff: the days that do not count for streaks.
    ///   - inProgress: the stretches of the session in progress.
    init(_ store: FlakyStore, counters: [String], daysOff: [CalendarDay], inProgress: [Range<Instant>]) throws {
        self.counters = Set(counters.map { $0.lowercased() })
        self.daysOff = Set(daysOff.map { "\($0)" })
        var added: [Int: String] = [:]
        var changes: [Int: [Int]] = [:]
        var undone: Set<Int> = []
        var lastReset = 0
        for event in try store.events(after: 0, limit: .max, types: nil) {
            switch event.type {
            case "import.entryAdded":
                added[event.seq] = try EventKind.importEntryAdded.effect(of: event)?.origin
                changes[try #require(event.cause?.seq), default: []].append(event.seq)
            case "change.undone":
                let change = try #require(try EventKind.changeUndone.effect(of: event)?.change)
                undone.formUnion(changes[change] ?? [])
            case "change.redone":
                let change = try #require(try EventKind.changeRedone.effect(of: event)?.change)
                undone.subtract(changes[change] ?? [])
            case "garden.reset" where try EventKind.gardenReset.effect(of: event)?.garden == nil:
                lastReset = event.seq
            default: break
            }
        }
        origins = Set(added.filter { $0.key > lastReset && !undone.contains($0.key) }.values)
        for session in try store.read(SessionsQuery(after: lastReset, limit: .max)).sessions where session.hasMinutes {
            let number = wholes.count
            // Under a clock that went back, one can end before it began.
            let (start, end) = (session.start.instant.milliseconds, session.end.instant.milliseconds)
            wholes[number] = start..<max(start, end)
            for part in session.parts { add(part, number) }
        }
        for part in inProgress { add(part, -1) }
    }

    private mutating func add(_ part: Range<Instant>, _ owner: Int) {
        parts.append(part.lowerBound.milliseconds..<part.upperBound.milliseconds)
        partOwners.append(owner)
    }

    mutating func add(_ entry: JSON, _ now: Int) -> Fate {
        let origin = entry["origin"]?.stringValue
        if let origin, origins.contains(origin) { return .known }
        guard let origin, let start = time(entry, "start"), let end = time(entry, "end") else { return .leftOut }
        guard start < end, end <= now, end - start <= 86_400_000,
            entry["session"]?["seconds"]?.integerValue ?? 0 <= (end - start) / 1000
        else { return .leftOut }
        let owners = parts.indices.filter { parts[$0].overlaps(start..<end) }.map { partOwners[$0] }
        if owners.contains(where: { wholes[$0] == start..<end }) { return .known }
        guard owners.isEmpty else { return .leftOut }
        wholes[wholes.count] = start..<end
        parts.append(start..<end)
        partOwners.append(wholes.count - 1)
        origins.insert(origin)
        return .added
    }

    private func time(_ entry: JSON, _ name: String) -> Int? {
        entry["session"]?[name]?.stringValue.flatMap { Timestamp($0) }?.instant.milliseconds
    }
}
