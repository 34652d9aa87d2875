/// The local time of one place, past and future, from a TZif file of the system (RULES L9).
///
/// It is a list of offset changes, and a yearly rule for the time after the last of them. It is cheap to copy. Two
/// values are equal if all their rules are.
public struct ZoneRules: Sendable, Equatable {
    /// The local time between two offset changes (RFC 9636 §2, "local time type").
    public struct LocalTime: Hashable, Sendable {
        /// The offset of the wall clock from UTC in seconds, within ``ZoneRules/offsetBounds``.
        public let offsetSeconds: Int

        /// Whether the place calls this daylight saving time. In Dublin, winter time counts as such.
        public let isDaylightSaving: Bool

        /// `CET`, `JST`, `+0545`: for people, not unique.
        public let abbreviation: String
    }

    /// From this second on, the wall clock follows `localTimes[localTime]`.
    struct OffsetChange: Hashable, Sendable {
        let seconds: Int
        let localTime: Int
    }

    /// The offsets that a zone can have, in seconds: −24:59:59 … +25:59:59, the range that RFC 9636 §3.2 asks
    /// readers to accept.
    public static let offsetBounds = -89_999...93_599

    /// UTC: offset 0 at all times.
    public static let utc = ZoneRules(
        name: "UTC", localTimes: [LocalTime(offsetSeconds: 0, isDaylightSaving: false, abbreviation: "UTC")],
        offsetChanges: [], footer: nil)

    /// A zone with the same offset at all times, such as that of a timestamp.
    public static func fixed(offsetSeconds: Int) -> ZoneRules {
        let name = Timestamp(instant: Instant(milliseconds: 0), offsetSeconds: offsetSeconds).offsetText
        return ZoneRules(
            name: name,
            localTimes: [LocalTime(offsetSeconds: offsetSeconds, isDaylightSaving: false, abbreviation: name)],
            offsetChanges: [], footer: nil)
    }

    /// The name with which the zone was loaded: `Europe/Berlin`.
    public let name: String

    /// The local times, at least one; the first applies before the first offset change.
    private let localTimes: [LocalTime]

    /// In ascending order. A change can have the same local time as the one before.
    private let offsetChanges: [OffsetChange]

    /// The rule after the last offset change; `nil` if its local time applies forever.
    private let footer: POSIXTimeZone?

    init(name: String, localTimes: [LocalTime], offsetChanges: [OffsetChange], footer: POSIXTimeZone?) {
        precondition(!localTimes.isEmpty, "zone \(name) has no local time")
        self.name = name
        self.localTimes = localTimes
        self.offsetChanges = offsetChanges
        self.footer = footer
    }

    /// Creates a zone that always follows one POSIX TZ string, such as `CET-1CEST,M3.5.0,M10.5.0/3` (RFC 9636 §3.3 with
    /// the extensions of version 3).
    ///
    /// `nil` if the string is invalid, or if it has daylight saving time without its two dates.
    public init?(name: String, posix: String) {
        guard let footer = POSIXTimeZone(Array(posix.utf8)) else { return nil }
        self.init(name: name, localTimes: [footer.standard], offsetChanges: [], footer: footer)
    }
}

// MARK: - What a clock on the wall shows

extension ZoneRules {
    /// The local time at an instant.
    public func localTime(at instant: Instant) -> LocalTime {
        period(at: instant.secondsSinceEpoch).localTime
    }

    /// The offset of the wall clock from UTC at an instant, in seconds.
    public func offsetSeconds(at instant: Instant) -> Int {
        period(at: instant.secondsSinceEpoch).localTime.offsetSeconds
    }

    /// The instant with its local offset, as in the protocol.
    public func timestamp(_ instant: Instant) -> Timestamp {
        Timestamp(instant: instant, offsetSeconds: offsetSeconds(at: instant))
    }

    /// The date in the local calendar at an instant. The logical day of the garden can be the day before (RULES L1).
    public func localDate(at instant: Instant) -> CalendarDay {
        wallTime(at: instant).day
    }

    /// The local date at an instant, and the seconds after midnight on the wall clock, 0 … 86,399.
    public func wallTime(at instant: Instant) -> (day: CalendarDay, secondsOfDay: Int) {
        let seconds = instant.secondsSinceEpoch
        let wall = seconds + period(at: seconds).localTime.offsetSeconds
        let (days, secondsOfDay) = wall.flooredDivision(by: 86_400)
        return (CalendarDay(daysSinceEpoch: days), secondsOfDay)
    }

    /// The next instant at which offset, daylight saving time or abbreviation change; `nil` if they never change again,
    /// or only beyond the range of ``Instant``.
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
    /// A period without an offset change inside it: `start ..< end` in seconds since the epoch, `Int.min` and `Int.max`
    /// if it has no bound. The local time need not change at its bounds.
    public struct OffsetPeriod {
        /// Its first second.
        public var start: Int
        /// The first second after it.
        public var end: Int
        /// The local time in it.
        public var localTime: LocalTime
    }

    /// The period that contains a second: a binary search, then the yearly rule.
    public func period(at seconds: Int) -> OffsetPeriod {
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

    /// The index of the first offset change later than `seconds`; their count if there is none.
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
