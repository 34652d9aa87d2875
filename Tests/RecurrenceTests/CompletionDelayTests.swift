import Recurrence
import TestSupport
import Testing
import TimeKit

/// RULES T5: `after 4d` counts from the completion.
@Suite struct CompletionDelayTests {
    private func next(_ text: String, at completion: String, on logicalDay: String, anchor: String) throws
        -> CompletionDelay.NextDate
    {
        guard case .afterCompletion(let delay) = try Repeat(text) else { preconditionFailure("no delay: \(text)") }
        return try delay.next(
            afterCompletionAt: instant(completion), logicalDay: day(logicalDay), anchor: date(anchor))
    }

    @Test(arguments: [
        // `after 4d` at 18:00, done on Tuesday at 22:10: Saturday at 18:00.
        ("after 4d", "2026-11-24T22:10:00Z", "2026-11-24", "2026-11-20T18:00", "2026-11-28T18:00"),
        // Done at 01:30, which belongs to the logical day before.
        ("after 1d", "2026-11-25T01:30:00Z", "2026-11-24", "2026-11-20T18:00", "2026-11-25T18:00"),
        ("after 2w", "2026-11-24T22:10:00Z", "2026-11-24", "2026-11-20T18:00", "2026-12-08T18:00"),
        ("after 1mo", "2026-01-31T22:10:00Z", "2026-01-31", "2026-01-01T18:00", "2026-02-28T18:00"),
        ("after 13mo", "2026-01-31T22:10:00Z", "2026-01-31", "2026-01-01T18:00", "2027-02-28T18:00"),
        ("after 25mo", "2026-01-31T22:10:00Z", "2026-01-31", "2026-01-01", "2028-02-29"),
        ("after 4d", "2026-11-24T22:10:00Z", "2026-11-24", "2026-11-20", "2026-11-28"),
        ("after 36525d", "2026-11-24T22:10:00Z", "2026-11-24", "2026-11-20", "2126-11-25"),
    ])
    func daysCountFromTheLogicalDay(
        text: String, completion: String, logicalDay: String, anchor: String, expected: String
    ) throws {
        #expect(try next(text, at: completion, on: logicalDay, anchor: anchor) == .date(date(expected)))
    }

    @Test(arguments: [
        ("after 6h", "2026-11-24T22:10:00Z", "2026-11-25T04:10:00Z"),
        ("after 1h", "2026-11-24T22:10:00.001Z", "2026-11-24T23:11:00Z"),
        ("after 8760h", "2026-11-24T22:10:00Z", "2027-11-24T22:10:00Z"),
    ])
    func hoursCountFromTheInstant(text: String, completion: String, expected: String) throws {
        let found = try next(text, at: completion, on: "2026-11-24", anchor: "2026-11-20T18:00")
        #expect(found == .instant(instant(expected)))
    }

    @Test func hoursNeedATime() throws {
        #expect(throws: RecurrenceError.needsTime(part: "after 6h")) {
            try next("after 6h", at: "2026-11-24T22:10:00Z", on: "2026-11-24", anchor: "2026-11-20")
        }
    }

    @Test func theEndsOfTimeAreNoTrap() throws {
        for unit in CompletionDelay.Unit.allCases {
            let delay = try #require(CompletionDelay(count: 1, unit: unit))
            for milliseconds in [Int.min, Int.max] {
                let at = Instant(milliseconds: milliseconds)
                _ = try delay.next(
                    afterCompletionAt: at, logicalDay: ZoneRules.utc.localDate(at: at),
                    anchor: .time(WallTime(at, in: .utc)))
            }
            #expect(CompletionDelay(count: 0, unit: unit) == nil)
            #expect(CompletionDelay(count: .max, unit: unit) == nil)
        }
    }
}
