import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// A session that a person forgot to start (RULES P28).
@Suite("Sessions that began earlier")
struct EarlierStartTests {
    @Test("the session ends earlier, and counts in full from its beginning on")
    func theSessionBeganEarlier() throws {
        let garden = try CoreGarden()
        garden.at("09:30:00")
        #expect(
            try garden.perform(TimerStart(ago: 10))
                == .focus(1, left: 900, from: "2026-01-01T09:20:00Z", until: "2026-01-01T09:45:00Z"))
        #expect(garden.events.summary == ["09:30:00 timer.started"])
        garden.advance(seconds: 900)
        let session = try #require(try garden.published(EventKind.focusCompleted).first?.data.session)
        #expect(session.start == "2026-01-01T09:20:00Z" && session.end == "2026-01-01T09:45:00Z")
        #expect(session.minutes == 25)
        #expect(try garden.ask(StatsDay()).totals.minutes == 25)
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let what: String
        let ago: Int
        var minutes: Int?
        /// What happens before 10:00:00, when the session is started.
        let before: @Sendable (CoreGarden) throws -> Void
        /// Its beginning on the wall; `nil` if it is refused.
        let start: String?
        var left: Int?
        var testDescription: String { what }
    }

    static let rows = [
        Row(what: "a minute is left", ago: 24, before: { _ in }, start: "09:36:00", left: 60),
        Row(what: "nothing is left", ago: 25, before: { _ in }, start: nil, left: 0),
        Row(what: "a longer session", ago: 45, minutes: 50, before: { _ in }, start: "09:15:00", left: 300),
        Row(what: "before the garden began", ago: 119, minutes: 120, before: { _ in }, start: "08:01:00", left: 60),
        Row(
            what: "a rest is covered", ago: 20,
            before: { garden in
                garden.at("09:32:00")
                try garden.perform(TimerStart())
                garden.at("09:57:00")
            }, start: "09:57:00", left: 1320),
        Row(
            what: "a skipped session does not count", ago: 20,
            before: { garden in
                garden.at("09:50:00")
                try garden.perform(TimerStart())
                garden.at("09:55:00")
                try garden.perform(TimerStop())
            }, start: "09:40:00", left: 300),
        Row(
            what: "a sleep of the grace ends first", ago: 20,
            before: { garden in
                garden.at("09:50:00")
                garden.suspend(seconds: 60)
            }, start: "09:51:00", left: 960),
        Row(
            what: "a shorter sleep does not matter", ago: 20,
            before: { garden in
                garden.at("09:50:00")
                garden.suspend(seconds: 59)
            }, start: "09:40:00", left: 300),
        Row(
            what: "the machine was off", ago: 20,
            before: { garden in
                garden.at("09:40:00")
                garden.reboot(seconds: 600)
            }, start: "09:50:00", left: 900),
        Row(
            what: "not before a reset", ago: 20,
            before: { garden in
                garden.at("09:55:00")
                try garden.perform(
                    GardenReset(all: true), with: .success(GardenBackup(path: "backup", restoreCommand: "restore")))
            }, start: "09:55:00", left: 1200),
        Row(
            what: "the clock was set back, before the end of the last session", ago: 5,
            before: { garden in
                try garden.perform(TimerStart())
                garden.at("10:45:00")
                try garden.perform(TimerStop())
                garden.stepClock(seconds: -6300)
            }, start: "10:00:00", left: 1500),
    ]

    @Test(arguments: rows) func theBeginningIsLimited(row: Row) throws {
        let garden = try CoreGarden()
        try row.before(garden)
        garden.at("10:00:00")
        let request = TimerStart(
            category: row.start == nil ? "Default" : nil, minutes: row.minutes, restart: true, ago: row.ago)
        guard let start = row.start else {
            let before = try garden.timer
            let refusal = try garden.refusal(of: request)
            let start = refusal.details["start"] ?? .null
            #expect(
                refusal
                    == .refused(
                        .nothingLeft,
                        ["remainingSeconds": .integer(row.left ?? 0), "start": start, "category": "Default"]))
            #expect(try Timestamp(json: start).instant <= garden.moment.wall.advanced(byMilliseconds: -60_000))
            #expect(try garden.timer == before)
            return
        }
        let timer = try garden.perform(request)
        #expect(timer.startedAt == Timestamp("2026-01-01T\(start)Z"))
        #expect(timer.remainingSeconds == row.left)
    }

    @Test("P13: in the first minutes of a day, the session is one of the day with most of it", arguments: [10, 20])
    func theDayIsThatOfTheBeginning(ago: Int) throws {
        let garden = try CoreGarden(at: "2026-01-02T03:50:00Z")
        garden.advance(seconds: 15 * 60)
        #expect(garden.state.day.day == CalendarDay("2026-01-02"))
        try garden.perform(TimerStart(ago: ago))
        garden.advance(seconds: 25 * 60)
        let session = try garden.published(EventKind.focusCompleted).first?.data.session
        // From 03:55 on, 5 of the 25 minutes are of the day before; from 03:45 on, 15.
        #expect(session?.day == CalendarDay(ago == 10 ? "2026-01-02" : "2026-01-01"))
        #expect(try garden.ask(StatsDay(day: "2026-01-01")).totals.minutes == (ago == 10 ? 0 : 25))
        #expect(try garden.ask(StatsDay()).totals.minutes == (ago == 10 ? 25 : 0))
        let hours = try garden.ask(StatsDay(day: ago == 10 ? "2026-01-02" : "2026-01-01")).hours.filter {
            $0.minutes > 0
        }
        #expect(hours.map { [$0.hour, $0.minutes] } == (ago == 10 ? [[4, 20], [3, 5]] : [[4, 10], [3, 15]]))
    }

    @Test("a paused session is not started again, and a rest begins now")
    func whatIsRefused() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        try garden.perform(TimerPause())
        #expect(try garden.refusal(of: TimerStart(ago: 5)) == Refusal(.alreadyRunning))
        #expect(try garden.refusal(of: TimerStart(phase: .rest, ago: 5)) == .invalid("ago"))
        #expect(try garden.refusal(of: TimerStart(ago: 0)) == .invalid("ago"))
        #expect(try garden.refusal(of: TimerStart(ago: 1441)) == .invalid("ago"))
    }
}
