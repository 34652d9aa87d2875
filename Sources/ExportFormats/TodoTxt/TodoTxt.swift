import GardenAPI
import TimeKit

/// Tasks as lines of todo.txt.
///
/// `(A) 2026-11-30 Call the bank +Home @phone due:2026-12-01 uid:0badcafe-12`. The category is a project, tags are contexts. The date
/// of creation is always there, so a title that begins with `x` or `(A)` is not taken for these marks.
public enum TodoTxt {
    /// The lines of tasks, without a line feed at the end.
    public static func text(_ tasks: [TaskItem]) -> String { tasks.map(line).joined(separator: "\n") }

    static func line(_ task: TaskItem) -> String {
        var words: [String] = []
        let letter = task.priority.map { String(Unicode.Scalar(UInt8(ascii: "A") + UInt8($0 - 1))) }
        if let completedAt = task.completedAt {
            words += ["x", day(completedAt)]
        } else if let letter {
            words.append("(\(letter))")
        }
        words += [day(task.createdAt), task.title, "+\(word(task.category))"] + task.tags.map { "@\(word($0))" }
        if let due = task.due { words += keys("due", "time", due) }
        if let start = task.start { words += keys("t", "start", start) }
        if let rule = task.repeat, let recurrence = recurrence(rule) { words.append("rec:\(recurrence)") }
        if let estimate = task.estimate { words.append("est:\(estimate)") }
        if task.points != 0 { words.append("points:\(task.points)") }
        // A priority in front is not for completed tasks.
        if task.completedAt != nil, let letter { words.append("pri:\(letter)") }
        return (words + ["uid:\(task.uid)"]).joined(separator: " ")
    }

    private static func day(_ timestamp: Timestamp) -> String { String(timestamp.description.prefix(10)) }

    /// Readers expect only a day after `due:` and `t:`, so the time is a key of its own.
    private static func keys(_ dayKey: String, _ timeKey: String, _ date: TaskDate) -> [String] {
        switch date {
        case .day(let day): ["\(dayKey):\(day)"]
        case .instant(let instant):
            ["\(dayKey):\(day(instant))", "\(timeKey):\(instant.description.dropFirst(11).prefix(5))"]
        }
    }

    /// A name as one word.
    private static func word(_ name: String) -> String {
        name.split(whereSeparator: \.isWhitespace).joined(separator: "_")
    }

    /// `+1w` for each week after the due date, `4d` after the completion, else a rule of RFC 5545; `nil` for what none of these can say.
    private static func recurrence(_ repetition: String) -> String? {
        if repetition.hasPrefix("after ") {
            let delay = repetition.dropFirst(6).replacing("mo", with: "m")
            return delay.last.map { "dwmy".contains($0) } == true ? String(delay) : nil
        }
        return SimpleRule(repetition).map { "+\($0.interval)\($0.unit)" }
            ?? (repetition.contains("FREQ=") ? repetition : nil)
    }
}
