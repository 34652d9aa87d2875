import GRDB
import GardenCore
import TestSupport
import Testing
import TimeKit

@testable import GardenStore

/// The table of figures by day and category (RULES S1).
struct StatisticsTableTests {
    /// More than four blocks of events.
    private static let sample = SampleGarden(events: 1200)

    private static func filled() throws -> JournalStore {
        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        return store
    }

    /// The figures of the events that the table lacks.
    private func tail(_ store: JournalStore) throws -> StatisticsTally {
        let tail = try store.read(StatisticsTailQuery(through: Self.sample.events.count))
        #expect(try store.events(after: tail.through, limit: .max, types: StatisticsTally.types) == [])
        return tail.tally
    }

    /// The figures of the table with those of the events after it.
    private func figures(_ store: JournalStore, _ grouping: FiguresQuery.Grouping) throws -> [Int: DayFigures] {
        let all = CalendarDay(daysSinceEpoch: 0)...CalendarDay(daysSinceEpoch: 40_000)
        let tail = try tail(store)
        var sums = try store.read(FiguresQuery(days: all, categoryIds: nil, grouping: grouping))
        for (key, figures) in tail.figures {
            let group =
                switch grouping {
                case .day: key.day.daysSinceEpoch
                case .category: key.categoryId
                case .all: 0
                }
            sums[group, default: DayFigures()] += figures
        }
        return sums
    }

    /// The events after the table bring their hours.
    private static func withoutHours(_ sums: [Int: DayFigures]) -> [Int: DayFigures] {
        sums.mapValues { figures in
            var figures = figures
            figures.hours = DayFigures().hours
            return figures
        }
    }

    @Test func theFiguresMatchTheEvents() throws {
        let store = try Self.filled()
        var tally = StatisticsTally(day: nil)
        for event in Self.sample.events { try tally.add(event, in: store) }
        #expect(tally.figures.count > 3)
        var byDay: [Int: DayFigures] = [:]
        var byCategory: [Int: DayFigures] = [:]
        var all = DayFigures()
        for (key, figures) in tally.figures {
            byCategory[key.categoryId, default: DayFigures()] += figures
            byDay[key.day.daysSinceEpoch, default: DayFigures()] += figures
            all += figures
        }
        #expect(try figures(store, .all) == [0: all])
        #expect(try Self.withoutHours(figures(store, .category)) == Self.withoutHours(byCategory))
        #expect(try Self.withoutHours(figures(store, .day)) == Self.withoutHours(byDay))
        #expect(byCategory.values.reduce(0) { $0 + $1.sessions } > 10)
    }

    @Test("a sum that fits is found, even if a part of its terms exceeds 64 bits", arguments: [1, 3])
    func sumsMayExceedOnTheWay(parts: Int) throws {
        let queue = try DatabaseQueue()
        let found = try queue.write { db in
            for (_, sql) in StatisticsTable.schema { try db.execute(sql: sql) }
            for (day, earned) in [Int.max, Int.max, -Int.max, -5].enumerated() {
                var row = [day / parts, 7 + day % parts] + [Int](repeating: 0, count: DayFigures.sums.count + 24)
                row[2 + DayFigures.sums.firstIndex { $0.name == "earned" }!] = earned
                let marks = row.map { _ in "?" }.joined(separator: ", ")
                try db.execute(sql: "INSERT INTO dayFigures VALUES (\(marks))", arguments: StatementArguments(row))
            }
            let days = CalendarDay(daysSinceEpoch: 0)...CalendarDay(daysSinceEpoch: 9)
            let query = FiguresQuery(days: days, categoryIds: nil, grouping: .all)
            return try StatisticsTable().answer(query, in: db)
        }
        var expected = DayFigures()
        expected.earned = .max - 5
        #expect(found == [0: expected])
    }

    @Test(
        "a sum of more than 64 bits wraps around, so that it can be taken back",
        arguments: [
            (Int.max, 1), (.max, .max), (.min, -1), (.min, .min), (.max, .min), (5, 6), (-5, .max), (.min, 0),
            (0, .min),
        ])
    func aSumWrapsAround(first: Int, second: Int) throws {
        let queue = try DatabaseQueue()
        let sums = try queue.write { db in
            try db.execute(sql: "CREATE TABLE sums (id INTEGER PRIMARY KEY, money INTEGER) STRICT")
            return try [first, second, -(second == .min ? 0 : second)].map { amount in
                try db.execute(
                    sql: """
                        INSERT INTO sums VALUES (1, ?)
                        ON CONFLICT (id) DO UPDATE SET money = \(StatisticsTable.wrappingSum("money", "excluded.money"))
                        """, arguments: [amount])
                return try Int.fetchOne(db, sql: "SELECT money FROM sums")
            }
        }
        let sum = first &+ second
        #expect(sums == [first, sum, second == .min ? sum : first])
    }

