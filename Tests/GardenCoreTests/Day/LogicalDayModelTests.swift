import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// A slow, literal model of RULES L1 and L3: it reads the wall clock every minute.
private struct MinuteByMinute {
    /// The boundaries of the dates around an instant, in the order of the dates.
    let boundaries: [(day: CalendarDay, instant: Instant)]

    init(startHour: Int, zone: ZoneRules, around middle: Instant) {
        let minute = Int(middle.milliseconds) / 60_000
        let minutes = (minute - 4 * 1440..<minute + 4 * 1440).map {
            let instant = Instant(milliseconds: Int($0) * 60_000)
            let wall = zone.wallTime(at: instant)
            return (instant: instant, day: wall.day, secondsOfDay: wall.secondsOfDay)
        }
        // The first and the last date are not seen whole.
        let dates = Set(minutes.map(\.day)).sorted().dropFirst().dropLast()
        boundaries = dates.map { date in
            let reached = minutes.first { $0.day == date && $0.secondsOfDay >= startHour * 3600 }
            if let reached { return (date, reached.instant) }
            let last = minutes.lastIndex { $0.day == date } ?? 0
            return (date, minutes[last + 1].instant)
        }
    }

    func boundary(of day: CalendarDay) -> Instant? {
        boundaries.first { $0.day == day }?.instant
    }

    func day(of instant: Instant) -> CalendarDay? {
        boundaries.last { $0.instant <= instant }?.day
    }
}

@Suite struct LogicalDayModelTests {
    @Test(arguments: TestZones.names)
    func boundariesMatchAMinuteByMinuteModel(name: String) throws {
        let seed = name.utf8.reduce(UInt64(2026)) { $0 &* 31 &+ UInt64($1) }
        var generator = SeededGenerator(seed: seed)
        let zone = try TestZones.load(name)

        for round in 0..<8 {
            let days = LogicalDay(startHour: Int.random(in: 0...23, using: &generator), zone: zone)
            // 1973 … 2099, when every zone is whole minutes from Greenwich. Every other time near a change of the clock, where there is one.
            var middle = Instant(
                milliseconds: Int.random(in: 94_694_400_000..<4_102_444_800_000, using: &generator))
            if round % 2 == 0, let transition = zone.nextOffsetChange(after: middle) { middle = transition }
            let model = MinuteByMinute(startHour: days.startHour, zone: zone, around: middle)
            let context: Comment = "\(name), seed \(seed), round \(round), hour \(days.startHour), \(middle)"

            let date = zone.localDate(at: middle)
            for offset in -2...2 {
                let date = date.advanced(by: offset)
                #expect(days.boundary(of: date) == model.boundary(of: date), context)
            }
            for _ in 0..<12 {
                let shift = Int.random(in: -36 * 3_600_000...36 * 3_600_000, using: &generator)
                let instant = middle.advanced(byMilliseconds: shift)
                #expect(days.day(of: instant) == model.day(of: instant), context)
            }
        }
    }

    /// The day never goes back, and changes at its boundary: over all changes of the clock of a zone.
    @Test(arguments: ["Africa/Casablanca", "America/Nuuk", "Antarctica/Troll", "Asia/Baku", "Pacific/Apia"])
    func aDayBeginsAtItsBoundaryAndNotBefore(name: String) throws {
        for startHour in [0, 2, 4, 23] {
            let days = LogicalDay(startHour: startHour, zone: try TestZones.load(name))
            var day = day("1975-01-01")
            for start in days.starts(after: day, through: instant("2060-01-01T00:00:00Z")) {
                #expect(days.day(of: start.boundary) == start.day)
                #expect(days.day(of: start.boundary.advanced(byMilliseconds: -1)) == day)
                #expect(days.boundary(of: start.day) == start.boundary)
                day = start.day
            }
        }
    }
}
