import Glibc
import SystemdKit
import TestSupport
import Testing

/// Each test holds the other end of a socket, which reads the end of file once the descriptor is closed.
@MainActor
@Suite("A descriptor of the bus")
struct BusDescriptorTests {
    private let descriptor: BusDescriptor
    private let other: BusDescriptor

    init() throws {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemError(code: errno, call: "socketpair") }
        (descriptor, other) = (BusDescriptor(owning: ends[0]), BusDescriptor(owning: ends[1]))
    }

    private func isClosed() -> Bool { isReady(other.descriptor) }

    private func awaitClosing() throws {
        _ = try awaitReadiness(of: [other.descriptor], what: "the end of the descriptor")
    }

    @Test func itClosesOnceWhenAsked() {
        #expect(!isClosed())
        descriptor.close()
        #expect(isClosed())
        #expect(descriptor.descriptor == -1)
        descriptor.close()
    }

    @Test func itIsOpenDuringShortWorkAndClosedAfterIt() {
        descriptor.close(after: { #expect(!isClosed()) }, withinMilliseconds: Int32(WaitLimit.wallSeconds * 1000))
        #expect(isClosed())
    }

    @Test func workThatTakesTooLongDoesNotKeepItOpen() {
        var wasClosed = false
        descriptor.close(
            after: {
                do {
                    try awaitClosing()
                    wasClosed = true
                } catch { Issue.record(error) }
            }, withinMilliseconds: 10)
        #expect(wasClosed)
    }

    @Test func withoutMoreDescriptorsItIsClosedAfterTheWork() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let test = try BusDescriptorTests()
            let resource = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
            var usual = rlimit()
            getrlimit(resource, &usual)
            var limit = rlimit(rlim_cur: 3, rlim_max: usual.rlim_max)
            setrlimit(resource, &limit)
            var performed = 0
            test.descriptor.close(after: { performed += 1 }, withinMilliseconds: 10)
            // A leak sanitizer opens files at the end.
            setrlimit(resource, &usual)
            let (count, isClosed) = (performed, test.descriptor.descriptor == -1)
            #expect(count == 1 && isClosed)
        }
    }
}
