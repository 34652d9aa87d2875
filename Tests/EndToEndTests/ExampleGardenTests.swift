import GardenAPI
import Glibc
import Testing
import TimeKit

/// `gardenctl example` with a real daemon: what it adds, when it refuses, and its removal.
struct ExampleGardenTests {
    private static func gardenctl(_ home: Home, _ words: String...) throws -> Outcome {
        try run(["\(Binaries.folder)/gardenctl"] + words, environment: home.environment)
    }

    /// What a client sees of a garden, except for the daemon itself and the time.
    private static func view(_ client: Client) throws -> [JSON] {
        guard case .object(var status) = try client.call("daemon.status") else {
            throw TestFailure("the status is no object")
        }
        for name in ["now", "seq"] { _ = status.remove(name) }
        return try [.object(status)]
            + ["task.list", "shop.list", "inventory.list", "category.list"].map {
                try client.call($0, $0 == "task.list" ? ["status": "all"] : [:])
            }
    }

    /// The names in a view, without those of the daemon.
    private static func names(_ view: [JSON]) -> [[String]] {
        [view[1]["tasks"], view[2], view[3], view[4]].map { list in
            list?.arrayValue?.compactMap { ($0["title"] ?? $0["name"])?.stringValue } ?? []
        }
    }

    @Test func itFillsAnEmptyGardenOnceAndUndoEmptiesIt() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        let empty = try Self.view(client)

        let added = try Self.gardenctl(home, "example", "--json")

        #expect(added.end == .exited(0) && added.errors == "")
        let answer = try JSON.parse(added.output)
        let view = try Self.view(client)
        for (member, list) in [("tasks", view[1]["tasks"]), ("items", view[2]), ("counters", view[3])] {
            let ids = { (json: JSON?) in Set(json?.arrayValue?.compactMap { $0["id"]?.integerValue } ?? []) }
            #expect(ids(answer[member]) == ids(list) && !ids(list).isEmpty, "\(member)")
        }
        let prices = view[1]["tasks"]?.arrayValue?.map { ($0["points"]?.integerValue, $0["estimate"]?.integerValue) }
        #expect(prices?.allSatisfy { $0 == 500 * ($1 ?? 0) } == true)
        let colors = view[4].arrayValue?.compactMap { $0["color"]?.stringValue } ?? []
        #expect(Set(colors).count == colors.count)

        let again = try Self.gardenctl(home, "example")
        #expect(again.end == .exited(1) && again.errors.contains("already there"), "\(again)")
        #expect(try Self.view(client) == view)

