import Glibc

/// How long a test waits for what only a fault prevents.
///
/// A limit on the wall would expire on a busy machine, where everything takes long. So this one counts the processor time
/// that the awaited process has used, or could have used: of a second on the wall, a thread gets the share that it has to
/// divide with all that want to run. A process that spins or sleeps for ever on an idle machine is given up after
/// ``seconds`` on the wall, and beside seven busy threads for each processor after eight times as many.
public struct WaitLimit: Sendable {
    /// The one limit of the whole suite, long enough for the longest step of a program without optimisation.
    public static let seconds = 60.0

    /// For limits of the product's own, which are on the wall: they must not end a test's wait before this type does.
    public static let wallSeconds = 3600

    /// How long a wait lasts before it looks at the clocks.
    public static let glanceMilliseconds: Int32 = 250

    /// What the clocks said at one moment.
    public struct Reading: Sendable, Equatable {
        public var wallSeconds: Double
        /// The processor time of the awaited process and its descendants.
        public var processSeconds: Double
        /// How many threads of the machine want to run.
        public var runnableThreads: Int
        public var processors: Int

        public init(wallSeconds: Double, processSeconds: Double, runnableThreads: Int, processors: Int) {
            (self.wallSeconds, self.processSeconds) = (wallSeconds, processSeconds)
            (self.runnableThreads, self.processors) = (runnableThreads, processors)
        }
    }

    private let process: pid_t?
    private let limitSeconds: Double
    private let begin: Reading
    private var last: Reading
    /// The processor time that was used, or could have been.
    public private(set) var spentSeconds = 0.0

    /// - Parameters:
    ///   - process: whose work is awaited; `nil` if it is unknown.
    ///   - limitSeconds: another limit, for the tests of this type alone.
    ///   - reading: the clocks at the beginning.
    public init(with process: pid_t? = nil, limitSeconds: Double = seconds, from reading: Reading? = nil) {
        (self.process, self.limitSeconds) = (process, limitSeconds)
        begin = reading ?? Reading.now(of: process)
        last = begin
    }

    /// Counts the time since the last reading.
    public mutating func count(_ reading: Reading) {
        let share = min(1, Double(reading.processors) / Double(max(1, reading.runnableThreads)))
        let offered = (reading.wallSeconds - last.wallSeconds) * share
        // A process that has ended takes its time with it.
        let used = max(0, reading.processSeconds - last.processSeconds)
        spentSeconds += max(offered, used)
        last = reading
    }

    /// Whether the limit is reached.
    public var isExhausted: Bool { spentSeconds >= limitSeconds }

    /// Counts the time since the last call.
    ///
    /// - Throws: when the limit is reached; the error says what was awaited, and what the process did meanwhile.
    public mutating func spend(on what: @autoclosure () -> String) throws(WaitLimitReached) {
        count(Reading.now(of: process))
        guard isExhausted else { return }
        let wall = last.wallSeconds - begin.wallSeconds
        var lines = [
            "\(what()) has not come in \(tenths(wall)) s, in which \(tenths(spentSeconds)) s of processor time were left for it"
        ]
        if let process {
            let used = tenths(max(0, last.processSeconds - begin.processSeconds))
            lines.append("process \(process) used \(used) s and \(ProcessFiles.state(of: process))")
        }
        if let lack = Inotify.lack { lines.append(lack) }
        throw WaitLimitReached(description: lines.joined(separator: "; "))
    }

    private func tenths(_ seconds: Double) -> Double { (seconds * 10).rounded() / 10 }

    /// Looks again and again, without a pause: each look must take a while, such as a request or the start of a program.
    public static func wait(
        for what: @autoclosure () -> String, by process: pid_t? = nil, until isTrue: () throws -> Bool
    ) throws {
        var waitLimit = WaitLimit(with: process)
        while try !isTrue() { try waitLimit.spend(on: what()) }
    }
}

/// A wait that was given up.
public struct WaitLimitReached: Error, CustomStringConvertible {
    public let description: String
}

