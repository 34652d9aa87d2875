import GardenAPI
import Testing

@testable import gardenctl

/// `visit purge`: its request, its question, and the backups that it names.
@Suite struct VisitPurgeTests {
    let home = Home()

    private static let purged = PurgedVisit(
        id: 12, uid: "0badcafe-12", backups: ["/b/garden-2026-11-20.sqlite", "/b/garden-2026-11-21.sqlite"])

    @Test func aVisitIsErasedAndTheBackupsAreNamed() throws {
        let daemon = FakeDaemon(home.socketPath, answering: Self.purged.json)
        #expect(
            try home.gardenctl("visit", "purge", "12", "--yes")
                == Home.Outcome(
                    status: 0,
                    output: """
                        Erased visit 12 for good.
                        These backups may still have it; daily ones are removed after seven days, the others when you remove them:
                          /b/garden-2026-11-20.sqlite
                          /b/garden-2026-11-21.sqlite

                        """))
        let requests = daemon.requests()
        #expect(requests.map { $0["method"] } == ["visit.purge"])
        #expect(requests.first?["params"]?["id"] == 12)
        #expect(requests.first?["params"]?["key"] != nil)
    }

    @Test func aUidNamesAVisitAndNoBackupIsNoLine() throws {
        let daemon = FakeDaemon(home.socketPath, answering: PurgedVisit(id: 12, uid: "0badcafe-12", backups: []).json)
        #expect(
            try home.gardenctl("visit", "purge", "0badcafe-12", "--yes").output == "Erased visit 12 for good.\n")
        #expect(daemon.requests().first?["params"]?["uid"] == "0badcafe-12")
    }

    @Test func theAnswerIsPrintedAsJSON() throws {
        let daemon = FakeDaemon(home.socketPath, answering: Self.purged.json)
        #expect(
            try home.gardenctl("visit", "purge", "12", "--yes", "--json").output == "\(Self.purged.json.text)\n")
        _ = daemon.requests()
    }

    @Test func withoutATerminalItNeedsYes() throws {
        #expect(
            try home.gardenctl("visit", "purge", "12")
                == Home.Outcome(
                    status: 64, errors: "gardenctl: this erases visit 12 for good; to confirm, add --yes\n"))
    }

    @Test(arguments: ["y", "n"]) func onATerminalItAsks(word: String) throws {
        // Without a daemon, asking one would fail.
        let daemon: FakeDaemon? =
            word == "y" ? FakeDaemon(home.socketPath, answering: Self.purged.json) : nil
        home.isInteractive = true
        home.typed = [word]
        let outcome = try home.gardenctl("visit", "purge", "12")
        #expect(outcome.status == 0)
        #expect(
            outcome.errors == "Erase visit 12 for good? [y/N]\n" + (word == "y" ? "" : "Nothing was changed.\n"))
        #expect(outcome.output.isEmpty == (word == "n"))
        if let daemon { #expect(daemon.requests().map { $0["method"] } == ["visit.purge"]) }
    }
}
