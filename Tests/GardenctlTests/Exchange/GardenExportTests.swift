import Foundation
import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

/// An export of everything: what is asked for, page by page, and the lines.
@Suite struct GardenExportTests {
    private let home = Home()

    private static let reading = Category(
        id: 2, uid: "a1b2c3d4-2", name: "Reading", color: .green, position: 0)
    private static let milk = TaskItem.sample(3, "Buy milk")
    private static let done = TaskItem.sample(4, "Call Ann") { $0.completedAt = $0.createdAt }
    private static let line = LogLine.sample(5, .note, "[09:05] \u{1B}[31mred")
    private static let settings = SettingsReport(file: "/home/ann/config.toml", values: ["a": 1], changed: ["a"])
    private static let day = TrendDay(
        day: .sample,
        totals: StatisticsTotals(minutes: 0, sessions: 0, interruptions: 0, tasks: 0, earned: 0, spent: 0),
        money: 0, balance: 0, meter: 0, tier: 0, rate: Tenths(tenths: 10))
    /// A day on which nothing was, before the garden.
    private static var idle: TrendDay {
        var day = day
        day.day = CalendarDay.sample.advanced(by: -1)
        (day.balance, day.meter, day.tier, day.rate) = (nil, nil, nil, nil)
        return day
    }

    /// Answers each method, most of them with nothing.
    ///
    /// - Parameter seqs: the last event of each status that is asked for.
    private static func daemon(_ home: Home, seqs: [Int]) -> FakeDaemon {
        FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            var seqs = seqs[...]
            while let request = client.receive() {
                switch request["method"]?.stringValue {
                case "daemon.hello": client.answer(Hello.sample().json)
                case "daemon.status":
                    client.answer(GardenStatus.sample(.stopped(), gardens: [.grown(3)], seq: seqs.popFirst() ?? 0).json)
                case "settings.get": client.answer(settings.json)
                case "stats.daysOff": client.answer(DaysOff(weekdays: [], days: [.sample]).json)
                case "category.list": client.answer([ListedCategory(category: reading, open: 1).json])
                case "task.list":
                    let page: (tasks: [TaskItem], next: Int?) =
                        request["params"]?["status"] == "done"
                        ? ([done], nil) : request["params"]?["before"] == nil ? ([milk], 3) : ([], nil)
                    client.answer(TaskPage(tasks: page.tasks, more: page.next != nil, next: page.next).json)
                case "task.completions": client.answer(TaskCompletionPage(completions: [], more: false, next: nil).json)
                case "session.list": client.answer(SessionPage(sessions: [], more: false, next: nil).json)
                case "journal.list": client.answer([event(1, "daemon.started")])
                case "stats.trend": client.answer(StatisticsTrend(days: [idle, day], hours: []).json)
                case "log.list":
                    var log = DayLog.sample([line])
                    if request["params"]?["day"] == "1900-01-01" {
                        (log.lines, log.day, log.nextDay) = ([], CalendarDay("1900-01-01") ?? .sample, .sample)
                    }
                    client.answer(log.json)
                case "visit.list": client.answer(VisitPage(visits: [], more: false, next: nil).json)
                default: client.answer([])
                }
            }
        }
    }

    private static func lines(seq: Int) -> [String] {
        let status = GardenStatus.sample(.stopped())
        let header = ExportHeader(
            version: GardenVersion.current, gardenId: nil, seq: seq, at: status.now, day: .sample,
            timezone: "Asia/Tokyo")
        let values: [ExportLine] = [
            ExportLine(export: header), ExportLine(settings: SettingsReport(values: ["a": 1], changed: ["a"])),
            ExportLine(daysOff: DaysOff(weekdays: [], days: [.sample])), ExportLine(points: PointsSummary.none),
            ExportLine(rate: .lowest), ExportLine(category: reading), ExportLine(garden: .grown(3)),
            ExportLine(task: milk), ExportLine(task: done), ExportLine(day: day),
            ExportLine(logLine: LogLineChanged(line: line, day: .sample)), ExportLine(end: ExportEnd(lines: 11)),
        ]
        return values.map { $0.json.text }
    }

    @Test func eachThingIsALine() throws {
        let daemon = Self.daemon(home, seqs: [7, 7])
        let outcome = try home.gardenctl("export")
        #expect(outcome == Home.Outcome(status: 0, output: Self.lines(seq: 7).joined(separator: "\n") + "\n"))
        let requests = daemon.requests().map { "\($0["method"]?.stringValue ?? "") \($0["params"]?.text ?? "")" }
        #expect(
            requests == [
                "daemon.hello {}", "daemon.status {}", "settings.get {}", "stats.daysOff {}", "category.list {}",
                "shop.list {}", "inventory.list {}", #"task.list {"status":"open","limit":1000}"#,
                #"task.list {"status":"open","limit":1000,"before":3}"#, #"task.list {"status":"done","limit":1000}"#,
                #"task.completions {"limit":1000}"#, #"session.list {"limit":1000}"#,
                #"journal.list {"since":0,"limit":1}"#, #"stats.trend {"from":"2026-11-19","to":"2026-11-21"}"#,
                #"log.list {"day":"1900-01-01","limit":500}"#, #"log.list {"day":"2026-11-21","limit":500}"#,
                "label.list {}", "group.list {}", "member.list {}",
                #"visit.export {"limit":1000}"#, #"visit.list {"trashed":true,"limit":1000}"#, "drill.decks {}",
                "daemon.status {}",
            ])
    }

    @Test("a file is of one moment, so it is read again if something changes meanwhile")
    func aChangeMeanwhile() throws {
        let path = "\(home.path)/garden.jsonl"
        let daemon = Self.daemon(home, seqs: [7, 8, 8, 8])
        let outcome = try home.gardenctl("export", "--output", path)
        #expect(outcome == Home.Outcome(status: 0, output: "Wrote \(path): 12 lines\n"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.lines(seq: 8).joined(separator: "\n") + "\n")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        withExtendedLifetime(daemon) {}
    }

    @Test func whatChangesAllTheTimeIsSaid() throws {
        let path = "\(home.path)/garden.jsonl"
        let warning =
            "gardenctl: the garden changed while it was read, so parts of it may be of different moments\n"
        let daemon = Self.daemon(home, seqs: [1, 2, 3, 4, 5, 6])
        let outcome = try home.gardenctl("export", "--output", path)
        #expect(outcome == Home.Outcome(status: 0, output: "Wrote \(path): 12 lines\n", errors: warning))
        withExtendedLifetime(daemon) {}
        let again = Self.daemon(home, seqs: [1, 2])
        let printed = Self.lines(seq: 1).joined(separator: "\n") + "\n"
        #expect(try home.gardenctl("export") == Home.Outcome(status: 0, output: printed, errors: warning))
        withExtendedLifetime(again) {}
    }

    @Test(arguments: [
        (["--log", "text"], "2026-11-21\n[09:05] [31mred\n"),
        (
            ["--log", "csv"],
            "id,uid,day,at,kind,text,entered\r\n"
                + "5,a1b2c3d4-5,2026-11-21,2026-11-21T09:05:00.000+09:00,note,[09:05] \u{1B}[31mred,\n"
        ),
    ])
    func theLog(words: [String], output: String) throws {
        let daemon = Self.daemon(home, seqs: [7])
        let outcome = try home.gardenctl(["export"] + words)
        #expect(outcome == Home.Outcome(status: 0, output: output), "\(outcome)")
        withExtendedLifetime(daemon) {}
    }
}
