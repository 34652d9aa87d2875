import GardenAPI
import Glibc
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// A task from a sentence (RULES T15).
@Suite("Quick add")
struct QuickAddTests {
    private func outcome(of request: TaskQuickAdd, in garden: CoreGarden) -> String {
        do throws(GardenError) {
            let answer = try garden.perform(request)
            guard let problem = answer.problems.first else { return SentenceTable.text(answer.task) }
            // What is not understood is in the title.
            let words = problem.text.split(separator: " ").joined(separator: " ")
            let isKept = answer.task.title.contains(words) || request.text.contains("\\")
            return "! \(problem.problem)" + (isKept ? "" : " NOT KEPT in \(answer.task.title)")
        } catch {
            guard error.code == .invalidParams, error.details["param"] == "text" else { return "\(error)" }
            return "! \(error.message)"
        }
    }

    @Test("T15: sentences are understood completely, or are refused", arguments: SentenceTable.files)
    func sentencesAreUnderstood(file: String) throws {
        let rows = try SentenceTable.rows(file: file)
        #expect(rows.count > 80)
        let garden = try SentenceTable.garden()
        let before = garden.state
        for row in rows {
            #expect(outcome(of: TaskQuickAdd(text: row.sentence, dryRun: true), in: garden) == row.expected, "\(row)")
            #expect(garden.events == [], "\(row)")
        }
        #expect(garden.state == before)
    }

    @Test("T15: the tables have 300 sentences and more")
    func theTablesAreLarge() throws {
        let rows = try SentenceTable.files.flatMap(SentenceTable.rows)
        #expect(rows.count >= 300)
        #expect(rows.count(where: \.isRefused) >= 60)
    }

    @Test(
        "T15: the task, its events and the state are those of task.add with the same fields",
        arguments: SentenceTable.files)
    func aSentenceIsATaskWithFields(file: String) throws {
        for row in try SentenceTable.rows(file: file) where !row.isRefused {
            let garden = try SentenceTable.garden()
            let task = try garden.perform(TaskQuickAdd(text: row.sentence)).task
            let other = try SentenceTable.garden()
            func text(_ date: TaskDate) -> String {
                switch date {
                case .instant(let instant): instant.description
                case .day(let day): day.description
                }
            }
            let request = TaskAdd(
                title: task.title, category: task.category, points: task.points, priority: task.priority,
                start: task.start.map(text), end: task.end.map(text), due: task.due.map(text), repeat: task.repeat,
                estimate: task.estimate,
                tags: task.tags.isEmpty ? nil : TagList(task.tags))
            #expect(try other.perform(request) == task, "\(row)")
            #expect(garden.events == other.events, "\(row)")
            // They differ only in the method that undo names.
            #expect(garden.state.tasks == other.state.tasks, "\(row)")
        }
    }

