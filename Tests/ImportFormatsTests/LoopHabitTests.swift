import Testing
import TimeKit

@testable import ImportFormats

/// What an import reads from the tables of Loop Habit Tracker (RULES I2).
struct LoopHabitTests {
    private static let today = CalendarDay("2026-12-03")

    private static func read(_ text: String) throws -> ImportedFile {
        try CSVReader(today: today).read(Array(text.utf8))
    }

    private static func task(_ position: String, _ name: String, _ rule: String, guess: String? = nil) -> ImportedTask {
        var task = ImportedTask(position: position, title: name)
        task.origin = "loop:\(name)"
        task.rule = rule
        task.due = rule.hasPrefix("every") ? today.map { .day($0) } : nil
        task.guesses = guess.map { [$0] } ?? []
        return task
    }

    @Test("a habit repeats as often as the list says")
    func theList() throws {
        let rows = [
            "001,Read,,,1,1,#FF8F00", "002,Run,Did you run?,Slowly,3,7,#FF8F00", "003,Clean,,,1,7,#1",
            "004,Rent,,,1,30,#1",
            "005,Water,,,1,3,#1", "006,Swim,,,2,5,#1", "007,,,,1,1,#1", "008,Eat,,,3,1,#1",
        ]
        let file = try Self.read(
            "Position,Name,Question,Description,NumRepetitions,Interval,Color\n" + rows.joined(separator: "\n"))
        var expected = ImportedFile("CSV (Loop Habit Tracker)")
        var run = Self.task("line 3", "Run", "3 times a week")
        run.note = "Slowly"
        expected.tasks = [
            Self.task("line 2", "Read", "every day"), run, Self.task("line 4", "Clean", "every week"),
            Self.task("line 5", "Rent", "every month"), Self.task("line 6", "Water", "every 3 days"),
            Self.task("line 7", "Swim", "every 2 days", guess: #"2 times in 5 days becomes "every 2 days""#),
            Self.task("line 9", "Eat", "every day", guess: #"3 times in 1 days becomes "every day""#),
        ]
        expected.leftOut = [LeftOut(position: "line 8", reason: "its name is missing")]
        #expect(file == expected)
    }

    @Test("measured and archived habits are counted")
    func newerList() throws {
        let file = try Self.read(
            """
            Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,Target Type,Target Value,Archived?
            001,Read,YES_NO,Did you read?,,1,2,#FF8F00,,,,false
            002,Water,NUMERICAL,,,1,1,#FF8F00,glasses,AT_LEAST,8,false
            003,Smoke,YES_NO,,,1,1,#FF8F00,,,,true
            """)
        var expected = ImportedFile("CSV (Loop Habit Tracker)")
        var read = Self.task("line 2", "Read", "every 2 days")
        read.note = "Did you read?"
        expected.tasks = [read]
        expected.others = ["measured habit": 1, "archived habit": 1]
        #expect(file == expected)
    }

    @Test("the columns of measured habits are counted; days may be written otherwise")
    func measuredHabits() throws {
        let file = try Self.read("Date,Read,Weight\n12-13-25,2,70500\n12-12-25,0,-1\n")
        #expect(file.tasks.map(\.title) == ["Read"] && file.others == ["measured habit": 1])
        #expect(file.completions.map { "\($0.task) \($0.day)" } == ["loop:Read 2025-12-13"])
        #expect(!CSVReader.canRead(Array("Date,Weight\n2025-12-13,70500\n".utf8)))
    }

    @Test("each day on which a habit was done is a completion")
    func theDays() throws {
        let file = try Self.read("Date,Read,Run,\n2026-12-02,2,0,\n2026-12-01,2,YES_MANUAL,\n")
        var expected = ImportedFile("CSV (Loop Habit Tracker)")
        func guess(_ name: String) -> String {
            "how often the habit \"\(name)\" repeats is in another file; it becomes \"every day\""
        }
        expected.tasks = ["Read", "Run"].map { Self.task("line 1", $0, "every day", guess: guess($0)) }
        let days = try ["2026-12-01", "2026-12-02"].map { try #require(CalendarDay($0)) }
        expected.completions = [
            ImportedCompletion(position: "line 2, \"Read\"", task: "loop:Read", day: days[1]),
            ImportedCompletion(position: "line 3, \"Read\"", task: "loop:Read", day: days[0]),
            ImportedCompletion(position: "line 3, \"Run\"", task: "loop:Run", day: days[0]),
        ]
        #expect(file == expected)
    }
}
