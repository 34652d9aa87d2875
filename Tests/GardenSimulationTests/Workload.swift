import GardenAPI
import TestSupport
import TimeKit

/// Actions of a person, of the machine and of chance, drawn from a seed. Every request has a row: add a new request
/// here together with its code.
struct Workload {
    enum Step {
        case request(method: String, params: JSON)
        /// The last change again, with its key.
        case repeatLastChange
        case directive(JSON)
        /// The daemon is stopped cleanly and started again.
        case restart(milliseconds: Int)
        /// The settings file changes; a reload or a restart applies it.
        case settings
        /// The disk begins, or ceases, to refuse.
        case disk(refuses: Bool)
        /// The folder of the archive begins, or ceases, to refuse.
        case archive(refuses: Bool)
    }

    typealias Draw = @Sendable (inout SeededGenerator) -> JSON

    typealias Row = (method: String, weight: Int, params: Draw)

    static let requests: [Row] = timerAndDay + sessions + economy + tasks + statistics + drills + visits

    private static let statistics: [Row] = [
        ("stats.heatmap", 1, { range(&$0) }),
        (
            "stats.day", 2,
            { generator in
                var params = JSONObject()
                if generator.chance(50) { params.append("day", .string(day(&generator))) }
                if generator.chance(40) { params.append("category", name(&generator)) }
                if generator.chance(20) { params.append("asOf", .string(day(&generator))) }
                return .object(params)
            }
        ),
        ("stats.summary", 3, { range(&$0) }),
        (
            "task.completions", 4,
            { generator in
                var params = JSONObject([("limit", .integer(generator.pick([0, 1, 3, 1000, 1000])))])
                if generator.chance(30) { params.append("from", .string(day(&generator))) }
                if generator.chance(30) { params.append("to", .string(day(&generator))) }
                if generator.chance(20) { params.append("category", name(&generator)) }
                if generator.chance(15) { params.append("before", .integer(generator.pick([3, 40, 99, 150]))) }
                return .object(params)
            }
        ),
        (
            "stats.trend", 3,
            { generator in
                var params = JSONObject()
                if generator.chance(40) { params.append("from", .string(day(&generator))) }
                if generator.chance(40) { params.append("to", .string(day(&generator))) }
                if generator.chance(30) { params.append("category", name(&generator)) }
                if generator.chance(30) { params.append("asOf", .string(day(&generator))) }
                return .object(params)
            }
        ),
        ("stats.streak", 2, { asOf(&$0) }),
        ("garden.plant", 1, { ["category": name(&$0)] }),
        ("stats.daysOff", 1, { asOf(&$0) }),
        (
            "stats.off", 2,
            { generator in
                var params = JSONObject([("from", .string(day(&generator)))])
                if generator.chance(40) { params.append("to", .string(day(&generator))) }
                if generator.chance(30) { params.append("remove", true) }
                return .object(params)
            }
        ),
    ]

    private static func range(_ generator: inout SeededGenerator) -> JSON {
        var params = JSONObject()
        if generator.chance(40) { params.append("from", .string(day(&generator))) }
        if generator.chance(40) { params.append("to", .string(day(&generator))) }
        if generator.chance(40) { params.append("category", name(&generator)) }
        if generator.chance(20) { params.append("asOf", .string(day(&generator))) }
        return .object(params)
    }

    /// The present, or a day near the simulated time.
    static func asOf(_ generator: inout SeededGenerator, _ percent: Int = 50) -> JSON {
        generator.chance(percent) ? ["asOf": .string(day(&generator))] : [:]
    }

    /// A day of a simulated time, or near it.
    static func day(_ generator: inout SeededGenerator) -> String {
        let days = Int.random(in: -2...40, using: &generator)
        return CalendarDay(daysSinceEpoch: 20_539 + days).description
    }

