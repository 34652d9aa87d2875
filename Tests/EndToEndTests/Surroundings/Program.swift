import Glibc
import TestSupport

/// The binaries that were built with these tests.
enum Binaries {
    static let folder: String = {
        guard let pointer = realpath("/proc/self/exe", nil) else { return "." }
        defer { free(pointer) }
        let tests = String(cString: pointer)
        return String(tests[..<(tests.lastIndex(of: "/") ?? tests.endIndex)])
    }()

    static var gardend: String { "\(folder)/gardend" }
}

/// A running program. It is killed when the object is released, if it still runs.
final class Program {
    /// How a program ended.
    enum End: Equatable {
        case exited(Int32)
        case killed(Int32)
    }

    let pid: pid_t
    /// The program with its arguments, shortened.
    private let name: String
    /// Readable once the program has ended.
    let endDescriptor: Int32
    private(set) var end: End?
    /// Children that lived when it was sent a signal, each readable once that one has ended.
    private var orphans: [Int32] = []

    /// Starts a program with empty standard input, output and error unless they are given.
    ///
    /// - Parameter environment: the complete environment, except for sanitizer options.
    init(
        _ arguments: [String], environment: [String: String] = [:], input: Int32? = nil, output: Int32? = nil,
        errors: String? = nil
    ) throws {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var standard = sigset_t()
        sigemptyset(&standard)
        // A script ignores SIGINT and SIGQUIT in what it starts in the background, and nohup SIGHUP: such as a runner of these tests.
        for signal in [SIGPIPE, SIGINT, SIGQUIT, SIGHUP] { sigaddset(&standard, signal) }
        posix_spawnattr_setsigdefault(&attributes, &standard)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        }
        if let output {
            posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_addopen(
            &actions, STDERR_FILENO, errors ?? "/dev/null", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        var words = arguments.map { strdup($0) } + [nil]
        let whole = environment.merging(Self.sanitizerOptions) { $1 }
        var variables = whole.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + variables { free(word) } }
        var pid = pid_t()
        let result = posix_spawnp(&pid, arguments[0], &actions, &attributes, &words, &variables)
        guard result == 0 else { throw TestFailure("\(arguments[0]): \(String(cString: strerror(result)))") }
        self.pid = pid
        name = String(arguments.joined(separator: " ").prefix(200))
        endDescriptor = pidfdOpen(pid, 0)
        precondition(endDescriptor >= 0, "no pidfd of \(pid)")
    }

    deinit {
        try? kill()
        close(endDescriptor)
    }

    /// The sanitizer options of these tests (contrib/sanitize.sh); the program gets the same.
    static let sanitizerOptions: [String: String] = {
        let names = ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"]
        return Dictionary(
            uniqueKeysWithValues: names.compactMap { name in getenv(name).map { (name, String(cString: $0)) } })
    }()

    func signal(_ number: Int32) {
        guard end == nil else { return }
        // They have no owner after it has ended.
        let children = (try? readText("/proc/\(pid)/task/\(pid)/children")) ?? ""
        for child in children.split(separator: " ") {
            let descriptor = pidfdOpen(pid_t(child) ?? 0, 0)
            if descriptor >= 0 { orphans.append(descriptor) }
        }
        Glibc.kill(pid, number)
    }

    /// Kills it if it still runs, and waits until it and its children have ended.
    func kill() throws {
        signal(SIGKILL)
        try wait()
        defer {
            for orphan in orphans { close(orphan) }
            orphans = []
        }
        for orphan in orphans { _ = try awaitReadiness(of: [orphan], what: "the end of a child of \(pid)") }
    }

    /// Whether it has ended.
    var hasEnded: Bool { isReady(endDescriptor) }

    /// Waits for the end.
    @discardableResult
    func wait() throws -> End {
        if let end { return end }
        _ = try awaitReadiness(of: [endDescriptor], by: pid, what: "the end of \(name) (process \(pid))")
        var status: Int32 = 0
        guard waitpid(pid, &status, 0) == pid else { throw TestFailure(call: "waitpid") }
        let ended: End = status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .killed(status & 0x7f)
        end = ended
        return ended
    }
}

/// Waits for the end of a process that another program has started.
func awaitEnd(ofProcess pid: pid_t) throws {
    let descriptor = pidfdOpen(pid, 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    _ = try awaitReadiness(of: [descriptor], what: "the end of process \(pid)")
}

/// pidfd_open(2), which Swift's Glibc does not show.
private let pidfdOpen: @convention(c) (pid_t, UInt32) -> Int32 = {
    guard let symbol = dlsym(nil, "pidfd_open") else { fatalError("this C library has no pidfd_open") }
    return unsafeBitCast(symbol, to: (@convention(c) (pid_t, UInt32) -> Int32).self)
}()

/// The output of a program that ran to its end.
struct Outcome: Equatable {
    var end: Program.End
    var output: String
    var errors: String
}

/// Runs a program to its end.
func run(_ arguments: [String], environment: [String: String] = [:], input: String = "") throws -> Outcome {
    let folder = try TemporaryFolder()
    let (inputPath, outputPath, errorPath) = ("\(folder.path)/in", "\(folder.path)/out", "\(folder.path)/err")
    try write(input, to: inputPath)
    try write("", to: errorPath)
    let input = open(inputPath, O_RDONLY | O_CLOEXEC)
    let output = open(outputPath, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer {
        close(input)
        close(output)
    }
    let program = try Program(arguments, environment: environment, input: input, output: output, errors: errorPath)
    let end = try program.wait()
    return Outcome(end: end, output: try readText(outputPath), errors: try readText(errorPath))
}
