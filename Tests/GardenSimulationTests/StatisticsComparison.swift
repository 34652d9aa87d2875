import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// An independent account of the statistics: every fact that subscribers get, added up for each answer (RULES S1 … S5), and the state
/// at the end of each day (RULES S7).
struct StatisticsComparison {
    private struct Fact {
        var change: Int
        var day: String
        var categoryId: Int
        var figures: [String: Int]
        var hour: Int?
        /// The task that was completed, or the completion that was taken back.
        var task: Int?
        var reopens: Int?
    }

    private var facts: [Fact] = []
    private var undone: Set<Int> = []
    private var offs: [(change: Int, days: [String], isOff: Bool)] = []
    /// The last names of removed categories.
    private var removedNames: [Int: String] = [:]
    /// The last members of a day in a trend, from the state when the day ended.
    private var closings: [String: [(String, JSON)]] = [:]
    private var today = ""
    private var change = 0
    /// The answers of the step, which are compared once its events are known.
    private var pending: [(method: String, params: JSON, answer: JSON)] = []

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
        for kind in [EventKind.pointsEarned, .pointsAdjusted] {
            guard let effect = try kind.effect(of: event) else { continue }
            return (effect.day ?? effect.endedDay)?.description
        }
        return nil
    }

    mutating func note(_ method: String, _ params: JSON, _ answer: JSON) {
        if method.hasPrefix("stats.") { pending.append((method, params, answer)) }
    }

    private mutating func add(
        _ categoryId: JSON?, day: String? = nil, hour: Int? = nil, task: Int? = nil, reopens: Int? = nil,
        _ figures: [String: Int]
    ) {
        facts.append(
            Fact(
                change: change, day: day ?? today, categoryId: categoryId?.integerValue ?? 0, figures: figures,
                hour: hour, task: task, reopens: reopens))
    }

    private func counts(_ fact: Fact) -> Bool { !undone.contains(fact.change) }

    mutating func enter(_ event: Event, _ data: JSON, _ state: GardenState) throws {
        switch event.type {
        case "points.earned", "points.adjusted":
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
            closings[today] = closing(state)
            today = try #require(data["day"]?.stringValue)
        case "day.corrected": today = try #require(data["day"]?.stringValue)
        case "focus.completed":
            try addSession(
                data, hour: try StoredSession(endedBy: event)?.hour,
                ["sessions": 1, "seconds": data["seconds"]?.integerValue ?? 0])
        case "focus.corrected":
            let seconds = data["seconds"]?.integerValue ?? 0
            let before = data["before"]?["seconds"]?.integerValue ?? seconds
            let isDiscarded = data["outcome"] == "discarded"
            let effect = try #require(try SessionEffect(of: event))
            let (old, new) = (try #require(effect.before), try #require(effect.after))
            add(.integer(new.categoryId), day: new.dayOfPay.description, ["earned": new.points - old.points])
            try addSession(
                data, hour: new.hour,
                isDiscarded ? ["sessions": -1, "seconds": -before, "interruptions": 1] : ["seconds": seconds - before])
        case "timer.stopped", "timer.skipped":
            if let session = data["interrupted"] { try addSession(session, ["interruptions": 1]) }
        case "task.completed":
            let day = try EventKind.taskCompleted.effect(of: event)?.note?.endedDay?.description
            add(data["categoryId"], day: day, task: data["id"]?.integerValue, ["tasks": 1])
        case "task.reopened":
            let id = data["id"]?.integerValue
            let taken = Set(facts.filter(counts).compactMap(\.reopens))
            let last = facts.indices.last { facts[$0].task == id && counts(facts[$0]) && !taken.contains($0) }
            let index = try #require(last, "a task was reopened that was not done")
            add(.integer(facts[index].categoryId), day: facts[index].day, reopens: index, ["tasks": -1])
        case "session.added", "session.edited", "session.removed":
            let effect = try #require(try SessionEffect(of: event))
            for (session, sign) in [(effect.before, -1), (effect.after, 1)] {
                guard let session else { continue }
                let data = Session(session, state.identity).json
                try addSession(
                    data, hour: session.hour,
                    session.outcome == .completed
                        ? ["sessions": sign, "seconds": sign * session.seconds] : ["interruptions": sign])
                add(
                    .integer(session.categoryId), day: session.dayOfPay.description, ["earned": sign * session.points])
            }
        // What corrections pay and take is that of the sessions.
        case "points.earned" where data["cause"]?.stringValue?.hasPrefix("session.") == true: break
        case "points.adjusted"
        where ["session.", "focus."].contains { data["cause"]?.stringValue?.hasPrefix($0) == true }: break
        case "points.earned":
            try add(data["categoryId"], day: Self.day(ofPoints: event), ["earned": data["amount"]?.integerValue ?? 0])
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
        case "stats.offChanged":
            let days = data["days"]?.arrayValue?.compactMap(\.stringValue) ?? []
            offs.append((change, days, data["off"] == true))
        case "garden.reset" where data["category"] == nil:
            (facts, offs, removedNames, closings, amounts) = ([], [], [:], [:], [])
        case "change.undone": undone.insert(try #require(data["change"]?.integerValue))
        case "change.redone": undone.remove(try #require(data["change"]?.integerValue))
        default: break
        }
    }

    private mutating func addSession(_ session: JSON, hour: Int? = nil, _ figures: [String: Int]) throws {
        let start = try #require(session["start"]?.stringValue)
        add(
            session["categoryId"], day: session["day"]?.stringValue, hour: hour ?? Int(start.dropFirst(11).prefix(2)),
            figures)
    }

    // MARK: Answers

    mutating func check(_ state: GardenState, _ settings: Settings, _ label: String) {
        #expect(today == state.day.day.description, "\(label): the day of the statistics")
        for (method, params, answer) in pending {
            let expected = expected(method, params, state, settings)
            let result = answer["result"] ?? answer["error"]?["data"]?["reason"] ?? answer["error"]?["data"]?["code"]
            #expect(result == expected, "\(label): \(method) \(params.text)")
        }
        pending = []
    }

    private func expected(_ method: String, _ params: JSON, _ state: GardenState, _ settings: Settings) -> JSON {
        let last = params["to"]?.stringValue ?? today
        let statistics = settings.statistics
        var facts = facts.filter(counts)
        if let name = params["category"]?.stringValue, name.isEmpty || name.contains("\n") { return "invalid_params" }
        if let from = params["from"]?.stringValue {
            let end = method == "stats.off" ? params["to"]?.stringValue ?? from : last
            if from > end { return "out_of_range" }
        }
        if let name = params["category"]?.stringValue {
            // A name counts without the blanks around it.
            let ids = ids(named: name.split(separator: " ").joined(separator: " "), state)
            if ids.isEmpty { return "not_found" }
            facts = facts.filter { ids.contains($0.categoryId) }
        }
        switch method {
        case "stats.heatmap":
            guard let days = days(params["from"]?.stringValue, last, 365) else { return "out_of_range" }
            return .array(days.map { heatMapDay($0, facts) })
        case "stats.trend":
            guard let days = days(params["from"]?.stringValue, last, 365) else { return "out_of_range" }
            return [
                "days": .array(days.map { trendDay($0, facts, state) }),
                "hours": hours(facts.filter { days.contains($0.day) }, settings),
            ]
        case "stats.day":
            let day = params["day"]?.stringValue ?? today
            let its = facts.filter { $0.day == day }
            let isOff = isOff(day, statistics)
            return .object(
                JSONObject(
                    [("day", .string(day))] + totals(its)
                        + [
                            ("goalMinutes", .integer(statistics.dailyGoalMinutes)), ("off", .bool(isOff)),
                            ("hours", hours(its, settings)),
                        ]))
        case "stats.summary":
            guard let days = days(params["from"]?.stringValue, last, 7), let first = days.first else {
                return "out_of_range"
            }
            let before = self.days(nil, advance(first, by: -1), days.count) ?? []
            let categories = categories(facts.filter { days.contains($0.day) }, state)
            return .object(
                JSONObject(
                    range(days, facts, settings) + [
                        ("categories", categories), ("before", .object(JSONObject(range(before, facts, settings)))),
                    ]))
        case "stats.streak": return streak(facts, statistics)
        default:
            return [
                "weekdays": .array(statistics.daysOff.map { .string($0.rawValue) }),
                "days": .array(daysOff.sorted().map(JSON.string)),
            ]
        }
    }

    private func sum(_ facts: [Fact], _ name: String) -> Int { facts.reduce(0) { $0 + ($1.figures[name] ?? 0) } }

    private func totals(_ facts: [Fact]) -> [(String, JSON)] {
        [("minutes", .integer(sum(facts, "seconds") / 60))]
            + ["sessions", "interruptions", "tasks", "earned", "spent"].map { ($0, .integer(sum(facts, $0))) }
    }

    private func hours(_ facts: [Fact], _ settings: Settings) -> JSON {
        .array(
            (0..<24).map { ($0 + settings.dayStartHour) % 24 }.map { hour in
                ["hour": .integer(hour), "minutes": .integer(sum(facts.filter { $0.hour == hour }, "seconds") / 60)]
            })
    }

    private func closing(_ state: GardenState) -> [(String, JSON)] {
        [
            ("balance", .integer(state.points.balance)), ("meter", .integer(state.rate.meter)),
            ("tier", .integer(state.rate.tier)), ("rate", state.rateTable.rate(of: state.rate.tier).json),
        ]
    }

    private func trendDay(_ day: String, _ facts: [Fact], _ state: GardenState) -> JSON {
        let its = facts.filter { $0.day == day }
        let unknown: [(String, JSON)] = ["balance", "meter", "tier", "rate"].map { ($0, .null) }
        // The days after a corrected one have not ended yet.
        let closing = day == today ? closing(state) : day < today ? closings[day] ?? unknown : unknown
        return .object(
            JSONObject([("day", .string(day))] + totals(its) + [("money", .integer(sum(its, "money")))] + closing))
    }

    private func heatMapDay(_ day: String, _ facts: [Fact]) -> JSON {
        let its = facts.filter { $0.day == day }
        let minutes = sum(its, "seconds") / 60
        let bucket = [0, 25, 50, 100].filter { minutes > $0 }.count
        return [
            "day": .string(day), "minutes": .integer(minutes), "bucket": .integer(bucket),
            "sessions": .integer(sum(its, "sessions")), "tasks": .integer(sum(its, "tasks")),
        ]
    }

    private func range(_ days: [String], _ facts: [Fact], _ settings: Settings) -> [(String, JSON)] {
        let its = facts.filter { days.contains($0.day) }
        let hours = (0..<24).map { ($0 + settings.dayStartHour) % 24 }
        let seconds = hours.map { hour in sum(its.filter { $0.hour == hour }, "seconds") }
        let best = seconds.max() ?? 0
        let hour = best > 0 ? seconds.firstIndex(of: best).map { JSON.integer(hours[$0]) } : nil
        return [
            ("from", .string(days[0])), ("to", .string(days[days.count - 1])), ("days", .integer(days.count)),
        ] + totals(its) + [
            ("averagePerDay", .integer(sum(its, "seconds") / 60 / days.count)), ("bestHour", hour ?? .null),
        ]
    }

    private func categories(_ facts: [Fact], _ state: GardenState) -> JSON {
        let groups = Dictionary(grouping: facts) { name(of: $0.categoryId, state).folded }
        let rows = groups.values.map { facts in
            // Of several removed categories with the same name, the spelling of the last one.
            let name = name(of: facts.map(\.categoryId).max() ?? 0, state)
            let id = state.gardenCategories[name.folded]
            return (name: name, id: id, facts: facts)
        }.filter { row in
            ["seconds", "sessions", "interruptions", "tasks", "earned", "spent"].contains { sum(row.facts, $0) != 0 }
        }
        let sorted = rows.sorted { first, second in
            let order = { (row: (name: String, id: Int?, facts: [Fact])) in
                (-sum(row.facts, "seconds"), -sum(row.facts, "tasks"), -sum(row.facts, "earned"), row.name)
            }
            return order(first) < order(second)
        }
        return .array(
            sorted.map { row in
                .object(
                    JSONObject(
                        [("category", .string(row.name)), ("categoryId", row.id.map(JSON.integer) ?? .null)]
                            + totals(row.facts)))
            })
    }

    private func name(of id: Int, _ state: GardenState) -> String {
        if let name = state.categoryNames[id] { return name }
        guard let name = removedNames[id] else { return "" }
        return state.gardenCategories[name.folded].flatMap { state.categoryNames[$0] } ?? name
    }

    private func ids(named name: String, _ state: GardenState) -> Set<Int> {
        let active = state.gardenCategories
        let name = name.split(separator: " ").joined(separator: " ")
        var ids = Set(removedNames.filter { $0.value.folded == name.folded && !active.values.contains($0.key) }.keys)
        if let id = active[name.folded] { ids.insert(id) }
        return ids
    }

    // MARK: Streaks

    private var daysOff: Set<String> {
        offs.filter { !undone.contains($0.change) }.reduce(into: []) { days, off in
            off.isOff ? days.formUnion(off.days) : days.subtract(off.days)
        }
    }

    private func isOff(_ day: String, _ statistics: StatisticsSettings) -> Bool {
        let weekday = CalendarDay(text: day).weekday
        return daysOff.contains(day) || statistics.daysOff.contains { $0.number == weekday }
    }

    private func streak(_ facts: [Fact], _ statistics: StatisticsSettings) -> JSON {
        let goal = statistics.dailyGoalMinutes
        let byDay = Dictionary(grouping: facts, by: \.day)
        let isReached = { (day: String) in
            let its = byDay[day] ?? []
            return goal == 0 ? self.sum(its, "sessions") > 0 : self.sum(its, "seconds") / 60 >= goal
        }
        var (current, longest) = (0, 0)
        for day in days(byDay.keys.filter { $0 <= today }.min() ?? today, today, 1) ?? [] where !isOff(day, statistics)
        {
            if isReached(day) { current += 1 } else if day != today { current = 0 }
            longest = max(longest, current)
        }
        return [
            "current": .integer(current), "longest": .integer(longest), "goalMinutes": .integer(goal),
            "todayMinutes": .integer(sum(byDay[today] ?? [], "seconds") / 60), "reachedToday": .bool(isReached(today)),
        ]
    }

    // MARK: Days

    /// - Returns: `nil` if the range ends before it begins.
    private func days(_ first: String?, _ last: String, _ count: Int) -> [String]? {
        let last = CalendarDay(text: last)
        let first = first.map { CalendarDay(text: $0) } ?? last.advanced(by: 1 - count)
        guard first <= last else { return nil }
        return (first.daysSinceEpoch...last.daysSinceEpoch).map { CalendarDay(daysSinceEpoch: $0).description }
    }

    private func advance(_ day: String, by days: Int) -> String {
        CalendarDay(text: day).advanced(by: days).description
    }
}

extension CalendarDay {
    // The texts are those of the workload and of the daemon: another one stops the tests here.
    fileprivate init(text: String) { self = CalendarDay(text)! }
}

extension GardenState {
    /// The names of the categories that exist.
    fileprivate var categoryNames: [Int: String] {
        let entries = categories.json["entries"]?.arrayValue ?? []
        return Dictionary(
            entries.map { ($0["id"]?.integerValue ?? 0, $0["name"]?.stringValue ?? "") }, uniquingKeysWith: { $1 })
    }

    /// Their ids by their folded names.
    fileprivate var gardenCategories: [String: Int] {
        Dictionary(categoryNames.map { ($0.value.folded, $0.key) }, uniquingKeysWith: { $1 })
    }
}
