import FileKit
import GardenAPI
import Glibc
import SystemPackage

/// The settings file, and where it stands.
struct ConfigFile {
    let path: String
    /// The settings in force when the daemon was asked; `nil` without a daemon.
    let settings: SettingsReport?
    private let usualPath: String?

    /// The file that the daemon says it reads; without a daemon, the one it would read (API §4).
    init(asking client: Client, in context: ProcessContext) throws(CommandError) {
        settings = try Self.told(by: client)
        usualPath = Self.usualPath(environment: context.environment)
        if let path = settings?.file {
            self.path = path
        } else if let usualPath {
            path = usualPath
        } else {
            throw .system("cannot choose a path for the configuration file: neither XDG_CONFIG_HOME nor HOME is set")
        }
    }

    /// `$XDG_CONFIG_HOME/garden/config.toml`, else `~/.config/garden/config.toml`; `nil` when neither is set. A relative
    /// `$XDG_CONFIG_HOME` counts as none (XDG Base Directory Specification).
    static func usualPath(environment: [String: String]) -> String? {
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return "\(folder)/garden/config.toml" }
        guard let home = environment["HOME"], !home.isEmpty else { return nil }
        return "\(home)/.config/garden/config.toml"
    }

    var exists: Bool { access(path, F_OK) == 0 }

    /// Puts the commented example there, whole or not at all.
    func create(with gardend: Program) throws(CommandError) {
        try Self.createFolder(of: path)
        let draft = "\(path).new-\(getpid())"
        defer { unlink(draft) }
        let status = try gardend.run(["example-config"], output: .newFile(draft))
        guard status == 0 else {
            throw .system("gardend example-config exited with status \(status); no file was created")
        }
        // A file that somebody else has made meanwhile stays.
        do throws(Errno) { try Errno.check(link(draft, path)) } catch {
            if error != .fileExists { throw .system("cannot create \(printable(path)): \(error)") }
        }
    }

    /// Checks the file as the daemon would read it, with the daemon's own words.
    ///
    /// - Returns: the exit status of `gardend check-config`; 0 for a file that is sound, or for the usual one that is not
    ///   there.
    func check(with gardend: Program, output: Program.Destination) throws(CommandError) -> Int32 {
        // One that is named must exist.
        let isUsual = !exists && path == usualPath
        return try gardend.run(["check-config"] + (isUsual ? [] : ["--config", path]), output: output)
    }

    private static func told(by client: Client) throws(CommandError) -> SettingsReport? {
        do throws(CommandError) { return try client.ask(SettingsGet()).value() } catch {
            guard error.exitStatus == EX_UNAVAILABLE else { throw error }
            return nil
        }
    }

    private static func createFolder(of path: String) throws(CommandError) {
        var folder = ""
        for name in path.split(separator: "/").dropLast() {
            folder += "/\(name)"
            do throws(Errno) { try Errno.check(mkdir(folder, 0o700)) } catch {
                if error != .fileExists {
                    throw .system("cannot create the directory \(printable(folder)): \(error)")
                }
            }
        }
    }
}
