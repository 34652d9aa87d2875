import Foundation
import GardenAPI
import GardenCore
import GardenEngine
import GardenStore
import TestSupport
import Testing
import TimeKit
import WorkKit

/// A garden with a number of everything, on a virtual machine with a journal in files.
final class World {
    /// What happened to the garden before it is asked.
    enum Past: String, CaseIterable, Sendable {
        /// Nothing.
        case plain
        /// A change of as many tasks was undone.
        case undone
        /// The same change was undone and made again.
        case redone
        /// Everything was reset, and a little was added since.
        case reset
    }

    let size: Int
    let folder: TemporaryFolder
    /// What the garden has, by the words of a declaration.
    private(set) var extents: [LookedThrough: Int] = [:]
    /// Ids of things in the middle of each list, which requests take one after the other.
    private var ids: [Thing: [Int]] = [:]
    private let meter = Work.Meter()
    private let store: QuietStore
    private var machine: VirtualMachine!
    private var lastId = 0
    /// All requests come on one connection.
    private let client = ClientIdentity()
    /// What the settings file says.
    fileprivate var settings = Settings.standard
    /// How many new names were given.
    fileprivate var names = 0

    /// A kind of thing that requests name.
    enum Thing: CaseIterable {
        case task, closedTask, repeatingTask, item, counter, category, visit, label, group, member, line, session
    }

    /// Opens the garden of a folder, and creates it in a new one.
    init(size: Int, in folder: TemporaryFolder, at start: Instant) throws {
        self.size = size
        self.folder = folder
        let meter = meter
        // A database that is opened within a measurement counts its steps.
        store = try Work.measured(by: meter) {
            QuietStore(
                try JournalStore(
                    opening: DataFolder(opening: DataPaths(root: "\(folder.path)/data"), processId: getpid())))
        }
        let setup = VirtualMachine.Setup(
            start: start, zone: .utc, names: .test,
            readSettings: { [unowned self] in settings }, loadZone: { _ in .utc })
        machine = try VirtualMachine(setup, store: store, archive: MemoryArchive()) { _ in }
        settle()
    }

    /// A garden that is closed, to be copied.
    struct Seed: Sendable {
        let size: Int
        fileprivate let folder: TemporaryFolder
        fileprivate let now: Instant

        /// A copy of the garden with a past, in a folder of its own.
        func grown(through past: Past) throws -> World {
            let copy = try TemporaryFolder(in: World.fastFolder)
            try FileManager.default.copyItem(atPath: "\(folder.path)/data", toPath: "\(copy.path)/data")
            let world = try World(size: size, in: copy, at: now)
            try world.live(through: past)
            return world
        }
    }

