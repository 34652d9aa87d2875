import GardenAPI
import Testing

@testable import gardenctl

/// `reset`: its requests, its question, and the way back.
@Suite struct ResetClientTests {
    let home = Home()

    private static let report: JSON = [
        "category": "Reading", "exp": 57, "backup": "/b/x.sqlite", "restore": "gardend restore --force /b/x.sqlite",
    ]

    @Test func oneGarden() throws {
        let daemon = FakeDaemon(home.socketPath, answering: Self.report)
        #expect(
            try home.gardenctl("reset", "reading", "--yes")
                == Home.Outcome(
                    status: 0,
                    output: """
                        The garden of Reading is reset; it had 57 exp.
                        To undo the reset (changes made since are lost), stop gardend, then:
                          gardend restore --force /b/x.sqlite

                        """))
        let requests = daemon.requests()
        #expect(requests.map { $0["method"] } == ["garden.reset"])
        #expect(requests.first?["params"]?["category"] == "reading")
        #expect(requests.first?["params"]?["all"] == nil && requests.first?["params"]?["key"] != nil)
    }

    @Test(arguments: [(["--", "-odd", "name"], "-odd name"), (["Deep", "work"], "Deep work")])
    func wordsNeedNoQuotes(_ words: [String], _ name: String) throws {
        let daemon = FakeDaemon(home.socketPath, answering: Self.report)
        #expect(try home.gardenctl(["reset", "--yes"] + words).status == 0)
        #expect(daemon.requests().first?["params"]?["category"] == .string(name))
    }

    @Test func anIdBecomesItsName() throws {
        let daemon = FakeDaemon(home.socketPath, answering: [Garden.grown(57, "Reading").json], Self.report)
        #expect(try home.gardenctl("reset", "1", "--yes").status == 0)
        #expect(daemon.requests().map { $0["params"]?["category"] } == [nil, "Reading"])
        #expect(try home.gardenctl("reset", "99999999999999999999", "--yes").status == 64)
    }

    @Test func everything() throws {
        let daemon = FakeDaemon(
            home.socketPath,
            answering: [
                "exp": 57, "balance": 1, "backup": "/b/x.sqlite", "restore": "gardend restore --force /b/x.sqlite",
            ])
        #expect(
            try home.gardenctl("reset", "--all", "--yes")
                == Home.Outcome(
                    status: 0,
                    output: """
                        Everything is reset; there were 57 exp and 1 point.
                        To undo the reset (changes made since are lost), stop gardend, then:
                          gardend restore --force /b/x.sqlite

                        """))
        #expect(daemon.requests().first?["params"]?["all"] == true)
    }

    @Test func nothingToReset() throws {
        let daemon = FakeDaemon(home.socketPath, answering: ["category": "Reading", "exp": 0])
        #expect(
            try home.gardenctl("reset", "Reading", "--yes").output
                == "Nothing to reset: the garden of Reading has no exp.\n")
        _ = daemon.requests()
    }

    @Test(arguments: [
        (["reset"], "the category is missing: gardenctl reset CATEGORY; for everything: gardenctl reset --all"),
        (["reset", "Reading", "--all"], "--all takes no category"),
    ])
    func badArguments(_ arguments: [String], _ problem: String) throws {
        let outcome = try home.gardenctl(arguments)
        #expect(outcome.status == 64 && outcome.errors.hasPrefix("gardenctl: \(problem)\n"), "\(outcome.errors)")
    }

    // MARK: The question

    private func daemonWithGardens() -> FakeDaemon {
        FakeDaemon(
            home.socketPath, answering: GardenStatus.sample(.stopped(), gardens: [.grown(57, "Reading")]).json,
            Self.report)
    }

    @Test(arguments: [
        (["reset", "READING"], "this sets the garden of Reading to 0 exp"),
        (["reset", "--all"], "this resets everything"),
    ])
    func withoutATerminalItNeedsYes(_ arguments: [String], _ effect: String) throws {
        let daemon = daemonWithGardens()
        #expect(
            try home.gardenctl(arguments)
                == Home.Outcome(status: 64, errors: "gardenctl: \(effect); to confirm, add --yes\n"))
        #expect(daemon.requests().map { $0["method"] } == ["daemon.status"])
    }

    @Test(arguments: [
        (["reset", "reading"], "Make a backup, then set the garden of Reading from 57 exp to 0"),
        (
            ["reset", "--all"],
            "Make a backup, then reset everything (1 garden with 57 exp, 0 points, 0 open tasks; the shop, counters and "
                + "visits, too)"
        ),
    ])
    func onATerminalItAsks(_ arguments: [String], _ question: String) throws {
        for word in ["y", "n"] {
            let daemon = daemonWithGardens()
            home.isInteractive = true
            home.typed = [word]
            let outcome = try home.gardenctl(arguments)
            #expect(
                outcome.errors == "\(question)? [y/N]\n" + (word == "y" ? "" : "Nothing was changed.\n")
                    && outcome.status == 0
            )
            #expect(
                daemon.requests().map { $0["method"] }
                    == ["daemon.status"] + (word == "y" ? ["garden.reset"] : []))
            #expect(outcome.output.isEmpty == (word == "n"))
        }
    }
}
