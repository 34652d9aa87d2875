import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// An independent account of the statistics: every fact that subscribers get, added up for each answer (RULES S1 … S5), and the state
/// at the end of each day (RULES S7).
struct StatisticsComparison {
    struct Fact {
        var change: Int
        var day: String
        var categoryId: Int
        var figures: [String: Int]
        var hour: Int?
        /// The task that was completed, or the completion that was taken back.
        var task: Int?
        var reopens: Int?
        /// The event of a completion, when it was, and its occurrence.
        var completion: (seq: Int, at: Int, occurrence: JSON?)?
    }

    var facts: [Fact] = []
    /// Whether the figures of the session completed last have its points.
    private var paysItself = false
    var undone: Set<Int> = []
    var offs: [(change: Int, days: [String], isOff: Bool)] = []
    /// The last names of removed categories.
    var removedNames: [Int: String] = [:]
    /// The categories that each merge has taken along, and into which (RULES T26).
    var merges: [(change: Int, ids: Set<Int>, into: Int)] = []
    /// The last members of a day in a trend, from the state when the day ended.
    var closings: [String: [(String, JSON)]] = [:]
    var today = ""
    /// The end of the day in ``today`` if that is a past one, about which a query asks.
    var closingOfToday: [(String, JSON)]?
    /// The day on which everything was reset last.
    private(set) var dayOfReset = ""
    private var change = 0
    /// The answers of the step, which are compared once its events are known.
    var pending: [(method: String, params: JSON, answer: JSON)] = []

    /// By how much each change changed the balance, and of which day.
    private var amounts: [(change: Int, day: String, amount: Int)] = []

    mutating func begin(_ change: Int) { self.change = change }

    /// The ends of the days from its own on follow what is entered for an earlier day.
    private mutating func pay(_ amount: Int, on day: String?) {
        amounts.append((change, day ?? today, amount))
        shift(day ?? today, by: amount)
    }

    private mutating func shift(_ first: String, by amount: Int) {
        for day in closings.keys where day >= first && day < today {
            let index = closings[day]?.firstIndex { $0.0 == "balance" } ?? 0
            let balance = closings[day]?[index].1.integerValue ?? 0
            closings[day]?[index].1 = .integer(balance &+ amount)
        }
    }

    private mutating func revert(_ change: Int, sign: Int) {
        for entry in amounts where entry.change == change { shift(entry.day, by: sign * entry.amount) }
    }

    /// The day of points that were entered afterwards, or are of a session of the past.
    private static func day(ofPoints event: Event) throws -> String? {
        for kind in [EventKind.pointsEarned, .pointsSpent, .pointsAdjusted] {
            guard let effect = try kind.effect(of: event) else { continue }
            return (effect.day ?? effect.endedDay)?.description
        }
        return nil
    }

    mutating func note(_ method: String, _ params: JSON, _ answer: JSON) {
        let isDated = ["points.get", "rate.get"].contains(method) && params["asOf"] != nil
        if method.hasPrefix("stats.") || method == "task.completions" || isDated {
            pending.append((method, params, answer))
        }
    }

    private mutating func add(
        _ categoryId: JSON?, day: String? = nil, hour: Int? = nil, task: Int? = nil, reopens: Int? = nil,
        completion: (seq: Int, at: Int, occurrence: JSON?)? = nil, _ figures: [String: Int]
    ) {
        facts.append(
            Fact(
                change: change, day: day ?? today, categoryId: categoryId?.integerValue ?? 0, figures: figures,
                hour: hour, task: task, reopens: reopens, completion: completion))
    }

    func counts(_ fact: Fact) -> Bool { !undone.contains(fact.change) }

