import Glibc

/// Why a time zone could not be had.
public enum ZoneError: Error, Hashable, Sendable {
    /// The name is not one: empty, too long, a path from the root or through `..`.
    case badName(String)

    /// There is no such zone.
    case unknown(name: String)

    /// There is such a zone, and the system does not let it be read; `code` is the `errno` (0: its file is no file).
    case unreadable(name: String, code: Int32)

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
        case .unreadable(let name, let code):
            let reason =
                code == 0
                ? "it is not a regular file of at most \(ZoneDirectory.mostBytes) bytes"
                : String(cString: strerror(code))
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
        switch File.read("\(directory)/\(name)", atMost: Self.mostBytes) {
        case .bytes(let bytes): return try Self.rules(name, bytes)
        case .missing: throw .unknown(name: name)
        case .refused(let code): throw .unreadable(name: name, code: code)
        }
    }

    /// The zone the system is set to, under its own name as far as that can be told, else as `localtime`. UTC if the
    /// system has none.
    public func systemZone() throws(ZoneError) -> ZoneRules { try systemZoneIfSet() ?? .utc }

    /// The same; `nil` if the system has none.
    ///
    /// `$TZ` is not looked at: it is of one process, often long dead by the time that the system's zone is set anew.
    public func systemZoneIfSet() throws(ZoneError) -> ZoneRules? {
        switch File.read(systemLink, atMost: Self.mostBytes) {
        case .bytes(let bytes): return try Self.rules(nameOfSystemZone(), bytes)
        case .missing: return nil
        case .refused(let code): throw .unreadable(name: nameOfSystemZone(), code: code)
        }
    }

    /// The files that say the rules of the zone of that name, or, for `nil`, of the system's; some may not be there.
    public func paths(of name: String?) -> [String] { name.map { ["\(directory)/\($0)"] } ?? [systemLink, systemName] }

    /// The names of all zones there are, sorted.
    public func names() -> [String] {
        File.tree(directory, depth: Self.mostParts) { name in
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

    private static func rules(_ name: String, _ bytes: [UInt8]) throws(ZoneError) -> ZoneRules {
        do {
            return try ZoneRules(name: name, tzif: bytes)
        } catch {
            throw .malformed(name: name, error)
        }
    }

    private func nameOfSystemZone() -> String {
        if let target = File.linkTarget(systemLink), let name = Self.name(inTarget: target) { return name }
        if case .bytes(let bytes) = File.read(systemName, atMost: Self.mostBytesOfName + 1) {
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
}

// MARK: - Reading files

private enum File {
    enum Content {
        case bytes([UInt8])

        /// No such file, or a directory.
        case missing

        /// The `errno`; 0 for a file that is none or too large.
        case refused(Int32)
    }

    static func read(_ path: String, atMost mostBytes: Int) -> Content {
        // A pipe of that name must not hold us up.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return Self.absence.contains(errno) ? .missing : .refused(errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .refused(errno) }
        if status.st_mode & S_IFMT == S_IFDIR { return .missing }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= mostBytes else { return .refused(0) }

        var bytes = [UInt8](repeating: 0, count: mostBytes)
        var count = 0
        while count < mostBytes {
            let got = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress! + count, mostBytes - count)
            }
            if got < 0 && errno == EINTR { continue }
            if got < 0 { return .refused(errno) }
            if got == 0 { break }
            count += got
        }
        return .bytes(Array(bytes.prefix(count)))
    }

    private static let absence = [ENOENT, ENOTDIR, ENAMETOOLONG]

    /// Where a symbolic link leads; `nil` if the path is none.
    static func linkTarget(_ path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes { readlink(path, $0.baseAddress!, $0.count) }
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// The paths of all files under a directory, relative to it; only names that `isWanted` takes, files' and
    /// directories' alike. Empty if it cannot be read.
    static func tree(_ path: String, depth: Int, where isWanted: (String) -> Bool) -> [String] {
        guard depth > 0, let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var files: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard isWanted(name) else { continue }
            var status = stat()
            guard stat("\(path)/\(name)", &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                files += tree("\(path)/\(name)", depth: depth - 1, where: isWanted).map { "\(name)/\($0)" }
            } else {
                files.append(name)
            }
        }
        return files
    }
}
