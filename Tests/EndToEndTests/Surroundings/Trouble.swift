import Glibc

/// Why a test cannot continue.
struct Trouble: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// The error of a system call.
    init(call: String) { description = "\(call): \(String(cString: strerror(errno)))" }
}

/// How long anything that is awaited may take, on a machine that has more to do, before the test gives up on it.
let patienceSeconds = 30

/// Waits until one of the descriptors is ready.
///
/// - Returns: for each, whether it has.
func awaitReadiness(
    of descriptors: [Int32], events: Int32 = POLLIN, milliseconds: Int = patienceSeconds * 1000, what: String
) throws -> [Bool] {
    let deadline = monotonicMilliseconds() + milliseconds
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(events), revents: 0) }
    while true {
        let count = poll(&polled, nfds_t(polled.count), Int32(max(0, deadline - monotonicMilliseconds())))
        if count > 0 { return polled.map { $0.revents != 0 } }
        if count == 0 { throw Trouble("nothing came within \(milliseconds) ms: \(what)") }
        guard errno == EINTR else { throw Trouble(call: "poll") }
    }
}

func monotonicMilliseconds() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
}
