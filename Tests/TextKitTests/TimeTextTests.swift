import GardenAPI
import Testing
import TextKit
import TimeKit

struct TimeTextTests {
    @Test(arguments: [
        (0, "0 s"), (33, "33 s"), (60, "1 min"), (910, "15 min 10 s"), (3599, "59 min 59 s"), (3600, "1 h"),
        (3659, "1 h"), (5400, "1 h 30 min"), (20_000, "5 h 33 min"), (86_400, "24 h"), (360_060, "100 h 1 min"),
    ])
    func aLengthIsWrittenAsPeopleWriteIt(seconds: Int, text: String) {
        #expect(length(seconds) == text)
    }

    @Test(arguments: [(500, "+500"), (-50, "−50"), (0, "0")])
    func zeroHasNoSign(amount: Int, text: String) {
        #expect(signed(amount) == text)
    }

    @Test func anInstantOnAnotherDayHasItsDate() throws {
        let now = try #require(Timestamp("2026-11-21T09:00:00.000+09:00"))
        let (same, next) = ("2026-11-21T23:59:00.000+09:00", "2026-11-22T00:00:00.000+09:00")
        #expect(Timestamp(same)?.clock(seenAt: now) == "23:59")
        #expect(Timestamp(next)?.clock(seenAt: now) == "2026-11-22 00:00")
    }
}
