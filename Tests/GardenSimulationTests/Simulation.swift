import GardenAPI
import GardenEngine
import GardenStore
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// A random run of a garden from a seed. The invariants are checked after every step.
final class Simulation {
    private let seed: UInt64
    let store: FlakyStore
    private let files = MemoryArchive()
    private let archive: FlakyArchive
    private(set) var machine: VirtualMachine!
    var workload: Workload
    private(set) var transcript: [UInt8] = []
    var sent: [JSON] = []
    private var step = 0
    private var nextId = 0
    private var lastChange: (method: String, params: JSON, answer: JSON, rollovers: Int)?
    private var settings = Settings.standard
    /// The journal replayed alongside the daemon.
    private(set) var replayed = GardenState()
    private var ledger = Ledger()
    /// `nil` without zdump, on whose calendar the model of tasks depends.
    var tasks: TaskComparison?
    private var locks = LockComparison()
    private var notifications = NotificationComparison()
    /// The garden before each of the last changes of a person, with nothing else between them.
    var undoable: [Undoable] = []
    /// Whether something could not be written since the tasks were compared last.
    private var isDelayed = false
    private var statistics = StatisticsComparison()
    private var drills = DrillComparison()
    private var visits = VisitComparison()

    /// - Parameter journal: where the events are written; in memory if `nil`.
    init(seed: UInt64, zones: ZoneDirectory, journal: JournalStore? = nil) throws {
        self.seed = seed
        store = FlakyStore(try journal ?? JournalStore.inMemory())
        archive = FlakyArchive(files)
        workload = Workload(generator: SeededGenerator(seed: seed))
        if Zdump.isInstalled { tasks = try TaskComparison(zone: "Europe/Berlin") }
        let load = { (name: String) throws(SettingsProblem) -> ZoneRules in
            do { return try zones.load(named: name) } catch { throw SettingsProblem(message: "\(error)") }
        }
        var setup = VirtualMachine.Setup(
            start: try #require(Timestamp("2026-03-27T21:00:00Z")).instant, zone: try load("Europe/Berlin"),
            names: .test,
            readSettings: { [unowned self] () throws(SettingsProblem) in self.settings }, loadZone: load)
        setup.entriesOfPart = 2
        setup.readFiles = { $0.decks = DeckLibrary(own: [Workload.ownDeck]) }
        machine = try VirtualMachine(setup, store: store, archive: archive) { [unowned self] line in
            self.transcript += line
            self.sent.append(try! JSON.parse(line))  // What the engine writes is JSON, or the test stops here.
        }
    }

    /// The types of event that occurred.
    var types: Set<String> { ledger.types }

    func run(steps: Int) throws {
        workload.change(&settings)
        for _ in 0..<steps {
            step += 1
            sent = []
            workload.lastLine = try state.log.lastId
            workload.existing = try state.ids
            try take(workload.next())
            try check()
        }
        store.isRefusing = false
        archive.isRefusing = false
        // Past the longest delay of another try.
        ledger.note(["advance": 3600])
        try pass(["advance": 3600])
        try check()
        // The daemon writes a limited number of files at a time and wakes for the rest.
        for _ in 0..<100 where try !state.log.archivable(on: state.day.day).isEmpty { try pass(["advance": 1]) }
        try check()
        ledger.economy.check(files.files, label)
        try checkBeginning()
        let verification = try ask("journal.verify", [:])
        #expect(verification["result"]?["ok"] == true, "\(label): \(verification.text)")
    }

    /// What was reported last about a hook is on the disk, unless the disk refuses (RULES H2).
    private func checkHook(_ end: JSON?) throws {
        guard let file = end?["file"]?.stringValue, !store.isRefusing else { return }
        #expect(try (state.hooks.failure(of: file) != nil) == (end?["problem"] != nil), "\(label): \(file)")
    }

    var label: String { "seed \(seed), step \(step)" }

    // MARK: Steps

