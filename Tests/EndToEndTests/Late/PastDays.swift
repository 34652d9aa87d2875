import GardenAPI
import Glibc
import TestSupport

/// A garden with two days that have ended, the first with a file, the second with nothing but its header, and changes that are
/// about them (RULES P22, P30, T26). Its clocks stand still, so that every run of it says the same.
struct PastDays {
    /// A request of a person.
    struct Change {
        var method: String
        var params: JSON
    }

    private static let first = "2026-03-10"
    private static let yesterday = "2026-03-11"
    private static let now = "2026-03-12T12:00:00Z"
    private static let days = [first, yesterday, "2026-03-12"]

    let home: Home
    private let time: MachineTime

    // MARK: The garden

    /// - Parameter prepare: what to do before the daemon starts.
    init(in parent: String = "/dev/shm", prepare: (Home) throws -> Void = { _ in }) throws {
        home = try Home(in: parent)
        try prepare(home)
        try write("[day]\ntimezone = \"UTC\"\n[rewards]\npoints_per_focus = 20\n", to: home.config)
        time = try MachineTime(standingStillAt: "\(Self.first)T09:00:00Z", in: home)
        let daemon = try Gardend(in: home, time: time)
        let (listener, client) = (try daemon.subscriber(), try daemon.connect())
        for change in Self.beginning { try client.call(change.method, change.params) }
        try time.pass(until: Self.now)
        try listener.event("log.archived")
        guard try daemon.stop() == .exited(0) else { throw TestFailure("no clean stop") }
    }

    /// Another home with the same garden, on the third day.
    init(copyOf other: PastDays) throws {
        home = try Home(in: "/dev/shm")
        for part in ["data", "config"] {
            let copied = try run(["/bin/cp", "-aT", "\(other.home.folder.path)/\(part)", "\(home.folder.path)/\(part)"])
            guard copied.end == .exited(0) else { throw TestFailure(copied.errors) }
        }
        time = try MachineTime(standingStillAt: Self.now, in: home)
    }

    func start(until fatal: FatalCall? = nil, log: String? = nil) throws -> Gardend {
        var environment = time.environment
        if let fatal { environment.merge(fatal.environment) { "\($0) \($1)" } }
        environment["KILLSHIM_LOG"] = log
        return try Gardend(in: home, environment: environment)
    }

    private static let beginning = [
        Change(method: "category.add", params: ["name": "Mahts"]),
        Change(method: "category.add", params: ["name": "Maths"]),
        Change(method: "task.add", params: ["title": "Solve", "points": 300, "category": "Mahts"]),
        Change(method: "task.add", params: ["title": "Wash", "points": 50, "standing": true]),
        Change(
            method: "shop.add", params: ["name": "Tea", "price": 400, "countsAsSpending": true, "category": "Mahts"]),
        Change(method: "points.adjust", params: ["amount": 5000, "reason": "to begin with"]),
        Change(method: "inventory.add", params: ["name": "Tea bags", "count": 20]),
        Change(
            method: "session.add",
            params: ["start": "2026-03-10T06:00:00Z", "end": "2026-03-10T07:30:00Z", "category": "Mahts", "taskId": 1]),
    ]

    // MARK: The changes

    /// Each change, each with its undo and its redo, under keys, so that it can be repeated.
    static let changes: [Change] = single.enumerated().flatMap { index, change in
        [change, Change(method: "journal.undo", params: [:]), Change(method: "journal.redo", params: [:])].enumerated()
            .map {
                $1.keyed("\(index)/\($0)")
            }
    }

    /// Late changes of a day with a file and of one without, and corrections.
    private static let single = [
        Change(method: "log.note", params: ["text": "on a day with a file", "at": .string("\(first)T10:00:00Z")]),
        Change(method: "log.note", params: ["text": "on a day without one", "at": .string("\(yesterday)T10:00:00Z")]),
        Change(method: "task.done", params: ["title": "Solve", "at": .string("\(yesterday)T11:00:00Z")]),
        Change(method: "task.done", params: ["title": "Wash", "at": .string("\(first)T11:00:00Z")]),
        Change(method: "shop.buy", params: ["name": "Tea", "at": .string("\(first)T12:00:00Z")]),
        Change(method: "rate.add", params: ["amount": 4000, "at": .string("\(yesterday)T12:00:00Z")]),
        Change(method: "points.adjust", params: ["amount": 30, "reason": "walk", "at": .string("\(first)T13:00:00Z")]),
        Change(method: "inventory.adjust", params: ["name": "Tea bags", "amount": -3, "at": .string(yesterday)]),
        Change(
            method: "session.add",
            params: [
                "start": .string("\(yesterday)T14:00:00Z"), "end": .string("\(yesterday)T15:30:00Z"),
                "category": "Mahts",
            ]),
        Change(
            method: "session.edit",
            params: ["id": 1, "start": .string("\(yesterday)T06:00:00Z"), "end": .string("\(yesterday)T08:00:00Z")]),
        Change(method: "session.split", params: ["id": 1, "at": .string("\(yesterday)T07:00:00Z")]),
        Change(method: "session.remove", params: ["id": 2]),
        Change(method: "category.merge", params: ["name": "Mahts", "into": "Maths"]),
    ]

    // MARK: What is seen

    /// What a client sees of the garden: the state, and each day with its figures and its log; without the numbers of events,
    /// which depend on how often the daemon was started.
    static func view(_ client: Client) throws -> [JSON] {
        var status = try client.call("daemon.status")
        if case .object(var object) = status {
            for name in ["now", "seq", "stale"] { _ = object.remove(name) }
            status = .object(object)
        }
        var view = [status]
        for method in ["category.list", "garden.list", "inventory.list", "rate.get", "session.list", "shop.list"] {
            view.append(try client.call(method))
        }
        view.append(try client.call("task.list", ["status": "all"]))
        view.append(try client.call("stats.trend", ["from": .string(first), "to": .string(days[2])]))
        for day in days {
            view.append(try client.call("stats.day", ["day": .string(day)]))
            view.append(.array(try log(of: day, client).map { .string($0) }))
        }
        return view.map(\.withoutUids)
    }

    private static func log(of day: String, _ client: Client) throws -> [String] {
        try client.call("log.list", ["day": .string(day)])["lines"]?.arrayValue?
            .compactMap { $0["text"]?.stringValue } ?? []
    }

    /// The files of the days that have ended, as they are to be: of a day with more than its header, and all its lines.
    static func expectedFiles(_ client: Client) throws -> [String: FoundFile] {
        var files: [String: FoundFile] = [:]
        for day in days.dropLast() {
            let lines = try log(of: day, client)
            if day == first || lines.count > 1 { files["\(day).log"] = FoundFile(lines.map { "\($0)\n" }.joined()) }
        }
        return files
    }

    /// The types of the changes that the journal has, in their order.
    static func journal(_ client: Client) throws -> [String] {
        try client.journal(since: 0).map(\.type).filter { !$0.hasPrefix("daemon.") && $0 != "log.archived" }
    }
}

extension PastDays.Change {
    fileprivate func keyed(_ key: String) -> Self {
        guard case .object(var object) = params else { return self }
        object.append("key", .string(key))
        return Self(method: method, params: .object(object))
    }
}
