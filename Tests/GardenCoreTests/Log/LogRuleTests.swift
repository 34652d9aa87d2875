import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// The examples of RULES on the log: its exact lines.
@Suite("The log")
struct LogRuleTests {
    /// A garden in which a focus pays, and nothing starts by itself.
    private func garden(_ points: Int, _ configure: (inout Settings) -> Void = { _ in }) throws -> CoreGarden {
        try CoreGarden {
            ($0.pointsPerFocus, $0.minMinutes) = (points, 0)
            ($0.startRest, $0.startFocus) = (.never, .never)
            configure(&$0)
        }
    }

    @Test("A2: the exact lines of earning, buying, the meter and the rate")
    func theLinesMatchTheRulesExactly() throws {
        let garden = try garden(500)
        try garden.perform(PointsAdjust(amount: 750, reason: "last week"))
        try garden.perform(ShopAdd(name: "Coffee", price: 500))
        try garden.focus(on: ["Write report"], until: "2026-01-01T09:05:00Z")
        try garden.perform(RateSet(amount: 3000))
        garden.at("12:30:00")
        try garden.perform(ShopBuy(name: "coffee"))
        try garden.perform(RateSet(amount: 2000))
        garden.at("12:31:00")
        try garden.perform(RateAdd(amount: 1200))
        try garden.perform(RateAdd(amount: 300, note: "new shoes"))
        try garden.perform(ShopRefund(purchaseId: 1))
        try garden.perform(LogNote(text: "what a day"))
        try garden.perform(InventoryAdd(name: "Cinema", icon: "🎟"))
        try garden.perform(InventoryAdjust(name: "Cinema", amount: 2))
        try garden.perform(PointsAdjust(amount: -50, reason: "counted twice"))
        #expect(
            try garden.lines() == [
                "[09:00] +750 pt adjusted: last week → 750", "[09:05] focus 1 min Write report",
                "[09:05] +500 pt ×1 Write report → 1250", "[09:05] meter 3000 (+3000) set",
                "[09:05] rate ×1.0 → ×1.5 (2 days left)", "[12:30] 9–12: 500",
                "[12:30] −750 pt ×1.5 Coffee → 500", "[12:30] meter 2000 (−1000) set",
                "[12:30] rate ×1.5 → ×1.0", "[12:31] meter 3200 (+1200)",
                "[12:31] rate ×1.0 → ×1.5 (2 days left)", "[12:31] meter 3500 (+300) new shoes",
                "[12:31] +750 pt ×1.5 refund: Coffee → 1250", "[12:31] what a day",
                "[12:31] inventory 🎟 Cinema 0, new", "[12:31] inventory 🎟 Cinema 2 (+2)",
                "[12:31] −50 pt adjusted: counted twice → 1200",
            ])
    }

    @Test("A1: a line is published complete, with its references")
    func aLineIsPublishedWithItsReferences() throws {
        let garden = try garden(500)
        try garden.focus(on: ["Report"], until: "2026-01-01T09:05:00Z")
        #expect(
            try garden.published(EventKind.logWritten).map(\.data) == [
                LogLineChanged(
                    line: LogLine(
                        id: 1, uid: "00000000-5", at: "2026-01-01T09:05:00Z", kind: .focus,
                        text: "[09:05] focus 1 min Report", categoryId: 2, categoryUid: "00000000-2"),
                    day: "2026-01-01"),
                LogLineChanged(
                    line: LogLine(
                        id: 2, uid: "00000000-8", at: "2026-01-01T09:05:00Z", kind: .earn,
                        text: "[09:05] +500 pt ×1 Report → 500", categoryId: 2, categoryUid: "00000000-2"),
                    day: "2026-01-01"),
            ])
    }

    @Test("A3: the header shows the date, the balance, the tier, the rate, the days left and the decay")
    func theHeaderShowsTheDecay() throws {
        let garden = try CoreGarden()
        try garden.perform(PointsAdjust(amount: 500, reason: "gift"))
        try garden.perform(RateAdd(amount: 6500))
        for header in [
            "[04:00] 2026-01-02 · 500 pt · tier 2 ×2.0 · 1 day left · meter 6500 → 6000",
            "[04:00] 2026-01-03 · 500 pt · tier 1 ×1.5 · 2 days left · decayed from tier 2 ×2.0 · meter 6000 → 3000",
            "[04:00] 2026-01-04 · 500 pt · tier 1 ×1.5 · 1 day left",
            "[04:00] 2026-01-05 · 500 pt · tier 0 ×1.0 · decayed from tier 1 ×1.5 · meter 3000 → 0",
            "[04:00] 2026-01-06 · 500 pt · tier 0 ×1.0",
        ] {
            garden.advance(seconds: 86_400)
            #expect(try garden.lines() == [header])
        }
    }

    /// The lines of foci that are a minute each and pay 100, the last at that time; the first with a divider before it.
    private static func earned(
        _ name: String, _ hour: String, minutes: ClosedRange<Int>, from balance: Int, divider: String? = nil
    ) -> [String] {
        minutes.enumerated().flatMap { index, minute -> [String] in
            let time = "[\(hour):\(minute < 10 ? "0" : "")\(minute)]"
            let sum = balance + 100 * (index + 1)
            return ["\(time) focus 1 min \(name)"] + (index == 0 ? divider.map { ["\(time) \($0)"] } ?? [] : [])
                + ["\(time) +100 pt ×1 \(name) → \(sum)"]
        }
    }

    @Test("A4: earn 09:10 +500, 09:40 +300, 11:05 +200, 01:30 +100: dividers “9–11: 800” and “11–25: 200”")
    func dividersShowTheHoursAndTheirPoints() throws {
        let garden = try garden(100)
        try garden.focus(on: ["A", "A", "A", "A", "A"], until: "2026-01-01T09:10:00Z")
        try garden.focus(on: ["B", "B", "B"], until: "2026-01-01T09:40:00Z")
        try garden.focus(on: ["C", "C"], until: "2026-01-01T11:05:00Z")
        try garden.focus(on: ["D"], until: "2026-01-02T01:30:00Z")
        #expect(garden.today == "2026-01-01")
        #expect(
            try garden.lines()
                == Self.earned("A", "09", minutes: 6...10, from: 0)
                + Self.earned("B", "09", minutes: 38...40, from: 500)
                + Self.earned("C", "11", minutes: 4...5, from: 800, divider: "9–11: 800")
                + Self.earned("D", "01", minutes: 30...30, from: 1000, divider: "11–25: 200"))
    }

    @Test("A4, L10: a corrected day keeps what its lines earned since the last divider")
    func aCorrectionKeepsTheSubtotal() throws {
        let garden = try garden(100)
        try garden.focus(on: ["A"], until: "2026-01-01T09:10:00Z")
        garden.stepClock(seconds: 3 * 86_400)
        try garden.focus(on: ["B", "B"], until: "2026-01-04T09:40:00Z")
        garden.stepClock(seconds: -3 * 86_400)
        try garden.perform(DayCorrect())
        #expect(garden.today == "2026-01-01")
        #expect(garden.state.log.subtotal == HourlySubtotal(hour: 9, points: 200))
        try garden.focus(on: ["C"], until: "2026-01-01T11:05:00Z")
        #expect(try garden.lines().filter { $0.contains("–") } == ["[11:05] 9–11: 200"])
        #expect(garden.state.log.subtotal == HourlySubtotal(hour: 11, points: 100))
    }

    @Test("A4, P30: what a correction of a session takes or brings is in the sum, and undone it is not")
    func aCorrectedSessionChangesTheSubtotal() throws {
        let garden = try garden(100)
        try garden.focus(on: ["A", "A", "A"], until: "2026-01-01T09:10:00Z")
        #expect(garden.state.log.subtotal == HourlySubtotal(hour: 9, points: 300))
        try garden.perform(SessionRemove(id: 2))
        #expect(garden.state.log.subtotal == HourlySubtotal(hour: 9, points: 200))
        _ = try garden.undo()
        #expect(garden.state.log.subtotal == HourlySubtotal(hour: 9, points: 300))
        _ = try garden.redo()
        try garden.focus(on: ["C"], until: "2026-01-01T11:05:00Z")
        #expect(try garden.lines().filter { $0.contains("9–11") } == ["[11:05] 9–11: 200"])
        // Of an earlier day, it changes nothing of today.
        garden.at("2026-01-02T10:00:00Z")
        let subtotal = garden.state.log.subtotal
        try garden.perform(SessionRemove(id: 1))
        #expect(garden.state.log.subtotal == subtotal)
    }

    @Test("A4, P30: a correction counts whatever the balance does, and a sum below zero is shown")
    func whatWasEarnedTodayIsInTheSubtotal() throws {
        let garden = try garden(100)
        try garden.focus(on: ["A", "A", "A"], until: "2026-01-01T09:10:00Z")
        try garden.perform(SessionRemove(id: 2, points: .keep))
        #expect(garden.state.points.earnedToday == 200 && garden.state.points.balance == 300)
        #expect(garden.state.log.subtotal.points == 200)
        // Moved to the day before, and back.
        let (start, end) = ("2025-12-31 12:00", "2025-12-31 12:01")
        try garden.perform(SessionEdit(id: 3, start: start, end: end))
        #expect(garden.state.points.earnedToday == 100 && garden.state.log.subtotal.points == 100)
        _ = try garden.undo()
        #expect(garden.state.points.earnedToday == 200 && garden.state.log.subtotal.points == 200)
        // The sum was shown before the session that it had was removed.
        try garden.focus(on: ["B"], until: "2026-01-01T10:10:00Z")
        garden.at("2026-01-01T11:10:00Z")
        for id in [1, 3] { try garden.perform(SessionRemove(id: id)) }
        #expect(garden.state.log.subtotal == HourlySubtotal(hour: 11, points: -200))
        try garden.focus(on: ["C"], until: "2026-01-01T12:10:00Z")
        #expect(
            try garden.lines().filter { $0.dropFirst(8).prefix(6).contains("–") } == [
                "[10:10] 9–10: 200", "[11:10] 10–11: 100", "[12:10] 11–12: −200",
            ])
    }

    @Test("A4: no dividers if the setting is off, and none for a sum of zero")
    func noDividersIfTheSettingIsOff() throws {
        let off = try garden(100) { $0.hourlySubtotals = false }
        try off.focus(on: ["A"], until: "2026-01-01T09:10:00Z")
        try off.focus(on: ["A"], until: "2026-01-01T11:10:00Z")
        #expect(
            try off.lines()
                == Self.earned("A", "09", minutes: 10...10, from: 0)
                + Self.earned("A", "11", minutes: 10...10, from: 100))
        let zero = try CoreGarden()
        try zero.perform(InventoryAdd(name: "a"))
        zero.advance(seconds: 7200)
        try zero.perform(InventoryAdd(name: "b"))
        #expect(try zero.lines() == ["[09:00] inventory a 0, new", "[11:00] inventory b 0, new"])
    }

    @Test("A4: each day begins with the hour 4 and no points")
    func theDividerSumIsResetEachDay() throws {
        let garden = try garden(100)
        try garden.focus(on: ["A"], until: "2026-01-01T23:10:00Z")
        try garden.focus(on: ["A"], until: "2026-01-02T04:10:00Z")
        try garden.focus(on: ["A"], until: "2026-01-02T05:10:00Z")
        #expect(
            try garden.lines()
                == ["[04:00] 2026-01-02 · 100 pt · tier 0 ×1.0"]
                + Self.earned("A", "04", minutes: 10...10, from: 100)
                + Self.earned("A", "05", minutes: 10...10, from: 200, divider: "4–5: 100"))
    }

    @Test("A1, A5: lines of today can be edited and removed, those of the past cannot")
    func onlyLinesOfTodayCanBeChanged() throws {
        let garden = try CoreGarden()
        for text in ["a", "b", "c"] { try garden.perform(LogNote(text: text)) }
        #expect(try garden.perform(LogEdit(id: 1, text: "A")).text == "[09:00] A")
        #expect(try garden.perform(LogEdit(id: 2, text: "[10:00] B")).text == "[10:00] B")
        #expect(try garden.perform(LogRemove(id: 3)).text == "[09:00] c")
        #expect(try garden.lines() == ["[09:00] A", "[10:00] B"])
        #expect(
            try garden.refusal(of: LogEdit(id: 4, text: "C")) == Refusal(.notFound, ["kind": "line", "id": 4]))
        #expect(try garden.refusal(of: LogEdit(id: 3, text: "C")) == .refused(.archived, ["id": 3]))
        garden.advance(seconds: 86_400)
        #expect(try garden.refusal(of: LogEdit(id: 1, text: "C")) == .refused(.archived, ["id": 1]))
        #expect(try garden.refusal(of: LogRemove(id: 2)) == .refused(.archived, ["id": 2]))
        #expect(try garden.lines(of: "2026-01-01") == ["[09:00] A", "[10:00] B"])
        #expect(garden.state.log.archivable(on: garden.today) == ["2026-01-01"])
        garden.archive("2026-01-01", lines: 2)
        #expect(
            try garden.ask(LogArchives()) == [ArchivedDay(day: "2026-01-01", lines: 2, file: "2026-01-01.log")])
        #expect(garden.state.log.archivable(on: garden.today) == [])
    }

    @Test("A5: a day with nothing but its header gets no file")
    func aHeaderAloneIsNotArchived() throws {
        let garden = try CoreGarden()
        garden.advance(seconds: 259_200)
        #expect(try garden.published(EventKind.logClosed).map(\.data.archives) == [false, false, false])
        #expect(garden.state.log.archivable(on: garden.today) == [])
        #expect(try garden.ask(LogArchives()) == [])
    }

    @Test("A7: a focus that ends exactly at the boundary: rollover first, its line goes to the new day")
    func aFocusThatEndsAtTheBoundaryIsOfTheNewDay() throws {
        let garden = try CoreGarden(at: "2026-05-02T03:35:00+09:00", zone: "Asia/Tokyo") { $0.pointsPerFocus = 5 }
        try garden.perform(TimerStart())
        garden.at("04:00:00")
        #expect(try garden.lines(of: "2026-05-01") == [])
        #expect(
            try garden.lines() == [
                "[04:00] 2026-05-02 · 0 pt · tier 0 ×1.0", "[04:00] focus 25 min Default",
                "[04:00] +5 pt ×1 Default → 5",
            ])
        #expect(
            try garden.ask(PointsGet()) == PointsSummary(balance: 5, multiplier: 1, earnedToday: 5, spentToday: 0))
    }

    @Test("A7: the same if the daemon is down at the boundary")
    func aFocusThatEndsAtTheBoundaryWhileTheDaemonIsDown() throws {
        let garden = try CoreGarden(at: "2026-05-02T03:35:00Z")
        try garden.perform(TimerStart())
        garden.down(seconds: 3600)
        #expect(try garden.lines(of: "2026-05-01") == [])
        #expect(try garden.lines() == ["[04:00] 2026-05-02 · 0 pt · tier 0 ×1.0", "[04:00] focus 25 min Default"])
    }

    @Test("A6: a crossing removes only the files past retention; their lines stay readable")
    func retentionKeepsThirtyDays() throws {
        let garden = try CoreGarden(at: "2026-02-27T12:00:00Z")
        var days: [CalendarDay] = []
        for _ in 0..<32 {
            try garden.perform(LogNote(text: "noon"))
            days.append(garden.today)
            garden.advance(seconds: 86_400)
            garden.archive(try #require(days.last), lines: 1)
        }
        #expect(days.last == "2026-03-30")
        #expect(garden.today == "2026-03-31")
        #expect(try garden.ask(LogArchives()).map(\.day) == days.filter { $0 >= "2026-03-01" })
        #expect(try garden.ask(LogArchives()).count == 30)
        for (day, source) in [("2026-02-28", LogSource.journal), ("2026-03-01", .archive), ("2026-03-31", .day)] {
            let log = try garden.ask(LogList(day: day))
            #expect(log.source == source && log.archived == (source == .archive))
            #expect(log.lines.map(\.text).filter { $0.contains("noon") } == (source == .day ? [] : ["[12:00] noon"]))
        }
        garden.advance(seconds: 86_400)
        #expect(
            try garden.published(EventKind.archivePruned) == [
                Published(
                    at: "2026-04-01T04:00:00Z", data: ArchivesPruned(keptFrom: "2026-03-02", days: ["2026-03-01"]),
                    cause: "log.closed")
            ])
    }
}

extension CoreGarden {
    /// A focus of a minute for each name, one after the other; the last ends at that instant.
    fileprivate func focus(on names: [String], until end: String) throws {
        let timestamp = try #require(Timestamp(end))
        let start = timestamp.instant.advanced(byMilliseconds: -60_000 * names.count)
        at(Timestamp(instant: start, offsetSeconds: timestamp.offsetSeconds).description)
        for name in names {
            try perform(TimerStart(category: name, minutes: 1))
            advance(seconds: 60)
        }
    }
}
