import GardenAPI
import Testing

@testable import GardenCore

/// RULES L1 and L3 once more, slowly and to the letter: look at the wall clock every minute.
private struct MinuteByMinute {
    let startHour: Int
    let zone: ZoneRules

    /// What the wall clock showed at each minute of the days around an instant; never before 1971, when some clocks
    /// were not yet whole minutes from Greenwich.
    private let minutes: [(instant: Instant, day: CalendarDay, secondsOfDay: Int)]

    init(startHour: Int, zone: ZoneRules, around middle: Instant) {
        self.startHour = startHour
        self.zone = zone
        let minute = (Int(middle.milliseconds) / 60_000)
        minutes = (minute - 4 * 1440..<minute + 4 * 1440).map {
            let instant = Instant(milliseconds: Int64($0) * 60_000)
            let wall = zone.wallTime(at: instant)
            return (instant, wall.day, wall.secondsOfDay)
        }
    }

    func boundary(of day: CalendarDay) -> Instant? {
        guard let lastOfDay = minutes.lastIndex(where: { $0.day == day }) else { return nil }
        let reached = minutes.first { $0.day == day && $0.secondsOfDay >= startHour * 3600 }
        return reached?.instant ?? minutes[lastOfDay + 1].instant
    }

    func day(of instant: Instant) -> CalendarDay? {
        let dates = Set(minutes.map(\.day)).sorted().dropFirst().dropLast()
        return dates.last { boundary(of: $0).map { $0 <= instant } ?? false }
    }
}

@Suite struct LogicalDayModelTests {
    @Test(arguments: TestZones.names)
    func agreesWithLookingAtTheClockEveryMinute(name: String) throws {
        let seed = name.utf8.reduce(UInt64(2026)) { $0 &* 31 &+ UInt64($1) }
        var generator = SeededGenerator(seed: seed)
        let zone = try TestZones.load(name)

        for round in 0..<6 {
            let days = LogicalDay(startHour: Int.random(in: 0...23, using: &generator), zone: zone)
            // 1973 … 2100. Every other time near a change of the clock, where there is one.
            var middle = Instant(
                milliseconds: Int64.random(in: 94_694_400_000..<4_102_444_800_000, using: &generator))
            if round % 2 == 0, let transition = zone.nextTransition(after: middle) { middle = transition }
            let model = MinuteByMinute(startHour: days.startHour, zone: zone, around: middle)
            let context: Comment = "\(name), seed \(seed), round \(round), hour \(days.startHour), \(middle)"

            let date = zone.localDate(at: middle)
            for offset in -2...2 {
                let date = date.advanced(by: offset)
                #expect(days.boundary(of: date) == model.boundary(of: date), context)
            }
            for _ in 0..<12 {
                let shift = Int64.random(in: -36 * 3_600_000...36 * 3_600_000, using: &generator)
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
            for crossing in days.crossings(after: day, through: instant("2060-01-01T00:00:00Z")) {
                #expect(days.day(of: crossing.boundary) == crossing.day)
                #expect(days.day(of: crossing.boundary.advanced(byMilliseconds: -1)) == day)
                #expect(days.boundary(of: crossing.day) == crossing.boundary)
                day = crossing.day
            }
        }
    }
}
