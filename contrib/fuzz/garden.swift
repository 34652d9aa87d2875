// For all requests and all changes of the machine: each line of output is JSON, events are numbered without a gap, and
// a complete replay verifies the journal.
//
// An input is lines for `gardend simulate`, and `#disk refuses`, `#disk takes` and `#restart` as in the golden scripts.
import GardenAPI
import GardenCore
import GardenEngine
import TimeKit

/// Limits an input to milliseconds: a phase of a minute makes four events every two minutes.
private let mostLines = 64
private let mostMilliseconds = 2 * 86_400_000

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var framer = LineFramer(limitBytes: 4096)
    framer.append(UnsafeRawBufferPointer(start: start, count: count))
    var garden: Garden
    do throws(SimulationError) { garden = try Garden() } catch { fatalError("no garden: \(error)") }
    var lines = 0
    while lines < mostLines, let line = framer.next() {
        garden.take(line)
        lines += 1
    }
    garden.verify()
    return 0
}

/// A machine with its disk and its output.
private struct Garden {
    private let disk = Disk()
    private let listener = Listener()
    private let machine: VirtualMachine
    private var millisecondsLeft = mostMilliseconds

    init() throws(SimulationError) {
        let setup = VirtualMachine.Setup(
            start: Instant(milliseconds: 1_767_258_000_000), zone: .utc,
            names: Startup.Names(newGardenId: "a", newDeviceId: String(repeating: "0", count: 32), machine: nil),
            readSettings: { () throws(SettingsProblem) in .standard },
            loadZone: { (name) throws(SettingsProblem) in
                guard let zone = ZoneRules(name: name, posix: name) else { throw SettingsProblem(message: "no zone") }
                return zone
            })
        let listener = listener
        machine = try VirtualMachine(setup, store: disk, archive: MemoryArchive()) { listener.hear($0) }
    }

    mutating func take(_ line: LineFramer.Line) {
        guard case .text(let bytes) = line, bytes.first == UInt8(ascii: "#") || isShort(bytes) else { return }
        switch String(decoding: bytes, as: UTF8.self) {
        case "#disk refuses": disk.isRefusing = true
        case "#disk takes": disk.isRefusing = false
        case let text where text.hasPrefix("#restart"):
            disk.isRefusing = false
            obeying { () throws(SimulationError) in try machine.restart(milliseconds: 1000) }
        case let text where text.hasPrefix("#"): break
        case _: obeying { () throws(SimulationError) in try machine.take(line) }
        }
    }

    /// Whether the line advances time only within the rest of the limit. The wall clock may be set far away, once.
    private mutating func isShort(_ line: [UInt8]) -> Bool {
        guard let directive = try? Directive(line) else { return true }
        let milliseconds = directive.milliseconds(from: machine.now.wall)
        guard milliseconds <= millisecondsLeft else { return false }
        millisecondsLeft -= max(0, milliseconds)
        return true
    }

    /// An impossible directive reports an error; a garden that cannot be opened again is a finding.
    private func obeying(_ body: () throws(SimulationError) -> Void) {
        do throws(SimulationError) { try body() } catch {
            claim(!error.message.contains("cannot be opened"), error.message)
        }
    }

