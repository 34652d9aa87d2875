import FileKit
import GardenAPI
import Glibc
import TestSupport
import Testing

/// The processes of a daemon that read the journal beside it.
struct JournalProcessTests {
    /// The process that checks the journal of a garden, once it has opened it; `nil` before, and after its end.
    ///
    /// - Parameter state: whether for a client, with the state of the daemon; otherwise after a kill.
    private static func check(by daemon: Gardend, of home: Home, with state: Bool = false) throws -> pid_t? {
        let children = try readText("/proc/\(daemon.pid)/task/\(daemon.pid)/children").split(separator: " ")
        return children.compactMap { pid_t($0) }.first { child in
            let command = (try? readText("/proc/\(child)/cmdline")) ?? ""
            guard command.contains("check-journal"), command.contains("--state") == state else { return false }
            return names(in: "/proc/\(child)/fd").contains { file in
                Folder.linkTarget("/proc/\(child)/fd/\(file)") == home.database
            }
        }
    }

    private static func hasChecked(_ daemon: Gardend) throws -> Bool {
        let checks = try daemon.connect().call("daemon.doctor").arrayValue ?? []
        return checks.contains { $0["detail"] == "checked completely after the start" }
    }

    /// Otherwise one more would read the whole journal, and hold its files, after each kill.
    @Test func theCheckEndsWithItsDaemon() throws {
        let home = try Home()
        let watch = try FolderWatch(home.backups)
        var daemon = try Gardend(in: home)
        _ = try watch.awaitFile { $0.hasSuffix(".sqlite") }
        var limit = WaitLimit()
        try daemon.kill()
        daemon = try Gardend(in: home)
        while true {
            if let check = try Self.check(by: daemon, of: home), Glibc.kill(check, SIGSTOP) == 0 { break }
            if try Self.hasChecked(daemon) {
                // It was over before it was seen.
                try daemon.kill()
                daemon = try Gardend(in: home)
            }
            try limit.spend(on: "a check of the journal")
        }
        // It waits for the end of the daemon's children, too.
        try daemon.kill()
    }

    /// Has a client ask for a verification, and stops the process that makes it.
    private static func stopVerification(for client: Client, by daemon: Gardend, of home: Home) throws -> pid_t {
        var limit = WaitLimit()
        try client.send(Client.line(id: 1, "journal.verify"))
        while true {
            if let check = try check(by: daemon, of: home, with: true), Glibc.kill(check, SIGSTOP) == 0 { return check }
            client.receive()
            if !client.receivedLines().isEmpty {
                // It was over before it was seen.
                try client.send(Client.line(id: 1, "journal.verify"))
            }
            try limit.spend(on: "a verification")
        }
    }

    private static func daemonWithNotes(in home: Home) throws -> Gardend {
        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        for number in 1...300 { try client.call("log.note", ["text": .string("note \(number)")]) }
        return daemon
    }

    @Test func aVerificationEndsWithItsDaemon() throws {
        let home = try Home()
        let daemon = try Self.daemonWithNotes(in: home)
        let client = try daemon.connect()
        _ = try Self.stopVerification(for: client, by: daemon, of: home)
        // It waits for the end of the daemon's children, too.
        try daemon.kill()
        try Gardend(in: home).stop()
    }

    @Test func aStopDoesNotWaitForAVerification() throws {
        let home = try Home()
        let daemon = try Self.daemonWithNotes(in: home)
        let client = try daemon.connect()
        let check = try Self.stopVerification(for: client, by: daemon, of: home)
        #expect(try daemon.stop() == .exited(0))
        #expect(!exists("/proc/\(check)"))
        #expect(exists("\(home.data)/clean-stop"))
    }

    /// The daemon serves others meanwhile, and the next verification has what happened since.
    @Test func aVerificationWithoutItsClientAnswersNoOther() throws {
        let home = try Home()
        let daemon = try Self.daemonWithNotes(in: home)
        var gone: Client? = try daemon.connect()
        let check = try Self.stopVerification(for: try #require(gone), by: daemon, of: home)
        gone = nil
        let (client, other) = (try daemon.connect(), try daemon.connect())
        try client.call("log.note", ["text": "another note"])
        let seq = try #require(try client.call("daemon.hello")["seq"])
        _ = try client.request("journal.verify")
        #expect(try other.call("daemon.hello")["seq"] == seq)
        #expect(kill(check, SIGCONT) == 0)
        #expect(try client.answer()["result"] == ["events": seq, "ok": true])
        try daemon.stop()
    }
}