    private static let timerAndDay: [Row] = [
        ("timer.start", 12, { start(&$0) }),
        ("timer.pause", 5, { _ in [:] }),
        ("timer.resume", 7, { $0.chance(30) ? ["countAbsence": true] : [:] }),
        ("timer.toggle", 5, { _ in [:] }),
        ("timer.skip", 4, { _ in [:] }),
        ("timer.stop", 2, { _ in [:] }),
        ("timer.finish", 2, { _ in [:] }),
        ("timer.extend", 4, { ["minutes": .integer($0.pick([-30, -5, -1, 0, 1, 5, 60, 1440]))] }),
        ("timer.edit", 5, { edit(&$0) }),
        (
            "timer.resolve", 5,
            { generator in
                var params = JSONObject([
                    ("answer", .string(generator.pick(["keep", "discard", "untilLock", "untilIdle"])))
                ])
                if generator.chance(20) {
                    params.append("kind", .string(generator.pick(["locked", "idle", "open", "news"])))
                }
                if generator.chance(10) { params.append("sessionId", .integer(generator.pick([0, 1, 5]))) }
                return .object(params)
            }
        ),
        ("timer.get", 2, { _ in [:] }),
        ("presence.get", 1, { _ in [:] }),
        ("presence.set", 3, { ["presence": .string($0.pick(["active", "idle", "locked", "auto", "auto", "away"]))] }),
        ("category.list", 1, { _ in [:] }),
        (
            "category.add", 3,
            { generator in
                var params = JSONObject([("name", name(&generator))])
                if generator.chance(30) {
                    params.append("color", .string(generator.pick(["Red", "#00ff7f", "mauve"])))
                }
                return .object(params)
            }
        ),
        (
            "category.edit", 3,
            { generator in
                var params = reference(&generator)
                if generator.chance(60) { params.append("newName", name(&generator)) }
                if generator.chance(40) {
                    params.append("color", .string(generator.pick(["blue", "#123456", ""])))
                }
                return .object(params)
            }
        ),
        (
            "category.move", 6,
            { generator in
                var params = reference(&generator)
                params.append("position", .integer(Int.random(in: -1...6, using: &generator)))
                return .object(params)
            }
        ),
        ("category.remove", 3, { .object(reference(&$0)) }),
        (
            "category.merge", 3,
            { generator in
                var params = reference(&generator)
                params.append("into", name(&generator))
                return .object(params)
            }
        ),
        ("garden.list", 1, { asOf(&$0) }),
        (
            "garden.reset", 4,
            { generator in
                if generator.chance(30) { return ["all": true] }
                return .object(
                    JSONObject([("category", name(&generator))] + (generator.chance(5) ? [("all", true)] : [])))
            }
        ),
        ("notification.list", 2, { _ in [:] }),
        ("notification.act", 8, { act(&$0) }),
        (
            "notification.test", 1,
            { $0.chance(50) ? [:] : ["kind": .string($0.pick(["reminder", "due", "locked", "news"]))] }
        ),
        ("hook.list", 1, { _ in [:] }),
        ("hook.test", 1, { ["event": .string($0.pick(["timer.started", "day.rolledOver", "hook.failed", "news"]))] }),
        ("day.get", 1, { _ in [:] }),
        ("day.correct", 1, { _ in [:] }),
        ("journal.list", 1, { $0.chance(50) ? ["since": 3, "limit": 5] : ["types": ["timer.*"]] }),
        ("journal.verify", 1, { _ in [:] }),
        (
            "journal.undo", 4,
            { generator in
                var params = JSONObject()
                if generator.chance(30) { return ["change": generator.chance(90) ? someChange : 1_000_000] }
                if generator.chance(50) { params.append("count", .integer(generator.pick([0, 2, 3, 20, 101]))) }
                if generator.chance(20) { params.append("passing", .bool(generator.chance(50))) }
                return .object(params)
            }
        ),
        ("journal.redo", 3, { $0.chance(50) ? [:] : ["count": .integer($0.pick([0, 2, 20, 101]))] }),
        ("journal.undoable", 2, { $0.chance(50) ? [:] : ["limit": .integer($0.pick([0, 1, 100]))] }),
        ("daemon.hello", 1, { _ in ["client": "simulation"] }),
        ("daemon.status", 2, { asOf(&$0, 10) }),
        ("daemon.reload", 1, { _ in [:] }),
        ("daemon.doctor", 1, { _ in [:] }),
        ("rpc.discover", 1, { _ in [:] }),
        ("settings.get", 1, { _ in [:] }),
        ("events.subscribe", 1, { $0.chance(50) ? ["topics": ["timer.*", "nothing.here"], "since": 1] : [:] }),
        ("events.unsubscribe", 1, { _ in [:] }),
        ("no.such.method", 1, { _ in [:] }),
    ]

