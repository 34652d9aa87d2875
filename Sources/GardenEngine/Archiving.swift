import GardenAPI
import GardenCore

/// When the archive is seen to, and what it refused: files follow the commit that closed their day, at once or as soon
/// as the folder takes them.
struct ArchiveSchedule {
    /// So many files in one turn, for each waits for the disk.
    static let filesAtOnce = 8
    private static let longestDelaySeconds = 3600

    /// Why the archive refuses; `nil` while it does not.
    private(set) var refusal: StoreError?
    /// Before which day old files were taken away last.
    var prunedBefore: CalendarDay?
    private var failedTries = 0
    /// On CLOCK_BOOTTIME: not to be tried before; `nil` for at once.
    private var notBefore: Int?

    /// After 1, 2, 4 … seconds, an hour at most.
    mutating func fail(_ error: StoreError, at now: Moment) {
        refusal = error
        let delay = min(Self.longestDelaySeconds, 1 << min(failedTries, 12))
        notBefore = now.bootMilliseconds + delay * 1000
        failedTries += 1
    }

    mutating func succeed() {
        refusal = nil
        failedTries = 0
        notBefore = nil
    }

    /// The user or a new day asks for another try.
    mutating func retryNow() { notBefore = nil }

    func isDue(_ state: GardenState, at now: Moment) -> Bool {
        guard hasWork(state) else { return false }
        return notBefore.map { $0 <= now.bootMilliseconds } ?? true
    }

    /// When to wake for it, on CLOCK_BOOTTIME; `nil` when nothing waits.
    func wakeup(_ state: GardenState) -> Int? {
        hasWork(state) ? notBefore ?? 0 : nil
    }

    private func hasWork(_ state: GardenState) -> Bool {
        !state.log.archivable(on: state.day.day).isEmpty || prunedBefore != state.log.prunedBefore
    }
}

extension Engine {
    /// Writes the files of days that have ended, and takes those away that have outlived their retention.
    ///
    /// - Returns: the events that tell of them, committed.
    func writeArchives(at now: Moment) -> [Event] {
        guard refusal == nil, archiveSchedule.isDue(state, at: now) else { return [] }
        // What one file is refused for need not hold up the others, nor the pruning, which may make room for them.
        var refused: StoreError?
        for day in state.log.archivable(on: state.day.day).prefix(ArchiveSchedule.filesAtOnce) {
            do throws(StoreError) { try keepFile(of: day, at: now) } catch { refused = refused ?? error }
        }
        let events = commit()
        guard refusal == nil else { return [] }
        do throws(StoreError) { try pruneArchive() } catch { refused = refused ?? error }
        if let refused { archiveSchedule.fail(refused, at: now) } else { archiveSchedule.succeed() }
        return events
    }

    private func keepFile(of day: CalendarDay, at now: Moment) throws(StoreError) {
        let lines = try store.read(LogLinesQuery(of: day)).map { LogLine($0, state.identity) }
        let count = try archive.keep(lines, of: day)
        var transition = transition(at: now)
        transition.noteArchive(of: day, lines: count)
        stage.put(transition, .due("log.archived"))
    }

    private func pruneArchive() throws(StoreError) {
        if let day = state.log.prunedBefore, day != archiveSchedule.prunedBefore { try archive.prune(before: day) }
        archiveSchedule.prunedBefore = state.log.prunedBefore
    }

    /// What `doctor` says of it.
    var archiveCheck: HealthCheck {
        let log = state.log
        if let refusal = archiveSchedule.refusal {
            let days = log.unarchived.map(\.description).joined(separator: ", ")
            return HealthCheck(
                "archive", .warning,
                (days.isEmpty ? "cannot remove old files" : "the log of \(days) is not written yet")
                    + ": \(refusal.reason)",
                advice: "fix the directory; gardend tries again by itself, or at once with: gardenctl reload")
        }
        let count = log.archives.count
        return HealthCheck("archive", .ok, count == 1 ? "1 day archived" : "\(count) days archived")
    }

    /// Whether the current day is plausible (RULES L10); `nil` while it is.
    func dayCheck(at now: Moment) -> HealthCheck? {
        let (day, calendar) = (state.day.day, environment.calendar.day(of: now.wall))
        let ahead = day.daysSinceEpoch - calendar.daysSinceEpoch
        guard state.isBorn, ahead > Self.plausibleDaysAhead else { return nil }
        return HealthCheck(
            "day", .warning, "the current day is \(day), \(ahead) days ahead of the calendar's \(calendar)",
            advice: "if the clock was wrong, run: gardenctl day correct")
    }

    private static let plausibleDaysAhead = 2
}
