import FileKit
import GardenAPI
import Glibc
import SystemPackage

/// Runs other programs and waits for them.
struct Program {
    /// The destination of a program's standard output.
    enum Destination {
        case sameAsOurs
        case standardError
        case discarded
        /// A new file, which must not exist.
        case newFile(String)
        case descriptor(Int32)
        /// Only standard output, to this descriptor.
        case outputOnly(Int32)
        /// Only standard error, to this descriptor.
        case errors(Int32)
    }

    /// A path, or a name to find in `$PATH`.
    let executable: String
    let environment: EnvironmentVariables

    /// - Returns: its exit status, or 128 plus the number of the signal that ended it, as shells report it.
    func run(_ arguments: [String], output: Destination = .sameAsOurs) throws(CommandError) -> Int32 {
        try Self.wait(for: try start(arguments, output: output))
    }

    /// - Parameter input: its standard input; `nil` for the same as ours.
    private func start(
        _ arguments: [String], output: Destination, input: Int32? = nil
    ) throws(CommandError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
        switch output {
        case .sameAsOurs: break
        case .outputOnly(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, STDOUT_FILENO)
        case .descriptor(let descriptor):
            posix_spawn_file_actions_adddup2(&actions, descriptor, STDOUT_FILENO)
            // The program's complaints are not meant for the user.
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        case .errors(let descriptor):
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, descriptor, STDERR_FILENO)
        case .discarded: posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        case .standardError: posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        case .newFile(let path):
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        }

        // gardenctl ignores SIGPIPE, and the interrupt keys while an editor runs; other programs must not inherit that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in [SIGPIPE, SIGINT, SIGQUIT] { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

        let words = ([executable] + arguments).map { strdup($0) } + [nil]
        let variables = environment.all.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var process: pid_t = 0
        let number = posix_spawnp(&process, executable, &actions, &attributes, words, variables)
        guard number == 0 else { throw .system("cannot run \(printable(executable)): \(Errno(rawValue: number))") }
        return process
    }

    /// Runs a program in the place of this process, so that signals and the exit status are its own.
    ///
    /// - Returns: only if it cannot be run: why.
    func replaceSelf(_ arguments: [String]) -> CommandError {
        let path = executable.contains("/") ? executable : Self.path(of: executable, in: environment)
        guard let path else { return .system("cannot run \(printable(executable)): it is not in PATH") }
        // gardenctl ignores SIGPIPE, and the next program would inherit that.
        signal(SIGPIPE, SIG_DFL)
        let words = ([executable] + arguments).map { strdup($0) } + [nil]
        let variables = environment.all.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        execve(path, words, variables)
        return .system("cannot run \(printable(executable)): \(Errno(rawValue: errno))")
    }

    /// What a program writes to standard error, and its exit status. Its output is discarded.
    func errors(of arguments: [String]) throws(CommandError) -> (status: Int32, text: String) {
        let (process, reader) = try piped(arguments) { .errors($0) }
        defer { try? reader.close() }
        let (text, _) = Self.read(from: reader, within: -1)
        return (try Self.wait(for: process), text)
    }

    /// The output of a program that exits with 0 within that time; otherwise `nil`.
    func output(of arguments: [String], within milliseconds: Int32) -> String? {
        guard let (process, reader) = try? piped(arguments, { .descriptor($0) }) else { return nil }
        defer { try? reader.close() }
        let (text, isWhole) = Self.read(from: reader, within: milliseconds)
        if !isWhole { kill(process, SIGKILL) }
        let status = try? Self.wait(for: process)
        return isWhole && status == 0 ? text : nil
    }

    /// What a program writes that reads a text, and its exit status. It has the terminal: its errors are shown.
    func answer(to input: String, _ arguments: [String]) throws(CommandError) -> (status: Int32, output: String) {
        let (source, feed): (FileDescriptor, FileDescriptor)
        do { (source, feed) = try FileDescriptor.pipe(options: .closeOnExec) } catch {
            throw .system("cannot run \(printable(executable)): \(error)")
        }
        let process: pid_t
        let reader: FileDescriptor
        do throws(CommandError) {
            (process, reader) = try piped(arguments, input: source.rawValue) { .outputOnly($0) }
        } catch {
            try? source.close()
            try? feed.close()
            throw error
        }
        defer { try? reader.close() }
        try? source.close()
        // It may end before it has read everything.
        _ = try? feed.writeAll(input.utf8)
        try? feed.close()
        let (text, _) = Self.read(from: reader, within: -1)
        return (try Self.wait(for: process), text)
    }

    /// The absolute path of a program in `$PATH`; `nil` if it is not installed.
    static func path(of name: String, in environment: EnvironmentVariables) -> String? {
        (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first {
            var status = stat()
            return stat($0, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access($0, X_OK) == 0
        }
    }

    /// Starts a program that writes into a pipe.
    private func piped(
        _ arguments: [String], input: Int32? = nil, _ destination: (Int32) -> Destination
    ) throws(CommandError) -> (process: pid_t, reader: FileDescriptor) {
        let (reader, writer): (FileDescriptor, FileDescriptor)
        do { (reader, writer) = try FileDescriptor.pipe(options: .closeOnExec) } catch {
            throw .system("cannot run \(printable(executable)): \(error)")
        }
        // Otherwise the end of the output would not be seen.
        defer { try? writer.close() }
        do throws(CommandError) {
            return (try start(arguments, output: destination(writer.rawValue), input: input), reader)
        } catch {
            try? reader.close()
            throw error
        }
    }

    /// - Returns: the output so far, and whether it is complete.
    private static func read(from reader: FileDescriptor, within milliseconds: Int32) -> (text: String, isWhole: Bool) {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        var polled = pollfd(fd: reader.rawValue, events: Int16(POLLIN), revents: 0)
        while retryingInterrupted({ Int(poll(&polled, 1, milliseconds)) }) > 0 {
            guard let count = try? buffer.withUnsafeMutableBytes({ try reader.read(into: $0) }) else { break }
            guard count > 0 else { return (String(decoding: bytes, as: UTF8.self), true) }
            bytes += buffer[..<count]
        }
        return ("", false)
    }

    private static func wait(for process: pid_t) throws(CommandError) -> Int32 {
        var status: Int32 = 0
        guard retryingInterrupted({ waitpid(process, &status, 0) }) == process else {
            throw .system("cannot wait for process \(process): \(Errno(rawValue: errno))")
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
