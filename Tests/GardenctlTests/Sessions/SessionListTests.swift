import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

/// `gardenctl session list` (RULES P21).
struct SessionListTests {
    private let home = Home()

    private static func session(_ id: Int, _ outcome: SessionOutcome) -> Session {
        Session(
            id: id, uid: "a1b2c3d4-\(id)", start: .sample(9, 0), end: .sample(9, 25), day: .sample, seconds: 1500,
            minutes: 25, category: "Thesis", categoryId: 1, categoryUid: "a1b2c3d4-1", outcome: outcome)
    }

    @Test("one that was paused for days says when it began, under the day that it counts for")
    func itBeganBefore() throws {
        var session = Self.session(4, .completed)
        session.day = session.day.advanced(by: 3)
        func listed() -> String {
            let page = SessionPage(sessions: [session], more: false, next: nil)
            return String(sessionListText(page, commandForMore: nil, .plain).split(separator: "\n")[1].prefix(16))
        }
        #expect(listed() == "4  Sat 09:00–09:")
        session.day = session.day.advanced(by: 7)
        #expect(listed() == "4  2026-11-21 09")
        // After midnight, it is of the day before.
        session.day = .sample.advanced(by: -1)
        #expect(listed() == "4  09:00–09:25  ")
    }

    @Test("P21: in the night in which the clock is set back, pauses have the offsets, too")
    func pausesWhileTheClockIsSet() throws {
        var session = Self.session(4, .completed)
        func time(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }
        (session.start, session.end) = (try time("2026-10-25T02:10:00+02:00"), try time("2026-10-25T03:30:00+01:00"))
        session.pauses = [TimeSpan(try time("2026-10-25T02:30:00+02:00"), try time("2026-10-25T02:10:00+01:00"))]
        let text = sessionText(session, .plain)
        #expect(text.contains("Time      2026-10-25 02:10 +02:00–03:30 +01:00"), "\(text)")
        #expect(text.contains("Pauses    02:30 +02:00–02:10 +01:00"), "\(text)")
    }

    @Test(
        "a table for a bill has the sessions that count; --outcome chooses others",
        arguments: [([], ["1", "2"]), (["--outcome", "stopped"], ["1", "2", "3", "4"])])
    func theTableHasWhatCounts(options: [String], ids: [String]) throws {
        let sessions =
            [Self.session(4, .discarded), Self.session(3, .stopped)]
            + [Self.session(2, .partial), Self.session(1, .completed)]
        let page: JSON = ["sessions": .array(sessions.map(\.json)), "more": false, "next": nil]
        _ = FakeDaemon(home.socketPath, answering: page)
        let lines = try home.gardenctl(["session", "list", "--csv"] + options).output.split(separator: "\r\n")
        #expect(lines.first == "id,start,end,day,minutes,seconds,category,task,note,outcome,uid")
        #expect(lines.dropFirst().map { String($0.prefix { $0 != "," }) } == ids)
    }
}
