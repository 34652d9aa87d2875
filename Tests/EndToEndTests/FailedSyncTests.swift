import GardenAPI
import Glibc
import Testing

/// A disk that fails after it was given a change (API §1: a refused change was not made).
@Suite(Needs.fatalCalls)
struct FailedSyncTests {
    private static let library = PreloadedLibrary.compiled("Kill/syncshim.c")

    /// - Parameters:
    ///   - failures: how many syncs fail, from the one of the change on.
    ///   - outcome: what the refusal says about the change; `nil` if it was not made.
    @Test(arguments: [(1, nil), (1000, "unknown")])
    func aChangeThatCouldNotBeSyncedDoesNotComeBackAfterAKill(failures: Int, outcome: String?) throws {
        let home = try Home()
        let watch = try FolderWatch(home.backups)
        let file = "\(home.folder.path)/failures"
        try write("0", to: file)
        let shim = ["LD_PRELOAD": try #require(Self.library), "SYNCSHIM_FAILURES": file]
        let daemon = try Gardend(in: home, environment: shim)
        try watch.awaitFile { $0.hasSuffix(".sqlite") }
        let client = try daemon.connect()
        try client.call("points.adjust", ["amount": 20, "reason": "gift"])
        try write("\(failures)", to: file)

        let error = try client.ask("points.adjust", ["amount": 1000, "reason": "gift", "key": "k"])["error"]
        #expect(error?.at("data.code") == "storage_failed")
        #expect(error?.at("data.reason")?.stringValue?.hasPrefix("the disk reports an I/O error") == true)
        #expect(error?.at("data.outcome") == outcome.map { .string($0) })
        let words = outcome == nil ? "nothing was changed: " : "whether the change was saved is unknown: "
        #expect(error?["message"]?.stringValue?.contains(words) == true)
        // Before its next turn.
        try daemon.kill()

        let next = try Gardend(in: home)
        let again = try next.connect()
        #expect(try again.call("daemon.status").at("points.balance") == 20)
        try again.call("points.adjust", ["amount": 1000, "reason": "gift", "key": "k"])
        #expect(try again.call("points.adjust", ["amount": 1000, "reason": "gift", "key": "k"])["balance"] == 1020)
        #expect(try again.call("journal.verify")["ok"] == true)
        try next.stop()
    }
}