    func verify() {
        disk.isRefusing = false
        obeying { () throws(SimulationError) in
            try machine.restart(milliseconds: 1)
            try machine.take(.text(Array(#"{"jsonrpc":"2.0","id":1,"method":"journal.verify"}"#.utf8)))
        }
        let verdict = listener.lastAnswer["result"]
        claim(verdict?["ok"] == true, "the journal does not verify: \(listener.lastAnswer.text)")
        claim(verdict?["events"]?.integerValue == disk.count, "\(verdict?.text ?? "") of \(disk.count) events")
    }
}

/// Receives the machine's messages to a client that subscribes to everything.
private final class Listener {
    private(set) var lastAnswer = JSON.null
    private var lastSeq: Int?

    func hear(_ line: [UInt8]) {
        claim(line.last == UInt8(ascii: "\n") && line.dropLast().allSatisfy { $0 >= 0x20 }, "no line: \(shown(line))")
        let json: JSON
        do { json = try JSON.parse(Array(line.dropLast()), depth: 2 * Limits.depth) } catch {
            return claim(false, "\(error) in \(shown(line))")
        }
        guard json["method"] != nil else {
            lastAnswer = json
            return
        }
        let seq = json["params"]?["seq"]?.integerValue
        if let seq, let lastSeq { claim(seq == lastSeq + 1, "event \(seq) after \(lastSeq)") }
        lastSeq = seq
    }
}

/// A journal in memory, on a disk that can be switched to refuse.
private final class Disk: Store {
    var isCopy: Bool { false }
    var damage: StoreError? { nil }
    var isRefusing = false
    private var changes: [Change] = []
    private var kept: [StateSnapshot] = []

    private var events: [Event] { changes.flatMap(\.events) }

    var count: Int { events.count }

    func commit(_ new: [Change], _ snapshot: StateSnapshot?) throws(StoreError) {
        try refuse()
        var last = changes.last?.events.last?.seq ?? 0
        for change in new {
            for event in change.events {
                claim(event.seq == last + 1, "event \(event.seq) is written after \(last)")
                last = event.seq
            }
            changes.append(change)
        }
        if let snapshot {
            claim(changes.contains { $0.events.last?.seq == snapshot.seq }, "a snapshot at \(snapshot.seq)")
            kept.append(snapshot)
        }
    }

    var isSnapshotDue: Bool { count - (kept.last?.seq ?? 0) > 20 }
    var needsCheck: Bool { false }
    func note(_ check: JournalCheck) { claim(check == .valid, "\(check)") }

    func snapshot(before seq: Int?) throws(StoreError) -> StateSnapshot? { kept.last { $0.seq < seq ?? .max } }
    func lastSeq() throws(StoreError) -> Int { changes.last?.events.last?.seq ?? 0 }
    func change(withKey key: String) throws(StoreError) -> Change? { changes.last { $0.reply?.key == key } }

    func events(after since: Int, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        Array(events.lazy.filter { $0.seq > since && types?.contains($0.type) ?? true }.prefix(limit))
    }

    func newestEvents(before: Int?, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        events.filter { $0.seq < before ?? .max && types?.contains($0.type) ?? true }.suffix(limit)
    }

    func change(ofEvent seq: Int) throws(StoreError) -> Change? {
        changes.first { change in change.events.contains { $0.seq == seq } }
    }

    func read<Asked: HistoryQuery>(_ query: Asked) throws(StoreError) -> Asked.Answer {
        let answer: Any? =
            switch query {
            case let query as LogLinesQuery: lines(of: query.day)
            case let query as ClosedTaskQuery: try? query.answer(nil, after: events)
            case let query as ClosedTasksQuery:
                try? query.answer(ClosedTasksQuery.Page(tasks: [], last: nil), after: events)
            default: fatalError("\(Asked.self) is not known here")
            }
        guard let answer = answer as? Asked.Answer else { fatalError("\(Asked.self) has another answer") }
        return answer
    }

    /// The lines of a day that no correction moved: enough for these queries.
    private func lines(of day: CalendarDay) -> [LogLineProjection] {
        var lines: [Int: (line: LogLineProjection, day: CalendarDay)] = [:]
        var removed = lines
        for event in events {
            guard let projection = try? LogProjection(of: event) else { continue }
            switch projection {
            case .put(let line, let day, _): lines[line.id] = (line, day)
            case .remove(let id, _): removed[id] = lines.removeValue(forKey: id)
            case .restore(let id, _, _): lines[id] = removed[id]
            case .prune, .move: break
            }
        }
        return lines.values.filter { $0.day == day }.map(\.line).sorted { $0.id < $1.id }
    }

    func checkedChanges(after seq: Int, limit: Int) throws(StoreError) -> CheckedChanges {
        var checked = CheckedChanges(changes: [], firstBad: nil)
        var count = 0
        for change in changes where change.seq > seq && count < limit {
            checked.changes.append(change)
            count += change.events.count
        }
        return checked
    }

    func readModelCheck() throws(StoreError) -> any ReadModelCheck { NoReadModels() }

    private func refuse() throws(StoreError) { if isRefusing { throw StoreError("the disk is full") } }
}

/// A journal in memory has no read models.
private final class NoReadModels: ReadModelCheck {
    func problem(of events: [Event]) throws(StoreError) -> ReplayError? { nil }
    func searchOrphans(upTo seq: Int) throws(StoreError) -> OrphanSearch { .finished(problem: nil) }
}
