import FileKit
import GardenAPI
import Glibc
import TestSupport
import Testing

/// The processes of a daemon that read the journal beside it.
struct JournalProcessTests {
    /// The process that checks the journal of a garden after a kill, once it has opened it; `nil` before, and after its end.
    private static func check(by daemon: Gardend, of home: Home) throws -> pid_t? {
        let children = try readText("/proc/\(daemon.pid)/task/\(daemon.pid)/children").split(separator: " ")
        return children.compactMap { pid_t($0) }.first { child in
            guard (try? readText("/proc/\(child)/cmdline"))?.contains("check-journal") == true else { return false }
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
}
