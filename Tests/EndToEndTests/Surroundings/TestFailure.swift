import Glibc

/// Why a test cannot continue.
struct TestFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// The error of a system call.
    init(call: String) { description = "\(call): \(String(cString: strerror(errno)))" }
}

/// The timeout of every wait, long enough for a busy machine.
let timeoutSeconds = 30

/// Waits until one of the descriptors is ready.
///
/// - Returns: for each, whether it has.
func awaitReadiness(
    of descriptors: [Int32], events: Int32 = POLLIN, milliseconds: Int = timeoutSeconds * 1000, what: String
) throws -> [Bool] {
    let deadline = monotonicMilliseconds() + milliseconds
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(events), revents: 0) }
    while true {
        let count = poll(&polled, nfds_t(polled.count), Int32(max(0, deadline - monotonicMilliseconds())))
        if count > 0 { return polled.map { $0.revents != 0 } }
        if count == 0 { throw TestFailure("nothing came within \(milliseconds) ms: \(what)") }
        guard errno == EINTR else { throw TestFailure(call: "poll") }
    }
}

func monotonicMilliseconds() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
}
