import Glibc
import SystemdKit
import Testing

@Suite("The machine")
struct MachineTests {
    @Test func theBootIdMatchesTheKernels() throws {
        let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(file, &bytes, bytes.count)
        try #require(count > 0)
        let digits = String(decoding: bytes.prefix(count), as: UTF8.self).filter(\.isHexDigit)
        #expect(Machine.bootId() == digits)
    }

    @Test func theUnitsOfAClockAreConsistent() {
        let before = Clocks.monotonicMilliseconds
        let between = Int64(Clocks.monotonicMicroseconds / 1000)
        let after = Clocks.monotonicMilliseconds
        #expect(before <= between && between <= after)
    }

    @Test func bootTimeCountsAtLeastTheAwakeTime() {
        let awake = Clocks.monotonicMilliseconds
        #expect(awake <= Clocks.boottimeMilliseconds)
    }

    @Test func anErrorNamesTheCallAndTheReason() {
        let error = SystemError(code: ENOENT, call: "sd_event_add_inotify")
        #expect("\(error)" == "sd_event_add_inotify: No such file or directory (2)")
    }
}
