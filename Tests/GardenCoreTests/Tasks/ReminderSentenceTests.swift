import Foundation
import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// Sentences that ask for a reminder, or look like it (RULES T18). What a person means by each was written before the code.
@Suite("Reminders in sentences")
struct ReminderSentenceTests {
    /// A sentence and what is meant by it.
    struct Row: CustomTestStringConvertible, Sendable {
        var sentence: String
        var title: String
        /// The accepted meanings.
        var meanings: [[String]]
        var testDescription: String { sentence }

        /// `sentence | title | due=…;remind=… or refused | remark`
        init?(_ line: Substring) {
            guard !line.hasPrefix("#") else { return nil }
            let fields = line.components(separatedBy: " | ")
            guard fields.count >= 3 else { return nil }
            (sentence, title) = (fields[0], fields[1])
            meanings = fields[2].components(separatedBy: " or ").map { meaning in
                meaning == "-" ? [] : meaning.components(separatedBy: ";").sorted()
            }
        }

        static func all(_ language: String) throws -> [Row] {
            let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Reminders")
            let text = try String(contentsOf: folder.appending(path: "\(language).txt"), encoding: .utf8)
            return text.split(separator: "\n").compactMap(Row.init)
        }
    }

    /// What was understood, in the form of the table.
    private static func meaning(of answer: QuickAddedTask) -> [String] {
        let task = answer.task
        var meaning: [String] = []
        func add(_ name: String, _ value: (some CustomStringConvertible)?) {
            if let value { meaning.append("\(name)=\(value)") }
        }
        switch task.due {
        case .day(let day)?: add("due", day)
        case .instant(let instant)?: add("due", wall(instant))
        case nil: break
        }
        if let before = task.remindBefore {
            add("before", text(before, task.due))
            if task.remind == nil { meaning.append("silent") }
        } else {
            add("remind", task.remind.map(wall))
        }
        add("category", task.categoryId == 1 ? nil : task.category)
        add("points", task.points == 0 ? nil : task.points)
        add("priority", task.priority)
        add("estimate", task.estimate)
        add("repeat", task.repeat.map { words[$0] ?? $0 })
        if answer.unsetReminder != nil { meaning.append("note") }
        return meaning.sorted()
    }

    private static func wall(_ instant: Timestamp) -> String {
        instant.description.prefix(16).split(separator: "T").joined(separator: " ")
    }

    private static func text(_ before: RemindBefore, _ due: TaskDate?) -> String {
        guard let days = before.days else {
            let minutes = before.minutes ?? 0
            return minutes > 0 && minutes.isMultiple(of: 60) ? "\(minutes / 60)h" : "\(minutes)m"
        }
        // On the due day, at 09:00.
        if days == 0, before.time == nil { return "0m" }
        var time = before.time ?? "09:00"
        if before.time == nil, case .instant(let instant)? = due { time = String(wall(instant).suffix(5)) }
        return "\(days)d \(time)"
    }

    /// The rules of repetitions as the table has them.
    private static let words = [
        "FREQ=WEEKLY;BYDAY=MO": "every mon", "FREQ=WEEKLY;BYDAY=TH": "every thu",
        "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR": "every mon-fri",
    ]

    @Test("T18: each sentence means what a person means", arguments: ["english", "chinese", "japanese", "found"])
    func sentences(_ language: String) throws {
        for row in try Row.all(language) {
            let garden = try CoreGarden(at: "2026-01-07T10:00:00+01:00", zone: "Europe/Berlin")
            let before = garden.state
            do throws(GardenError) {
                let answer = try garden.perform(TaskQuickAdd(text: row.sentence))
                let meaning = Self.meaning(of: answer)
                #expect(
                    answer.task.title == row.title && row.meanings.contains(meaning),
                    "\(row.sentence): \(answer.task.title) | \(meaning) instead of \(row.title) | \(row.meanings)")
            } catch {
                #expect(row.meanings.contains(["refused"]), "\(row.sentence): \(error.message)")
                #expect(garden.state == before)
            }
        }
    }
}
