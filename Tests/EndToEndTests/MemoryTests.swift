import GardenAPI
import Testing

/// A request that a bar or a script asks all day needs no more memory each time.
struct MemoryTests {
    private static let requests: [(method: String, params: JSON)] = [
        ("daemon.doctor", [:]), ("daemon.status", [:]), ("daemon.hello", [:]), ("daemon.reload", [:]),
        ("journal.list", ["limit": 100]), ("journal.undoable", [:]),
        ("journal.explain", ["what": "balance"]),
        ("settings.get", [:]), ("hook.list", [:]), ("notification.test", [:]), ("task.list", [:]), ("task.next", [:]),
        ("shop.list", [:]), ("log.list", [:]), ("log.archives", [:]), ("session.list", [:]), ("rate.get", [:]),
        ("timer.fly", [:]),
    ]

    @Test("no request leaves memory behind, not even the doctor's look at the backups")
    func noRequestLeavesMemoryBehind() throws {
        let daemon = try Gardend(in: Home())
        let client = try daemon.connect()
        for index in 1...20 { try client.call("points.adjust", ["amount": 5, "reason": .string("gift \(index)")]) }
        try waitForBackup(client)
        func ask(_ method: String, _ params: JSON, _ repetitions: Int) throws {
            for _ in 1...repetitions {
                try client.send(Client.line(id: 1, method, params))
                _ = try #require(try client.nextLine())
            }
        }
        func askAll(_ repetitions: Int) throws {
            for request in Self.requests { try ask(request.method, request.params, repetitions) }
            // Each starts a process, which takes a hundred times as long as the others.
            try ask("journal.verify", [:], repetitions / 10)
        }
        try askAll(100)
        let before = try privateKibibytes(daemon)
        try askAll(500)
        let after = try privateKibibytes(daemon)
        // A kilobyte for each doctor would be 500, and six for each verification 300.
        #expect(after <= before + 250, "\(before) → \(after) KiB")
    }

    private func waitForBackup(_ client: Client) throws {
        while true {
            let checks = try client.call("daemon.doctor").arrayValue ?? []
            if checks.contains(where: { $0["detail"] == "today's backup was made" }) { return }
        }
    }

    private func privateKibibytes(_ daemon: Gardend) throws -> Int {
        let rollup = try readText("/proc/\(daemon.pid)/smaps_rollup")
        let line = rollup.split(separator: "\n").first { $0.hasPrefix("Anonymous:") }
        return try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    }
}
