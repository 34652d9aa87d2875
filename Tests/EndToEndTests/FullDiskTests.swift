import GardenAPI
import Glibc
import Testing

/// A disk that fills up under a running daemon (RULES L4, API §1).
@Suite(Needs.root, Needs.clocks, Needs.program("/usr/bin/mount"))
struct FullDiskTests {
    @Test func changesAreRefusedOnAFullDiskAndResumeOnceThereIsSpace() throws {
        let home = try Home()
        rmdir(home.backups)
        let disk = try SmallDisk(at: home.data)
        try makeFolder(home.backups)
        let watch = try FolderWatch(home.backups)
        let time = try MachineTime(in: home)
        var daemon: Gardend? = try Gardend(in: home, time: time)
        // Then the daemon writes to the disk only what it is asked for.
        try watch.awaitFile { $0.hasSuffix(".sqlite") }

        do {
            let (listener, client) = (try #require(daemon).subscriber(), try #require(daemon).connect())
            let endsAt = try client.call("timer.start", ["minutes": 1])["endsAt"]
            try listener.event("timer.started")
            #expect(try client.call("daemon.status")["stale"] == false)
            try disk.fill()
            // A page of the log may have been there already.
            var added = 0
            var refusal: JSON?
            while refusal == nil, added < 1000 {
                let answer = try client.ask(
                    "category.add", ["name": .string("c\(added)"), "key": .string("k\(added)")])
                refusal = answer["error"]
                if refusal == nil { added += 1 }
            }
            #expect(refusal?["code"] == -32005)
            #expect(refusal?["data"] == ["code": "storage_failed", "reason": "the disk is full"])
            for _ in 0..<added { try listener.event("category.added") }

            // Queries still work, and return the last state that the disk accepted.
            let before = try client.call("daemon.status")
            #expect(before["stale"] == true)
            // No event can be written, so subscribers are asked to look.
            let head = try #require(before["seq"])
            #expect(try listener.next() == ["jsonrpc": "2.0", "method": "resync", "params": ["seq": head]])
            let log = try run(["\(Binaries.folder)/gardenctl", "log"], environment: home.environment)
            #expect(log.output.hasPrefix("STALE: changes cannot be saved to disk"), "\(log)")
            #expect(try client.call("category.list").arrayValue?.count == added + 1)
            #expect(try client.call("daemon.doctor").arrayValue?.first?["verdict"] == "failed")
            #expect(try client.ask("timer.stop").at("error.data.code") == "storage_failed")

            // The end of the focus falls due, and stays due.
            try time.pass(seconds: 70)
            let after = try client.call("daemon.status")
            #expect(after["seq"] == before["seq"])
            #expect(after["stale"] == true)
            #expect(after.at("timer.phase") == "focus")

            // The daemon retries without a request.
            disk.makeRoom()
            try time.pass(seconds: 61)
            let events = try listener.events(through: "timer.started")
            #expect(events.map(\.type) == ["focus.completed", "log.written", "timer.started"])
            #expect(events.map { $0["at"] } == [endsAt, endsAt, endsAt])
            #expect(events[0].seq == (before["seq"]?.integerValue ?? 0) + 1)
            let last = JSON.integer(try #require(events.last).seq)
            #expect(try listener.next() == ["jsonrpc": "2.0", "method": "resync", "params": ["seq": last]])
            #expect(try client.call("daemon.status")["stale"] == false)

            // A refused request may be repeated under its key.
            let again = try client.call("category.add", ["name": .string("c\(added)"), "key": .string("k\(added)")])
            #expect(again["name"] == .string("c\(added)"))
            let journal = try client.journal(since: 0)
            #expect(journal.map(\.seq) == Array(1...journal.count))
            #expect(journal.filter { $0.type == "focus.completed" }.count == 1)
            #expect(journal.filter { $0.type == "category.added" }.count == added + 1)
            #expect(try client.call("journal.verify")["ok"] == true)
        }
        #expect(try daemon?.stop() == .exited(0))
        daemon = nil
        let next = try Gardend(in: home, time: time)
        #expect(try next.connect().call("journal.verify")["ok"] == true)
        try next.stop()
    }

    @Test func aSettingThatTheFullDiskDelaysIsInTheFileAndTakesEffectOnceThereIsSpace() throws {
        let home = try Home()
        let disk = try SmallDisk(at: home.data)
        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        try disk.fill()
        var number = 0
        while try client.ask("category.add", ["name": .string("c\(number)")])["error"] == nil { number += 1 }

        let set = ["\(Binaries.folder)/gardenctl", "config", "set", "timer.focus_minutes", "33"]
        let outcome = try run(set, environment: home.environment)

        let words =
            "the configuration file is changed; it takes effect when gardend can write to disk again: the disk is full"
        #expect(outcome == Outcome(end: .exited(74), output: "", errors: "gardenctl: \(words)\n"))
        #expect(try readText(home.config).contains("focus_minutes = 33"))
        #expect(try client.call("settings.get").at("values")?["timer.focus_minutes"] == 25)
        disk.makeRoom()
        try client.call("category.add", ["name": "room"])
        #expect(try client.call("settings.get").at("values")?["timer.focus_minutes"] == 33)
        try daemon.stop()
    }

    @Test func aCleanStopOnAFullDiskLosesNothing() throws {
        let home = try Home()
        rmdir(home.backups)
        let disk = try SmallDisk(at: home.data)
        try makeFolder(home.backups)
        let watch = try FolderWatch(home.backups)
        let daemon = try Gardend(in: home)
        try watch.awaitFile { $0.hasSuffix(".sqlite") }
        let client = try daemon.connect()
        try client.call("timer.start")
        try disk.fill()
        while try client.refusal(of: "timer.extend", ["minutes": 1]) == nil {
            guard try client.refusal(of: "timer.extend", ["minutes": -1]) == nil else { break }
        }
        let before = try client.call("timer.get")["endsAt"]
        #expect(try daemon.stop() == .exited(0))
        disk.makeRoom()
        let next = try Gardend(in: home)
        #expect(try next.connect().call("timer.get")["endsAt"] == before)
        #expect(try next.connect().call("journal.verify")["ok"] == true)
        try next.stop()
    }

    /// A heartbeat needs no space. It would hide from the next start how long no daemon ran (RULES P8, P9).
    @Test func aStartThatAFullDiskRefusesWritesNoHeartbeat() throws {
        let home = try Home()
        rmdir(home.backups)
        let disk = try SmallDisk(at: home.data)
        try makeFolder(home.backups)
        // Every downtime counts.
        try write("[timer]\nsleep_grace_seconds = 0\n", to: home.config)
        let backups = try FolderWatch(home.backups)
        let heartbeats = try FolderWatch(home.data, mask: Int(IN_CREATE | IN_ATTRIB))
        let watchdog = ["WATCHDOG_USEC": "100000"]
        let first = try Gardend(in: home, environment: watchdog)
        try backups.awaitFile { $0.hasSuffix(".sqlite") }
        try heartbeats.awaitFile { $0 == "alive" }
        try first.kill()
        try disk.fill()
        let last = try heartbeat(in: home)

        let second = try Gardend(in: home, environment: watchdog)
        for _ in 1...3 { #expect(try second.manager.receive() == ["WATCHDOG=1"]) }
        #expect(try heartbeat(in: home) == last)

        disk.makeRoom()
        // The daemon tries again within seconds. A ping that is not read would block it.
        for _ in 1...200 where try heartbeat(in: home) == last {
            #expect(try second.manager.receive() == ["WATCHDOG=1"])
        }
        #expect(try heartbeat(in: home) != last)
        try second.stop()
    }

    /// When the last heartbeat was written, in nanoseconds.
    private func heartbeat(in home: Home) throws -> Int {
        var status = stat()
        guard stat("\(home.data)/alive", &status) == 0 else { throw TestFailure(call: "stat of the heartbeat") }
        return status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    }

    @Test func aFailedStartOnAFullDiskIsReported() throws {
        let home = try Home()
        rmdir(home.backups)
        let disk = try SmallDisk(at: home.data)
        try disk.fill()
        let outcome = try refusedStart(home)
        #expect(outcome.end == .exited(74))
        #expect(outcome.errors.contains("full") || outcome.errors.contains("No space left on device"))
        #expect(
            try readText(home.lastWords)
                == outcome.errors.replacing("gardend: ", with: "gardend exited with an error: "))
    }
}
