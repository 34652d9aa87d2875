import GardenAPI
import GardenCore
import GardenEngine
import GardenStore
import TestSupport
import Testing
import TimeKit

/// An engine whose needs are met when a test says so.
final class NeedGarden {
    let platform = QuietPlatform()
    let store: FlakyStore
    let now = Moment(
        wall: Instant(milliseconds: 1_767_258_000_000), awakeMilliseconds: 0, bootMilliseconds: 0, bootId: "boot")
    let engine: Engine

    init() throws {
        store = try FlakyStore(JournalStore.inMemory())
        engine = try Self.makeEngine(store, platform, now)
        _ = engine.catchUp(to: now)
    }

    private static func makeEngine(
        _ store: any Store, _ platform: QuietPlatform, _ now: Moment
    ) throws -> Engine {
        try Engine(
            store: store, archive: MemoryArchive(), platform: platform, environment: platform.readEnvironment(),
            now: now, heartbeat: nil, names: .test)
    }

    /// Another daemon on the same journal, after this one was killed.
    func restarted() throws -> Engine {
        let engine = try Self.makeEngine(store, platform, now)
        _ = engine.catchUp(to: now)
        return engine
    }

    /// Decides a line in a turn of its own, as far as it needs nothing.
    func ask(_ line: String) -> Reply {
        _ = engine.catchUp(to: now)
        let reply = engine.decide(.text(Array(line.utf8)), at: now)
        while !reply.isDecided, !reply.isHeld { engine.decideNext(reply, at: now) }
        _ = engine.commit()
        return reply
    }

    func ask(_ method: String, _ params: JSON = .object(JSONObject()), key: String? = nil) -> Reply {
        var members = JSONObject()
        if case .object(let object) = params { members = object }
        if let key { members.append("key", .string(key)) }
        return ask(
            String(
                decoding: LineWriter.request(id: .integer(9), method: method, params: JSON.object(members).encoded),
                as: UTF8.self))
    }

    /// The needs that the machine should meet now.
    func needs() -> [any Need] {
        var needs: [any Need] = []
        while let task = engine.nextTask(at: now) { if case .obtain(let need) = task { needs.append(need) } }
        return needs
    }

    /// What the machine should do now, in words.
    func tasks() -> [String] {
        var tasks: [String] = []
        while let task = engine.nextTask(at: now) {
            switch task {
            case .obtain(let need): tasks.append("obtain \(type(of: need))")
            case .drop(let need): tasks.append("drop \(type(of: need))")
            }
        }
        return tasks
    }

    func adjust(_ amount: Int) { _ = ask("points.adjust", ["amount": .integer(amount), "reason": "x"]) }
}

extension Reply {
    /// The line to send.
    var text: String { String(decoding: line, as: UTF8.self) }
}
