import FileKit
import GardenAPI
import Glibc
import SystemPackage

/// The settings file and its path.
struct ConfigFile {
    let path: String
    /// The settings at the time of asking; `nil` without a daemon.
    let settings: SettingsReport?
    private let usualPath: String?

    /// Finds the file that the daemon reads; without a daemon, the one it would read (API §4).
    init(asking client: Client, in context: ProcessContext) throws(CommandError) {
        settings = try Self.settings(from: client)
        usualPath = Self.usualPath(environment: context.environment)
        if let path = settings?.file {
            self.path = path
        } else if let usualPath {
            path = usualPath
        } else {
            throw .system("cannot choose a path for the configuration file: neither XDG_CONFIG_HOME nor HOME is set")
        }
    }

    /// `$XDG_CONFIG_HOME/garden/config.toml`, or `~/.config/garden/config.toml`; `nil` when neither variable is set. A
    /// relative `$XDG_CONFIG_HOME` is ignored (XDG Base Directory Specification).
    static func usualPath(environment: EnvironmentVariables) -> String? {
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return "\(folder)/garden/config.toml" }
        guard let home = environment["HOME"], !home.isEmpty else { return nil }
        return "\(home)/.config/garden/config.toml"
    }

    var exists: Bool { access(path, F_OK) == 0 }

    /// Creates the commented example, completely or not at all.
    func create(with gardend: Program) throws(CommandError) {
        try createFolder(of: path)
        let draft = "\(path).new-\(getpid())"
        defer { unlink(draft) }
        let status = try gardend.run(["example-config"], output: .newFile(draft))
        guard status == 0 else {
            throw .system("gardend example-config exited with status \(status); no file was created")
        }
        // A file that appeared meanwhile is kept.
        do throws(Errno) { try Errno.check(link(draft, path)) } catch {
            if error != .fileExists { throw .system("cannot create \(printable(path)): \(error)") }
        }
    }

    private static let mostBytes = 1 << 20

    /// The text of the file.
    func read() throws(CommandError) -> String {
        let bytes: [UInt8]
        do throws(SmallFile.ReadError) { bytes = try SmallFile.read(path, limitBytes: Self.mostBytes) } catch {
            throw .system("cannot read \(printable(path)): \(error)")
        }
        // A repaired text would replace more than the value.
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .system("cannot read \(printable(path)): not valid UTF-8")
        }
        return text
    }

    private func draft(of text: String) throws(CommandError) -> FileDraft {
        do throws(Errno) {
            return try FileDraft.replacing(path, with: text, permissions: try Stat(path).permissions)
        } catch {
            throw .system("cannot write beside \(printable(path)): \(error)")
        }
    }

    /// Replaces the text of the file, completely or not at all, if the daemon's own check accepts the new text.
    ///
    /// - Parameter before: the text that the new one was made from. A file that changed meanwhile is kept.
    func replace(_ before: String, with text: String, checkedBy gardend: Program) throws(CommandError) {
        let draft = try draft(of: text)
        let (status, errors) = try gardend.errors(of: ["check-config", "--config", draft.path])
        guard status == 0 else {
            if exists, try gardend.errors(of: ["check-config", "--config", path]).status != 0 {
                throw .usage(
                    """
                    \(printable(path)) has an error already, so nothing was changed
                      To see it: gardenctl config check
                      To correct it: gardenctl config edit
                    """)
            }
            // The daemon's own messages, about the value and not about the draft.
            let name = printable(draft.path)
            let messages = errors.split(separator: "\n").map { line in
                Self.words(of: String(line.replacing("gardend: ", with: "", maxReplacements: 1)), about: name)
            }
            let reason = messages.isEmpty ? ["gardend check-config exited with status \(status)"] : messages
            throw .usage((reason + ["Nothing was changed."]).joined(separator: "\n  "))
        }
        guard try read() == before else {
            throw .system("\(printable(path)) was changed meanwhile; gardenctl changed nothing")
        }
        do throws(Errno) { try draft.commit() } catch {
            throw .system("cannot replace \(printable(path)): \(error)")
        }
    }

    /// A message of the daemon about a draft: where a text is no TOML, but not the line of a value, which the person did not write.
    private static func words(of message: String, about draft: String) -> String {
        let line = "\(draft), line "
        guard message.hasPrefix(line) else { return message.replacing("\(draft): ", with: "") }
        let (place, words) = message.dropFirst(line.count).split(around: ": ")
        return place.contains("column") ? "with this change, line \(place): \(words)" : String(words)
    }

    /// Checks the file with the daemon's own code and messages.
    ///
    /// - Returns: the exit status of `gardend check-config`; 0 for a valid file, or for the default path without a
    ///   file.
    func check(with gardend: Program, output: Program.Destination) throws(CommandError) -> Int32 {
        try gardend.run(checkArguments, output: output)
    }

    /// ``check(with:output:)`` with the messages as a text.
    func errors(with gardend: Program) throws(CommandError) -> (status: Int32, text: String) {
        let (status, errors) = try gardend.errors(of: checkArguments)
        let lines = errors.split(separator: "\n").map { $0.replacing("gardend: ", with: "", maxReplacements: 1) }
        return (status, lines.joined(separator: "\n"))
    }

    private var checkArguments: [String] {
        // A named file must exist.
        let isUsual = !exists && path == usualPath
        return ["check-config"] + (isUsual ? [] : ["--config", path])
    }

    private static func settings(from client: Client) throws(CommandError) -> SettingsReport? {
        do throws(CommandError) { return try client.ask(SettingsGet()).value() } catch {
            guard error.exitStatus == EX_UNAVAILABLE else { throw error }
            return nil
        }
    }
}

extension Substring {
    /// What is before the first of some characters, and what is after them.
    fileprivate func split(around separator: String) -> (Substring, Substring) {
        firstRange(of: separator).map { (self[..<$0.lowerBound], self[$0.upperBound...]) } ?? (self, "")
    }
}
