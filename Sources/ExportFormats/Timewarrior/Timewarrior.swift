import GardenAPI
import TimeKit

/// Focus sessions as lines of Timewarrior's data files: one interval for each stretch between pauses.
public enum Timewarrior {
    /// The lines of all sessions, the earliest first, without a line feed at the end.
    ///
    /// Timewarrior has a file for each month of UTC, `data/2026-11.data`; the lines of a month are together.
    public static func text(_ sessions: [Session]) -> String {
        let intervals = sessions.flatMap(intervals).sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        return intervals.map { "inc \($0.start.basicText) - \($0.end.basicText) # \($0.tags)" }.joined(separator: "\n")
    }

    private struct Interval {
        let start: Instant
        let end: Instant
        let tags: String
    }

    private static func intervals(_ session: Session) -> [Interval] {
        var tags = [session.category, session.taskTitle].compactMap(\.self).map(tag)
        if let note = session.note { tags.append("# \(quoted(note))") }
        let text = tags.joined(separator: " ")
        var start = session.start.instant
        var intervals: [Interval] = []
        for pause in session.pauses {
            intervals.append(Interval(start: start, end: pause.start.instant, tags: text))
            start = pause.end.instant
        }
        intervals.append(Interval(start: start, end: session.end.instant, tags: text))
        // Whole seconds: an interval of none would be an open one for Timewarrior.
        return intervals.filter { $0.start.basicText < $0.end.basicText }
    }

    private static func tag(_ name: String) -> String {
        let isWord = name.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_"
        }
        return isWord ? name : quoted(name)
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\", "\"": "\\\(scalar)"
            case "\n", "\r": " "
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
