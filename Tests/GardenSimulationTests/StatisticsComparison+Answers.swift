import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// What the facts add up to in each answer.
extension StatisticsComparison {
    mutating func check(_ state: GardenState, _ settings: Settings, _ label: String) {
        #expect(today == state.day.day.description, "\(label): the day of the statistics")
        for (method, params, answer) in pending {
            guard let expected = expectedAsAsked(method, params, state, settings) else { continue }
            let result =
                answer["result"].map { ofAccount($0, method) } ?? answer["error"]?["data"]?["reason"]
                ?? answer["error"]?["data"]?["code"]
            #expect(result == expected, "\(label): \(method) \(params.text)")
        }
        pending = []
    }

    /// The answer of the present, or of a day that has ended (RULES S7); `nil` for a day of which this account has no end.
    private func expectedAsAsked(
        _ method: String, _ params: JSON, _ state: GardenState, _ settings: Settings
    ) -> JSON? {
        if let name = params["category"]?.stringValue, name.isEmpty || name.contains("\n") { return "invalid_params" }
        if params["limit"] == 0 { return "invalid_params" }
        guard let asked = params["asOf"]?.stringValue, asked != today else {
            return expected(method, params, state, settings)
        }
        if asked > today { return "in_the_future" }
        if asked < dayOfReset { return "before_reset" }
        guard let closing = closings[asked] else { return nil }
        var past = self
        past.today = asked
        past.closingOfToday = closing
        past.facts = facts.filter { $0.day <= asked }
        return past.expected(method, params, state, settings)
    }

    /// The members of an answer that this account knows.
    private func ofAccount(_ answer: JSON, _ method: String) -> JSON {
        if method == "task.completions" {
            let ids = answer["completions"]?.arrayValue?.map { $0["id"] ?? .null }
            return ["ids": .array(ids ?? []), "more": answer["more"] ?? .null, "next": answer["next"] ?? .null]
        }
        let names: [String]? =
            switch method {
            case "points.get": ["balance", "earnedToday", "spentToday"]
            case "rate.get": ["tier", "rate", "meter"]
            default: nil
            }
        return names.map { names in .object(JSONObject(names.map { ($0, answer[$0] ?? .null) })) } ?? answer
    }

    private func member(_ name: String, of closing: [(String, JSON)]) -> JSON {
        closing.first { $0.0 == name }?.1 ?? .null
    }

