import FileKit
import Foundation
import GardenAPI
import Glibc
import Testing
import TimeKit

@testable import gardenctl

/// The calendar file: when it is written, what is never replaced, and the service.
@Suite struct CalendarTests {
    private let home = Home()

    private static let rent = TaskItem.sample(3, "Rent") { $0.due = .day(.sample) }
    private static let someDay = TaskItem.sample(4, "Some day")

    /// Runs gardenctl with a daemon that has these two tasks.
    private func calendar(_ words: String...) throws -> Home.Outcome {
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            while let request = client.receive() {
                switch request["method"]?.stringValue {
                case "task.list":
                    client.answer(TaskPage(tasks: [Self.rent, Self.someDay], more: false, next: nil).json)
                case "session.list": client.answer(SessionPage(sessions: [], more: false, next: nil).json)
                case "visit.list": client.answer(VisitPage(visits: [], more: false, next: nil).json)
                default: client.answer(GardenStatus.sample(.stopped()).json)
                }
            }
        }
        return try withExtendedLifetime(daemon) { try home.gardenctl(["calendar"] + words) }
    }

    private static func done(_ text: String) -> Home.Outcome { Home.Outcome(status: 0, output: "\(text)\n") }

    private static func refused(_ status: Int32, _ text: String) -> Home.Outcome {
        Home.Outcome(status: status, errors: "gardenctl: \(text)\n")
    }

    private func mode(_ path: String) throws -> Int {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return Int(status.st_mode & 0o777)
    }

    @Test func theFileIsWrittenWholeForItsOwnerAndOnlyIfItIsAnotherOne() throws {
        let path = "\(home.path)/garden.ics"
        #expect(try calendar("write", path) == Self.done("\(path): 1 due date, 0 sessions"))
        #expect(try mode(path) == 0o600)
        let text = try home.read("garden.ics")
        #expect(text.contains("SUMMARY:Rent\r\n") && !text.contains("Some day"))
        #expect(try calendar("write", path) == Self.done("\(path): 1 due date, 0 sessions, unchanged"))
        #expect(
            try calendar("write", "--visits", "--days", "7", path)
                == Self.done("\(path): 1 due date, 0 sessions, 0 visits, unchanged"))
        #expect(
            try calendar("write", "--todos", "--json", path) == Self.done(#"{"file":"\#(path)","written":true}"#))
        let files = try FileManager.default.contentsOfDirectory(atPath: home.path)
        #expect(files.filter { $0.hasPrefix("garden.ics") } == ["garden.ics"])
    }

    @Test func aFileOfAnotherProgramStays() throws {
        let path = "\(home.path)/mine.ics"
        let mine = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Other//EN\r\nEND:VCALENDAR\r\n"
        try home.write(mine, to: "mine.ics")
        let problem =
            "\(path) is a file that gardenctl did not write, and would be lost; name another one, or remove it"
        #expect(try calendar("write", path) == Self.refused(EX_USAGE, problem))
        #expect(try home.read("mine.ics") == mine)
        try home.write("", to: "mine.ics")
        #expect(try calendar("write", path).status == 0)
    }

    @Test(
        "wrong paths",
        arguments: [
            ("/no/such/a.ics", "/no/such/a.ics cannot be written: No such file or directory"),
            ("/dev", "/dev cannot be replaced: not a regular file"),
            ("/dev/full", "/dev/full cannot be replaced: not a regular file"),
        ])
    func wrongPaths(path: String, message: String) throws {
        #expect(try calendar("write", path) == Self.refused(EX_IOERR, message))
    }

    @Test(
        "names that no file has",
        arguments: [
            ("", "PATH is empty; name a file such as garden.ics"),
            ("a\nb.ics", "a b.ics has control characters; name another file"),
        ])
    func wrongNames(name: String, message: String) throws {
        #expect(try home.gardenctl("calendar", "write", name) == Self.refused(EX_USAGE, message))
        #expect(try home.gardenctl("calendar", "enable", name) == Self.refused(EX_USAGE, message))
    }

    @Test func readingsAreAtMostOneASecondAndWritingsOneAMinute() {
        var pace = CalendarPace<Second>()
        #expect(!pace.isDue(at: 0) && pace.deadline == nil)
        pace.change()
        #expect(pace.isDue(at: 0) && pace.deadline == nil)
        pace.read(at: 0, isWritten: false)
        pace.change()
        #expect(!pace.isDue(at: 0) && pace.deadline == 1 && pace.isDue(at: 1))
        pace.read(at: 1, isWritten: true)
        #expect(pace.deadline == nil && !pace.isDue(at: 1000))
        pace.change()
        pace.change()
        #expect(!pace.isDue(at: 60) && pace.deadline == 61 && pace.isDue(at: 61))
    }

    @Test func theUnitRunsTheSameWordsAgain() throws {
        let text = CalendarUnit.text(
            ["/home/ann b/%h/gardenctl", "calendar", "write", "--follow", "--", "/a/$HOME \"x\" \\ %t.ics"],
            file: "/a/b.ics")
        let lines = text.split(separator: "\n")
        #expect(
            lines.first { $0.hasPrefix("ExecStart=") }
                == #"ExecStart="/home/ann b/%%h/gardenctl" "calendar" "write" "--follow" "--" "/a/$$HOME \"x\" \\ %%t.ics""#
        )
        #expect(text.hasSuffix("[X-Garden]\nFile=/a/b.ics\n"))
    }

    @Test func withoutAServiceManagerNothingIsWritten() throws {
        home.environment["PATH"] = "/nowhere"
        let refused = try home.gardenctl("calendar", "enable", "--days", "7", "a b.ics")
        #expect(refused.status == EX_IOERR && refused.output == "")
        let begin =
            "gardenctl: there is no systemd user manager to keep the file up to date; from a program that starts others "
            + "at your login: gardenctl calendar write --follow --days 7 '/"
        #expect(refused.errors.hasPrefix(begin) && refused.errors.hasSuffix("/a b.ics'\n"), "\(refused)")
        #expect(
            try home.gardenctl("calendar", "status")
                == Self.done("No calendar file is enabled. To enable one: gardenctl calendar enable"))
        #expect(
            try home.gardenctl("calendar", "status", "--json")
                == Self.done(#"{"enabled":false,"file":null,"state":null}"#))
        #expect(try home.gardenctl("calendar", "disable") == Self.done("No calendar file was enabled."))
    }

    @Test func aServiceThatNothingRunsIsNamed() throws {
        home.environment["PATH"] = "/nowhere"
        let folder = "\(home.path)/.config/systemd/user"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let unit = ".config/systemd/user/garden-calendar.service"
        try home.write(CalendarUnit.text(["/gardenctl"], file: "/a/b.ics"), to: unit)
        #expect(
            try home.gardenctl("calendar", "status")
                == Self.done("/a/b.ics\nThere is no systemd user manager, so nothing writes it."))
        #expect(
            try home.gardenctl("calendar", "disable")
                == Self.done("/a/b.ics is not written any more. It stays as it is; remove it if you do not need it."))
        #expect(!home.exists(unit))
    }
}

/// Seconds of a clock.
private struct Second: InstantProtocol, ExpressibleByIntegerLiteral {
    let seconds: Duration
    init(integerLiteral value: Int) { seconds = .seconds(value) }
    private init(_ seconds: Duration) { self.seconds = seconds }
    func advanced(by duration: Duration) -> Second { Second(seconds + duration) }
    func duration(to other: Second) -> Duration { other.seconds - seconds }
    static func < (left: Second, right: Second) -> Bool { left.seconds < right.seconds }
}
