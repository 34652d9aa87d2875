import Foundation
import GardenAPI
import Testing

@testable import gardenctl

/// What a command on a terminal says of what rang since the one before (RULES N6).
@Suite("What rang since the last command")
final class MentionTests {
    private let home = Home()

    init() { home.mentionsQuestions = true }

    private static func event(_ seq: Int, _ type: String, _ at: String, _ data: JSON) -> JSON {
        [
            "seq": .integer(seq), "at": .string("2026-11-21T\(at):00.000+09:00"), "recorded": nil,
            "type": .string(type),
            "text": "A sentence", "data": data,
        ]
    }

    private static let events: JSON = [
        event(8, "task.reminded", "08:30", ["title": "Call Bob"]), event(9, "task.due", "08:45", ["title": "Cake"]),
        event(11, "focus.completed", "08:55", ["category": "Maths"]), event(12, "rest.completed", "09:00", [:]),
    ]

    private var mark: String { "\((home.socketPath as NSString).deletingLastPathComponent)/heard" }

    private func heard() -> String? { try? String(contentsOfFile: mark, encoding: .utf8) }

    /// Runs `pause` beside a daemon with some events.
    private func pause(seq: Int, events: JSON = MentionTests.events, isShown: Bool? = false) throws -> (
        String, [String]
    ) {
        let status = GardenStatus.sample(.stopped(), seq: seq).json
        var hello = Hello.sample()
        hello.showsNotifications = isShown
        let daemon = FakeDaemon(
            home.socketPath, answering: FocusTimer.stopped().json, status, events, hello.json)
        let outcome = try home.gardenctl("pause")
        #expect(outcome.status == 0)
        return (outcome.errors, daemon.requests().compactMap { $0["method"]?.stringValue })
    }

    @Test("N6: the first command only notes where it is, and one without new events asks nothing more")
    func theFirstCommand() throws {
        #expect(try pause(seq: 7) == ("", ["timer.pause", "daemon.status"]))
        #expect(heard() == "7")
        #expect(try pause(seq: 7) == ("", ["timer.pause", "daemon.status"]))
    }

    @Test("N6: what rang is said once")
    func whatRang() throws {
        _ = try pause(seq: 7)
        let (errors, methods) = try pause(seq: 12)
        #expect(
            errors == """
                Since your last command:
                  08:30  reminder: Call Bob
                  08:45  due: Cake
                  08:55  the focus session ended, Maths
                  09:00  the rest ended

                """)
        #expect(methods == ["timer.pause", "daemon.status", "journal.list", "daemon.hello"])
        #expect(heard() == "12")
        #expect(try pause(seq: 12).0 == "")
    }

    @Test("N6: of many, the last five")
    func many() throws {
        _ = try pause(seq: 7)
        let events = JSON.array((8...14).map { Self.event($0, "task.due", "08:\($0 + 10)", ["title": "Cake"]) })
        let lines = try pause(seq: 14, events: events).0.split(separator: "\n")
        #expect(lines.count == 7)
        #expect(lines.dropFirst().first == "  and 2 before")
        #expect(lines.last == "  08:24  due: Cake")
    }

    @Test("N6: not where the desktop shows it, but over SSH it does not")
    func theDesktopShowsIt() throws {
        _ = try pause(seq: 7)
        #expect(try pause(seq: 12, isShown: true).0 == "")
        #expect(heard() == "12")
        home.environment["SSH_TTY"] = "/dev/pts/1"
        try Data("7".utf8).write(to: URL(filePath: mark))
        #expect(try pause(seq: 12, isShown: true).0.hasPrefix("Since your last command:"))
    }

    @Test(
        "N6: a mark that is damaged, or of a journal that was longer, is written again",
        arguments: ["x", "99", "", "-1x"])
    func aWrongMark(text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: mark))
        #expect(try pause(seq: 12) == ("", ["timer.pause", "daemon.status"]))
        #expect(heard() == "12")
    }

    @Test("N6: what a hostile title has is not printed")
    func aHostileTitle() throws {
        _ = try pause(seq: 7)
        let events: JSON = [Self.event(8, "task.due", "08:30", ["title": "\u{1B}]0;x\u{07}"])]
        #expect(try !pause(seq: 8, events: events).0.contains("\u{1B}"))
    }
}
