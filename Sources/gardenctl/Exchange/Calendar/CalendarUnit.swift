import FileKit
import GardenAPI
import Glibc
import SystemPackage

/// The systemd user service that keeps the calendar file up to date.
struct CalendarUnit {
    static let name = "garden-calendar.service"
    private static let section = "[X-Garden]"
    private static let fileKey = "File="
    private static let limitBytes = 1 << 16

    /// The environment for systemctl(1).
    private let environment: EnvironmentVariables
    /// Where the user's own units may be, as the installation looks for them.
    private let folders: [String]

    init(_ options: ClientOptions, in context: ProcessContext) {
        environment = DaemonPlace(option: options.socket, in: context).managerEnvironment(context.environment)
        folders = [
            context.baseFolder("XDG_DATA_HOME", inHome: ".local/share"), "\(context.home)/.local/share",
            "\(context.home)/.config",
        ].map { "\($0)/systemd/user" }
    }

    /// The unit file, if the service is enabled.
    private var present: String? { folders.map { "\($0)/\(Self.name)" }.first { access($0, F_OK) == 0 } }

    /// The file that the service writes; `nil` if it is not enabled.
    func file() throws(CommandError) -> String? {
        guard let path = present else { return nil }
        let text: String
        do throws(SmallFile.ReadError) {
            text = String(decoding: try SmallFile.read(path, limitBytes: Self.limitBytes), as: UTF8.self)
        } catch {
            throw .system("\(printable(path)) cannot be read: \(error)")
        }
        let lines = text.split(separator: "\n").drop { $0 != Self.section }
        return lines.first { $0.hasPrefix(Self.fileKey) }.map { String($0.dropFirst(Self.fileKey.count)) }
    }

    /// How the service is, as systemd says it: active, failed and so on; `nil` if there is no service manager.
    func activity() -> String? { property("ActiveState", of: [Self.name]) }

    private func property(_ name: String, of unit: [String]) -> String? {
        let output = Program(executable: "systemctl", environment: environment).output(
            of: ["--user", "show", "--property=\(name)", "--value"] + unit, within: 2000)
        return output.map { $0.filter { $0 != "\n" } }
    }

    /// Installs the service and starts it.
    ///
    /// - Parameter command: the words of its command line, the absolute path of the program first.
    func enable(_ command: [String], file: String) throws(CommandError) {
        let known = (property("UnitPath", of: []) ?? "").split(separator: " ").map { String($0) }
        guard let folder = folders.first(where: known.contains) else {
            throw .system(
                "the systemd user manager looks for units in no directory of yours: \(printable(known.joined(separator: " ")))"
            )
        }
        let path = "\(folder)/\(Self.name)"
        try createFolder(of: path)
        do throws(Errno) {
            try SmallFile.write(
                Self.text(command, file: file), to: path, permissions: [.ownerReadWrite, .groupRead, .otherRead])
        } catch {
            throw .system("\(printable(path)) cannot be written: \(error)")
        }
        try systemctl("daemon-reload")
        try systemctl("--quiet", "enable", Self.name)
        try systemctl("restart", Self.name)
    }

    /// Stops the service and removes it.
    func disable() throws(CommandError) {
        if activity() != nil {
            try systemctl("--quiet", "disable", "--now", Self.name)
        }
        while let path = present {
            guard unlink(path) == 0 else {
                throw .system("\(printable(path)) cannot be removed: \(Errno(rawValue: errno))")
            }
        }
        if activity() != nil { try systemctl("daemon-reload") }
    }

    private func systemctl(_ words: String...) throws(CommandError) {
        let (status, errors) = try Program(executable: "systemctl", environment: environment).errors(
            of: ["--user"] + words)
        guard status == 0 else {
            throw .system(
                "systemctl --user \(words.joined(separator: " ")) exited with status \(status): \(printable(errors))")
        }
    }

    /// The unit file.
    static func text(_ command: [String], file: String) -> String {
        """
        # Written by gardenctl calendar enable. To remove it: gardenctl calendar disable
        [Unit]
        Description=Pocket Garden calendar file
        Documentation=man:gardenctl(1)
        After=gardend.socket

        [Service]
        ExecStart=\(quoted(command[0]))\(command.dropFirst().map { " \(quoted($0.replacing("$", with: "$$")))" }.joined())
        UMask=0077
        # A full disk or a folder that is not there: once a minute, until it can be written. Not after a wrong command line.
        Restart=on-failure
        RestartSec=1min
        RestartPreventExitStatus=64
        NoNewPrivileges=yes
        RestrictAddressFamilies=AF_UNIX
        RestrictNamespaces=yes
        RestrictRealtime=yes
        RestrictSUIDSGID=yes
        LockPersonality=yes
        MemoryDenyWriteExecute=yes
        SystemCallArchitectures=native
        SystemCallFilter=@system-service
        SystemCallErrorNumber=EPERM

        [Install]
        WantedBy=default.target

        \(section)
        \(fileKey)\(file)

        """
    }

    /// A word of a command line in a unit file, without specifiers.
    private static func quoted(_ word: String) -> String {
        let escaped = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("%", with: "%%")
        return "\"\(escaped)\""
    }
}
