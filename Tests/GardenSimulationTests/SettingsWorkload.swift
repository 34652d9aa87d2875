import GardenAPI
import TestSupport

@testable import GardenCore

extension Workload {
    /// Draws other settings.
    mutating func change(_ settings: inout Settings) {
        settings.startRest = generator.pick(AutomaticStart.allCases)
        settings.startFocus = generator.pick(AutomaticStart.allCases)
        settings.longRestEvery = generator.pick([0, 0, 2, 3])
        settings.endingSoonSeconds = generator.pick([0, 0, 30, 600])
        settings.sleepGraceSeconds = generator.pick([60, 0, 600])
        settings.unattendedSessions = settings.longRestEvery == 2 ? 1 : 16
        settings.onLock = generator.pick([.run, .run, .run, .pause])
        settings.askAfterLockedMinutes = generator.pick([5, 5, 0, 1])
        settings.askAfterIdleMinutes = generator.pick([10, 10, 5, 1, 0])
        settings.remindPausedMinutes = generator.pick([60, 60, 10, 1, 0])
        settings.pointsPerFocus = generator.pick([0, 5, 1_000_000])
        settings.partialSessions = generator.chance(40)
        settings.minMinutes = generator.pick([5, 5, 0, 30])
        settings.expMinutes = generator.pick([25, 25, 10])
        settings.drillRewards = DrillRewards(
            expPerDrill: generator.pick([0, 1, 12]),
            category: generator.pick(["Default", "Learning"]))
        settings.itemsCountAsSpending = generator.chance(50)
        settings.hourlySubtotals = generator.chance(70)
        settings.retentionDays = generator.pick([30, 0, 1])
        settings.rateTable = generator.pick(Self.tables)
        settings.statistics.dailyGoalMinutes = generator.pick([0, 0, 25, 60])
        settings.visits.trashDays = generator.pick([30, 1, 3])
        settings.statistics.daysOff = generator.pick([[], [], [.saturday, .sunday], [.wednesday]])
    }

    /// Tables that users may have.
    private static let tables: [RateTable] =
        [.standard, .standard]
        + ([
            [["from": 0, "rate": 1]],
            [["from": 0, "rate": 1.1], ["from": 100, "rate": 2], ["from": 5000, "rate": 1.5]],
        ] as [JSON]).map(table)

    private static func table(_ rows: JSON) -> RateTable {
        do { return try RateTable(json: rows) } catch { preconditionFailure("a table of the tests is wrong: \(error)") }
    }
}