    private func take(_ step: Workload.Step) throws {
        if case .request = step {} else { undoable = [] }
        switch step {
        case .directive(let directive):
            ledger.note(directive)
            let isLongAbsence = (directive["down"]?.integerValue ?? 0) >= 600
            if directive["down"] != nil || directive["reboot"] != nil {
                ledger.start(afterLongAbsence: isLongAbsence, from: garden.now)
            }
            try pass(directive)
            try checkHook(directive["hook"])
        case .restart(let milliseconds):
            // If the disk refuses its last event, a stop is not clean.
            store.isRefusing = false
            ledger.start(afterLongAbsence: milliseconds >= 600_000, from: garden.now)
            ledger.note(["down": .number(Double(milliseconds) / 1000)])
            let stoppedAt = garden
            try machine.restart(milliseconds: milliseconds)
            visits.photos.note(["down": 0])
            visits.imports.note(["down": 0])
            locks.pass(["down": 0], from: stoppedAt.now, to: garden.now)
            tasks?.catchUp(to: stoppedAt.now, today: stoppedAt.today, unseen: isDelayed ? nil : TaskModel.Unseen.none)
            let grace = garden.environment.settings.sleepGraceSeconds * 1000
            catchUpTasks(unseen: milliseconds >= grace ? .all : .none)
        case .settings:
            workload.change(&settings)
        case .disk(let refuses):
            store.isRefusing = refuses
        case .archive(let refuses):
            archive.isRefusing = refuses
        case .request(let method, var params):
            try writeDelayed()
            params = try naming(params, method)
            if ChangeMethods.contains(method), case .object(var object) = params {
                object.append("key", .string("\(seed)-\(self.step)"))
                params = .object(object)
            }
            guard try mayUndo(method, params) else { return }
            let before = try state
            let earlier = Undoable(state: before, tasks: tasks)
            // The disk is full between the parts of an import.
            if method == "import.commit", workload.generator.chance(15) { store.commitsLeft = 1 }
            let answer = try ask(method, params, comparing: true)
            store.commitsLeft = nil
            try checkAnswer(answer, before: before)
            if try state.seq != before.seq { undoable = try isUndoable(method, after: before.seq) ? undoable : [] }
            if let last = try state.undo.done.last, last.change > before.seq, last.interruption == nil {
                try goBack(to: earlier)
            }
            // Several parts are undone only by themselves.
            if method == "import.commit" { undoable = [] }
            if ChangeMethods.contains(method), answer["result"] != nil, !events.isEmpty {
                lastChange = (method, params, answer["result"] ?? .null, before.day.rollovers)
            }
        case .repeatLastChange:
            guard let lastChange else { return }
            self.lastChange = nil
            let key = try #require(lastChange.params["key"]?.stringValue)
            try writeDelayed()
            let before = try store.change(withKey: key)
            // A key expires at the second rollover after it; then the request is a new one.
            let isNew = try before == nil || state.day.rollovers - lastChange.rollovers >= 2
            guard try !isNew || mayUndo(lastChange.method, lastChange.params) else { return }
            let answer = try ask(lastChange.method, lastChange.params, comparing: isNew)
            guard !isNew else { return }
            #expect(answer["result"] == lastChange.answer, "\(label): a repeated change got another answer")
            #expect(try store.change(withKey: key) == before, "\(label): a repeated change was made again")
        }
    }

    /// Writes what an earlier failure of the disk delayed, so that the model knows of it before the next request.
    private func writeDelayed() throws {
        guard try isStorageFailing else { return }
        try pass(["advance": 0])
        try check()
    }