    @Test("T15: the answer has what was understood, in the order of the sentence")
    func whatWasUnderstoodIsInTheAnswer() throws {
        let garden = try SentenceTable.garden()
        try garden.perform(CategoryAdd(name: "Home"))
        let answer = try garden.perform(
            TaskQuickAdd(text: "Buy milk tomorrow 18:00 every week #home +200 ~2 !1"))
        #expect(
            answer.understood == [
                UnderstoodText(text: "tomorrow 18:00", meaning: "due Tue 2026-11-24 18:00"),
                UnderstoodText(text: "every week", meaning: "repeats weekly"),
                UnderstoodText(text: "#home", meaning: "category Home"),
                UnderstoodText(text: "+200", meaning: "pays 200 points"),
                UnderstoodText(text: "~2", meaning: "estimate 2 focus sessions"),
                UnderstoodText(text: "!1", meaning: "priority 1"),
            ])
        #expect(garden.events.map(\.type) == ["task.added"])
        let other = try garden.perform(TaskQuickAdd(text: "每週一 開會 ~1 #\"Film  nights\""))
        #expect(
            other.understood == [
                UnderstoodText(text: "每週一", meaning: "repeats every Monday, due Mon 2026-11-23"),
                UnderstoodText(text: "~1", meaning: "estimate 1 focus session"),
                UnderstoodText(text: "#\"Film nights\"", meaning: "new category Film nights"),
            ])
        for (text, meaning) in [
            ("Gym every mon and thu 18:00", "repeats every Mon and Thu"),
            ("Gym today every 2 weeks", "repeats every 2 weeks"),
            ("Gym 18:00 every 2 weeks on monday", "repeats every 2 weeks on Monday"),
            ("Gym 9:00 weekdays", "repeats every weekday"),
            ("Pay rent eom monthly", "repeats the last day of every month"),
            ("Gym today after 4d", "repeats 4 days after each completion"),
            ("Gym 18:00 after 1h", "repeats 1 hour after each completion"),
        ] {
            let meanings = try garden.perform(TaskQuickAdd(text: text, dryRun: true)).understood.map(\.meaning)
            #expect(meanings.last == meaning)
        }
        #expect(try garden.perform(TaskQuickAdd(text: "Read")).understood == [])
    }

    @Test(
        "T15: what is not understood costs neither the task nor what was understood, and sets no wrong date",
        arguments: [
            ("remind me to call +4930123456 tomorrow 9:00", "call +4930123456", nil, "2026-11-24T09:00:00.000+09:00"),
            ("remind me to call Bob tomorrow 9:00 +25m", "call Bob +25m", nil, "2026-11-24T09:00:00.000+09:00"),
            ("remind me to call Bob tomorrow at 5", "remind me to call Bob tomorrow at 5", nil, nil),
            ("毎日新聞 家 18:00", "毎日新聞 家 18:00", nil, nil),
            ("Tomorrow 9:00 call Ann friday", "Tomorrow 9:00 call Ann friday", nil, nil),
            ("Buy milk +shop +25m", "Buy milk +shop +25m", nil, nil),
            ("Buy milk +shop due:soonish", "Buy milk +shop due:soonish", nil, nil),
            ("Dinner for +1 due:soonish", "Dinner for +1 due:soonish", nil, nil),
            ("Buy milk recur:soonish due:friday", "Buy milk recur:soonish", "2026-11-27", nil),
            ("Buy milk tomorrow depends:7 #Home", "Buy milk tomorrow depends:7", nil, nil),
            ("Gym after 0d", "Gym after 0d", nil, nil), ("Read #\"1984\"", "Read #\"1984\"", nil, nil),
            ("Milk remind 10m before", "Milk remind 10m before", nil, nil),
            ("remind me to call Bob today 8:00", "remind me to call Bob today 8:00", nil, nil),
        ] as [(String, String, TaskDate?, Timestamp?)])
    func whatIsNotUnderstoodIsKept(text: String, title: String, due: TaskDate?, remind: Timestamp?) throws {
        let garden = try SentenceTable.garden()
        let answer = try garden.perform(TaskQuickAdd(text: text))
        #expect(answer.task.title == title)
        #expect(answer.task.due == due)
        #expect(answer.task.remind == remind)
        #expect(answer.task.points == 0)
        let isNamed = !answer.problems.isEmpty || !answer.tagsInTitle.isEmpty || answer.unsetReminder != nil
        #expect(isNamed || remind != nil)
    }

    @Test("T15: a dry run returns the task that would be made, and changes nothing")
    func aDryRunChangesNothing() throws {
        let garden = try SentenceTable.garden()
        let text = "Buy milk tomorrow 18:00 every week #Home +200"
        let before = garden.state
        let trial = try garden.perform(TaskQuickAdd(text: text, dryRun: true))
        #expect(garden.events == [])
        #expect(garden.state == before)
        #expect(try garden.ask(CategoryList()).count == 1)
        #expect(try garden.perform(TaskQuickAdd(text: text, dryRun: false)) == trial)
        #expect(garden.events.map(\.type) == ["category.added", "task.added"])
    }

    @Test("T15: the answer names the words of the title that would be a date at the end")
    func datesOfTheTitleAreNamed() throws {
        let garden = try SentenceTable.garden()
        for (text, dates) in [
            ("tomorrow at nine call Ann", ["tomorrow"]), ("Call Ann 9am remind", ["9am"]),
            ("Plan Friday dinner", ["Friday"]),

            ("Dentist 1830 tomorrow", ["1830"]),
            ("Buy milk 0900 tomorrow", ["0900"]), ("Call Ann at 5", ["at 5"]),
            ("Clean gutters after 6 months", ["after 6 months"]),
            ("Call Lee in 3 business days", ["in 3 business days"]),
            ("Call Mum at 5ish", ["at 5ish"]),
            ("Slides for monday", []), ("Slides for monday morning meeting", []), ("Call Ann tomorrow", []),
            ("Buy milk sat morning", ["sat morning"]), ("Pay rent 5th", ["5th"]),
            ("Call Ann tomorrow!", ["tomorrow"]),
            ("Gym mon/wed/fri", []),
            ("Clean weekends", ["weekends"]), ("Tomorrow we call mom", ["Tomorrow"]),
            ("来月に旅行", ["来月に"]), ("还信用卡 15号", ["15号"]),
            ("晚上 看书", ["晚上"]),

            ("\\tomorrow never dies", []), ("Read \"Friday\" again", []), ("Buy milk", []), ("may day party", []),
            ("Read May", []), ("I sat", []), ("Plan the weekend", []), ("Read pages 12-25", []), ("水 买", []),
            ("明日の会議の準備をする", []), ("Split the bill 50/50", []), ("Slides for monday", []),
        ] {
            #expect(try garden.perform(TaskQuickAdd(text: text, dryRun: true)).datesInTitle == dates, "\(text)")
        }
    }

    @Test("T15: a date sets due and no reminder, as due of task.add does")
    func aDateIsTheDueDate() throws {
        let task = try SentenceTable.garden().perform(TaskQuickAdd(text: "Call Ann tomorrow 18:00")).task
        #expect(task.due == "2026-11-24T18:00:00.000+09:00")
        #expect(task.remind == nil)
    }

    @Test("T15: the bounds of a task hold for the parts of a sentence")
    func theBoundsOfATaskHold() throws {
        let garden = try SentenceTable.garden()
        let title = String(repeating: "x", count: 500)
        #expect(try garden.perform(TaskQuickAdd(text: "\(title) tomorrow")).task.title == title)
        #expect(try garden.refusal(of: TaskQuickAdd(text: "\(title)x tomorrow")) == .invalid("text"))
        let name = String(repeating: "x", count: 101)
        let kept = try garden.perform(TaskQuickAdd(text: "Read #\(name)"))
        #expect(kept.task.title == "Read #\(name)" && kept.problems.map(\.text) == ["Read #\(name)"])
        #expect(try garden.refusal(of: TaskQuickAdd(text: "a\nb")) == .invalid("text"))
        #expect(try garden.refusal(of: TaskQuickAdd(text: " ")) == .invalid("text"))
    }

    // MARK: Any sentence

    private static let words = [
        "Buy", "milk", "tomorrow", "18:00", "every", "week", "#Home", "#\"Film", "nights\"", "+200", "~2", "!1", "\\",
        "\\x", "\"", "「", "」", "明日", "明日9時に牛乳を買う", "毎日", "每天", "the", "of", "at", "5", "may", "sat", "#", "+",
        "~", "!", "!x", "+x", "3/4", "in", "next", "friday", "25:00", "C#", "🏠", "e\u{301}", "x\u{301}y", "ﾏｲﾆﾁ", "＃家",
        "other", "and", "mon", "weekdays", "after", "4d", "3日ごと", "每隔", "for", "-", "--", "“x", "y”", "2026-12-24",
    ]

    private static func sentence(_ generator: inout SeededGenerator) -> [String] {
        (0..<generator.pick([1, 2, 3, 5, 8, 20])).map { _ in generator.pick(words) }
    }

    @Test("T15: a text with a backslash before every word is that title", arguments: 1...20)
    func aBackslashMakesAWordLiteral(seed: Int) throws {
        var generator = SeededGenerator(seed: seed)
        let garden = try SentenceTable.garden()
        for _ in 0..<50 {
            let words = Self.sentence(&generator)
            let text = words.map { "\\\($0)" }.joined(separator: " ")
            let answer = try garden.perform(TaskQuickAdd(text: text, dryRun: true))
            #expect(answer.task.title == words.joined(separator: " "), "seed \(seed): \(text)")
            #expect(answer.understood == [], "seed \(seed): \(text)")
        }
    }

    @Test("T15: a sentence loses no word, and its dry run changes nothing", arguments: 1...20)
    func noWordIsLost(seed: Int) throws {
        var generator = SeededGenerator(seed: seed)
        let garden = try SentenceTable.garden()
        let before = garden.state
        for _ in 0..<100 {
            let text = Self.sentence(&generator).joined(separator: " ")
            guard let answer = try? garden.perform(TaskQuickAdd(text: text, dryRun: true)) else { continue }
            let found = answer.task.title + answer.understood.map(\.text).joined()
            // Blanks, backslashes, commas, dashes and particles separate words.
            let kept = { (text: String) in text.filter { !" \\、，,：:-にまで".contains($0) }.sorted() }
            #expect(kept(found) == kept(text), "seed \(seed): \(text) → \(found)")
        }
        #expect(garden.state == before)
    }

    /// A reader that tried every division of a sentence again and again would need hundreds of times as long for four times
    /// the words. The limit of the title refuses most of these sentences, after they have been read.
    @Test(
        "T15: four times as long a sentence takes at most thirty times as long",
        arguments: [
            "every", "tomorrow", "9:00", "明日", "明日日", "the", "\"", "#a", "1", "每", "before", "to", "@a", "9-10",
        ], [" ", ""])
    func longSentencesAreReadInABoundedTime(word: String, separator: String) throws {
        let garden = try SentenceTable.garden()
        func microseconds(characters: Int) -> Int {
            let text = Array(repeating: word, count: characters / (word.count + 1)).joined(separator: separator)
            let start = Self.threadMicroseconds
            do throws(GardenError) { _ = try garden.perform(TaskQuickAdd(text: text, dryRun: true)) } catch {
                #expect(error.code == .invalidParams, "\(error)")
            }
            return Self.threadMicroseconds - start
        }
        // The first reading fills caches.
        _ = microseconds(characters: 225)
        let (short, long) = (microseconds(characters: 225), microseconds(characters: 900))
        #expect(long < 30 * max(short, 100), "\(short) µs for 225 characters, \(long) µs for 900")
    }

    /// The processor time of this thread, which does not grow while other programs run.
    private static var threadMicroseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }
}
