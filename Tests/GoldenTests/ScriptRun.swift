import GardenAPI
import GardenCore
import GardenEngine
import GardenStore
import TestSupport
import TimeKit

/// One script through a virtual machine: what `gardend simulate` prints for the same lines.
///
/// Besides requests and directives a script may contain remarks, which begin with `# `, and lines for what neither a
/// client nor a simulation can:
/// - `#disk refuses` and `#disk takes`: from here on commits fail, or succeed again.
/// - `#disk refuses after N`: the same after so many commits.
/// - `#archive refuses` and `#archive takes`: the same for the files of ended days.
/// - `#settings NAME VALUE`: the settings file says this and nothing else from here on.
/// - `#too long`: the line here was longer than the limit.
/// - `#batch of N`: a batch of so many requests for the timer.
/// - `#lists N deep`: a request with so many lists inside one another.
/// - `#restart SECONDS`: the daemon is stopped cleanly, and started again after so long.
/// - `#shutdown SECONDS`: the same with the machine switched off meanwhile.
struct ScriptRun {
    /// Why an impossible line is refused.
    struct Problem: Error { let line: Int, message: String }

    /// The start of a script; the same defaults as `gardend simulate`.
    var start = "2026-01-01T09:00:00Z"
    var timezone = "UTC"
    var entriesOfPart = 128

    /// - Parameter script: its lines.
    /// - Returns: everything the machine said, one JSON value a line.
    func output(of script: String) throws -> String { try run(script).joined() }

    /// The same, as the output for each line of the script.
    func run(_ script: String) throws -> [String] {
        let world = try World(start: start, timezone: timezone, entriesOfPart: entriesOfPart)
        var answers: [String] = []
        for (index, line) in script.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            world.said = []
            do throws(SimulationError) {
                try world.take(String(line))
            } catch {
                throw Problem(line: index + 1, message: error.message)
            }
            answers.append(String(decoding: world.said, as: UTF8.self))
        }
        return answers
    }
}

/// A machine with its disk and its settings file, which a script can tamper with.
private final class World {
    var said: [UInt8] = []
    private let disk: FlakyStore
    private let archive = FlakyArchive(MemoryArchive())
    private var settings: Result<Settings, SettingsProblem> = .success(.standard)
    private var machine: VirtualMachine?
    private let entriesOfPart: Int
    private let zones = ZoneDirectory()
    private static let timerRequest = #"{"jsonrpc":"2.0","id":1,"method":"timer.get"}"#

    init(start: String, timezone: String, entriesOfPart: Int) throws {
        self.entriesOfPart = entriesOfPart
        guard let timestamp = Timestamp(start) else { throw SimulationError("\(start) is no instant") }
        disk = FlakyStore(try JournalStore.inMemory())
        try switchOn(at: timestamp.instant, zone: try zone(timezone))
    }

    func take(_ line: String) throws(SimulationError) {
        guard line.hasPrefix("#") else {
            if !line.isEmpty { try machine?.take(.text(Array(line.utf8))) }
            return
        }
        guard !line.hasPrefix("# ") else { return }
        let words = line.dropFirst().split(separator: " ").map(String.init)
        switch words.first {
        case "disk" where words.count == 4: disk.commitsLeft = Int(words[3])
        case "disk": disk.isRefusing = words.dropFirst() == ["refuses"]
        case "archive": archive.isRefusing = words.dropFirst() == ["refuses"]
        case "settings" where words.count == 3: set(words[1], words[2])
        case "too" where words.count == 2: try machine?.take(.tooLong)
        case "batch" where words.count == 3:
            let requests = Array(repeating: Self.timerRequest, count: Int(words[2]) ?? 0)
            try machine?.take(.text(Array("[\(requests.joined(separator: ","))]".utf8)))
        case "lists" where words.count == 3:
            let depth = Int(words[1]) ?? 0
            let line = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            try machine?.take(.text(Array(line.utf8)))
        case "restart": try machine?.restart(milliseconds: (words.last.flatMap { Int($0) } ?? 0) * 1000)
        case "shutdown": try switchOff(forSeconds: words.last.flatMap { Int($0) } ?? 0)
        default: throw SimulationError("\(line) is no line of a script; a remark begins with # and a blank")
        }
    }

    private func set(_ name: String, _ value: String) {
        do throws(ValidationError) {
            guard case .object(var object) = Settings.standard.json else { return }
            _ = object.remove(name)
            object.append(name, (try? JSON.parse(value)) ?? .string(value))
            settings = .success(try Settings(json: .object(object)))
        } catch {
            settings = .failure(SettingsProblem(setting: error.param, message: "config.toml: \(error.message)"))
        }
    }

    private func switchOff(forSeconds seconds: Int) throws(SimulationError) {
        guard let machine, let zone = machine.engine?.environment.zone else { return }
        machine.finish()
        let said = said
        try switchOn(at: machine.now.wall.advanced(byMilliseconds: seconds * 1000), zone: zone)
        self.said = said
    }

    private func switchOn(at instant: Instant, zone: ZoneRules) throws(SimulationError) {
        var setup = VirtualMachine.Setup(
            start: instant, zone: zone, names: .test,
            readSettings: { [unowned self] () throws(SettingsProblem) in try self.settings.get() },
            loadZone: { [unowned self] (name) throws(SettingsProblem) in
                do { return try self.zones.load(named: name) } catch { throw SettingsProblem(message: "\(error)") }
            })
        setup.entriesOfPart = entriesOfPart
        machine = try VirtualMachine(setup, store: disk, archive: archive) { [unowned self] line in self.said += line }
    }

    private func zone(_ name: String) throws(SimulationError) -> ZoneRules {
        do { return try zones.load(named: name) } catch { throw SimulationError("\(error)") }
    }
}
