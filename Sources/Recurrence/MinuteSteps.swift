import TimeKit

/// The times of a rule that repeats every so many hours or minutes, if that does not divide a day: they are different on
/// each day.
///
/// The rule has a slot every `step` minutes. A slot that BYHOUR and BYMINUTE allow has occurrences at fixed offsets.
struct MinuteSteps {
    /// The distance of two slots, in minutes.
    let step: Int

    /// How much the phase falls from one day to the next, modulo `step`.
    let phaseDecrease: Int

    /// Minutes after the beginning of a slot, ascending. They end before the next slot, and on the same day.
    let offsets: [Int]

    /// A position with a slot.
    private let origin: Int

    /// Whether a slot at a minute of the day is allowed.
    private let isAllowed: [Bool]

    /// The number of occurrences of a day, by its phase: the minute of its first slot. Later phases have none.
    private let countByPhase: [Int32]

    init(step: Int, origin: Int, offsets: [Int], isAllowed: [Bool]) {
        self.step = step
        phaseDecrease = WallTime.minutesPerDay % step
        self.origin = origin
        self.offsets = offsets
        self.isAllowed = isAllowed
        countByPhase = (0..<min(step, WallTime.minutesPerDay)).map { phase in
            let slots = stride(from: phase, to: WallTime.minutesPerDay, by: step).count { isAllowed[$0] }
            return Int32(slots * offsets.count)
        }
    }

    /// The minute of the first slot on or after midnight of a day: 0 ..< step.
    func phase(of day: Int) -> Int { (origin - day * WallTime.minutesPerDay).flooredDivision(by: step).remainder }

    /// The number of occurrences on a day of that phase.
    func count(atPhase phase: Int) -> Int { phase < countByPhase.count ? Int(countByPhase[phase]) : 0 }

    /// The minutes of the day in a range at which a day of that phase has occurrences, ascending.
    func minutes(atPhase phase: Int, in range: Range<Int>) -> [Int] {
        var minutes: [Int] = []
        // An occurrence is less than an hour after its slot.
        let skipped = max(0, range.lowerBound - 59 - phase) / step
        for slot in stride(from: phase + skipped * step, to: range.upperBound, by: step) where isAllowed[slot] {
            for offset in offsets where range.contains(slot + offset) { minutes.append(slot + offset) }
        }
        return minutes
    }

    /// The number of occurrences on some days of a year, if `phase` is that of the first day of the range.
    func count(on days: DaysOfYear, in range: Range<Int>, phase: Int) -> Int {
        var phase = phase
        var count = 0
        for day in range {
            if days.contains(day) { count += self.count(atPhase: phase) }
            phase = nextPhase(phase)
        }
        return count
    }

    // The phase of a day is computed from the one next to it: a division for each of 146,000 days would take a
    // millisecond.

    func nextPhase(_ phase: Int) -> Int {
        let next = phase - phaseDecrease
        return next < 0 ? next + step : next
    }

    func previousPhase(_ phase: Int) -> Int {
        let previous = phase + phaseDecrease
        return previous >= step ? previous - step : previous
    }
}
