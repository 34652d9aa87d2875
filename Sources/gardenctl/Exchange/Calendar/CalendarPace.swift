import GardenAPI

/// When a calendar file is read again: changes come in rows, and each reading takes all of the garden's tasks.
struct CalendarPace<Instant: InstantProtocol> where Instant.Duration == Duration {
    /// After a file was written: programs that synchronise it get it at most once a minute.
    static var pauseAfterWriting: Duration { .seconds(60) }
    /// After nothing was to be written.
    static var pauseAfterReading: Duration { .seconds(1) }

    /// When the next reading may begin; `nil` before the first one.
    private var next: Instant?
    private(set) var isChanged = false

    /// Until when to wait for the next reading; `nil` while nothing has changed.
    var deadline: Instant? { isChanged ? next : nil }

    mutating func change() { isChanged = true }

    func isDue(at now: Instant) -> Bool { isChanged && next.map { $0 <= now } ?? true }

    mutating func read(at now: Instant, isWritten: Bool) {
        isChanged = false
        next = now.advanced(by: isWritten ? Self.pauseAfterWriting : Self.pauseAfterReading)
    }
}

extension CalendarFile {
    /// Keeps the file up to date until the process ends. While nothing changes, nothing wakes.
    func follow(_ client: Client, in context: ProcessContext) throws(CommandError) {
        var pace = CalendarPace<ContinuousClock.Instant>()
        func updateIfDue() throws(CommandError) {
            guard pace.isDue(at: .now) else { return }
            let outcome = try update(asking: client.sibling())
            pace.read(at: .now, isWritten: outcome.isWritten)
        }
        try client.follow(
            EventsSubscribe(), gapless: false, startsAway: true, in: context, until: { pace.deadline }
        ) { news throws(CommandError) in
            switch news {
            case .away, .input: return
            case .began, .happened, .replaced: pace.change()
            case .due: break
            }
            try updateIfDue()
        }
    }
}
