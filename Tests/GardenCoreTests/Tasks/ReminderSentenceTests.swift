import Foundation
import GardenAPI
import TestSupport
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
                // What is not understood is in the title, and named.
                if let problem = answer.problems.first {
                    let words = problem.text.filter { !" …".contains($0) }
                    let isKept = answer.task.title.filter { $0 != " " }.contains(words)
                    #expect(row.meanings.contains(["refused"]), "\(row.sentence): \(problem.problem)")
                    #expect(isKept || problem.text.contains("…"), "\(row.sentence): \(problem.text) is not kept")
                    continue
                }
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

    /// Pieces of requests, in any order.
    private static let pieces = [
        "remind me", "remind", "reminder", "set a reminder", "with a reminder", " to ", " that ", " before ", "before",
        " about ",
        "提醒我", "提醒一下", "提醒", "提前", "1小时", "前", "リマインド", "リマインド:", "知らせて", "通知", "思い出させて", "に", "を", "と", "の", "(", ")",
        ",",
        "，", "。", ".", "!", "?", "!14:00", "!1h before", "!thu", "！", "tomorrow", "9:00", "at 5", "明天", "9点", "三点",
        "5時", "金曜",
        "\u{FFFC}", "e\u{301}", "１", "please ", " please", ", thanks", "谢谢", "吗？", "麻烦你", "\"", "“", "#x", "+5", "~2",
        "\\", " ", "the night before",
        "on the day", "every day", "friday 15:00", "Bob", "買牛奶", "1h", "an hour", "at due", "到时", "\u{3000}", "—", ":",
        "：", "me",
    ]

    @Test("T18: any words in any order are a task or a refusal, which changes nothing")
    func anyWords() throws {
        var generator = SeededGenerator(seed: 43)
        let garden = try CoreGarden(at: "2026-01-07T10:00:00+01:00", zone: "Europe/Berlin")
        let before = garden.state
        for _ in 1...3000 {
            let words = (1...Int.random(in: 1...12, using: &generator)).map { _ in
                Self.pieces[Int.random(in: Self.pieces.indices, using: &generator)]
            }
            let text = words.joined(separator: Bool.random(using: &generator) ? " " : "")
            do throws(GardenError) {
                let answer = try garden.perform(TaskQuickAdd(text: text, dryRun: true))
                #expect(!answer.task.title.isEmpty, "\(text)")
            } catch {
                #expect(!error.message.isEmpty, "\(text)")
            }
        }
        #expect(garden.state == before)
    }
}
