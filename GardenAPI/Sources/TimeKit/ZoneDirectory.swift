import FileKit
import SystemPackage

/// Why a time zone could not be loaded.
public enum ZoneError: Error, Hashable, Sendable {
    /// The name is invalid: empty, too long, an absolute path, or one with `..`.
    case badName(String)

    /// No zone has this name.
    case unknown(name: String)

    /// The file of the zone cannot be read. `reason` says why.
    case unreadable(name: String, reason: String)

    /// The file of the zone is damaged.
    case malformed(name: String, TZifError)
}

extension ZoneError: CustomStringConvertible {
    /// A message for people. It contains no path of this machine.
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
/// Every call reads the files again, because updates of the system change them.
public struct ZoneDirectory: Sendable {
    /// The directory of all zones.
    public let directory: String

    /// The file with the zone of the system, usually a link into the directory.
    public let systemLink: String

    /// A text file with the name of the system's zone, for systems where ``systemLink`` is not a link.
    public let systemName: String

    /// Creates a directory from its paths; the defaults are those of Linux (localtime(5)).
    public init(
        directory: String = "/usr/share/zoneinfo", systemLink: String = "/etc/localtime",
        systemName: String = "/etc/timezone"
    ) {
        self.directory = directory
        self.systemLink = systemLink
        self.systemName = systemName
    }

    /// Loads the zone with that name, such as `Europe/Berlin`. Case matters.
    public func load(named name: String) throws(ZoneError) -> ZoneRules {
        guard Self.isName(name) else { throw .badName(name) }
        guard let bytes = try Self.read("\(directory)/\(name)", name: name) else { throw .unknown(name: name) }
        return try Self.rules(name, bytes)
    }

    /// Loads the zone of the system; `nil` if the system has none. Its name is `localtime` if the real one cannot be
    /// found.
    ///
    /// It ignores `$TZ`, which is the caller's to look at.
    public func systemZone() throws(ZoneError) -> ZoneRules? {
        // A program that sets the zone may replace the link between two looks, or remove it first. So a name that the link has
        // comes with the file that it leads to, and another reading is repeated if the link has changed meanwhile.
        while true {
            let target = Folder.linkTarget(systemLink)
            if let target, let name = Self.name(inTarget: target) {
                return try zone(name, at: target.hasPrefix("/") ? target : "\(folderOfSystemLink)/\(target)")
            }
            let reading = Result { () throws(ZoneError) in
                try zone(nameInFile ?? "localtime", at: systemLink, isLink: target != nil)
            }
            if Folder.linkTarget(systemLink) == target { return try reading.get() }
        }
    }

    /// - Parameter isLink: whether the path may be a link. Another one that has become a link counts as missing.
    private func zone(_ name: String, at path: String, isLink: Bool = true) throws(ZoneError) -> ZoneRules? {
        try Self.read(path, name: name, isLink: isLink).map { (bytes) throws(ZoneError) in try Self.rules(name, bytes) }
    }

    private var folderOfSystemLink: String {
        String(systemLink[..<(systemLink.lastIndex(of: "/") ?? systemLink.startIndex)])
    }

    /// The paths of the files that define a zone, or the system's zone if the name is `nil`. Some may not exist.
    public func paths(of name: String?) -> [String] { name.map { ["\(directory)/\($0)"] } ?? [systemLink, systemName] }

    /// The names of all zones, sorted.
    public func names() -> [String] {
        Self.tree(directory, depth: Self.mostParts) { name in
            // Tables (`zone.tab`, `leapseconds`) and copies (`posix`, `right`) begin with a lower-case letter.
            name.utf8.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false
        }.sorted()
    }

    /// The largest zone file allowed. Files have about 4 KiB today.
    static let mostBytes = 256 * 1024

    /// The most components of a name. `America/Argentina/Ushuaia` has three.
    private static let mostParts = 4

    private static let mostBytesOfName = 255

    private static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return name.utf8.count <= mostBytesOfName && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }

    /// The bytes of a zone's file; `nil` if the file does not exist or is a directory.
    private static func read(_ path: String, name: String, isLink: Bool = true) throws(ZoneError) -> [UInt8]? {
        do throws(SmallFile.ReadError) {
            return try SmallFile.read(path, limitBytes: mostBytes, options: isLink ? [] : .noFollow)
        } catch {
            switch error {
            case .system(.tooManySymbolicLinkLevels) where !isLink: return nil
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

    /// The name in the file that some distributions keep beside the link; `nil` without that file.
    private var nameInFile: String? {
        guard let bytes = try? SmallFile.read(systemName, limitBytes: Self.mostBytesOfName + 1) else { return nil }
        let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return Self.isName(name) ? name : nil
    }

    /// The part of a path after its last `zoneinfo/`.
    private static func name(inTarget target: String) -> String? {
        let parts = target.split(separator: "/")
        guard let root = parts.lastIndex(of: "zoneinfo") else { return nil }
        let name = parts[(root + 1)...].joined(separator: "/")
        return isName(name) ? name : nil
    }

    /// The paths of all files under a directory, relative to it, if `isWanted` accepts all names of the path.
    /// Empty if it cannot be read.
    private static func tree(_ path: String, depth: Int, where isWanted: (String) -> Bool) -> [String] {
        guard depth > 0, let names = try? Folder.names(in: path) else { return [] }
        return names.filter(isWanted).flatMap { name -> [String] in
            guard let status = try? Stat("\(path)/\(name)") else { return [] }
            guard status.type == .directory else { return [name] }
            return tree("\(path)/\(name)", depth: depth - 1, where: isWanted).map { "\(name)/\($0)" }
        }
    }
}