    /// A garden with this many of everything.
    static func seed(of size: Int) throws -> Seed {
        let folder = try TemporaryFolder(in: fastFolder)
        let world = try World(size: size, in: folder, at: #require(Timestamp("2026-01-01T09:00:00Z")).instant)
        try world.populate(size, days: size)
        // With a snapshot, a copy is opened at once.
        world.machine.finish()
        try world.store.store.close()
        return Seed(size: size, folder: folder, now: world.now)
    }

    /// Where commits need not wait for a disk.
    static let fastFolder = "/dev/shm"

    var now: Instant { machine.now.wall }

    // MARK: Requests

    /// What a request did.
    struct Run {
        let units: Work.Counts
        /// The processor time of all turns together, in seconds.
        let time: Double
        /// That of the longest turn, without what the daemon has another process do.
        let longest: Double
        /// The line of the answer.
        let line: [UInt8]
        let isRefused: Bool
        /// The events, and the bytes of their effects and of those that the tables took with them.
        let (events, eventBytes): (Int, Int)

        /// The answer as a tree, which costs more than most requests.
        var answer: JSON { get throws { try JSON.parse(line) } }
    }

    /// Asks, and measures what that took.
    func measure(_ method: String, _ params: JSON) throws -> Run {
        let engine = try #require(machine.engine)
        settle()
        lastId += 1
        let line = LineWriter.request(id: .integer(lastId), method: method, params: params.encoded)
        let (before, seq, apart) = (meter.counts, engine.state.seq, store.verificationTime)
        var turns: [Double] = []
        func turn<Result>(_ body: () throws -> Result) rethrows -> Result {
            let (start, apart) = (ProcessorTime.now, store.verificationTime)
            defer { turns.append(ProcessorTime.now - start - (store.verificationTime - apart)) }
            return try Work.measured(by: meter, body)
        }
        let reply = turn {
            let reply = engine.decide(.text(line), from: client, at: machine.now)
            _ = engine.commit()
            return reply
        }
        turn { machine.obtainNeeds() }
        while engine.hasWork { turn { _ = engine.work() } }
        while engine.hasParts { turn { _ = engine.makeNextPart(at: machine.now) } }
        turn { _ = engine.catchUp(to: machine.now) }
        let units = meter.counts.since(before)
        let changed = try store.events(after: seq, limit: .max, types: nil)
        // The tables take complete blocks of events: the one that completes a block has the work of all of them.
        let block = seq & ~255
        let isCompleted = seq > block && engine.state.seq & ~255 > block
        let earlier = isCompleted ? try store.events(after: block, limit: seq - block, types: nil) : []
        return Run(
            units: units, time: turns.reduce(store.verificationTime - apart, +), longest: turns.max() ?? 0,
            line: reply.line,
            isRefused: reply.error != nil, events: changed.count,
            eventBytes: (earlier + changed).reduce(0) { $0 + $1.effect.count })
    }

    /// Asks for something that must not be refused.
    @discardableResult
    func ask(_ method: String, _ params: JSON = [:]) throws -> JSON {
        let run = try measure(method, params)
        let answer = try run.answer
        return try #require(answer["result"], "\(method) \(params.text) was refused: \(answer.text)")
    }

    /// Asks for many changes in few turns, which must not be refused.
    func ask(all requests: [(String, JSON)]) throws {
        let engine = try #require(machine.engine)
        for start in stride(from: 0, to: requests.count, by: 100) {
            settle()
            let replies = requests[start..<min(start + 100, requests.count)].map { method, params in
                lastId += 1
                let line = LineWriter.request(id: .integer(lastId), method: method, params: params.encoded)
                return engine.decide(.text(line), from: client, at: machine.now)
            }
            _ = engine.commit()
            for reply in replies { try #require(reply.error == nil, "\(String(decoding: reply.line, as: UTF8.self))") }
        }
        settle()
    }

    /// Performs directives of the simulation.
    func obey(_ directives: [JSON]) throws {
        for directive in directives { try machine.take(.text(directive.encoded)) }
        settle()
    }

    /// Does what is due, so that no request does it.
    private func settle() {
        guard let engine = machine.engine else { return }
        _ = engine.catchUp(to: machine.now)
        while engine.hasWork || engine.hasParts {
            engine.work()
            _ = engine.makeNextPart(at: machine.now)
        }
    }

    /// Fills the last block of the tables, so that a few more events do not complete it: that does work for all of its events. The
    /// next one has few events yet: they are looked through one by one, and how many there are is chance.
    func beginBlock() throws {
        while try (ask("daemon.status")["seq"]?.integerValue ?? 0) & 255 > 10 {
            try ask("points.adjust", ["amount": 1, "reason": "found"])
        }
    }

    /// The next id of a kind of thing that no request has used.
    func next(_ thing: Thing) throws -> JSON {
        let id = ids[thing]?.popLast()
        return .integer(try #require(id, "the world has no \(thing) left"))
    }

    // MARK: Everything

    /// Adds this many of everything, as far as a garden has room.
    /// - Parameter firstSession: the day of the first of its sessions; each of the others is a day later.
    func populate(
        _ count: Int, days: Int, firstSession: CalendarDay = CalendarDay(daysSinceEpoch: 7300)
    ) throws {
        for _ in 0..<days {
            try obey([["advance": 3600]])
            try ask("timer.start", ["category": "Big", "minutes": 1])
            try obey([["advance": 61]])
            try ask("timer.stop")
            try obey([["advance": 86_400]])
        }
        let numbers = 0..<count
        func add(_ most: Int = .max, _ make: (Int) -> (String, JSON)) throws {
            try ask(all: numbers.prefix(most).map(make))
        }
        try add(Limits.categories - 100) { ("category.add", ["name": .string("Category \($0)")]) }
        try add(Limits.counters - 100) { ("inventory.add", ["name": .string("Counter \($0)"), "count": 5]) }
        for kind in ["label", "group", "member"] {
            try add(Limits.visitTags - 100) { ("\(kind).add", ["name": .string("\(kind) \($0)")]) }
        }
        try add { ("shop.add", ["name": .string("Item \($0)"), "price": 1, "category": "Big"]) }
        try ask("points.adjust", ["amount": 1_000_000, "reason": "saved"])
        let item = try ask("shop.list").arrayValue?.first?["id"] ?? 1
        try add { _ in ("shop.buy", ["id": item]) }
        try add { number in
            (
                "visit.add",
                [
                    "latitude": .number(35 + Double(number % 1000) / 100), "longitude": 139, "comment": "A walk",
                    "title": .string("Visit \(number)"),
                    "labels": [.string("label \(number % 10)")],
                ]
            )
        }
        try add { number in
            let day = firstSession.advanced(by: number)
            return (
                "session.add",
                ["start": .string("\(day)T09:00:00Z"), "minutes": 50, "category": number % 2 == 0 ? "Big" : "Done"]
            )
        }
        try add { ("task.add", ["title": .string("Closed \($0)"), "category": "Done"]) }
        try ask("task.doneAll", ["category": "Done"])
        // With those of the other categories, and some to spare, they are at most as many as a garden can have.
        try add(Limits.openTasks - size - 500) { number in
            (
                "task.add",
                [
                    "title": .string("Chore \(number)"), "category": "Chores", "points": 1, "due": .string(due(number)),
                ]
            )
        }
        try add { number in
            ("task.add", ["title": .string("Task \(number)"), "category": "Big", "due": .string(due(number))])
        }
        let few = (0..<10).map { number -> (String, JSON) in
            (
                "task.add",
                ["title": .string("Daily \(number)"), "category": "Few", "due": "2090-01-01", "repeat": "daily"]
            )
        }
        try ask(all: few)
        try add(Limits.logLines / 2) { ("log.note", ["text": .string("Note \($0)")]) }
        try findIds()
    }

    private func due(_ number: Int) -> String { "\(2080 + number % 10)-01-\(10 + number % 19)T10:00:00Z" }

    /// Has the garden go through something.
    func live(through past: Past) throws {
        switch past {
        case .plain: break
        case .undone:
            try ask("task.doneAll", ["category": "Chores"])
            try ask("journal.undo")
        case .redone:
            try ask("task.doneAll", ["category": "Chores"])
            try ask("journal.undo")
            try ask("journal.redo")
        case .reset:
            try ask("garden.reset", ["all": true])
            let reset = try #require(try ask("day.get")["day"]?.stringValue.flatMap { CalendarDay($0) })
            try obey([["advance": 5_000_000]])
            try populate(40, days: 1, firstSession: reset.advanced(by: 1))
        }
        try findIds()
    }

    private func findIds() throws {
        func middle(_ list: JSON?, _ key: String = "id") -> [Int] {
            let all = (list?.arrayValue ?? []).compactMap { $0[key]?.integerValue }
            return Array(all.dropFirst(max(0, all.count / 2 - 20)).prefix(40))
        }
        let (categories, items) = (try ask("category.list"), try ask("shop.list"))
        ids = [
            .task: middle(try ask("task.list", ["category": "Big", "limit": 1000])["tasks"]),
            .closedTask: middle(try ask("task.list", ["category": "Done", "status": "done"])["tasks"]),
            .repeatingTask: middle(try ask("task.list", ["category": "Few"])["tasks"]),
            .item: middle(items), .counter: middle(try ask("inventory.list")), .category: middle(categories),
            .visit: middle(try ask("visit.list")["visits"]), .label: middle(try ask("label.list")),
            .group: middle(try ask("group.list")), .member: middle(try ask("member.list")),
            .session: middle(try ask("session.list", ["limit": 1000])["sessions"]),
            .line: middle(try ask("log.list", ["limit": 100])["lines"]),
        ]
        let special = ["Big", "Done", "Chores", "Few", "Default"]
        let named = categories.arrayValue?.filter { special.contains($0["name"]?.stringValue ?? "") } ?? []
        let kept = Set(named.compactMap { $0["id"]?.integerValue })
        ids[.category] = ids[.category]?.filter { !kept.contains($0) }
        let status = try ask("daemon.status")
        let visits = try ask("label.list").arrayValue?.compactMap { $0["visits"]?.integerValue }.reduce(0, +)
        // A thing has some bytes, an event about 300.
        let numbers: [LookedThrough: Int] = [
            .categories: 64 * (categories.arrayValue?.count ?? 0), .items: 64 * (items.arrayValue?.count ?? 0),
            .tasks: 64 * (status["tasks"]?["open"]?.integerValue ?? 0), .visits: 64 * (size + (visits ?? 0)),
            .sessions: 64 * size,
            .days: 64 * size, .events: 300 * (status["seq"]?.integerValue ?? 0), .changes: 300 * 5 * size,
        ]
        extents = numbers
    }
}

/// The time of this thread on a processor, in seconds.
enum ProcessorTime {
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

// MARK: Params of samples

extension World {
    /// A name that nothing has.
    var newName: JSON {
        names += 1
        return .string("Something new \(names)")
    }

    /// Every other time.
    var isEven: Bool {
        names += 1
        return names.isMultiple(of: 2)
    }

    /// Another start of the day in the settings, with which dates change.
    func changeSettings() { settings.dayStartHour = settings.dayStartHour == 4 ? 5 : 4 }

    func categoryId(_ name: String) throws -> JSON {
        let all = try ask("category.list").arrayValue ?? []
        return try #require(all.first { $0["name"]?.stringValue == name }?["id"])
    }

    /// The id of a visit that is in the trash.
    func removedVisit() throws -> JSON {
        let id = try next(.visit)
        try ask("visit.remove", ["id": id])
        return id
    }

    /// The params of a request that adds a photo.
    func uploadedPhoto() throws -> JSON {
        names += 1
        let digits = String(names)
        let name = String(repeating: "a", count: 64 - digits.count) + digits
        try obey([["upload": ["file": "new.jpg", "photo": ["name": .string(name), "bytes": 5, "type": "jpeg"]]]])
        return ["id": try next(.visit), "upload": "new.jpg"]
    }

    /// The params of a request that removes a photo.
    func addedPhoto() throws -> JSON {
        let params = try uploadedPhoto()
        let visit = try ask("visit.addPhoto", params)
        return ["id": params["id"] ?? .null, "photo": visit["photos"]?.arrayValue?.first?["name"] ?? .null]
    }
}
