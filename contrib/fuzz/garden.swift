// For all requests and all changes of the machine: each line of output is JSON, events are numbered without a gap, and
// a complete replay verifies the journal and its read models.
//
// An input is lines for `gardend simulate`, and `#disk refuses`, `#disk takes` and `#restart` as in the golden scripts.
import GardenAPI
import GardenCore
import GardenEngine
import GardenStore
import TestSupport
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
    private let journal: JournalStore
    private let disk: FlakyStore
    private let listener = Listener()
    private let machine: VirtualMachine
    private var millisecondsLeft = mostMilliseconds

    init() throws(SimulationError) {
        do { journal = try JournalStore.inMemory() } catch { throw SimulationError(error.reason) }
        disk = FlakyStore(journal)
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
        guard let milliseconds = machine.milliseconds(movedBy: line) else { return true }
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
        let last = try? journal.lastSeq()
        claim(verdict?["events"]?.integerValue == last, "\(verdict?.text ?? "") of \(last ?? -1) events")
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
