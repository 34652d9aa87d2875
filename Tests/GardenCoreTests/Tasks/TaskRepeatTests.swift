import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// Which dates a repeating task has (RULES T4, T5).
@Suite("Repeating tasks")
struct TaskRepeatTests {
    /// The next occurrences of a rule.
    private func occurrences(
        _ rule: String, from anchor: String, in garden: CoreGarden, count: Int = 4
    ) throws -> [String] {
        try garden.ask(TaskOccurrenceList(repeat: rule, anchor: anchor, count: count)).map(\.text)
    }

    // MARK: The first occurrence

    @Test("T5: daily 09:00 set at 10:00 reminds tomorrow, whether today's time or only the time was said")
    func aTimeOfTodayThatHasPassed() throws {
        for said in ["2026-01-05 9:00", "9:00", "today 9:00"] {
            let garden = try CoreGarden(at: "2026-01-05T10:00:00Z")
            let task = try garden.perform(TaskAdd(title: "a", remind: said, repeat: "daily"))
            #expect(task.remind == "2026-01-06T09:00:00.000+00:00", "\(said)")
            #expect(task.occurrence == "2026-01-06T09:00:00.000+00:00", "\(said)")
        }
    }

    @Test("T5: weekly on Monday 08:00, set at Monday 08:00:00, is next Monday: strictly after now")
    func theNextOccurrenceIsStrictlyAfterNow() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        let task = try garden.perform(TaskAdd(title: "a", remind: "2026-01-05 8:00", repeat: "weekly"))
        #expect(task.remind == "2026-01-12T08:00:00.000+00:00")
        let due = try garden.perform(TaskAdd(title: "b", due: "2026-01-05 8:00", repeat: "weekly"))
        #expect(due.occurrence == "2026-01-05T08:00:00.000+00:00")
        #expect(try garden.perform(TaskComplete(id: 2)).next == "2026-01-12T08:00:00.000+00:00")
    }

    @Test("T5: an anchor that does not match a rule begins with the next match, and COUNT counts from there")
    func anAnchorThatDoesNotMatch() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        let task = try garden.perform(
            TaskAdd(title: "a", due: "2026-01-05", repeat: "RRULE:freq=weekly;byday=we;count=2"))
        #expect(task.repeat == "FREQ=WEEKLY;COUNT=2;BYDAY=WE")
        #expect([task.due, task.occurrence] == ["2026-01-07", "2026-01-07"])
        #expect(try garden.ask(TaskOccurrenceList(id: 1, count: 9)) == ["2026-01-07", "2026-01-14"])
    }

    // MARK: Words, rules and delays

    @Test("T5: monthly and yearly are clamped to shorter months; a rule skips them")
    func monthsAreClampedByWords() throws {
        let garden = try CoreGarden(at: "2024-01-05T08:00:00Z")
        #expect(
            try occurrences("monthly", from: "2026-01-31", in: garden)
                == ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"])
        #expect(
            try occurrences("FREQ=MONTHLY", from: "2026-01-31", in: garden)
                == ["2026-01-31", "2026-03-31", "2026-05-31", "2026-07-31"])
        #expect(
            try occurrences("yearly", from: "2024-02-29", in: garden, count: 5)
                == ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"])
    }

    @Test("T5: the words of a repetition are accepted in each language; none is no repetition")
    func wordsOfARepetition() throws {
        let garden = try CoreGarden()
        for (word, rule) in [
            ("daily", "daily"), ("毎日", "daily"), ("每周", "weekly"), ("every month", "monthly"),
            ("Yearly", "yearly"), ("none", nil), ("AFTER 4D", "after 4d"),
            ("every monday", "FREQ=WEEKLY;BYDAY=MO"), ("毎週月曜", "FREQ=WEEKLY;BYDAY=MO"),
            ("每周一", "FREQ=WEEKLY;BYDAY=MO"), ("Weekly on Sunday", "FREQ=WEEKLY;BYDAY=SU"),
            ("every 2 weeks", "FREQ=WEEKLY;INTERVAL=2"), ("3日ごと", "FREQ=DAILY;INTERVAL=3"),
            ("every 2 weeks on thu and mon", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"),
            ("every weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"), ("每週一、四", "FREQ=WEEKLY;BYDAY=MO,TH"),
        ] as [(String, String?)] {
            #expect(try garden.perform(TaskAdd(title: "a", due: "tomorrow", repeat: word)).repeat == rule, "\(word)")
        }
    }

    @Test("T5: every weekday begins with the next one")
    func everyWeekday() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        for (index, day) in days.enumerated() {
            #expect(
                try occurrences("every \(day)", from: "2026-01-05", in: garden, count: 2)
                    == [5 + index, 12 + index].map { "2026-01-\($0 < 10 ? "0" : "")\($0)" })
        }
    }

    @Test("T5: after 4d at 18:00, done on Tuesday 22:10, is due on Saturday 18:00; nothing is armed before")
    func aDelayCountsFromTheDayOfTheCompletion() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        try garden.perform(TaskAdd(title: "Plants", points: 5, remind: "2026-01-05 18:00", repeat: "after 4d"))
        garden.at("2026-01-06T22:10:00Z")
        #expect(garden.events.times(of: "task.reminded") == ["18:00:00"])
        #expect(try garden.task(1).remind == nil)
        let done = try garden.perform(TaskComplete(id: 1))
        #expect(done.next == "2026-01-10T18:00:00.000+00:00")
        #expect(done.skipped == nil)
        #expect(done.task.remind == "2026-01-10T18:00:00.000+00:00")
        #expect([done.paid, try garden.perform(TaskComplete(id: 1, early: true)).paid] == [5, 5])
    }

    @Test(
        "T5: hours count from the instant, the rest from the logical day",
        arguments: [
            ("after 6h", "2026-01-08T07:31:00.000+00:00"), ("after 1d", "2026-01-08T18:00:00.000+00:00"),
            ("after 2w", "2026-01-21T18:00:00.000+00:00"), ("after 1mo", "2026-02-07T18:00:00.000+00:00"),
        ] as [(String, TaskDate)])
    func delaysAfterMidnight(rule: String, next: TaskDate) throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        try garden.perform(TaskAdd(title: "a", due: "2026-01-05 18:00", repeat: rule))
        // 01:30:20 belongs to the day before.
        garden.at("2026-01-08T01:30:20Z")
        #expect(try garden.perform(TaskComplete(id: 1)).next == next)
    }

    @Test(
        "T5: a repeat that cannot be used is refused",
        arguments: [
            "FREQ=MINUTELY", "FREQ=SECONDLY;INTERVAL=300", "FREQ=MINUTELY;INTERVAL=4",
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
            "FREQ=DAILY;UNTIL=20250101", "FREQ=DAILY;COUNT=0", "sometimes", "every monday 9:00", "after 0d", "after 4y",
        ])
    func unusableRepeats(rule: String) throws {
        let garden = try CoreGarden()
        #expect(try garden.refusal(of: TaskAdd(title: "a", due: "2026-01-05 9:00", repeat: rule)) == .invalid("repeat"))
    }

    @Test("T5: a phrase that is understood in part is refused with its word and examples")
    func aPhraseIsRefusedWithItsWord() throws {
        let garden = try CoreGarden()
        let examples = "For example: daily · every 2 weeks · every mon and thu"
        for (phrase, reason) in [
            ("every 0 days", "\"0\" is not an interval from 1 to 366"),
            ("every mon and 3", "\"3\" is not understood as part of a date"),
            ("every other", "\"other\" is not understood as part of a date"),
        ] {
            let error = #expect(throws: GardenError.self) {
                try garden.perform(TaskAdd(title: "a", due: "tomorrow", repeat: phrase))
            }
            #expect(error?.message == "repeat: \(reason). \(examples)")
        }
    }

    @Test("T5: every 5 minutes is the shortest distance; hours need a time")
    func limitsOfRepeats() throws {
        let garden = try CoreGarden()
        let rule = "FREQ=MINUTELY;INTERVAL=5"
        #expect(try garden.perform(TaskAdd(title: "a", remind: "10:00", repeat: rule)).repeat == rule)
        #expect(try garden.refusal(of: TaskAdd(title: "a", due: "tomorrow", repeat: "after 6h")) == .invalid("repeat"))
        #expect(try garden.refusal(of: TaskAdd(title: "a", due: "tomorrow", repeat: rule)) == .invalid("repeat"))
    }

    @Test("T4: repeat needs due or remind; without them it cannot be kept")
    func aRepeatNeedsAnAnchor() throws {
        let garden = try CoreGarden()
        #expect(try garden.refusal(of: TaskAdd(title: "a", repeat: "daily")) == .invalid("repeat"))
        #expect(try garden.refusal(of: TaskAdd(title: "a", start: "tomorrow", repeat: "daily")) == .invalid("repeat"))
        try garden.perform(TaskAdd(title: "a", due: "tomorrow", remind: "10:00", repeat: "daily"))
        #expect(try garden.refusal(of: TaskEdit(id: 1, due: .clear, remind: .clear)) == .invalid("repeat"))
        #expect(try garden.perform(TaskEdit(id: 1, due: .clear)).occurrence == "2026-01-02T10:00:00.000+00:00")
    }

    // MARK: The end of a rule

    @Test(
        "T5: a rule without another occurrence leaves a single task, which closes when done",
        arguments: ["FREQ=DAILY;COUNT=2", "FREQ=DAILY;UNTIL=20260106"])
    func anExhaustedRuleLeavesASingleTask(rule: String) throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        try garden.perform(TaskAdd(title: "a", points: 5, remind: "9:00", repeat: rule))
        #expect(try garden.perform(TaskComplete(id: 1)).next == "2026-01-06T09:00:00.000+00:00")
        let last = try garden.task(1)
        let done = try garden.perform(TaskComplete(id: 1, early: true))
        #expect(
            done
                == TaskDone(
                    task: last.with {
                        ($0.doneCount, $0.completedAt, $0.occurrence) = (2, last.updatedAt, nil)
                        $0.remind = nil
                    }, paid: 5, exp: 1, balance: 10, skipped: nil, next: nil))
        #expect(try garden.task(1) == done.task)
        #expect(try garden.refusal(of: TaskComplete(id: 1)) == .refused(.alreadyDone, ["id": 1]))
        // P12: it pays once, ever.
        #expect(try garden.perform(TaskReopen(id: 1)) == last.with { $0.doneCount = 1 })
        #expect([try garden.perform(TaskComplete(id: 1)).paid, garden.state.points.balance] == [0, 10])
        #expect(try garden.perform(TaskReopen(id: 1)).completedAt == nil)
        garden.at("2026-01-09T12:00:00Z")
        #expect([try garden.perform(TaskComplete(id: 1)).paid, garden.state.points.balance] == [0, 10])
    }

    @Test("T7: a late completion can pass over all that is left of a rule")
    func aLateCompletionExhaustsTheRule() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        try garden.perform(TaskAdd(title: "a", points: 5, due: "2026-01-05", repeat: "FREQ=DAILY;COUNT=3"))
        garden.at("2026-01-20T12:00:00Z")
        let done = try garden.perform(TaskComplete(id: 1))
        #expect(done.skipped == SkippedOccurrences(count: 2, first: "2026-01-06", last: "2026-01-07"))
        #expect(done.next == nil)
        #expect(done.task.completedAt == "2026-01-20T12:00:00.000+00:00")
        #expect(try garden.perform(TaskReopen(id: 1)).occurrence == "2026-01-05")
        #expect([try garden.perform(TaskComplete(id: 1)).paid, garden.state.points.balance] == [0, 5])
    }

    @Test("T5: a finished rule has the dates of the occurrence completed last")
    func aFinishedRuleHasItsLastDates() throws {
        let garden = try CoreGarden(at: "2026-11-22T10:00:00Z")
        try garden.perform(
            TaskAdd(title: "a", start: "2026-11-21", due: "2026-11-22", repeat: "FREQ=DAILY;COUNT=2"))
        let last = try garden.perform(TaskComplete(id: 1)).task
        #expect([last.start, last.due] == ["2026-11-22", "2026-11-23"])
        let done = try garden.perform(TaskComplete(id: 1, early: true)).task
        #expect(
            done == last.with { ($0.doneCount, $0.completedAt, $0.occurrence) = (2, last.updatedAt, nil) })
        #expect(try garden.task(1) == done)
        #expect(try garden.ask(TaskList(status: .done)).tasks == [done])
        #expect(try garden.perform(TaskReopen(id: 1)) == last)
    }

    // MARK: The dates of an occurrence

    @Test("T4: due Feb 1, remind Jan 30 09:00, monthly, done on Feb 1: due Mar 1, remind Feb 27 09:00")
    func theOtherDatesKeepTheirDistance() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        let task = try garden.perform(
            TaskAdd(
                title: "Rent", start: "2026-01-25", end: "2026-02-01 18:00", due: "2026-02-01",
                remind: "2026-01-30", repeat: "monthly"))
        #expect(
            task
                == .added(1, uid: "00000000-2", "Rent", at: "2026-01-05T08:00:00.000+00:00") {
                    ($0.start, $0.end) = ("2026-01-25", "2026-02-01T18:00:00.000+00:00")
                    ($0.due, $0.occurrence) = ("2026-02-01", "2026-02-01")
                    ($0.remind, $0.repeat) = ("2026-01-30T09:00:00.000+00:00", "monthly")
                })
        garden.at("2026-02-01T12:00:00Z")
        let done = try garden.perform(TaskComplete(id: 1))
        #expect(done.next == "2026-03-01")
        #expect(
            done.task
                == task.with {
                    ($0.start, $0.end) = ("2026-02-22", "2026-03-01T18:00:00.000+00:00")
                    ($0.due, $0.occurrence) = ("2026-03-01", "2026-03-01")
                    ($0.remind, $0.doneCount) = ("2026-02-27T09:00:00.000+00:00", 1)
                    $0.updatedAt = "2026-02-01T12:00:00.000+00:00"
                })
    }

    @Test("T4: a reminder after its occurrence, and one a month before it")
    func remindersFarFromTheirOccurrence() throws {
        let garden = try CoreGarden(at: "2026-01-05T08:00:00Z")
        try garden.perform(TaskAdd(title: "after", due: "2026-01-05", remind: "2026-01-07 9:00", repeat: "daily"))
        try garden.perform(TaskAdd(title: "before", due: "2026-02-05", remind: "2026-01-06 9:00", repeat: "weekly"))
        #expect(try garden.task(1).remind == "2026-01-07T09:00:00.000+00:00")
        // The open one's reminder comes first, although one of an earlier date would be before it.
        garden.at("2026-01-09T08:00:00Z")
        #expect(try garden.task(1).remind == "2026-01-09T09:00:00.000+00:00")
        #expect(try garden.task(2).remind == "2026-01-13T09:00:00.000+00:00")
        #expect(try garden.perform(TaskComplete(id: 1)).task.remind == "2026-01-11T09:00:00.000+00:00")
        #expect(try garden.task(1).occurrence == "2026-01-09")
    }

    // MARK: Daylight saving time

    @Test("T5: daily 02:30 in Berlin over 2026-03-29: 03-28 01:30Z, 03-29 01:30Z, 03-30 00:30Z")
    func anOccurrenceInAGapIsShifted() throws {
        let garden = try CoreGarden(at: "2026-03-27T12:00:00Z", zone: "Europe/Berlin")
        let task = try garden.perform(TaskAdd(title: "a", remind: "2026-03-28 2:30", repeat: "daily"))
        let dates: [TaskDate] = [
            "2026-03-28T02:30:00.000+01:00", "2026-03-29T03:30:00.000+02:00", "2026-03-30T02:30:00.000+02:00",
        ]
        #expect(task.occurrence == dates[0])
        #expect(try garden.ask(TaskOccurrenceList(id: 1, count: 3)) == dates)
        garden.at("2026-03-30T12:00:00Z")
        let fired = garden.events.filter { $0.type == "task.reminded" }.map(\.at)
        #expect(fired.map(TaskDate.instant) == dates)
        #expect(try garden.task(1).remind == "2026-03-31T02:30:00.000+02:00")
    }

    @Test("T5: daily 02:30 in Berlin over 2026-10-25 fires once, at the first 02:30")
    func anOccurrenceInAnOverlapIsTheFirst() throws {
        let garden = try CoreGarden(at: "2026-10-24T12:00:00Z", zone: "Europe/Berlin")
        try garden.perform(TaskAdd(title: "a", remind: "2026-10-25 2:30", repeat: "daily"))
        garden.at("2026-10-25T12:00:00Z")
        #expect(garden.events.filter { $0.type == "task.reminded" }.map(\.at) == ["2026-10-25T02:30:00.000+02:00"])
        #expect(try garden.task(1).remind == "2026-10-26T02:30:00.000+01:00")
    }

    @Test("T5: two occurrences at the same instant are one")
    func occurrencesAtTheSameInstantAreOne() throws {
        let garden = try CoreGarden(at: "2026-03-28T12:00:00Z", zone: "Europe/Berlin")
        let rule = "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=30"
        #expect(
            try occurrences(rule, from: "2026-03-29 2:30", in: garden, count: 3) == [
                "2026-03-29T03:30:00.000+02:00", "2026-03-30T02:30:00.000+02:00", "2026-03-30T03:30:00.000+02:00",
            ])
        try garden.perform(TaskAdd(title: "a", remind: "2026-03-29 2:30", repeat: rule))
        garden.at("2026-03-29T12:00:00Z")
        #expect(garden.events.times(of: "task.reminded") == ["03:30:00"])
        let done = try garden.perform(TaskComplete(id: 1))
        #expect(done.skipped == nil)
        #expect(done.next == "2026-03-30T02:30:00.000+02:00")
    }

    @Test("T5: two occurrences at the same instant are one, in a list, as missed reminders and as skipped ones")
    func occurrencesAtTheSameInstantCountOnce() throws {
        let garden = try CoreGarden(at: "2026-03-27T12:00:00Z", zone: "Europe/Berlin")
        let rule = "FREQ=DAILY;BYHOUR=2,3;BYMINUTE=30"
        let dates: [TaskDate] = [
            "2026-03-28T02:30:00.000+01:00", "2026-03-28T03:30:00.000+01:00", "2026-03-29T03:30:00.000+02:00",
            "2026-03-30T02:30:00.000+02:00", "2026-03-30T03:30:00.000+02:00",
        ]
        #expect(try occurrences(rule, from: "2026-03-28 2:30", in: garden, count: 5) == dates.map(\.text))
        try garden.perform(TaskAdd(title: "a", remind: "2026-03-28 2:30", repeat: rule))
        #expect(try garden.ask(TaskOccurrenceList(id: 1, count: 5)) == dates)
        garden.down(seconds: 3 * 86_400)
        let reminded = try garden.published(EventKind.taskReminded)
        #expect(reminded.map(\.data.missed) == [5])
        #expect(try garden.task(1).remind == "2026-03-31T02:30:00.000+02:00")
        let done = try garden.perform(TaskComplete(id: 1))
        #expect(done.skipped == SkippedOccurrences(count: 4, first: dates[1], last: dates[4]))
        #expect(done.next == "2026-03-31T02:30:00.000+02:00")
    }
}

extension TaskDate {
    fileprivate var text: String { json.stringValue ?? "" }
}
