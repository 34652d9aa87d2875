import Foundation
import GardenAPI
import Testing
import TimeKit

/// `gardenctl report` with a real daemon and real files.
struct ReportTests {
    private struct Place {
        let home: Home
        let daemon: Gardend

        init() throws {
            home = try Home()
            daemon = try Gardend(in: home)
        }

        func report(_ arguments: String...) throws -> Outcome {
            try run(["\(Binaries.folder)/gardenctl", "report"] + arguments, environment: home.environment)
        }
    }

    @Test("a report begins with the garden, and ends today at the latest")
    func theRange() throws {
        let place = try Place()
        let today = try #require(try place.daemon.connect().call("day.get")["day"]?.stringValue)
        let file = "\(place.home.folder.path)/report.html"
        let written = try place.report("--html", file)
        #expect(written == Outcome(end: .exited(0), output: "Wrote \(file): 1 day, \(today) to \(today)\n", errors: ""))
        let json = try JSON.parse(try place.report("--json").output)
        #expect(json["from"]?.stringValue == today)
        #expect(json["trend"]?["days"]?.arrayValue?.count == 1)
        // A day before the garden is in the report if someone asks for it.
        let earlier = try JSON.parse(try place.report("--json", "--from", "2026-01-01", "--to", "2026-01-03").output)
        #expect(earlier["trend"]?["days"]?.arrayValue?.compactMap { $0["balance"] } == [.null, .null, .null])
        #expect(
            try place.report("--html", "-", "--from", "2026-01-02", "--to", "2026-01-01")
                == Outcome(
                    end: .exited(1), output: "",
                    errors: "gardenctl: the range ends on 2026-01-01, before it begins on 2026-01-02\n"))
        #expect(
            try place.report("--html", "-", "--from", "2020-01-01", "--to", "2023-01-01")
                == Outcome(
                    end: .exited(1), output: "", errors: "gardenctl: the range has 1097 days; the most is 732\n"))
        let late =
            "gardenctl: the report would end on 9000-01-01, after today, \(today); --to can be today or earlier\n"
        #expect(
            try place.report("--html", "-", "--to", "9000-01-01")
                == Outcome(end: .exited(64), output: "", errors: late))
        #expect(try place.report("--html", "-", "--from", "someday").end == .exited(1))
        // A range of the calendar ends today, and is compared with the one before it.
        let year = try JSON.parse(try place.report("--json", "--from", "this year").output)
        #expect([year["from"], year["to"]] == [.string("\(today.prefix(4))-01-01"), .string(today)])
        let (last, past) = ("\(today.prefix(4))-12-31", (Int(today.prefix(4)) ?? 0) - 1)
        #expect(year.at("summary.to") == .string(last))
        #expect(year.at("summary.before.from") == .string("\(past)-01-01"))
        #expect(
            try place.report("--html", "-", "--from", "9000")
                == Outcome(
                    end: .exited(64), output: "",
                    errors:
                        "gardenctl: the report would begin on 9000-01-01, after today, \(today); --from can be today or earlier\n"
                ))
    }

    @Test("the days of a long report come from several answers, each day once, and their hours together")
    func aLongReport() throws {
        let home = try Home()
        func session(at time: String) -> String {
            "{\"at\":\"\(time)\"}\n" + Client.line(id: 1, "timer.start", ["category": "Piano"])
                + "{\"advance\":1500}\n" + Client.line(id: 1, "timer.stop")
        }
        // One answer has the days up to 2025-12-31, the next one those from 2026-01-01 on.
        let times = ["2024-12-31T10:00:00Z", "2025-12-31T10:00:00Z", "2026-01-01T10:00:00Z", "2026-01-02T18:00:00Z"]
        try #require(
            try run(
                [Binaries.gardend, "simulate", "--data", home.data, "--start", "2024-12-30T12:00:00Z"],
                input: times.map(session).joined()
            ).end == .exited(0))
        let daemon = try Gardend(in: home)
        let report = try JSON.parse(
            try run(
                [
                    "\(Binaries.folder)/gardenctl", "report", "--json", "--from", "2024-12-31", "--to", "2026-01-02",
                ], environment: home.environment
            ).output)
        let days = try #require(report.at("trend.days")?.arrayValue)
        let first = try #require(CalendarDay("2024-12-31"))
        #expect(days.compactMap { $0["day"]?.stringValue } == (0..<368).map { "\(first.advanced(by: $0))" })
        let worked = days.filter { $0["minutes"] != 0 }
        #expect(
            worked.compactMap { $0["day"]?.stringValue } == ["2024-12-31", "2025-12-31", "2026-01-01", "2026-01-02"])
        let hours = try #require(report.at("trend.hours")?.arrayValue).filter { $0["minutes"] != 0 }
        #expect(hours == [["hour": 10, "minutes": 75], ["hour": 18, "minutes": 25]])
        withExtendedLifetime(daemon) {}
    }

    @Test("a file is written completely or not at all, and a device is not replaced")
    func aFileIsReplacedCompletelyOrNotAtAll() throws {
        let place = try Place()
        try place.daemon.connect().call("task.add", ["title": "Scales", "category": "<Piano> & \"more\""])
        try place.daemon.connect().call("task.done", ["title": "Scales"])
        let full = try place.report("--html", "/dev/full")
        #expect(full.end == .exited(74))
        #expect(full.errors == "gardenctl: /dev/full cannot be written: No space left on device\n")
        let folder = "\(place.home.folder.path)/reports"
        let missing = try place.report("--html", "\(folder)/report.html")
        #expect(missing.end == .exited(74))
        #expect(missing.errors.hasSuffix("report.html cannot be written: No such file or directory\n"))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try Data("before".utf8).write(to: URL(filePath: "\(folder)/report.html"))
        #expect(try place.report("--html", "\(folder)/report.html", "--json").output.hasPrefix(#"{"from":"#))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["report.html"])
        // A year of a person is not for others on the machine, even if an older file was.
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/report.html")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let page = try String(contentsOf: URL(filePath: "\(folder)/report.html"), encoding: .utf8)
        #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">\n"))
        #expect(page.hasSuffix("</html>\n"))
        #expect(page.contains("<bdi>&lt;Piano&gt; &amp; &quot;more&quot;</bdi>"))
        #expect(!page.contains("<Piano>"))
        let output = try place.report("--html", "-").output
        // They differ in the time at which they were made at most.
        #expect(output.hasPrefix("<!DOCTYPE html>"))
        #expect(abs(output.utf8.count - page.utf8.count) < 10)
    }
}
