import Foundation
import GardenAPI
import Testing

@testable import gardenctl

/// `log edit` without a text: a line in an editor.
@Suite struct LogEditTests {
    let home = Home()

    /// A daemon with one line in its log, and its answer to an edit.
    private func daemon(_ changed: LogLine? = nil) -> FakeDaemon {
        let log = DayLog.sample([.sample(12, .note, "[09:05] walked")])
        let answers = [log.json] + (changed.map { [$0.json] } ?? [])
        return FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            for answer in answers {
                client.receive()
                client.answer(answer)
            }
            client.receive()
        }
    }

    /// A home with a terminal, and a program with that text as the editor.
    private func useEditor(_ editor: String) throws {
        home.isInteractive = true
        home.environment["TMPDIR"] = home.path
        home.environment["EDITOR"] = "sh \(home.path)/editor"
        try home.write(editor, to: "editor")
    }

    private func drafts() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: home.path).filter { $0.hasPrefix("gardenctl-") }
    }

    @Test func theEditedLineBecomesTheNewText() throws {
        try useEditor("stat -c %a $1 >\(home.path)/mode; cp $1 \(home.path)/seen; printf '\\n 歩いた \\r\\n \\n' >$1")
        let daemon = daemon(.sample(12, .note, "[09:05] 歩いた"))

        let outcome = try home.gardenctl("log", "edit", "12")

        #expect(outcome == Home.Outcome(status: 0, output: "Changed line 12: [09:05] 歩いた\n"))
        let requests = daemon.requests()
        #expect(requests.map { $0["method"] } == ["log.list", "log.edit"])
        #expect(requests.last?["params"]?["id"] == 12)
        #expect(requests.last?["params"]?["text"] == "歩いた")
        #expect(try home.read("mode") == "600\n")
        #expect(try home.read("seen") == "[09:05] walked\n")
        #expect(try drafts() == [])
    }

    @Test func anEditorMayReplaceTheFile() throws {
        try useEditor("mv $1 $1.old; printf '[09:06] ran' >$1; rm $1.old")
        let daemon = daemon(.sample(12, .note, "[09:06] ran"))

        #expect(try home.gardenctl("log", "edit", "12").output == "Changed line 12: [09:06] ran\n")
        #expect(daemon.requests().last?["params"]?["text"] == "[09:06] ran")
    }

    @Test func visualPrecedesEditorAndMayHaveArguments() throws {
        try useEditor("exit 3")
        try home.write("printf '%s' $1 >$2", to: "visual")
        home.environment["VISUAL"] = "sh \(home.path)/visual ran"
        let daemon = daemon(.sample(12, .note, "[09:05] ran"))

        #expect(try home.gardenctl("log", "edit", "12").output == "Changed line 12: [09:05] ran\n")
        #expect(daemon.requests().last?["params"]?["text"] == "ran")
    }

    @Test(arguments: [
        ("true", Home.Outcome(status: 0, output: "The text is the same; nothing was changed.\n")),
        (
            "printf '\\n \\n' >$1",
            Home.Outcome(status: 1, errors: "gardenctl: the text is empty; nothing was changed\n")
        ),
    ])
    func anUnchangedOrEmptyTextChangesNothing(editor: String, expected: Home.Outcome) throws {
        try useEditor(editor)
        let daemon = daemon()

        #expect(try home.gardenctl("log", "edit", "12") == expected)
        #expect(daemon.requests().map { $0["method"] } == ["log.list"])
        #expect(try drafts() == [])
    }

    @Test(arguments: [
        (
            "one\r\n\ntwo\n", Int32(64),
            "a log entry must be one line; the edited text has 2. Nothing was changed"
        ),
        ("caf\\351\n", 74, "the edited text is not valid UTF-8; nothing was changed"),
    ])
    func anInvalidLineIsRefusedAndTheDraftIsKept(text: String, status: Int32, problem: String) throws {
        try useEditor("printf '\(text)' >$1")
        let daemon = daemon()

        let outcome = try home.gardenctl("log", "edit", "12")

        let draft = try #require(try drafts().first)
        #expect(
            outcome
                == Home.Outcome(
                    status: status, errors: "gardenctl: \(problem)\nYour text is kept in \(home.path)/\(draft).\n"))
        #expect(daemon.requests().map { $0["method"] } == ["log.list"])
    }

    @Test func aTextThatTheDaemonRefusesIsKeptInTheDraft() throws {
        try useEditor("printf 'too much' >$1")
        let answer = DayLog.sample([.sample(12, .note, "[09:05] walked")]).json
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(answer)
            client.receive()
            client.refuse(GardenError(.invalidParams, "text is too long"))
            client.receive()
        }

        let outcome = try home.gardenctl("log", "edit", "12")

        let draft = try #require(try drafts().first)
        #expect(
            outcome
                == Home.Outcome(
                    status: 1, errors: "gardenctl: text is too long\nYour text is kept in \(home.path)/\(draft).\n"))
        #expect(try home.read(draft) == "too much")
        #expect(daemon.requests().map { $0["method"] } == ["log.list", "log.edit"])
    }

    @Test func anUnchangedLineIsPrintedAsJSON() throws {
        try useEditor("true")
        _ = daemon()

        let line = LogLine.sample(12, .note, "[09:05] walked").json.text
        #expect(try home.gardenctl("log", "edit", "12", "--json") == Home.Outcome(status: 0, output: "\(line)\n"))
    }

    @Test func anEditorThatFailsChangesNothing() throws {
        try useEditor("printf other >$1; exit 3")
        let daemon = daemon()

        let outcome = try home.gardenctl("log", "edit", "12")

        #expect(
            outcome
                == Home.Outcome(
                    status: 74, errors: "gardenctl: sh \(home.path)/editor exited with status 3; nothing was changed\n")
        )
        #expect(daemon.requests().count == 1)
        #expect(try drafts() == [])
    }

    @Test func aMissingEditorIsReported() throws {
        try useEditor("true")
        home.environment["EDITOR"] = "/no/such"
        _ = daemon()

        #expect(
            try home.gardenctl("log", "edit", "12")
                == Home.Outcome(
                    status: 64,
                    errors:
                        "gardenctl: cannot find the editor /no/such: set VISUAL or EDITOR; nothing was changed\n")
        )
    }

    @Test func logEditWithoutATerminalSendsNoRequest() throws {
        #expect(
            try home.gardenctl("log", "edit", "12")
                == Home.Outcome(
                    status: 64,
                    errors:
                        "gardenctl: the editor needs a terminal; give the text instead: gardenctl log edit 12 TEXT\n"
                ))
    }

    @Test func aLineOfAnotherDayIsRefusedWithoutTheEditor() throws {
        try useEditor("touch \(home.path)/opened")
        _ = daemon()

        #expect(
            try home.gardenctl("log", "edit", "3")
                == Home.Outcome(status: 1, errors: "gardenctl: there is no line 3 in today's log\n"))
        #expect(!home.exists("opened"))
    }

    @Test func anUnwritableTemporaryFolderIsReported() throws {
        try useEditor("true")
        home.environment["TMPDIR"] = "\(home.path)/none"
        _ = daemon()

        #expect(
            try home.gardenctl("log", "edit", "12")
                == Home.Outcome(
                    status: 74,
                    errors:
                        "gardenctl: cannot create a temporary file in \(home.path)/none: No such file or directory\n"
                ))
    }
}