    private func expected(_ method: String, _ params: JSON, _ state: GardenState, _ settings: Settings) -> JSON {
        let last = params["to"]?.stringValue ?? today
        let statistics = settings.statistics
        let all = facts.filter(counts)
        var facts = all
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
                "days": .array(days.map { trendDay($0, facts, all, state) }),
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
        case "task.completions": return completions(params, facts)
        case "points.get":
            let its = facts.filter { $0.day == today }
            return [
                "balance": member("balance", of: closingOfToday ?? closing(state)),
                "earnedToday": .integer(sum(its, "earned")), "spentToday": .integer(sum(its, "spent")),
            ]
        case "rate.get":
            let closing = closingOfToday ?? closing(state)
            return .object(JSONObject(["tier", "rate", "meter"].map { ($0, member($0, of: closing)) }))
        default:
            return [
                "weekdays": .array(statistics.daysOff.map { .string($0.rawValue) }),
                "days": .array(daysOff.sorted().map(JSON.string)),
            ]
        }
    }

    /// The completions that count, the last one first (RULES T24).
    private func completions(_ params: JSON, _ facts: [Fact]) -> JSON {
        let (limit, before) = (params["limit"]?.integerValue ?? 100, params["before"]?.integerValue)
        let place = { (fact: Fact) in (fact.day, fact.completion?.at ?? 0, fact.completion?.seq ?? 0) }
        // A page can follow one that does not count any more.
        let last = before.flatMap { id in self.facts.first { $0.completion?.seq == id } }
        if before != nil, last == nil { return "not_found" }
        let taken = Set(self.facts.filter(counts).compactMap(\.reopens).map { self.facts[$0].completion?.seq })
        var its = facts.filter { fact in
            guard let seq = fact.completion?.seq, !taken.contains(seq) else { return false }
            return params["from"].map { fact.day >= $0.stringValue ?? "" } ?? true
                && params["to"].map { fact.day <= $0.stringValue ?? "" } ?? true
                && last.map { place(fact) < place($0) } ?? true
        }
        its.sort { place($0) > place($1) }
        let page = its.prefix(limit).compactMap { $0.completion.map { JSON.integer($0.seq) } }
        let more = its.count > limit
        return ["ids": .array(page), "more": .bool(more), "next": more ? page.last ?? .null : .null]
    }

    /// The sum wraps around, as those of the product do.
    private func sum(_ facts: [Fact], _ name: String) -> Int { facts.reduce(0) { $0 &+ ($1.figures[name] ?? 0) } }

    private func totals(_ facts: [Fact]) -> [(String, JSON)] {
        [("minutes", .integer(sum(facts, "seconds") / 60))]
            + ["sessions", "interruptions", "tasks", "earned", "spent"].map { ($0, .integer(sum(facts, $0))) }
    }

    private func hours(_ facts: [Fact], _ settings: Settings) -> JSON {
        var (hours, rest): ([JSON], Int) = ([], 0)
        for hour in (0..<24).map({ ($0 + settings.dayStartHour) % 24 }) {
            let seconds = rest + sum(facts.filter { $0.hour == hour }, "seconds")
            hours.append(["hour": .integer(hour), "minutes": .integer(seconds / 60)])
            rest = seconds % 60
        }
        return .array(hours)
    }

    /// - Parameter all: also those of other categories, for the money.
    private func trendDay(_ day: String, _ facts: [Fact], _ all: [Fact], _ state: GardenState) -> JSON {
        let its = facts.filter { $0.day == day }
        let unknown: [(String, JSON)] = ["balance", "meter", "tier", "rate"].map { ($0, .null) }
        // The days after a corrected one have not ended yet.
        let closing =
            day == today ? closingOfToday ?? self.closing(state) : day < today ? closings[day] ?? unknown : unknown
        return .object(
            JSONObject(
                [("day", .string(day))] + totals(its) + [
                    ("money", .integer(sum(all.filter { $0.day == day }, "money")))
                ] + closing))
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
        let begun = max(1, days.count { $0 <= today })
        let hour = best > 0 ? seconds.firstIndex(of: best).map { JSON.integer(hours[$0]) } : nil
        return [
            ("from", .string(days[0])), ("to", .string(days[days.count - 1])), ("days", .integer(days.count)),
        ] + totals(its) + [
            ("averagePerDay", .integer(sum(its, "seconds") / 60 / begun)), ("bestHour", hour ?? .null),
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
        let id = continuing(id)
        if let name = state.categoryNames[id] { return name }
        guard let name = removedNames[id] else { return "" }
        return state.gardenCategories[name.folded].flatMap { state.categoryNames[$0] } ?? name
    }

    private func ids(named name: String, _ state: GardenState) -> Set<Int> {
        let active = state.gardenCategories
        let name = name.split(separator: " ").joined(separator: " ")
        var ids = Set(removedNames.filter { $0.value.folded == name.folded && isRemoved($0.key, state) }.keys)
        if let id = active[name.folded] { ids.insert(id) }
        let merged = merges.filter { !undone.contains($0.change) }.reduce(into: Set<Int>()) { $0.formUnion($1.ids) }
        return ids.union(merged.filter { ids.contains(continuing($0)) })
    }

    /// Whether a category is removed, and no merge has taken it along.
    func isRemoved(_ id: Int, _ state: GardenState) -> Bool {
        !state.gardenCategories.values.contains(id) && continuing(id) == id
    }

    /// The category that continues one by merges, or the same.
    private func continuing(_ id: Int) -> Int {
        guard let merge = merges.last(where: { $0.ids.contains(id) && !undone.contains($0.change) }) else { return id }
        return continuing(merge.into)
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
            return goal == 0 ? self.sum(its, "earning") > 0 : self.sum(its, "seconds") / 60 >= goal
        }
        var (current, longest) = (0, 0)
        for day in days(byDay.keys.filter { $0 <= today }.min() ?? today, today, 1) ?? [] where !isOff(day, statistics)
        {
            // The current day breaks none before it is over.
            if isReached(day) { current += 1 } else if day != today || closingOfToday != nil { current = 0 }
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
