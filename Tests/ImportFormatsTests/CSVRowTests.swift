import Testing
import TimeKit

@testable import ImportFormats

/// The rows of tables, and the dates and lengths in them.
struct CSVRowTests {
    private static func rows(_ text: String) -> (rows: [CSVRows.Row], mistakes: [Int], damage: Int?) {
        let bytes = Array(text.utf8)
        var rows = CSVRows(bytes, separator: CSVRows.separator(of: bytes))
        var (read, mistakes): ([CSVRows.Row], [Int]) = ([], [])
        while let next = rows.next() {
            switch next {
            case .success(let row):
                if read.isEmpty { rows.columns = row.cells.count }
                read.append(row)
            case .failure(let mistake): mistakes.append(mistake.line)
            }
        }
        return (read, mistakes, rows.damage.flatMap { Int($0.position.dropFirst(5)) })
    }

    @Test(
        "cells",
        arguments: [
            ("a,b\r\n1,2\r\n", [["a", "b"], ["1", "2"]]), ("a;b\n1,5;2", [["a", "b"], ["1,5", "2"]]),
            ("a\tb\r1\t2", [["a", "b"], ["1", "2"]]), ("a,b\n\n,\n\"\",\n1,", [["a", "b"], ["1", ""]]),
            ("\"a,\"\"b\"\"\",\"c\r\nd\" \n1,5\" disk", [["a,\"b\"", "c\r\nd"], ["1", "5\" disk"]]),
            ("a", [["a"]]), ("", []), (" a , b", [[" a ", " b"]]), ("a,\u{301}b", [["a", "\u{301}b"]]),
        ])
    func cells(text: String, cells: [[String]]) {
        let (rows, mistakes, damage) = Self.rows(text)
        #expect(rows.map(\.cells) == cells && mistakes == [] && damage == nil)
    }

    @Test("a wrong quotation mark loses one row, and lines are those of the file")
    func mistakes() {
        let (rows, mistakes, damage) = Self.rows("a,b\n\"x\ny\",1\n\"z\"z,2\n\"open,3\n4,5\n\"6\",7\n")
        #expect(rows.map(\.line) == [1, 2, 6, 7] && mistakes == [4, 5] && damage == nil)
        #expect(rows.last?.cells == ["6", "7"])
    }

    @Test(
        "a file that is cut",
        arguments: [
            ("a,b\n1,2\n3,\"fo", 2, 3), ("a,b\n1,2\n3,\"fo\nur", 2, 3), ("a,b\n1,2\n3", 2, 3),
            ("a,b\n1,2\n3,4", 3, nil),
            ("a,b\n1,2\n3\n", 3, nil),
        ] as [(String, Int, Int?)])
    func cut(text: String, count: Int, line: Int?) {
        let (rows, mistakes, damage) = Self.rows(text)
        #expect(rows.count == count && mistakes == [] && damage == line)
    }

    /// Each row of the last text goes on to the mistake at the end: it is read four times, not 2,000 times.
    @Test(
        "quotation marks that are all wrong are read a bounded number of times",
        arguments: [
            ("\"a,b\n", "", [1, 1999, 2001]), ("\"a\"\"\n1,2\n", "", [2001, 2000, 0]), ("\"\n", "", [1001, 0, 0]),
            ("\"a\"b\n", "", [1, 2000, 0]), ("b\",\"c\n", "d\"e\n", [1, 4, 6]),
        ])
    func manyMistakes(line: String, end: String, expected: [Int]) {
        let begin = end.isEmpty ? "a,b\n" : "a,b\n\"a\n"
        let found = Self.rows(begin + String(repeating: line, count: 2000) + end)
        #expect([found.rows.count, found.mistakes.count, found.damage ?? 0] == expected)
    }

    @Test(
        "lengths",
        arguments: [
            ("1:30", 60, 5400), ("0:25:30", 60, 1530), ("1h 30m", 60, 5400), ("1h30", 60, 5400), ("90 min", 3600, 5400),
            ("1.5", 3600, 5400), ("1,5", 3600, 5400), ("1,5 h", 60, 5400), ("90", 60, 5400), ("45s", 60, 45),
            ("2 hours, 5 minutes", 60, nil), ("2 Std. 5 Min.", 60, 7500), ("1時間30分", 60, 5400), ("30分钟", 60, 1800),
            ("0.333", 3600, 1199), ("", 60, nil), ("-5", 60, nil), ("1:75", 60, nil), ("a", 60, nil),
            ("1m 1h", 60, nil),
            ("99999999999", 3600, nil), ("9999999999999999999", 60, nil), ("1001 h", 60, nil), ("1:2:3:4", 60, nil),
            (".", 60, nil), ("5 meters", 60, nil),
        ] as [(String, Int, Int?)])
    func durations(text: String, unit: Int, seconds: Int?) {
        #expect(CSVDuration.seconds(text, unit: unit) == seconds)
    }

    @Test(
        "times of day",
        arguments: [
            ("14:30", 870), ("2:30 PM", 870), ("12:05am", 5), ("12 p.m.", 720), ("14h30", 870), ("9.15 Uhr", 555),
            ("24:00", nil), ("14", nil), ("13 pm", nil), ("1:2", nil), ("a:bc", nil),
        ] as [(String, Int?)])
    func clocks(text: String, minutes: Int?) { #expect(CSVTimes.clock(text) == minutes.map { $0 * 60_000 }) }

    @Test(
        "dates",
        arguments: [
            (["3/4/2026"], "2026-04-03", 1), (["3/4/2026", "13/4/2026"], "2026-04-03", 0),
            (["3/4/2026", "4/13/2026"], "2026-03-04", 0), (["3/4/2026", "4/13/2026", "13/4/2026"], "2026-04-03", 1),
            (["3/4/2026 2:30 PM"], "2026-03-04", 1), (["3.4.2026"], "2026-04-03", 0),
            (["03-04-26", "31-12-99"], "2026-04-03", 0),
            (["4/4/2026"], "2026-04-04", 0), (["2026年4月3日"], "2026-04-03", 0), (["2026/4/3"], "2026-04-03", 0),
            (["13/13/2026"], nil, 0), (["31.2.2026"], nil, 0), (["soon"], nil, 0), (["1/2/3/4"], nil, 0),
        ] as [([String], String?, Int)])
    func dates(texts: [String], day: String?, guesses: Int) {
        var times = CSVTimes(writesMonthFirst: false)
        for text in texts { times.learn(text) }
        var found: [String] = []
        let read = times.read(texts[0]) { found.append($0) }
        switch read {
        case .time(.day(let read)): #expect(read.description == day)
        case .time(.wall(let read, let milliseconds)):
            #expect(read.description == day && milliseconds == 870 * 60_000)
        default: #expect(day == nil)
        }
        #expect(found.count == guesses, "\(found)")
    }
}
