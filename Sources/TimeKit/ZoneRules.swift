/// The local time of one place, past and future: what a TZif file of the system says (RULES L9).
///
/// A list of offsetChanges, and for all time after the last of them a rule that repeats every year. Cheap to copy,
/// and equal only if every rule in it is.
public struct ZoneRules: Sendable, Equatable {
    /// What a wall clock follows between two offsetChanges (RFC 9636 §2, "local time type").
    public struct LocalTime: Hashable, Sendable {
        /// How far the wall clock is ahead of UTC, in seconds, within ``ZoneRules/offsetBounds``.
        public let offsetSeconds: Int

        /// Whether this is daylight saving time, or what the place calls so: Dublin's is its winter.
        public let isDaylightSaving: Bool

        /// `CET`, `JST`, `+0545`: for people to read, and not unique.
        public let abbreviation: String
    }

    /// From here on, the wall clock follows `localTimes[localTime]`.
    struct OffsetChange: Hashable, Sendable {
        let seconds: Int
        let localTime: Int
    }

    /// The offsets a zone may have, in seconds: what RFC 9636 §3.2 asks readers to take, −24:59:59 … +25:59:59.
    public static let offsetBounds = -89_999...93_599

    /// Greenwich, for ever.
    public static let utc = ZoneRules(
        name: "UTC", localTimes: [LocalTime(offsetSeconds: 0, isDaylightSaving: false, abbreviation: "UTC")],
        offsetChanges: [], footer: nil)

    /// The name the zone was asked for by: `Europe/Berlin`.
    public let name: String

    /// Never empty; the first holds before the first transition.
    private let localTimes: [LocalTime]

    /// In ascending order; one may change nothing.
    private let offsetChanges: [OffsetChange]

    /// What holds after the last transition; `nil`: what that one began.
    private let footer: POSIXTimeZone?

    init(name: String, localTimes: [LocalTime], offsetChanges: [OffsetChange], footer: POSIXTimeZone?) {
        precondition(!localTimes.isEmpty, "zone \(name) has no local time")
        self.name = name
        self.localTimes = localTimes
        self.offsetChanges = offsetChanges
        self.footer = footer
    }

    /// A zone that follows one POSIX TZ string at all times, such as `CET-1CEST,M3.5.0,M10.5.0/3`
    /// (RFC 9636 §3.3 with the extensions of version 3).
    ///
    /// `nil` if the string is none; daylight saving time without its two dates is refused too.
    public init?(name: String, posix: String) {
        guard let footer = POSIXTimeZone(Array(posix.utf8)) else { return nil }
        self.init(name: name, localTimes: [footer.standard], offsetChanges: [], footer: footer)
    }
}

// MARK: - What a clock on the wall shows

extension ZoneRules {
    /// What the wall clock follows at that instant.
    public func localTime(at instant: Instant) -> LocalTime {
        period(at: instant.secondsSinceEpoch).localTime
    }

    /// How far the wall clock is ahead of UTC at that instant, in seconds.
    public func offsetSeconds(at instant: Instant) -> Int {
        period(at: instant.secondsSinceEpoch).localTime.offsetSeconds
    }

    /// The instant with the local offset, as it is written on the wire.
    public func timestamp(_ instant: Instant) -> Timestamp {
        Timestamp(instant: instant, offsetSeconds: offsetSeconds(at: instant))
    }

    /// The date on the local calendar at that instant. Not the day of the garden: that is ``LogicalDay``.
    public func localDate(at instant: Instant) -> CalendarDay {
        wallTime(at: instant).day
    }

    /// The local date and the seconds the wall clock shows past its midnight, 0 … 86,399.
    public func wallTime(at instant: Instant) -> (day: CalendarDay, secondsOfDay: Int) {
        let seconds = instant.secondsSinceEpoch
        let wall = seconds + period(at: seconds).localTime.offsetSeconds
        let (days, secondsOfDay) = wall.flooredDivision(by: 86_400)
        return (CalendarDay(daysSinceEpoch: days), secondsOfDay)
    }

    /// The first instant after that one at which offset, daylight saving or abbreviation change; `nil` if none does
    /// ever again, or only where no instant can be told.
    public func nextOffsetChange(after instant: Instant) -> Instant? {
        var period = period(at: instant.secondsSinceEpoch)
        let before = period.localTime
        repeat {
            guard period.end != .max else { return nil }
            period = self.period(at: period.end)
        } while period.localTime == before
        let (milliseconds, overflow) = period.start.multipliedReportingOverflow(by: 1000)
        return overflow ? nil : Instant(milliseconds: milliseconds)
    }
}

// MARK: - Looking up

extension ZoneRules {
    /// A time without a transition inside it: `start ..< end` in seconds since the epoch, `Int.min` and `Int.max`
    /// where it has no end. Nothing need change at either end.
    package struct OffsetPeriod {
        package var start: Int
        package var end: Int
        package var localTime: LocalTime
    }

    /// The period around that second: a binary search, then the yearly rule.
    package func period(at seconds: Int) -> OffsetPeriod {
        let next = indexOfOffsetChange(after: seconds)
        let last = next > 0 ? offsetChanges[next - 1] : nil
        if next == offsetChanges.count, let footer {
            var period = footer.period(at: seconds)
            period.start = max(period.start, last?.seconds ?? .min)
            return period
        }
        return OffsetPeriod(
            start: last?.seconds ?? .min,
            end: next < offsetChanges.count ? offsetChanges[next].seconds : .max,
            localTime: localTimes[last?.localTime ?? 0])
    }

    /// The index of the first transition later than `seconds`, or their count.
    private func indexOfOffsetChange(after seconds: Int) -> Int {
        var low = 0
        var high = offsetChanges.count
        while low < high {
            let middle = (low + high) / 2
            if offsetChanges[middle].seconds <= seconds {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
