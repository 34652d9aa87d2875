import GardenAPI
import Glibc
import Testing
import TimeKit

@testable import gardenctl

/// Dates as they read at 09:02 on Saturday, 2026-11-21.
@Suite struct TaskDateTextTests {
    static func day(_ days: Int) -> TaskDate { .day(CalendarDay.sample.advanced(by: days)) }

    @Test(
        arguments: [
            (day(-10), "Wed 2026-11-11 (10 days ago)", "2026-11-11"),
            (day(-1), "Fri 2026-11-20 (yesterday)", "yesterday"),
            (day(0), "Sat 2026-11-21 (today)", "today"),
            (day(1), "Sun 2026-11-22 (tomorrow)", "tomorrow"),
            (day(6), "Fri 2026-11-27 (in 6 days)", "Fri"),
            (day(7), "Sat 2026-11-28 (in 7 days)", "2026-11-28"),
            (.sample(9, 2), "Sat 2026-11-21 09:02 (now)", "today 09:02"),
            (.sample(9, 27), "Sat 2026-11-21 09:27 (in 25 min)", "today 09:27"),
            (.sample(12, 22), "Sat 2026-11-21 12:22 (in 3 h 20 min)", "today 12:22"),
            (.sample(12, 2), "Sat 2026-11-21 12:02 (in 3 h)", "today 12:02"),
            (.sample(6, 1), "Sat 2026-11-21 06:01 (3 h 1 min ago)", "today 06:01"),
            // The logical day ends at 04:00 (RULES T9).
            (.sample(26, 0), "Sun 2026-11-22 02:00 (in 16 h 58 min)", "today 02:00"),
            (.sample(28, 0), "Sun 2026-11-22 04:00 (in 18 h 58 min)", "tomorrow 04:00"),
            (.sample(3, 0), "Sat 2026-11-21 03:00 (6 h 2 min ago)", "yesterday 03:00"),
            (.sample(40, 0), "Sun 2026-11-22 16:00 (tomorrow)", "tomorrow 16:00"),
            (.sample(51, 0), "Mon 2026-11-23 03:00 (tomorrow)", "tomorrow 03:00"),
            (.sample(59, 0), "Mon 2026-11-23 11:00 (in 2 days)", "Mon 11:00"),
            (.sample(7 * 24 + 9, 0), "Sat 2026-11-28 09:00 (in 7 days)", "2026-11-28 09:00"),
            (.sample(-40, 0), "Thu 2026-11-19 08:00 (2 days ago)", "2026-11-19 08:00"),
        ] as [(TaskDate, String, String)])
    func aDateHasAFullAndAShortText(date: TaskDate, full: String, short: String) {
        #expect(date.fullText(.sample) == full)
        #expect(date.shortText(.sample) == short)
    }

    @Test("after midnight, both texts relate a date to the logical day, which is still the day before")
    func afterMidnightItIsStillTheDayBefore() {
        let atOne = Present(now: .sample(25, 0), today: .sample)
        for (date, full, short) in [
            (Self.day(1), "Sun 2026-11-22 (tomorrow)", "tomorrow"),
            (.sample(50, 0), "Mon 2026-11-23 02:00 (tomorrow)", "tomorrow 02:00"),
            (.sample(57, 0), "Mon 2026-11-23 09:00 (in 2 days)", "Mon 09:00"),
        ] {
            #expect(date.fullText(atOne) == full)
            #expect(date.shortText(atOne) == short)
        }
    }

    @Test func withoutThePresentADateHasNoDistance() {
        #expect(Self.day(0).fullText(nil) == "Sat 2026-11-21")
        #expect(TaskDate.sample(9, 25).fullText(nil) == "Sat 2026-11-21 09:25")
        #expect(TaskDate.sample(9, 25).shortText(nil) == "2026-11-21 09:25")
    }

    @Test(
        arguments: [
            (day(-2), "2 days", false), (day(-1), "1 day", false), (day(0), nil, true), (day(1), nil, false),
            (.sample(9, 2), "0 min", false), (.sample(8, 3), "59 min", false), (.sample(8, 2), "1 h", false),
            (.sample(-14, 0), "23 h", false), (.sample(-15, 2), "1 day", false), (.sample(9, 3), nil, true),
            (.sample(28, 0), nil, true), (.sample(28, 1), nil, false),
        ] as [(TaskDate, String?, Bool)])
    func aDueDateIsOverdueOrDueTodayOrAhead(date: TaskDate, overdue: String?, isDueToday: Bool) {
        #expect((date.isOverdue(.sample) ? date.overdueText(.sample) : nil) == overdue)
        #expect(date.isDueToday(.sample) == isDueToday)
    }
}

@Suite struct WidthTests {
    @Test(
        arguments: [
            ("Write", 5, "Write"), ("Write", 4, "Wri…"), ("Write it", 7, "Write…"), ("読書会", 6, "読書会"),
            ("読書会", 5, "読書…"), ("読書会", 4, "読…"), ("👨‍👩‍👧‍👦👍🏽👍🏽", 5, "👨‍👩‍👧‍👦👍🏽…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
            ("مرحبا", 3, "مر…"), ("ab", 1, "…"), ("", 0, ""),
        ] as [(String, Int, String)])
    func aTextIsCutBetweenCharacters(text: String, width: Int, expected: String) {
        #expect(text.cut(to: width) == expected)
        #expect(text.cut(to: nil) == text)
    }

    @Test(
        arguments: [
            ("a bc def", 4, ["a bc", "def"]), ("abcdefg h", 3, ["abc", "def", "g h"]), ("読書会 に", 5, ["読書", "会 に"]),
            ("読", 1, ["読"]), ("short", 9, ["short"]),
        ] as [(String, Int, [String])])
    func aTextIsWrappedAtBlanks(text: String, width: Int, lines: [String]) {
        #expect(text.wrapped(to: width) == lines)
        #expect(text.wrapped(to: nil) == [text])
    }

    @Test func charactersThatChangeTheDirectionAreLeftOut() {
        #expect(printable("a\u{202E}b\u{2066}c\u{200F}d\u{200D}e") == "abcd\u{200D}e")
    }

    @Test(
        arguments: [("40", 40), ("200", 200), ("0", nil), ("19", nil), ("wide", nil), (nil, nil)] as [(String?, Int?)])
    func theWidthIsThatOfTheVariableWithoutATerminal(columns: String?, width: Int?) {
        var context = ProcessContext.ofThisProcess()
        context.environment = columns.map { ["COLUMNS": $0] } ?? [:]
        context.output = Output(descriptor: open("/dev/null", O_WRONLY | O_CLOEXEC))
        defer { close(context.output.descriptor) }
        #expect(context.style.columns == width)
    }
}
