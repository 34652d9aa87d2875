import Foundation
import GardenAPI
import TimeKit

@testable import GardenCore

/// The tables of sentences next to this file: plain text, so that people who know a language can read and correct them.
struct SentenceTable {
    /// A sentence and what follows its arrow.
    struct Row: CustomStringConvertible, Sendable {
        let sentence: String
        let expected: String

        var isRefused: Bool { expected.hasPrefix("! ") }
        var description: String { sentence }
    }

    static let files = ["english.txt", "japanese.txt", "chinese.txt"]

    /// Lines of the form `sentence → expected` and `# comment`.
    static func rows(file name: String) throws -> [Row] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Sentences")
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            let columns = line.components(separatedBy: " → ")
            // A sentence can begin with the mark of a comment.
            guard columns.count == 2 else { return nil }
            return Row(sentence: columns[0], expected: columns[1])
        }
    }

    /// The moment at which the sentences are said.
    static func garden() throws -> CoreGarden {
        try CoreGarden(at: "2026-11-23T20:00:00+09:00", zone: "Asia/Tokyo")
    }

    /// A task as a row has it: `Buy milk | category Home | points 200 | due Tue 2026-11-24 18:00 | repeat weekly`.
    static func text(_ task: TaskItem) -> String {
        var fields = [task.title]
        func add(_ name: String, _ value: (some CustomStringConvertible)?) {
            if let value { fields.append("\(name) \(value)") }
        }
        add("category", task.categoryId == 1 ? nil : task.category)
        add("points", task.points == 0 ? nil : task.points)
        add("estimate", task.estimate)
        add("priority", task.priority)
        add("tags", task.tags.isEmpty ? nil : task.tags.joined(separator: " "))
        add("start", task.start.map(text))
        add("due", task.due.map(text))
        add("end", task.end.map(text))
        add("repeat", task.repeat)
        return fields.joined(separator: " | ")
    }

    private static func text(_ date: TaskDate) -> String {
        let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        switch date {
        case .day(let day): return "\(days[day.weekday - 1]) \(day)"
        case .instant(let instant):
            let wall = instant.description.prefix(16).split(separator: "T")
            let day = CalendarDay(String(wall[0])).map { days[$0.weekday - 1] } ?? "no day"
            return "\(day) \(wall[0]) \(wall[1])"
        }
    }
}
