import Glibc
import TestSupport

/// A system with private /etc and zone data, for the programs started in it.
final class OwnSystem {
    /// Whether this machine permits overlays over its own folders, for some programs only.
    static let canBeMade: Bool = {
        let command = ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", "mount --bind /tmp /etc"]
        return (try? run(command, environment: ["PATH": "/usr/bin:/bin"]))?.end == .exited(0)
    }()

    private static let machineZones = "/usr/share/zoneinfo"

    private let folder: TemporaryFolder
    private var etc: String { "\(folder.path)/etc" }
    private var zones: String { "\(folder.path)/zoneinfo" }
    var link: String { "\(etc)/localtime" }
    var nameFile: String { "\(etc)/timezone" }

    /// - Parameter zone: what it is set to.
    init(zone: String) throws {
        folder = try TemporaryFolder()
        for path in [etc, zones, "\(zones)/Asia", "\(zones)/Pacific"] { try makeFolder(path, mode: 0o755) }
        for name in ["Asia/Tokyo", "Pacific/Honolulu", "Pacific/Kiritimati"] {
            try write(Self.rules(of: name), to: file(of: name))
        }
        guard symlink(Self.target(zone), link) == 0 else { throw TestFailure(call: "symlink \(link)") }
    }

    /// The command prefix that starts a program in it.
    var wrapper: [String] {
        let script = "mount --bind \"$1\" \(Self.machineZones) && mount --bind \"$2\" /etc && shift 2 && exec \"$@\""
        return ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", script, "sh", zones, etc]
    }

    /// The path of a zone's rules, seen from outside.
    func file(of zone: String) -> String { "\(zones)/\(zone)" }

    /// The target of a link to a zone, seen from inside.
    static func target(_ zone: String) -> String { "\(machineZones)/\(zone)" }

    static func rules(of zone: String) throws -> [UInt8] { try readBytes("\(machineZones)/\(zone)") }

    /// Sets it to another zone, as timedate1 does.
    func set(_ zone: String) throws { try replace(link) { symlink(Self.target(zone), $0) } }

    /// Gives a zone the rules of another, as an update of the zone data does.
    func update(_ zone: String, to other: String) throws {
        try write(Self.rules(of: other), to: "\(file(of: zone)).new")
        try replace(file(of: zone)) { rename("\(file(of: zone)).new", $0) }
    }

    private func replace(_ path: String, by make: (String) -> Int32) throws {
        guard make("\(path)~") == 0, rename("\(path)~", path) == 0 else { throw TestFailure(call: "replacing \(path)") }
    }
}