    private static let deck = requests.flatMap { row in Array(repeating: row.method, count: row.weight) }

    var generator: SeededGenerator
    /// The task of the last request about one.
    private var lastTask: JSON?
    /// The ids of what exists: the categories, the items of the shop, its purchases of the day,
    /// the counters, and the open tasks.
    var existing: [String: [Int]] = [:]
    /// The newest line of the log, near which a person edits.
    var lastLine = 0
    /// Steps that belong together.
    private var planned: [Step] = []

    init(generator: SeededGenerator) {
        self.generator = generator
        if self.generator.chance(20) { planned = Self.seldom }
        if self.generator.chance(30) { planned += Self.visited }
        if self.generator.chance(10) { planned += Self.played(&self.generator) }
        if self.generator.chance(30) { planned += Self.imported(&self.generator) }
    }

    mutating func next() -> Step {
        if !planned.isEmpty { return planned.removeFirst() }
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<52:
            let method = generator.pick(Self.deck)
            let row = Self.requests.first { $0.method == method }
            let params = aimed(row?.params(&generator) ?? [:], method)
            return .request(method: method, params: staying(with: params, method))
        case 52..<55: return .repeatLastChange
        case 55..<74: return .directive(["advance": duration()])
        case 74:
            planned = correction() + (generator.chance(50) ? correction() : [])
            return planned.removeFirst()
        case 75..<79: return .directive(["sleep": absence()])
        case 79..<84: return .directive(["down": absence()])
        case 84..<87: return .directive(["reboot": absence()])
        case 87..<90:
            return .directive(["stepClock": .integer(generator.pick([-90_000, -3600, -2, -1, 1, 2, 3600, 90_000]))])
        case 90..<92: return .directive(["timezone": .string(generator.pick(Self.zones))])
        case 92..<95:
            if generator.chance(20) {
                planned = Self.played(&generator)
                return planned.removeFirst()
            }
            if generator.chance(20) {
                planned = Self.imported(&generator)
                return planned.removeFirst()
            }
            if generator.chance(20) {
                planned = Self.interrupted(&generator)
                return planned.removeFirst()
            }
            if generator.chance(20) {
                planned = Self.opened(&generator)
                return planned.removeFirst()
            }
            if generator.chance(15) {
                planned = Self.located(&generator)
                return planned.removeFirst()
            }
            if generator.chance(25) {
                planned = Self.photographed(&generator)
                return planned.removeFirst()
            }
            if generator.chance(60) {
                planned = generator.chance(70) ? Self.lockedFocus(&generator) : Self.notified(&generator)
                return planned.removeFirst()
            }
            return .directive(["presence": .string(generator.pick(["active", "idle", "locked", "unknown"]))])
        case 95 where generator.chance(30):
            planned = hookEnds()
            return planned.removeFirst()
        case 95: return .restart(milliseconds: Int.random(in: 0...300_000, using: &generator))
        case 96:
            if generator.chance(60) { planned = [.request(method: "daemon.reload", params: [:])] }
            return .settings
        case 97: return generator.chance(50) ? .disk(refuses: true) : .archive(refuses: generator.chance(50))
        default: return .disk(refuses: false)
        }
    }

    static let zones = [
        "UTC", "Asia/Tokyo", "Pacific/Honolulu", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe",
        "Asia/Baku", "Pacific/Apia",
    ]

    private mutating func duration() -> JSON {
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: return .number(Double(Int.random(in: 1..<2000, using: &generator)) / 1000)
        case 1..<5: return .integer(Int.random(in: 0...120, using: &generator))
        case 5..<9: return .integer(Int.random(in: 0...3600, using: &generator))
        default: return .integer(Int.random(in: 0...200_000, using: &generator))
        }
    }

    /// Most requests about one thing are about one that exists; the others are about one that may not.
    private mutating func aimed(_ params: JSON, _ method: String) -> JSON {
        let name = method == "shop.refund" ? "purchaseId" : "id"
        guard let ids = existing[method == "shop.refund" ? "purchase" : String(method.prefix { $0 != "." })],
            !ids.isEmpty,
            case .object(let object) = params, Self.methodsOfOneThing.contains(method), generator.chance(60)
        else { return params }
        let others = object.members.filter {
            !["id", "name", "uid", name].contains($0.name) && ($0.name != "title" || method.hasPrefix("visit."))
        }.map {
            ($0.name, $0.value)
        }
        return .object(JSONObject([(name, .integer(generator.pick(ids)))] + others))
    }

    private static let methodsOfOneThing: Set = [
        "category.edit", "category.move", "category.remove", "category.merge", "shop.edit", "shop.move", "shop.remove",
        "shop.buy",
        "shop.refund", "inventory.set", "inventory.adjust", "inventory.remove",
        "task.move", "task.skip", "visit.edit", "visit.remove", "visit.restore", "visit.purge", "visit.get",
        "session.get", "session.edit", "session.split", "session.remove", "label.edit", "visit.addPhoto",
        "visit.removePhoto",
        "label.remove", "group.edit", "group.remove", "member.edit", "member.remove",
    ]

    /// A person often does several things with the same task.
    private mutating func staying(with params: JSON, _ method: String) -> JSON {
        guard Self.methodsOfOneTask.contains(method), case .object(let object) = params else { return params }
        guard let lastTask, generator.chance(40) else {
            lastTask = object["id"]
            return params
        }
        let others = object.members.filter { !["id", "title"].contains($0.name) }.map { ($0.name, $0.value) }
        return .object(JSONObject([("id", lastTask)] + others))
    }

    private static let methodsOfOneTask: Set = [
        "task.done", "task.undone", "task.skip", "task.snooze", "task.edit", "task.move", "task.remove", "task.get",
    ]

    /// A duration, at times of weeks.
    private mutating func absence() -> JSON {
        generator.chance(10) ? .integer(Int.random(in: 0...2_000_000, using: &generator)) : duration()
    }

    private static func start(_ generator: inout SeededGenerator) -> JSON {
        var params = JSONObject()
        if generator.chance(20) { params.append("phase", .string(generator.pick(["focus", "rest", "stopped"]))) }
        if generator.chance(40) { params.append("category", name(&generator)) }
        if generator.chance(30) { params.append("minutes", .integer(generator.pick([0, 1, 5, 50, 1440, 1441]))) }
        if generator.chance(40) { params.append("restart", true) }
        if generator.chance(15) { params.append("ago", .integer(generator.pick([0, 1, 5, 20, 24, 600, 1440, 1441]))) }
        if generator.chance(20) { params.append("taskId", taskId(&generator)) }
        if generator.chance(10) { params.append("task", title(&generator)) }
        if generator.chance(15) { params.append("idle", .string(generator.pick(["count", "count", "ask", "never"]))) }
        if generator.chance(15) { params.append("open", .bool(generator.chance(90))) }
        return .object(params)
    }

    private static func edit(_ generator: inout SeededGenerator) -> JSON {
        var params = JSONObject()
        if generator.chance(60) { params.append("category", name(&generator)) }
        if generator.chance(40) { params.append("taskId", generator.chance(30) ? .null : taskId(&generator)) }
        if generator.chance(20) { params.append("task", title(&generator)) }
        return .object(params)
    }

    static func name(_ generator: inout SeededGenerator) -> JSON {
        .string(
            generator.pick(["Reading", "reading", "Go 囲碁", "Ärger", "ärger", "Default", " x ", "", "a\nb", "Piano"]))
    }

    static func reference(_ generator: inout SeededGenerator) -> JSONObject {
        generator.chance(20)
            ? JSONObject([("id", .integer(Int.random(in: 1...8, using: &generator)))])
            : JSONObject([("name", name(&generator))])
    }
}