extension WaitLimit.Reading {
    static func now(of process: pid_t?) -> Self {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        // "0.20 0.18 0.12 1/80 11206": the threads that want to run are before the slash (proc_loadavg(5)).
        let threads = ProcessFiles.text("/proc/loadavg").split(separator: " ").dropFirst(3).first ?? ""
        return Self(
            wallSeconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9,
            processSeconds: process.map { ProcessFiles.processorSeconds(of: $0) } ?? 0,
            runnableThreads: Int(threads.prefix { $0 != "/" }) ?? 1,
            processors: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }
}

/// Waits until one of the descriptors is ready.
///
/// - Parameters:
///   - process: whose work is awaited, if it is known.
///   - what: what is awaited, for the failure.
/// - Returns: for each, whether it is.
public func awaitReadiness(
    of descriptors: [Int32], events: Int32 = POLLIN, by process: pid_t? = nil, what: @autoclosure () -> String
) throws -> [Bool] {
    // Most waits are short, and looking at the clocks takes longer than they do.
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(events), revents: 0) }
    if poll(&polled, nfds_t(polled.count), WaitLimit.glanceMilliseconds) > 0 { return polled.map { $0.revents != 0 } }
    var waitLimit = WaitLimit(with: process)
    return try awaitReadiness(of: descriptors, events: events, waitLimit: &waitLimit, what: what())
}

/// Waits until one of the descriptors is ready, as one of several waits for the same thing: a program that is ready again and
/// again does not put off their end.
public func awaitReadiness(
    of descriptors: [Int32], events: Int32 = POLLIN, waitLimit: inout WaitLimit, what: @autoclosure () -> String
) throws -> [Bool] {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(events), revents: 0) }
    while true {
        let count = poll(&polled, nfds_t(polled.count), WaitLimit.glanceMilliseconds)
        precondition(count >= 0 || errno == EINTR, "poll: \(String(cString: strerror(errno)))")
        try waitLimit.spend(on: what())
        if count > 0 { return polled.map { $0.revents != 0 } }
    }
}

/// Whether a descriptor is ready now.
public func isReady(_ descriptor: Int32, events: Int32 = POLLIN) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return poll(&polled, 1, 0) > 0
}

/// Lets time pass in which none of the descriptors may become ready: what the test measures is that nothing happens.
///
/// - Returns: whether nothing came.
public func staysSilent(_ descriptors: [Int32], milliseconds: Int32) -> Bool {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    return poll(&polled, nfds_t(polled.count), milliseconds) == 0
}

/// What proc(5) says about a process.
enum ProcessFiles {
    /// The text of a small file; empty if it cannot be read.
    static func text(_ path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &buffer, buffer.count)
        return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    }

    /// The processor time of a process, of its descendants, and of those whose end it has awaited.
    static func processorSeconds(of process: pid_t) -> Double {
        // The fields after the name, which may contain blanks (proc_pid_stat(5)): utime, stime, cutime, cstime.
        let fields = afterName(process).split(separator: " ").dropFirst(11).prefix(4).compactMap { Double($0) }
        let own = fields.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
        let children = text("/proc/\(process)/task/\(process)/children").split(separator: " ").compactMap { pid_t($0) }
        return children.reduce(own) { $0 + processorSeconds(of: $1) }
    }

    /// "sleeps in do_poll", for a failure.
    static func state(of process: pid_t) -> String {
        let place = text("/proc/\(process)/wchan")
        switch afterName(process).first {
        case "R": return "runs"
        case "S": return "sleeps in \(place)"
        case "D": return "waits for a device in \(place)"
        case "T", "t": return "is stopped"
        case nil: return "is gone"
        default: return "has ended"
        }
    }

    private static func afterName(_ process: pid_t) -> Substring {
        let stat = text("/proc/\(process)/stat")
        return stat.lastIndex(of: ")").map { stat[$0...].dropFirst(2) } ?? ""
    }
}