        let count = try #require(answer["undo"]?.integerValue)
        #expect(try Self.gardenctl(home, "undo", "\(count)").end == .exited(0))
        #expect(try Self.view(client) == empty)
        // The log has lines of it; nothing in them is a person's.
        let repeated = try Self.gardenctl(home, "example")
        #expect(repeated.end == .exited(0) && repeated.output.contains("gardenctl undo \(count)"), "\(repeated)")
        #expect(try Self.names(Self.view(client)) == Self.names(view))
    }

    @Test(
        arguments: [
            ("category.add", ["name": "Work"], "1 category besides Default (gardenctl category)"),
            ("task.add", ["title": "Write the report"], "1 open task (gardenctl task)"),
            ("shop.add", ["name": "Coffee", "price": 500, "category": "Default"], "1 item (gardenctl shop)"),
            ("inventory.add", ["name": "Tickets"], "1 counter (gardenctl inventory)"),
            ("points.adjust", ["amount": 20, "reason": "to begin with"], "20 points (gardenctl points)"),
            ("rate.add", ["amount": 20], "money spent (gardenctl rate)"),
            ("log.note", ["text": "mine"], "1 note (gardenctl log)"),
        ] as [(String, JSON, String)])
    func itRefusesAGardenWithAnythingOfAPerson(method: String, params: JSON, part: String) throws {
        let home = try Home()
        let client = try Gardend(in: home).connect()
        try client.call(method, params)
        let before = try Self.view(client)

        let outcome = try Self.gardenctl(home, "example")

        #expect(outcome.end == .exited(1) && outcome.output == "")
        #expect(outcome.errors.hasPrefix("gardenctl: the garden is not empty: \(part). "), "\(outcome.errors)")
        // A reset keeps the log.
        #expect(outcome.errors.contains("gardenctl reset --all") == (method != "log.note"))
        #expect(outcome.errors.contains("; to remove a note: gardenctl log remove ID\n") == (method == "log.note"))
        #expect(try Self.view(client) == before)
        let json = try JSON.parse(Self.gardenctl(home, "example", "--json").errors)
        #expect(json.at("error.data.reason") == "not_empty")
    }

    @Test func aCompletedTaskIsNotEmpty() throws {
        let home = try Home()
        let client = try Gardend(in: home).connect()
        try client.call("task.add", ["title": "Call May"])
        try client.call("task.done", ["id": 1])
        #expect(try Self.gardenctl(home, "example").errors.contains("completed tasks (gardenctl task --done)"))
    }

    @Test func aFocusOnDefaultIsNotInTheWay() throws {
        let home = try Home()
        let client = try Gardend(in: home).connect()
        try client.call("timer.start")
        #expect(try Self.gardenctl(home, "example").end == .exited(0))
        #expect(try client.call("timer.get")["category"] == "Default")
    }

    @Test("after a kill between its parts, it adds the others", Needs.fatalCalls)
    func anInterruptedExampleIsCompleted() throws {
        let whole: [[String]]
        do {
            let home = try Home(in: "/dev/shm")
            let client = try Gardend(in: home).connect()
            try #require(try Self.gardenctl(home, "example").end == .exited(0))
            whole = try Self.names(Self.view(client))
        }
        var found: Set<Int> = []
        var calls = 0
        while true {
            let home = try Home(in: "/dev/shm")
            calls += 5 * FatalCall.step
            let fatal = FatalCall(folder: home.data, number: calls, since: "\(home.folder.path)/since")
            var isKilled = true
            do {
                let daemon = try Gardend(in: home, environment: fatal.environment)
                try daemon.connect().call("daemon.hello")
                try write("", to: try #require(fatal.since))
                let outcome = try Self.gardenctl(home, "example")
                isKilled = outcome.end != .exited(0)
                if isKilled {
                    try #require(outcome.end == .exited(EX_UNAVAILABLE), "\(outcome)")
                    #expect(outcome.errors.contains("of the 15 parts"), "\(outcome.errors)")
                    try #require(try daemon.program.wait() == .killed(SIGKILL))
                }
            }
            guard isKilled else { break }
            let client = try Gardend(in: home).connect()
            let parts = try Self.names(Self.view(client)).dropLast().joined().count
            found.insert(parts)
            if parts < 15 { try #require(try Self.gardenctl(home, "example").end == .exited(0), "\(parts) parts") }
            try #require(try Self.names(Self.view(client)) == whole, "\(parts) parts")
            try #require(try client.call("journal.undo", ["count": 15])["undone"]?.arrayValue?.count == 15)
            try #require(try Self.names(Self.view(client)) == [[], [], [], ["Default"]], "\(parts) parts")
        }
        print("anInterruptedExampleIsCompleted: killed at calls up to \(calls), after \(found.sorted()) parts")
        #expect(found.contains { $0 > 0 && $0 < 15 })
    }

    @Test(
        "its dates lie ahead at every time of the week", Needs.clocks,
        arguments: [
            "2026-11-22T03:59:59Z", "2026-11-22T23:59:59Z", "2026-11-23T09:00:00Z", "2026-11-27T18:00:00Z",
            "2026-11-28T11:00:00Z",
        ])
    func itsDatesLieAhead(now: String) throws {
        let home = try Home()
        try write("[day]\ntimezone = \"Etc/UTC\"\n", to: home.config)
        let client = try Gardend(in: home, time: MachineTime(standingStillAt: now, in: home)).connect()
        try #require(try Self.gardenctl(home, "example").end == .exited(0))
        let tasks = try client.call("task.list")["tasks"]?.arrayValue ?? []
        #expect(tasks.count >= 6)
        for task in tasks {
            let dates = [task["due"], task["remind"]].compactMap { $0?.stringValue }
            #expect(dates.count == 1)
            // A day without a time is due until its end.
            for date in dates { #expect(date >= now.prefix(date.count), "\(task.text)") }
        }
    }
}
