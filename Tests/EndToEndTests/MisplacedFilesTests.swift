import GardenAPI
import Glibc
import Testing

/// What another program does to the files of a running daemon, such as a synchronizer or a person who tidies up: nothing is
/// acknowledged into a file that is gone.
struct MisplacedFilesTests {
    enum Interference: String, CaseIterable, CustomTestStringConvertible {
        case databaseReplaced, databaseRemoved, folderMoved, logRemoved
        var testDescription: String { rawValue }

        func apply(to home: Home, copy: String) {
            switch self {
            case .databaseReplaced: rename(copy, home.database)
            case .databaseRemoved: unlink(home.database)
            case .folderMoved: rename(home.data, "\(home.data)-moved")
            case .logRemoved: unlink("\(home.database)-wal")
            }
        }
    }

    enum End: CaseIterable { case stopped, killed }

    @Test(arguments: Interference.allCases, End.allCases)
    func whatWasAcknowledgedIsThereAtTheNextStart(interference: Interference, end: End) throws {
        try checkWhatIsThere(after: interference, end, isVerified: false)
    }

    /// A verification opens the files again, and may find others or none. That is no damage of the journal.
    @Test(arguments: Interference.allCases)
    func aVerificationOfOtherFilesChangesNothing(interference: Interference) throws {
        try checkWhatIsThere(after: interference, .stopped, isVerified: true)
    }

    private func checkWhatIsThere(after interference: Interference, _ end: End, isVerified: Bool) throws {
        let home = try Home()
        let watch = try FolderWatch(home.backups)
        let first = try Gardend(in: home)
        try watch.awaitFile { $0.hasSuffix(".sqlite") }
        try first.stop()
        let copy = "\(home.folder.path)/copy"
        try write(readBytes(home.database), to: copy)

        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        for _ in 0..<5 { try client.call("points.adjust", ["amount": 1, "reason": "gift"]) }
        interference.apply(to: home, copy: copy)
        if isVerified {
            let answer = try client.ask("journal.verify")
            // The replaced database is a copy of the same, and the log is still there.
            #expect((answer.at("result.ok") == true) == (interference == .databaseReplaced), "\(answer.text)")
            #expect(
                try client.call("daemon.doctor").arrayValue?.first { $0["name"] == "journal" }?["verdict"] != "failed")
            #expect(access(home.lastWords, F_OK) != 0)
        }
        for _ in 0..<3 {
            let error = try client.ask("points.adjust", ["amount": 1, "reason": "gift"])["error"]
            #expect(error?.at("data.code") == "storage_failed")
            let reason = error?.at("data.reason")?.stringValue ?? ""
            #expect(reason.contains("by another program; nothing more is saved"), "\(reason)")
        }
        let status = try client.call("daemon.status")
        #expect([status["stale"], status.at("points.balance")] == [true, 5])
        let storage = try client.call("daemon.doctor").arrayValue?.first { $0["name"] == "storage" }
        #expect(storage?["verdict"] == "failed")
        #expect(storage?["advice"]?.stringValue?.hasPrefix("put the file back, or restart gardend") == true)
        switch end {
        case .stopped: #expect(try daemon.stop() == .exited(0))
        case .killed: try daemon.kill()
        }

        switch (interference, end) {
        case (.databaseReplaced, _), (.logRemoved, _): break
        case (.databaseRemoved, .stopped), (.folderMoved, .stopped):
            // The daemon has saved what it had open as today's backup.
            #expect(try refusedStart(home).end == .exited(65))
            let restored = try run([Binaries.gardend, "restore"], environment: home.environment)
            #expect(restored.end == .exited(0), "\(restored.errors)")
        case (.databaseRemoved, .killed):
            // Only the file that was removed had it. The start says so, rather than to begin a new garden.
            #expect(try refusedStart(home).errors.contains("is missing, but"))
            return
        case (.folderMoved, .killed):
            try #require(rename("\(home.data)-moved", home.data) == 0)
        }
        let next = try Gardend(in: home)
        #expect(try next.connect().call("daemon.status").at("points.balance") == 5)
        #expect(try next.connect().call("journal.verify")["ok"] == true)
        try next.stop()
    }
}