    @Test("the tail is that of the events up to the one asked for, whatever was asked before")
    func theTailEndsWithTheEventAskedFor() throws {
        let store = try Self.filled()
        let count = Self.sample.events.count
        let base = count - count % EventIndex.blockLength
        for last in [count, base + 20, base, base + 21, base + 20, count] {
            var expected = StatisticsTally(day: nil)
            for event in Self.sample.events.prefix(base) { try expected.add(event, in: store) }
            expected = StatisticsTally(day: expected.day, expected.economy)
            for event in Self.sample.events[base..<last] { try expected.add(event, in: store) }
            let tail = try store.read(StatisticsTailQuery(through: last))
            #expect(tail.through <= last)
            #expect(tail.tally.figures == expected.figures)
            #expect(tail.tally.closings == expected.closings)
            #expect(tail.tally.economy == expected.economy)
        }
    }

    @Test func noDaysHaveFiguresOfZero() throws {
        let none = CalendarDay(daysSinceEpoch: 0)...CalendarDay(daysSinceEpoch: 1)
        let store = try Self.filled()
        for (grouping, expected) in [(FiguresQuery.Grouping.all, [0: DayFigures()]), (.day, [:]), (.category, [:])] {
            #expect(try store.read(FiguresQuery(days: none, categoryIds: nil, grouping: grouping)) == expected)
        }
    }

    @Test func theEndsOfDaysMatchTheStates() throws {
        let store = try Self.filled()
        let tail = try tail(store)
        let all = CalendarDay(daysSinceEpoch: 0)...CalendarDay(daysSinceEpoch: 40_000)
        var closings = try store.read(ClosingsQuery(days: all))
        for (day, closing) in tail.closings { closings[day.daysSinceEpoch] = closing }
        var states: [Int: DayClosing] = [:]
        var state = GardenState()
        for event in Self.sample.events {
            let day = state.day.day.daysSinceEpoch
            if event.type == "day.rolledOver" {
                states[day] = DayClosing(
                    meter: state.rate.meter, tier: state.rate.tier, rate: state.rateTable.rate(of: state.rate.tier),
                    daysLeft: state.rate.daysLeft, isApplied: state.rate.applied,
                    multiplier: state.points.multiplier, seq: event.seq)
            }
            try state.replay(event)
        }
        #expect(closings == states)
        #expect(states.count > 3)
    }

    @Test func severalCommitsAndARebuildGiveTheSameTable() throws {
        let (whole, parts) = (try Self.filled(), try JournalStore.inMemory())
        for change in Self.sample.changes { try parts.commit([change]) }
        let rows = { (store: JournalStore) in
            try store.reading {
                try Row.fetchAll($0, sql: "SELECT * FROM dayFigures").map(\.description)
                    + Row.fetchAll($0, sql: "SELECT * FROM dayClosing").map(\.description)
            }
        }
        #expect(try rows(whole).count > 3)
        #expect(try rows(parts) == rows(whole))
        try whole.writing(ReadModels.rebuild)
        #expect(try rows(parts) == rows(whole))
        #expect(try whole.readModelProblem() == nil)
    }

    @Test(arguments: [
        "UPDATE dayFigures SET seconds = seconds + 1 WHERE seconds > 0 AND day = (SELECT min(day) FROM dayFigures)",
        "UPDATE dayFigures SET hour9 = hour9 + 60 WHERE day = (SELECT max(day) FROM dayFigures)",
        "UPDATE dayFigures SET tasks = tasks + 1", "UPDATE dayFigures SET spent = spent - 1",
        "UPDATE dayFigures SET categoryId = categoryId + 1000",
        "DELETE FROM dayFigures WHERE day = (SELECT min(day) FROM dayFigures)", "DELETE FROM dayFigures",
        "INSERT INTO removedCategory (id, name) VALUES (77, 'Nothing')", "DELETE FROM statisticsEnd",
        "UPDATE statisticsEnd SET day = day + 1", "UPDATE statisticsEnd SET seq = seq - 256",
        "UPDATE dayFigures SET seconds = seconds + 1", "UPDATE dayFigures SET money = money + 1",
        "UPDATE dayClosing SET seq = seq + 1 WHERE day = (SELECT max(day) FROM dayClosing)",
        "UPDATE dayClosing SET rate = rate + 1", "DELETE FROM dayClosing WHERE day = (SELECT min(day) FROM dayClosing)",
        "INSERT INTO dayClosing (day, meter, tier, rate, daysLeft, applied, multiplier, seq) VALUES (77, 0, 0, 10, 0, 1, 1, 9)",
        "UPDATE statisticsEnd SET multiplier = multiplier + 1",
        "UPDATE statisticsEnd SET rateTable = '[{\"from\":0,\"rate\":1.2}]'",
    ])
    func aWrongRowIsFoundAndRebuilt(sql: String) throws {
        let store = try Self.filled()
        try store.writing { try $0.execute(sql: sql) }
        let check = try store.readModelCheck()
        #expect(try check.problem(of: Self.sample.events) == nil)
        #expect(
            try check.orphanProblem() == "the statistics differ from the journal")
        try store.writing(ReadModels.rebuild)
        #expect(try store.readModelProblem() == nil)
    }
}
