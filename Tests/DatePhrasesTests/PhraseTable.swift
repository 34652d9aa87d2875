import DatePhrases
import Foundation
import TimeKit

/// The tables of phrases next to this file and in the article: plain text, so that people who know a language can read
/// and correct them.
struct PhraseTable {
    /// The moment and the param for the rows under a heading.
    struct Setting: CustomStringConvertible, Sendable {
        let description: String
        let reader: DatePhraseReader
        let zone: ZoneRules
        let direction: DatePhrase.Direction
        /// The time that is meant where none is said; `nil` if a day is wanted then.
        let timeOfDay: TimeOfDay?
    }

    /// A phrase and what follows its arrow.
    struct Row: CustomStringConvertible, Sendable {
        let setting: Setting
        let phrase: String
        let expected: String

        var description: String { "\(phrase) (\(setting))" }
    }

    struct Malformed: Error {
        let line: String
    }

    static func rows(file name: String) throws -> [Row] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Phrases")
        return try rows(String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
    }

    /// The phrases of a table without settings, and what follows their arrows.
    static func lines(file name: String) throws -> [(phrase: String, expected: String)] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Phrases")
        let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let columns = line.components(separatedBy: " → ")
            guard columns.count == 2 else { throw Malformed(line: String(line)) }
            return (columns[0], columns[1])
        }
    }

    /// Lines of the form `== setting`, `phrase → expected` and `# comment`.
    static func rows(_ text: String) throws -> [Row] {
        var setting: Setting?
        var rows: [Row] = []
        for line in text.split(separator: "\n").map(String.init) where !line.hasPrefix("#") {
            if line.hasPrefix("== ") {
                setting = try Setting(String(line.dropFirst(3)))
                continue
            }
            let columns = line.components(separatedBy: " → ")
            guard columns.count == 2, let setting else { throw Malformed(line: line) }
            rows.append(Row(setting: setting, phrase: columns[0], expected: columns[1]))
        }
        return rows
    }
}

extension PhraseTable.Setting {
    private static let zones = [
        "Berlin": "CET-1CEST,M3.5.0,M10.5.0/3", "New_York": "EST5EDT,M3.2.0,M11.1.0", "Tokyo": "JST-9",
        "Taipei": "CST-8", "Shanghai": "CST-8", "UTC": "UTC0",
    ]

    /// `Mon 2026-11-23 20:00 Berlin ahead`, with `reminder` for a time of 9:00.
    init(_ heading: String) throws {
        let words = heading.split(separator: " ").map(String.init)
        guard words.count >= 5, let date = CalendarDay(words[1]), let rules = Self.zones[words[3]],
            let zone = ZoneRules(name: words[3], posix: rules),
            let direction = ["ahead": DatePhrase.Direction.ahead, "back": .back][words[4]]
        else { throw PhraseTable.Malformed(line: heading) }
        let clock = words[2].split(separator: ":").compactMap { Int($0) }
        let seconds = zip(clock, [3600, 60, 1]).map { $0 * $1 }.reduce(0, +)
        let now = zone.instant(of: date, secondsOfDay: seconds)
        let today = clock[0] < 4 ? date.advanced(by: -1) : date
        guard DatePhrase.day(date).text(in: zone).hasPrefix(words[0]) else {
            throw PhraseTable.Malformed(line: heading)
        }
        description = heading
        reader = DatePhraseReader(now: now, today: today, zone: zone, dayStartHour: 4)
        self.zone = zone
        self.direction = direction
        timeOfDay = words.contains("reminder") ? TimeOfDay(hour: 9, minute: 0) : nil
    }

    /// What is understood, as text; for a refusal the kind of problem and the word: `unknown "florp"`.
    func result(_ phrase: String) -> String {
        do throws(DatePhraseError) {
            guard let timeOfDay else { return try reader.read(phrase, looking: direction).text(in: zone) }
            return DatePhrase.instant(try reader.instant(phrase, looking: direction, at: timeOfDay)).text(in: zone)
        } catch {
            return error.summary
        }
    }
}

extension DatePhraseError {
    /// The problem with what it carries, and the word: `secondDate(first: "tomorrow") "yesterday"`.
    var summary: String { "\(problem) \"\(word)\"" }
}
