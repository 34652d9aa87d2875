import GardenAPI
import Glibc
import Testing

/// A daemon that serves is killed at any call of its rollover (RULES L6, A5).
@Suite(Needs.clocks, Needs.fatalCalls)
struct DaemonRolloverKillTests {
    private static let others = "of another hand\n"

    @Test(arguments: FatalCall.Kind.allCases)
    func aDaemonKilledDuringARolloverRollsOverOnce(kind: FatalCall.Kind) throws {
        var backups: FolderWatch?
        let evening = try Evening(in: "/dev/shm") { backups = try FolderWatch($0.backups) }
        try backups?.awaitFile { $0.hasSuffix(".sqlite") }
        try evening.note("one", "two", "two")
        try evening.client.call("rate.add", ["amount": 3500])
        let day = try evening.today()
        try write(Self.others, to: "\(evening.archive)/\(day).log")
        let lines = try #require(try evening.client.call("log.list")["lines"]?.arrayValue)
        let text = Self.others + lines.map { ($0["text"]?.stringValue ?? "") + "\n" }.joined()
        #expect(try evening.daemon.stop() == .exited(0))

        var calls = 0
        while true {
            let home = try Home(in: "/dev/shm")
            for part in ["data", "config"] {
                let copied = try run([
                    "/bin/cp", "-aT", "\(evening.home.folder.path)/\(part)", "\(home.folder.path)/\(part)",
                ])
                try #require(copied.end == .exited(0), "\(copied.errors)")
            }
            let time = try MachineTime(in: home)
            let fatal = FatalCall(
                folder: home.data, number: calls + 1, kind: kind, since: "\(home.folder.path)/since")
            guard try killed(at: fatal, home, time) else { break }
            calls += FatalCall.step

            // After the kill there is a complete file, either the old or the new one.
            let left = try FoundFile.all(in: home.archive)
            #expect(
                left["\(day).log"] == FoundFile(Self.others) || left["\(day).log"] == FoundFile(text), "call \(calls)")
            let client = try Gardend(in: home, time: time).connect()
            let events =
                try client.call("journal.list", ["types": ["day.rolledOver", "log.archived"]]).arrayValue ?? []
            try #require(events.map(\.type) == ["day.rolledOver", "log.archived"], "call \(calls)")
            #expect(events[0]["at"]?.stringValue?.contains("T04:00:00.000") == true, "call \(calls)")
            #expect(events[1].at("data.day") == .string(day), "call \(calls)")
            let rate = try client.call("rate.get")
            #expect(rate["meter"] == 3000 && rate["tier"] == 1 && rate["daysLeft"] == 1, "call \(calls)")
            #expect(try FoundFile.all(in: home.archive) == ["\(day).log": FoundFile(text)], "call \(calls)")
            #expect(try client.call("journal.verify")["ok"] == true, "call \(calls)")
        }
        print("\(kind): killed at calls up to \(calls)")
        #expect(calls > (kind == .before ? 16 : 10))
    }

    /// Lets 04:00 pass under a daemon that does not survive a call.
    ///
    /// - Returns: whether that call was reached.
    private func killed(at fatal: FatalCall, _ home: Home, _ time: MachineTime) throws -> Bool {
        let environment = fatal.environment.merging(time.environment) { "\($0) \($1)" }
        let daemon = try Gardend(in: home, environment: environment)
        let listener = try daemon.subscriber(["topics": ["log.archived"]])
        try write("", to: try #require(fatal.since))
        try time.pass(seconds: 17 * 3600)
        // What follows the event comes before the end of a verification.
        let isAlive = try listener.nextNotification() != nil
        if isAlive, (try? daemon.connect().call("journal.verify")) != nil { return false }
        try #require(try daemon.program.wait() == .killed(SIGKILL))
        return true
    }
}