    mutating func enter(_ event: Event, _ data: JSON, _ state: GardenState) throws {
        switch event.type {
        case "points.earned", "points.spent", "points.adjusted":
            try pay(data["amount"]?.integerValue ?? 0, on: Self.day(ofPoints: event))
        case "shop.bought":
            let day = try EventKind.shopBought.effect(of: event)?.endedDay?.description
            pay(-(data["price"]?.integerValue ?? 0), on: day)
        case "rate.daysRecounted":
            for end in data["days"]?.arrayValue ?? [] {
                let day = try #require(end["day"]?.stringValue)
                for name in ["meter", "tier", "rate"] {
                    guard let index = closings[day]?.firstIndex(where: { $0.0 == name }) else { continue }
                    closings[day]?[index].1 = try #require(end[name])
                }
            }
        case "shop.refunded": pay(data["price"]?.integerValue ?? 0, on: nil)
        case "change.undone": revert(try #require(data["change"]?.integerValue), sign: -1)
        case "change.redone": revert(try #require(data["change"]?.integerValue), sign: 1)
        default: break
        }
        try enterFigures(event, data, state)
    }

    private mutating func enterFigures(_ event: Event, _ data: JSON, _ state: GardenState) throws {
        switch event.type {
        case "daemon.started" where today.isEmpty: today = state.day.day.description
        case "day.rolledOver":
            closings[today] = closing(state, without: ofLaterDays)
            today = try #require(data["day"]?.stringValue)
        case "day.corrected": today = try #require(data["day"]?.stringValue)
        case "focus.completed":
            let session = try #require(try StoredSession(endedBy: event))
            try addSession(session, 1)
            paysItself = session.isOpen == true
            if paysItself {
                add(.integer(session.categoryId), day: session.dayOfPay.description, ["earned": session.points])
            }
        case "focus.corrected":
            let effect = try #require(try SessionEffect(of: event))
            let (old, new) = (try #require(effect.before), try #require(effect.after))
            add(.integer(new.categoryId), day: new.dayOfPay.description, ["earned": new.points - old.points])
            try addSession(old, -1)
            try addSession(new, 1)
        case "timer.stopped", "timer.skipped":
            guard let session = try StoredSession(endedBy: event) else { break }
            try addSession(session, 1)
            add(.integer(session.categoryId), day: session.dayOfPay.description, ["earned": session.points])
        case "task.completed":
            let day = try EventKind.taskCompleted.effect(of: event)?.note?.endedDay?.description
            // What takes points is no task done.
            let takes = data["points"]?.integerValue ?? 0 < 0
            add(
                data["categoryId"], day: day, task: data["id"]?.integerValue,
                completion: (event.seq, event.at.instant.milliseconds, data["completed"]), takes ? [:] : ["tasks": 1])
        case "task.reopened":
            let id = data["id"]?.integerValue
            let taken = Set(facts.filter(counts).compactMap(\.reopens))
            let done = facts.indices.filter { facts[$0].task == id && counts(facts[$0]) && !taken.contains($0) }
            let its = done.last { facts[$0].completion?.occurrence == data["completed"] }
            let index = try #require(its ?? done.last, "a task was reopened that was not done")
            add(.integer(facts[index].categoryId), day: facts[index].day, reopens: index, ["tasks": -1])
        case "session.added", "session.edited", "session.removed":
            let effect = try #require(try SessionEffect(of: event))
            for (session, sign) in [(effect.before, -1), (effect.after, 1)] {
                guard let session else { continue }
                try addSession(session, sign)
                add(
                    .integer(session.categoryId), day: session.dayOfPay.description, ["earned": sign * session.points])
            }
        // What corrections, partial and open sessions pay and take is that of the sessions.
        case "points.earned" where data["cause"] == "focus.completed" && paysItself: break
        case "points.earned"
        where ["session.", "timer."].contains { data["cause"]?.stringValue?.hasPrefix($0) == true }: break
        case "points.adjusted"
        where ["session.", "focus."].contains { data["cause"]?.stringValue?.hasPrefix($0) == true }: break
        case "points.earned":
            try add(data["categoryId"], day: Self.day(ofPoints: event), ["earned": data["amount"]?.integerValue ?? 0])
        case "points.spent":
            try add(
                data["categoryId"], day: Self.day(ofPoints: event), ["spent": -(data["amount"]?.integerValue ?? 0)])
        case "points.adjusted":
            let after = data["earnedToday"]?.integerValue ?? 0
            add(nil, ["earned": after - (data["before"]?["earnedToday"]?.integerValue ?? after)])
        case "shop.bought":
            add(
                data["categoryId"], day: try EventKind.shopBought.effect(of: event)?.endedDay?.description,
                ["spent": data["price"]?.integerValue ?? 0, "money": data["fed"]?.integerValue ?? 0])
        case "shop.refunded":
            add(
                data["categoryId"],
                ["spent": -(data["price"]?.integerValue ?? 0), "money": -(data["fed"]?.integerValue ?? 0)])
        case "rate.added" where data["cause"] == nil:
            let day = try EventKind.rateAdded.effect(of: event)?.day?.description
            add(nil, day: day, ["money": data["amount"]?.integerValue ?? 0])
        case "category.removed":
            removedNames[try #require(data["id"]?.integerValue)] = try #require(data["name"]?.stringValue)
        case "category.merged":
            let name = try #require(data["from"]?.stringValue).folded
            let removed = removedNames.keys.filter { removedNames[$0]?.folded == name && isRemoved($0, state) }
            merges.append(
                (
                    change, Set(removed).union([try #require(data["fromId"]?.integerValue)]),
                    try #require(data["id"]?.integerValue)
                ))
        case "stats.offChanged":
            let days = data["days"]?.arrayValue?.compactMap(\.stringValue) ?? []
            offs.append((change, days, data["off"] == true))
        case "garden.reset" where data["category"] == nil:
            dayOfReset = today
            (facts, offs, removedNames, closings, amounts, merges) = ([], [], [:], [:], [], [])
        case "change.undone": undone.insert(try #require(data["change"]?.integerValue))
        case "change.redone": undone.remove(try #require(data["change"]?.integerValue))
        default: break
        }
    }

    /// What a session adds to the figures of its day, or takes from them (RULES S1, P27).
    private func figures(of session: StoredSession, _ sign: Int) -> [String: Int] {
        guard [.completed, .partial].contains(session.outcome) else { return ["interruptions": sign] }
        return [
            "sessions": session.outcome == .completed ? sign : 0, "earning": session.exp > 0 ? sign : 0,
        ]
    }

    /// Its minutes count in the hours in which they passed (RULES S3).
    private mutating func addSession(_ session: StoredSession, _ sign: Int) throws {
        let (categoryId, day) = (JSON.integer(session.categoryId), session.day.description)
        add(categoryId, day: day, figures(of: session, sign))
        guard [.completed, .partial].contains(session.outcome) else { return }
        let began = Int(session.start.description.dropFirst(11).prefix(2))
        let hours = session.hours.map { $0.map { (Int?($0.hour), $0.seconds) } } ?? [(began, session.seconds)]
        try #require(hours.map(\.1).reduce(0, +) == session.seconds)
        for (hour, seconds) in hours { add(categoryId, day: day, hour: hour, ["seconds": sign * seconds]) }
    }

    /// What was paid on days after today, on which the clock was wrong, before the day was corrected (RULES L8).
    private var ofLaterDays: Int {
        amounts.filter { $0.day > today && !undone.contains($0.change) }.map(\.amount).reduce(0, +)
    }

    func closing(_ state: GardenState, without later: Int = 0) -> [(String, JSON)] {
        [
            ("balance", .integer(state.points.balance - later)), ("meter", .integer(state.rate.meter)),
            ("tier", .integer(state.rate.tier)), ("rate", state.rateTable.rate(of: state.rate.tier).json),
        ]
    }
}
