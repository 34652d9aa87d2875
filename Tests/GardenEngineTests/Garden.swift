import GardenAPI
import GardenCore
import GardenEngine
import GardenStore
import TestSupport
import Testing
import TimeKit

/// A garden on a virtual machine, driven line by line like `gardend simulate`, with access to its output.
final class Garden {
    private(set) var machine: VirtualMachine!
    /// The output since the last call.
    private var sent: [JSON] = []
    private(set) var transcript: [UInt8] = []
    private var lastId = 0
    let store: FlakyStore
    let archive = MemoryArchive()
    let flakyArchive: FlakyArchive
    var settings: Settings

    init(
        start: String = "2026-01-01T09:00:00Z", zone: String = "UTC", settings: Settings = .standard,
        store: FlakyStore? = nil, entriesOfPart: Int = 128
    ) throws {
        self.store = try store ?? FlakyStore(JournalStore.inMemory())
        flakyArchive = FlakyArchive(archive)
        self.settings = settings
        let zones = ZoneDirectory()
        let load = { (name: String) throws(SettingsProblem) -> ZoneRules in
            do { return try zones.load(named: name) } catch { throw SettingsProblem(message: "\(error)") }
        }
        var setup = VirtualMachine.Setup(
            start: try #require(Timestamp(start)).instant, zone: try load(zone),
            names: .test,
            readSettings: { [unowned self] () throws(SettingsProblem) in self.settings }, loadZone: load)
        setup.entriesOfPart = entriesOfPart
        machine = try VirtualMachine(setup, store: self.store, archive: flakyArchive) { [unowned self] line in
            self.transcript += line
            // The engine writes JSON; if it does not, the test must stop here.
            self.sent.append(try! JSON.parse(line))
        }
    }

    /// Performs a directive and returns the events it caused.
    @discardableResult
    func send(_ directive: JSON) throws -> [JSON] {
        sent = []
        try machine.take(.text(directive.encoded))
        return sent.map { $0["params"] ?? .null }
    }

    /// Asks, and returns the whole answer.
    func answer(_ method: String, _ params: JSON = .object(JSONObject())) throws -> JSON {
        lastId += 1
        sent = []
        let request = LineWriter.request(id: .integer(lastId), method: method, params: params.encoded)
        try machine.take(.text(request))
        return try #require(sent.first { $0["id"] == .integer(lastId) })
    }

    /// Asks for something that must not be refused.
    @discardableResult
    func ask(_ method: String, _ params: JSON = .object(JSONObject())) throws -> JSON {
        let answer = try answer(method, params)
        return try #require(answer["result"], "\(method) was refused: \(answer.text)")
    }

    /// The code of the refusal, with its reason if it has one.
    func refusal(_ method: String, _ params: JSON = .object(JSONObject())) throws -> String {
        let answer = try answer(method, params)
        let data = try #require(answer["error"]?["data"], "\(method) was not refused: \(answer.text)")
        let word = try #require(data["code"]?.stringValue)
        return data["reason"]?.stringValue.map { "\(word) \($0)" } ?? word
    }

    /// The events of the last request.
    var events: [JSON] { sent.compactMap { $0["method"] == "event" ? $0["params"] : nil } }

    /// Decides several lines in one turn, as the server does, and returns their answers.
    func askTogether(_ lines: [JSON]) throws -> [JSON] {
        let engine = try #require(machine.engine)
        _ = engine.catchUp(to: machine.now)
        let replies = lines.map { decide($0, engine) }
        _ = engine.commit()
        machine.obtainNeeds()
        while engine.hasWork { engine.work() }
        return try replies.map { try JSON.parse($0.line) }
    }

    /// Decides a line completely.
    func decide(_ line: JSON, _ engine: Engine) -> Reply {
        let reply = engine.decide(.text(line.encoded), at: machine.now)
        while !reply.isDecided {
            if reply.isHeld {
                _ = engine.commit()
                machine.obtainNeeds()
                engine.work()
            }
            engine.decideNext(reply, at: machine.now)
        }
        return reply
    }

    var timer: JSON { get throws { try ask("timer.get") } }

    var state: GardenState { get throws { try #require(machine.engine).state } }
}

extension [JSON] {
    /// Events as `HH:MM:SS type`, except for the log's lines and its closing, which have their own tests.
    var summary: [String] {
        filter { $0["type"] != "log.written" && $0["type"] != "log.closed" }.map { event in
            let time = (event["at"]?.stringValue ?? "").dropFirst(11).prefix(8)
            return "\(time) \(event["type"]?.stringValue ?? "?")"
        }
    }
}

extension JSON {
    /// Some members, in the order asked for.
    func only(_ names: String...) -> JSON {
        .object(JSONObject(names.map { ($0, self[$0] ?? "missing") }))
    }
}
