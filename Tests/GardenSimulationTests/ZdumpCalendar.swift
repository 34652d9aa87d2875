import GardenAPI
import TestSupport
import Testing
import TimeKit

/// The wall clock by zdump's account, and the 04:00s on it: computed step by step, without the daemon's own calendar.
struct ZdumpCalendar {
    /// A margin above the largest offset in either direction.
    private static let widestOffset = 2 * 86_400

    /// From when on the wall is ahead of UTC by how much, in seconds.
    private let stretches: [(start: Int, offset: Int)]

    /// - Throws: if zdump does not know that zone.
    init(_ zone: String) throws {
        let lines = try Zdump.lines(zone, years: 1860..<2100)
        var stretches: [(start: Int, offset: Int)] = [(.min / 2, try #require(lines.first, "\(zone)").offsetSeconds)]
        for line in lines where line.offsetSeconds != stretches[stretches.count - 1].offset {
            stretches.append((line.instant.milliseconds / 1000, line.offsetSeconds))
        }
        self.stretches = stretches
    }

    /// A wall that is always ahead of UTC by the same.
    init(offset: Int) { stretches = [(.min / 2, offset)] }

    /// "[04:00]"
    func label(_ seconds: Int) -> String {
        let offset = stretches.last { $0.start <= seconds }?.offset ?? 0
        let minutes = (seconds + offset) % 86_400 / 60
        return "[\(minutes / 60 < 10 ? "0" : "")\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)]"
    }

    /// The days that begin after one instant and up to another, each at the first second at which the wall shows 04:00
    /// of its date or later; a date that the wall never shows has none (RULES L1, L3).
    func days(after start: Int, through end: Int) -> [(day: CalendarDay, begins: Int)] {
        let near = stretches.indices.filter { index in
            let next = index + 1 < stretches.count ? stretches[index + 1].start : Int.max / 2
            return next >= start - 2 * Self.widestOffset && stretches[index].start <= end + 2 * Self.widestOffset
        }
        var found: [(day: CalendarDay, begins: Int)] = []
        for date in (start - Self.widestOffset) / 86_400...(end + Self.widestOffset) / 86_400 {
            let four = date * 86_400 + 4 * 3600
            var isShown = false
            var begins: Int?
            for index in near {
                let (from, offset) = stretches[index]
                let until = index + 1 < stretches.count ? stretches[index + 1].start : Int.max / 2
                if from + offset < (date + 1) * 86_400, until + offset > date * 86_400 { isShown = true }
                if begins == nil, until + offset > four { begins = max(from, four - offset) }
            }
            if let begins, isShown, begins > start, begins <= end {
                found.append((CalendarDay(daysSinceEpoch: date), begins))
            }
        }
        return found
    }
}

/// Wall times in milliseconds: dates as days since 1970, times as minutes of the day.
extension ZdumpCalendar {
    private static let dayMilliseconds = 86_400_000

    /// The date and the minute that the wall shows.
    func wall(_ milliseconds: Int) -> (day: Int, minute: Int) {
        let seconds = Int((Double(milliseconds) / 1000).rounded(.down))
        let local = milliseconds + (stretches.last { $0.start <= seconds }?.offset ?? 0) * 1000
        let day = Int((Double(local) / Double(Self.dayMilliseconds)).rounded(.down))
        return (day, (local - day * Self.dayMilliseconds) / 60_000)
    }

    /// When the wall shows a time: the first of two, and later by the gap if it never does (RULES T5).
    func milliseconds(day: Int, minute: Int) -> Int {
        let local = day * 86_400 + minute * 60
        for index in stretches.indices {
            let (start, offset) = stretches[index]
            let end = index + 1 < stretches.count ? stretches[index + 1].start : Int.max / 2
            if local - offset < end {
                // Before its start the wall shows a time of the gap.
                return (local - offset >= start ? local - offset : local - stretches[index - 1].offset) * 1000
            }
        }
        preconditionFailure("no offset applies to day \(day)")
    }

    /// The first millisecond of a logical day, or of the next one if the wall never shows its date.
    func begin(ofDay day: Int) -> Int { boundary(near: day) { $0 >= day } }

    /// The boundary that ends a logical day.
    func end(ofDay day: Int) -> Int { boundary(near: day) { $0 > day } }

    private func boundary(near day: Int, _ isMeant: (Int) -> Bool) -> Int {
        let noon = day * 86_400 + 43_200
        let found = days(after: noon - 3 * 86_400, through: noon + 4 * 86_400).first { isMeant($0.day.daysSinceEpoch) }
        return (found?.begins ?? 0) * 1000
    }

    /// The logical day of an instant.
    func logicalDay(_ milliseconds: Int) -> Int {
        let seconds = Int((Double(milliseconds) / 1000).rounded(.down))
        return days(after: seconds - 4 * 86_400, through: seconds).last?.day.daysSinceEpoch ?? 0
    }
}
