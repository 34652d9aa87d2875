import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

/// `undo` and `redo`: their requests, texts and errors.
@Suite struct UndoClientTests {
    let home = Home()

    static let undone: JSON = [
        "undone": [
            ["seq": 9, "method": "task.done", "what": "done Write report, −500 points, −1 exp Work"],
            ["seq": 7, "method": "task.add", "what": "added Write report"],
        ], "passed": [],
    ]

    @Test func undoSaysWhatItTookBack() throws {
        let daemon = FakeDaemon(home.socketPath, answering: Self.undone)
        #expect(
            try home.gardenctl("undo", "2")
                == Home.Outcome(
                    status: 0,
                    output: """
                        Took back: done Write report, −500 points, −1 exp Work
                        Took back: added Write report

                        """))
        let request = try #require(daemon.requests().first)
        #expect(request["method"] == "journal.undo")
        #expect(request["params"]?["count"] == 2)
        #expect(request["params"]?["key"] != nil)
    }

    @Test func fewerChangesThanAskedForAreReported() throws {
        _ = FakeDaemon(home.socketPath, answering: Self.undone)
        #expect(try home.gardenctl("undo", "50").output.hasSuffix("\nThere were only 2 changes.\n"))
        _ = FakeDaemon(
            home.socketPath,
            answering: ["undone": [["seq": 7, "method": "task.add", "what": "added Tea"]], "passed": []])
        #expect(try home.gardenctl("undo", "2").output == "Took back: added Tea\nThere was only 1 change.\n")
    }

    @Test func redoSaysWhatItMadeAgain() throws {
        let daemon = FakeDaemon(
            home.socketPath,
            answering: ["redone": [["seq": 9, "method": "shop.buy", "what": "bought Tea, −400 points"]]])
        #expect(
            try home.gardenctl("redo") == Home.Outcome(status: 0, output: "Made again: bought Tea, −400 points\n"))
        #expect(daemon.requests().first?["method"] == "journal.redo")
    }

    @Test func aDryRunListsTheChangesAndTheReasons() throws {
        let list: JSON = [
            [
                "seq": 12, "at": "2026-03-02T10:05:00.000+01:00", "method": "task.add", "what": "added A\u{1B}[31m",
                "possible": true, "alone": true,
            ],
            [
                "seq": 11, "at": "2026-03-02T10:00:00.000+01:00", "method": "session.edit",
                "what": "corrected session 3", "possible": true, "alone": false,
            ],
            [
                "seq": 10, "at": "2026-03-02T09:00:00.000+01:00", "method": "shop.buy", "what": "bought Tea",
                "possible": true, "alone": true,
            ],
            [
                "seq": 9, "at": "2026-03-01T18:30:00.000+01:00", "method": "rate.add",
                "what": "added 3500 to the meter", "possible": false, "alone": false, "why": "new_day",
                "problem": "a new day has begun since",
            ],
            [
                "seq": 9, "at": "2026-03-01T18:20:00.000+01:00", "method": "task.edit", "what": "edited B",
                "possible": false, "alone": false, "why": "behind", "problem": "…",
            ],
            [
                "seq": 8, "at": "2026-03-01T18:00:00.000+01:00", "method": "task.add", "what": "added B",
                "possible": false, "alone": true, "why": "behind", "problem": "…",
            ],
        ]
        let daemon = FakeDaemon(home.socketPath, answering: list)
        #expect(
            try home.gardenctl("undo", "--dry-run")
                == Home.Outcome(
                    status: 0,
                    output: """
                        1  03-02 10:05  \(printable("added A\u{1B}[31m"))
                        2  03-02 10:00  corrected session 3  (with all above)
                        3  03-02 09:00  bought Tea
                        4  03-01 18:30  added 3500 to the meter
                                        cannot be taken back: a new day has begun since
                        5  03-01 18:20  edited B
                        6  03-01 18:00  added B
                        undo stops at 4. One behind it can be taken back alone: gardenctl undo --only 6

                        """))
        #expect(daemon.requests().map { $0["method"] } == ["journal.undoable"])
    }

    @Test func oneChangeAloneByItsNumberInTheList() throws {
        let changes: [JSON] = [12, 9].map {
            [
                "seq": .integer($0), "at": "2026-03-02T10:05:00.000+01:00", "method": "rate.add",
                "what": .string("spent +\($0)"),
                "possible": true, "alone": true,
            ]
        }
        let undone: JSON = [
            "undone": [["seq": 9, "method": "rate.add", "what": "spent +9, meter 21 → 12"]], "passed": [],
        ]
        let daemon = FakeDaemon(home.socketPath, answering: .array(changes), undone)
        #expect(
            try home.gardenctl("undo", "--only", "2")
                == Home.Outcome(status: 0, output: "Took back: spent +9, meter 21 → 12\n"))
        let asked = daemon.requests().map { [$0["method"], $0["params"]?["limit"], $0["params"]?["change"]] }
        #expect(asked == [["journal.undoable", 2, nil], ["journal.undo", nil, 9]])
        _ = FakeDaemon(home.socketPath, answering: .array(changes))
        let few = try home.gardenctl("undo", "--only", "3")
        #expect(few.status == 64)
        #expect(few.errors == "gardenctl: there are only 2 changes to take back; gardenctl undo --dry-run lists them\n")
    }

    @Test func oneChangeAloneByItsNumberInTheJournal() throws {
        let daemon = FakeDaemon(
            home.socketPath,
            answering: ["undone": [["seq": 9, "method": "rate.add", "what": "spent +9"]], "passed": []])
        #expect(
            try home.gardenctl("undo", "--change", "9") == Home.Outcome(status: 0, output: "Took back: spent +9\n"))
        #expect(daemon.requests().map { $0["params"]?["change"] } == [9])
    }

    @Test(arguments: [["2", "--only", "3"], ["--only", "3", "--change", "9"], ["--dry-run", "--only", "3"]])
    func aChangeIsNamedInOneWay(words: [String]) throws {
        #expect(try home.gardenctl(["undo"] + words).status == 64)
    }

    @Test func aDryRunWithoutChanges() throws {
        _ = FakeDaemon(home.socketPath, answering: [])
        #expect(
            try home.gardenctl("undo", "--dry-run")
                == Home.Outcome(status: 0, output: "There is no change to take back.\n"))
    }

    /// What can be done instead depends on the reason.
    static let refusals = [
        ("new_day", "another one may be taken back alone: gardenctl undo --dry-run"),
        ("balance", "its points have been spent since; a purchase can be taken back first: gardenctl undo --dry-run"),
        (
            "changed_since",
            "another one may be taken back alone: gardenctl undo --dry-run; or take back those since, too, and enter them "
                + "again with --at"
        ),
    ]

    @Test(arguments: refusals) func aRefusalNamesTheReasonAndTheWay(why: String, way: String) throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.refuse(
                .refused(
                    .cannotUndo, "cannot undo \"done Tea\": a reason; nothing was changed",
                    [("why", .string(why)), ("method", "task.done")]))
            client.receive()
        }
        #expect(
            try home.gardenctl("undo", "--yes")
                == Home.Outcome(
                    status: 1, errors: "gardenctl: cannot undo \"done Tea\": a reason; nothing was changed; \(way)\n"))
    }

    @Test(arguments: ["0", "101", "-1", "x"]) func aWrongCountIsAUsageError(count: String) throws {
        #expect(try home.gardenctl("undo", count).status == 64)
        #expect(try home.gardenctl("redo", count).status == 64)
    }

    // MARK: The hint

    @Test func aPersonAtATerminalIsToldThatAPurchaseCanBeTakenBack() throws {
        home.isInteractive = true
        _ = FakeDaemon(home.socketPath, answering: Purchase.coffee.json)
        #expect(try home.gardenctl("buy", "Coffee").output.hasSuffix("\nTo take it back: gardenctl undo\n"))
    }

    @Test func whatChangedNothingNamesNoUndo() throws {
        home.isInteractive = true
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(Rate.lowest.json, meta: ["unchanged": true])
            client.receive()
        }
        #expect(
            try home.gardenctl("rate", "set", "0").output
                == "\(rateText(.lowest, .plain))\nNothing had to be changed.\n")
    }

    @Test func theUndoOfAStopShowsTheTimer() throws {
        let undone: JSON = [
            "undone": [["seq": 9, "method": "timer.stop", "what": "stopped focus in Work"]], "passed": [],
        ]
        let daemon = FakeDaemon(home.socketPath, answering: [], undone, FocusTimer.pausedFocus.json)
        let outcome = try home.gardenctl("undo")
        #expect(outcome.output == "Took back: stopped focus in Work\n\(timerText(.pausedFocus, .plain))\n")
        #expect(daemon.requests().map { $0["method"] } == ["journal.undoable", "journal.undo", "timer.get"])
    }

    @Test func aProgramIsNotToldSo() throws {
        home.isInteractive = true
        _ = FakeDaemon(home.socketPath, answering: Purchase.coffee.json)
        #expect(try !home.gardenctl("buy", "Coffee", "--json").output.contains("undo"))
    }

    // MARK: After a change of the timer

    @Test("a person who undoes after a change of the timer is asked first, because undo covers little of it")
    func undoAsksAfterAChangeOfTheTimer() throws {
        let change: JSON = [
            "seq": 9, "at": "2026-03-01T18:30:00.000+01:00", "method": "task.add", "what": "added Write report",
            "possible": true, "alone": true,
        ]
        let at: JSON = "2026-03-01T18:31:00.000+01:00"
        let started: JSON = ["seq": 11, "at": at, "type": "timer.started", "data": [:]]
        let before: JSON = ["seq": 8, "at": at, "type": "timer.started", "data": [:]]
        let redone: JSON = ["seq": 12, "at": at, "type": "change.redone", "data": [:]]
        let byItself: JSON = ["seq": 11, "at": at, "type": "timer.started", "data": ["cause": "timer.completed"]]
        let methods = ["journal.undoable", "journal.list", "journal.undo"]
        let question = """
            Undo cannot take back what the timer did last (timer.started, 18:31).
            Take back the change before that: added Write report? [y/N]

            """
        for (event, word, errors) in [
            (started, "y", question), (started, "n", question + "Nothing was changed.\n"), (before, "", ""),
            (byItself, "", ""), (redone, "", ""),
        ] {
            let daemon = FakeDaemon(home.socketPath, answering: [change], [event], Self.undone)
            home.isInteractive = true
            home.typed = [word]
            let outcome = try home.gardenctl("undo")
            #expect(outcome.errors == errors)
            #expect(outcome.output.isEmpty == (word == "n"))
            #expect(
                daemon.requests().map { $0["method"]?.stringValue } == (word == "n" ? methods.dropLast() : methods))
        }
    }

    @Test("without a terminal, and for a program, --yes says that the change before that of the timer is meant")
    func undoWithoutATerminalNeedsYes() throws {
        let change: JSON = [
            "seq": 9, "at": "2026-03-01T18:30:00.000+01:00", "method": "task.add", "what": "added Write report",
            "possible": true, "alone": true,
        ]
        let paused: JSON = ["seq": 11, "at": "2026-03-01T18:31:00.000+01:00", "type": "timer.paused", "data": [:]]
        let refusal = """
            undo cannot take back what the timer did last (timer.paused, 18:31); to take back the change before it, added Write \
            report, add --yes
            """
        for (words, isInteractive) in [(["undo"], false), (["undo", "--json"], false), (["undo", "--json"], true)] {
            let daemon = FakeDaemon(home.socketPath, answering: [change], [paused], Self.undone)
            home.isInteractive = isInteractive
            let outcome = try home.gardenctl(words)
            #expect(outcome.status == 64 && outcome.output == "" && outcome.errors.contains(refusal), "\(outcome)")
            #expect(daemon.requests().map { $0["method"]?.stringValue } == ["journal.undoable", "journal.list"])
        }
        let daemon = FakeDaemon(home.socketPath, answering: Self.undone)
        #expect(try home.gardenctl("undo", "--yes").status == 0)
        #expect(daemon.requests().map { $0["method"]?.stringValue } == ["journal.undo"])
    }

    @Test("P25: without a terminal, undo passes over a stop that cannot be undone only with --yes")
    func undoPassesOverAStop() throws {
        let passed: JSON = [
            "undone": [["seq": 7, "method": "task.add", "what": "added Tea"]],
            "passed": [["seq": 9, "method": "timer.stop", "what": "stopped focus in Work"]],
        ]
        let output = """
            Passed over: stopped focus in Work, which cannot be taken back any more
            Took back: added Tea

            """
        var daemon = FakeDaemon(home.socketPath, answering: [], passed)
        #expect(try home.gardenctl("undo") == Home.Outcome(status: 0, output: output, errors: ""))
        #expect(daemon.requests().map { $0["params"]?["passing"] } == [nil, false])
        daemon = FakeDaemon(home.socketPath, answering: passed)
        #expect(try home.gardenctl("undo", "--yes") == Home.Outcome(status: 0, output: output, errors: ""))
        #expect(daemon.requests().map { $0["params"]?["passing"] } == [nil])
        let message = "cannot undo \"stopped focus in Work\": a phase has begun since; nothing was changed"
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer([])
            client.receive()
            client.refuse(GardenError(.refused, message, [("reason", "cannot_undo"), ("why", "passed")]))
        }
        #expect(
            try home.gardenctl("undo")
                == Home.Outcome(
                    status: 64, output: "",
                    errors: "gardenctl: \(message); to take back the change before it, add --yes\n"))
    }
}