    /// The params, with the task's open occurrence, a notification or a change in place of the placeholders.
    private func naming(_ params: JSON, _ method: String) throws -> JSON {
        if method == "notification.act" {
            let listed = try ask("notification.list", [:])["result"] ?? .null
            return notifications.naming(params, listed, &workload.generator)
        }
        if method == "drill.answer" { return drills.naming(params) }
        if params["change"] == Workload.someChange {
            let changes = try state.undo.done.map(\.change)
            return ["change": .integer(changes.isEmpty ? 1 : workload.generator.pick(changes))]
        }
        guard case .object(let object) = params, object["occurrence"] == Workload.openOccurrence else { return params }
        let reference = object.members.filter { $0.name == "id" || $0.name == "title" }.map { ($0.name, $0.value) }
        let task = try ask("task.get", .object(JSONObject(reference)))["result"]
        let others = object.members.filter { $0.name != "occurrence" }.map { ($0.name, $0.value) }
        guard let open = task?["occurrence"], open != .null else { return .object(JSONObject(others)) }
        return .object(JSONObject(others + [("occurrence", open)]))
    }

    private func send(_ directive: JSON) throws { try machine.take(.text(directive.encoded)) }

    func ask(_ method: String, _ params: JSON, comparing: Bool = false) throws -> JSON {
        let isAct = comparing && method == "notification.act"
        let listed = isAct ? try ask("notification.list", [:])["result"] ?? .null : .null
        nextId += 1
        let id = nextId
        let before = garden
        if comparing { locks.note(method, params) }
        let sessions = try method == "import.commit" ? importedSessions : ImportedSessions()
        try machine.take(.text(LineWriter.request(id: .integer(id), method: method, params: params.encoded)))
        let answer = try #require(sent.first { $0["id"] == .integer(id) }, "\(label): \(method) was not answered")
        // An answer while the disk refuses is of the past.
        let isCurrent = try !store.isRefusing && !isStorageFailing
        if method == "visit.newKey" { visits.keys.noteNewKey(answer, isCurrent: isCurrent) }
        if method == "visit.addPhoto", !isCurrent { visits.photos.noteDelayed(params) }
        // A repeated request has the answer of the first one, and uses nothing up.
        if comparing {
            visits.noteImport(method, params, answer, sessions, before.now, isCurrent: isCurrent, label)
        }
        if comparing, isCurrent {
            statistics.note(method, params, answer)
            drills.checkAnswer(method, params, answer, before.state, now: machine.now, label)
            visits.note(method, params, answer, before.now)
            let hasChanged = try state.seq != before.state.seq
            let request =
                isAct
                ? notifications.check(params, answer, listed, hasChanged: hasChanged, label) : (method, params, answer)
            if let (method, params, answer) = request {
                try tasks?.check(method, params, answer, before, label)
                locks.check(method, params, answer, before, label)
            }
        }
        return answer
    }

    /// Time passes, or something happens to the machine.
    private func pass(_ directive: JSON) throws {
        if let zone = directive["timezone"]?.stringValue { try tasks?.change(zone: zone) }
        if directive["stepClock"] != nil { tasks?.stepClock() }
        if let place = directive["place"] { visits.place = place }
        let before = garden
        visits.keys.note(directive)
        visits.photos.note(directive)
        visits.imports.note(directive)
        try send(directive)
        locks.pass(directive, from: before.now, to: garden.now)
        catchUpTasks(unseen: unseen(in: directive, before))
    }

    /// When reminders fell due unseen (RULES T6).
    private func unseen(in directive: JSON, _ before: TaskComparison.Garden) -> TaskModel.Unseen {
        let garden = garden
        let grace = garden.environment.settings.sleepGraceSeconds * 1000
        let duration = garden.now - before.now
        if directive["timezone"] != nil { return .all }
        if directive["stepClock"] != nil { return .through(garden.now - grace) }
        if directive["down"] != nil { return duration >= grace ? .all : .none }
        // Shorter sleeps are not noticed.
        if directive["sleep"] != nil { return duration >= max(grace, 1000) ? .all : .none }
        if directive["reboot"] != nil {
            let off = garden.now - before.state.lastChangeAt.milliseconds
            return off < 0 || off >= max(grace, 1000) ? .all : .none
        }
        return .none
    }

    private func catchUpTasks(unseen: TaskModel.Unseen) {
        // After the disk has recovered, the daemon still waits for its next attempt.
        guard !store.isRefusing, (try? isStorageFailing) != true else {
            isDelayed = true
            return
        }
        tasks?.catchUp(to: garden.now, today: garden.today, unseen: isDelayed ? nil : unseen)
        isDelayed = false
    }

