import Foundation
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

    @Test func theCodeLeavesTheMemoryAndIsUsedAgain() throws {
        // Other tests run meanwhile and map it again, but hardly most of it each time.
        var leastShare = 1.0
        for _ in 1...5 where leastShare >= 0.6 {
            let before = try residentCodeKilobytes()
            try #require(before > 100)
            ProgramCode.giveBack()
            leastShare = min(leastShare, Double(try residentCodeKilobytes()) / Double(before))
        }
        #expect(leastShare < 0.6)
    }

    /// What this program's file has in memory as code.
    private func residentCodeKilobytes() throws -> Int {
        var total = 0
        var isCode = false
        for line in try String(contentsOfFile: "/proc/self/smaps", encoding: .utf8).split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count >= 6, words[1].count == 4 {
                isCode = words[1].contains("x") && words[5].hasSuffix(".xctest")
            } else if isCode, words.first == "Rss:", let kilobytes = Int(words[1]) {
                total += kilobytes
            }
        }
        return total
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
