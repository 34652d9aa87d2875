import Recurrence
import TestSupport
import Testing
import TimeKit

@Suite struct OccurrenceDateTests {
    @Test(arguments: ["2026-11-24", "2026-11-24T00:00", "0001-01-01T23:59"])
    func aTextReadsBack(text: String) {
        #expect(OccurrenceDate(text)?.description == text)
    }

    @Test(arguments: [
        "", "2026-02-30", "2026-11-24T", "2026-11-24T24:00", "2026-11-24T09:60", "2026-11-24T9:00", "2026-11-24T09:00Z",
        "2026-11-24T09:00:00", "2026-11-24 09:00", "2026-11-24T+9:00", "T09:00",
    ])
    func anotherTextIsRefused(text: String) {
        #expect(OccurrenceDate(text) == nil)
    }

    @Test func aWallTimeIsToTheMinute() throws {
        let berlin = try TestZones.load("Europe/Berlin")
        let time = WallTime(instant("2026-11-24T08:00:59.999Z"), in: berlin)
        #expect(time.description == "2026-11-24T09:00")
        #expect(time.instant(in: berlin) == instant("2026-11-24T08:00:00Z"))
        #expect(WallTime(day: day("2026-11-24"), minuteOfDay: 1440) == nil)
        #expect(WallTime(day: day("2026-11-24"), minuteOfDay: -1) == nil)
    }
}