    var isStorageFailing: Bool { get throws { try #require(machine.engine).storageError != nil } }

    private var garden: TaskComparison.Garden {
        let engine = machine.engine!  // The machine starts with one and replaces it at once.
        return TaskComparison.Garden(
            state: engine.state, environment: engine.environment, now: machine.now.wall.milliseconds)
    }

    private var events: [JSON] { sent.compactMap { $0["method"] == "event" ? $0["params"] : nil } }

    var state: GardenState { get throws { try #require(machine.engine).state } }

    // MARK: Invariants

    private func checkAnswer(_ answer: JSON, before: GardenState) throws {
        guard let code = answer["error"]?["data"]?["code"]?.stringValue else { return }
        #expect(code != "internal", "\(label): \(answer.text)")
        if code == "storage_failed" {
            #expect(store.isRefusing, "\(label): refused without a reason")
            // The parts of an import are taken back once the disk works again.
            let isInParts = try state.partedChange != nil
            #expect(try isInParts || state == before, "\(label): a change that failed left something behind")
        }
    }

    func check() throws {
        let state = try state
        let engine = try #require(machine.engine)
        let garden = garden
        var (hasPurge, types): (Bool, [String]) = (false, [])
        for change in try store.checkedChanges(after: replayed.seq, limit: 10_000).changes {
            hasPurge = hasPurge || change.method == "visit.purge"
            ledger.begin(change.seq)
            statistics.begin(change.seq)
            visits.begin(change.seq)
            for event in change.events {
                types.append(event.type)
                try replayed.replay(event)
                let data = try #require(try JSON.parse(engine.publisher.message(event))["data"])
                try ledger.enter(event, data, replayed, engine.environment.settings, label)
                try tasks?.enter(event, data, label)
                try statistics.enter(event, data, replayed)
                try visits.enter(event, data)
                try locks.enter(event, data, garden, label)
                notifications.enter(event, data)
                try drills.enter(
                    event, data, replayed, engine.environment, now: machine.now, label)
                try checkData(data, of: event)
            }
            locks.written(change)
            replayed.lastChangeAt = change.recordedAt
            replayed.conclude(change)
        }
        #expect(replayed == state, "\(label): memory is not the replayed journal")
        let snapshot = try GardenState(record: JSON.parse(state.record))
        var slices = RecordSlices(of: state)
        var sliced: [UInt8]?
        while sliced == nil { sliced = slices.advance(bytes: 500) }
        #expect(sliced == state.record, "\(label): a record made in slices is another")
        #expect(snapshot == state, "\(label): a snapshot is not the state it was taken of")
        let seqs = events.compactMap { $0["seq"]?.integerValue }
        #expect(zip(seqs, seqs.dropFirst()).allSatisfy { $1 == $0 + 1 }, "\(label): events out of order: \(seqs)")
        if !store.isRefusing, try #require(machine.engine).storageError == nil { ledger.checkStart(label) }
        ledger.check(state, label)
        statistics.check(state, engine.environment.settings, label)
        drills.check(state, label)
        try visits.check(state, engine.environment, machine.photoNames, label)
        if hasPurge {
            let changes = try store.checkedChanges(after: 0, limit: .max).changes
            try visits.checkPurges(changes, label) { event in
                try #require(try JSON.parse(engine.publisher.message(event))["data"])
            }
            var state = GardenState()
            for change in changes { try state.replay(change) }
            #expect(state == self.replayed, "\(label): the journal after a purge replays to another state")
        }
        if !store.isRefusing, engine.storageError == nil { tasks?.check(garden, label) }
        try checkFocus(types)
        locks.check(garden, machine.now, isFailing: store.isRefusing || engine.storageError != nil, label)
        if let timer = machine.timer {
            #expect((timer.phase == .stopped) == (timer.category == nil), "\(label): a phase without a category")
        }
    }
}
