import FileKit
import SystemPackage

/// Why a time zone could not be had.
public enum ZoneError: Error, Hashable, Sendable {
    /// The name is not one: empty, too long, a path from the root or through `..`.
    case badName(String)

    /// There is no such zone.
    case unknown(name: String)

    /// There is such a zone, and the system does not let it be read.
    case unreadable(name: String, reason: String)

    /// There is such a zone, and its file is damaged.
    case malformed(name: String, TZifError)
}

extension ZoneError: CustomStringConvertible {
    /// What was asked and what stood in the way. Names no path of this machine.
    public var description: String {
        switch self {
        case .badName(let name):
            return "\"\(name)\" is not the name of a time zone; use one such as Europe/Berlin"
        case .unknown(let name):
            return "there is no time zone \"\(name)\""
        case .unreadable(let name, let reason):
            return "cannot read the time zone \(name): \(reason)"
        case .malformed(let name, let error):
            return "the time zone \(name) \(error)"
        }
    }
}

/// The time zones of the system: its TZif files (RULES L9).
///
/// Reads them anew each time, as they change with the system's packages.
public struct ZoneDirectory: Sendable {
    /// The directory of all zones.
    public let directory: String

    /// The file that is the zone of the system, most often a link into the directory.
    public let systemLink: String

    /// A text file that says the name of the system's zone, where the link does not.
    public let systemName: String

    /// The files at those paths; without arguments, where Linux has them (localtime(5)).
    public init(
        directory: String = "/usr/share/zoneinfo", systemLink: String = "/etc/localtime",
        systemName: String = "/etc/timezone"
    ) {
        self.directory = directory
        self.systemLink = systemLink
        self.systemName = systemName
    }

    /// The zone of that name, such as `Europe/Berlin`. Case matters, as it does to the system.
    public func load(named name: String) throws(ZoneError) -> ZoneRules {
        guard Self.isName(name) else { throw .badName(name) }
        guard let bytes = try Self.read("\(directory)/\(name)", name: name) else { throw .unknown(name: name) }
        return try Self.rules(name, bytes)
    }

    /// The zone the system is set to, under its own name as far as that can be told, else as `localtime`. UTC if the
    /// system has none.
    public func systemZone() throws(ZoneError) -> ZoneRules { try systemZoneIfSet() ?? .utc }

    /// The same; `nil` if the system has none.
    ///
    /// `$TZ` is not looked at: it is of one process, often long dead by the time that the system's zone is set anew.
    public func systemZoneIfSet() throws(ZoneError) -> ZoneRules? {
        let name = nameOfSystemZone()
        return try Self.read(systemLink, name: name).map { (bytes) throws(ZoneError) in try Self.rules(name, bytes) }
    }

    /// The files that say the rules of the zone of that name, or, for `nil`, of the system's; some may not be there.
    public func paths(of name: String?) -> [String] { name.map { ["\(directory)/\($0)"] } ?? [systemLink, systemName] }

    /// The names of all zones there are, sorted.
    public func names() -> [String] {
        Self.tree(directory, depth: Self.mostParts) { name in
            // Tables (`zone.tab`, `leapseconds`) and second copies (`posix`, `right`) begin with a small letter.
            name.utf8.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false
        }.sorted()
    }

    /// A zone file has at most some 4 KiB today.
    static let mostBytes = 256 * 1024

    /// `America/Argentina/Ushuaia` has three.
    private static let mostParts = 4

    private static let mostBytesOfName = 255

    private static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return name.utf8.count <= mostBytesOfName && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }

    /// The bytes of a zone's file; `nil` where there is no such file, or a directory.
    private static func read(_ path: String, name: String) throws(ZoneError) -> [UInt8]? {
        do throws(SmallFile.ReadError) { return try SmallFile.read(path, limitBytes: mostBytes) } catch {
            switch error {
            case .system(.noSuchFileOrDirectory), .system(.notDirectory), .system(.fileNameTooLong),
                .notRegular(.directory):
                return nil
            case .system, .notRegular, .tooLarge: throw .unreadable(name: name, reason: "\(error)")
            }
        }
    }

    private static func rules(_ name: String, _ bytes: [UInt8]) throws(ZoneError) -> ZoneRules {
        do {
            return try ZoneRules(name: name, tzif: bytes)
        } catch {
            throw .malformed(name: name, error)
        }
    }

    private func nameOfSystemZone() -> String {
        if let target = Folder.linkTarget(systemLink), let name = Self.name(inTarget: target) { return name }
        if let bytes = try? SmallFile.read(systemName, limitBytes: Self.mostBytesOfName + 1) {
            let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            if Self.isName(name) { return name }
        }
        return "localtime"
    }

    /// What stands behind the last `zoneinfo/` of a path.
    private static func name(inTarget target: String) -> String? {
        let parts = target.split(separator: "/")
        guard let root = parts.lastIndex(of: "zoneinfo") else { return nil }
        let name = parts[(root + 1)...].joined(separator: "/")
        return isName(name) ? name : nil
    }

    /// The paths of all files under a directory, relative to it; only names that `isWanted` takes, files' and
    /// directories' alike. Empty if it cannot be read.
    private static func tree(_ path: String, depth: Int, where isWanted: (String) -> Bool) -> [String] {
        guard depth > 0, let names = try? Folder.names(in: path) else { return [] }
        return names.filter(isWanted).flatMap { name -> [String] in
            guard let status = try? Stat("\(path)/\(name)") else { return [] }
            guard status.type == .directory else { return [name] }
            return tree("\(path)/\(name)", depth: depth - 1, where: isWanted).map { "\(name)/\($0)" }
        }
    }
}
