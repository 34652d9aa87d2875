import GardenAPI
import GardenCore
import TextKit
import TimeKit

/// Writes the files of days that have ended and removes those past their retention (RULES A1, A6): after the commit
/// that closed their day, at once, or as soon as the folder accepts them.
struct ArchiveWriter {
    /// How many files are written in one turn, as each waits for the disk.
    private static let filesPerTurn = 8
    private static let longestDelaySeconds = 3600

    /// A file that has been written.
    struct File {
        let day: CalendarDay
        let lines: Int
    }

    private let archive: any Archive
    /// Why the archive refuses; `nil` while it does not.
    private(set) var error: StoreError?
    /// The day before which files were last removed.
    private var prunedBefore: CalendarDay?
    /// The current day at the last rollover, and the day before which files were removed then. The folder may have files that
    /// the journal does not know, such as those of another machine.
    private var rollover: (day: CalendarDay, keptFrom: CalendarDay)?
    private var failedTries = 0
    /// The earliest time of the next try, on CLOCK_BOOTTIME; `nil` for at once.
    private var notBeforeMilliseconds: Int?

    init(_ archive: any Archive) { self.archive = archive }

    func isDue(_ state: GardenState, at now: Moment) -> Bool {
        guard hasWork(state) else { return false }
        return notBeforeMilliseconds.map { $0 <= now.bootMilliseconds } ?? true
    }

    /// When to wake for it, on CLOCK_BOOTTIME; `nil` when there is nothing to do.
    func wakeup(_ state: GardenState) -> Int? { hasWork(state) ? notBeforeMilliseconds ?? 0 : nil }

    /// Allows another try at once, for a person's request.
    mutating func retryNow() { notBeforeMilliseconds = nil }

    /// A new day has begun, at which old files are removed.
    mutating func beginDay(_ state: GardenState, _ settings: Settings) {
        rollover = state.firstArchiveDay(settings).map { (state.day.day, $0) }
        retryNow()
    }

    /// The files of the days before this one must be removed. A rollover of a day that was corrected since does not count.
    private func keptFrom(_ state: GardenState) -> CalendarDay? {
        let days = [state.log.prunedBefore, rollover?.day == state.day.day ? rollover?.keptFrom : nil]
        return days.compactMap(\.self).max()
    }

    /// Writes the files that are due. A refused day does not stop the others or ``prune(_:at:)``, which may make room
    /// for it.
    mutating func writeFiles(of state: GardenState, from history: any History) -> [File] {
        error = nil
        return state.log.archivable(on: state.day.day).prefix(Self.filesPerTurn).compactMap { day in
            do throws(StoreError) {
                let lines = try history.read(LogLinesQuery(of: day)).map { LogLine($0, state.identity) }
                return File(day: day, lines: try archive.keep(lines, of: day))
            } catch {
                self.error = self.error ?? error
                return nil
            }
        }
    }

    /// Removes old files, and schedules the next try if anything was refused: after 1, 2, 4 … seconds, an hour at most.
    mutating func prune(_ state: GardenState, at now: Moment) {
        do throws(StoreError) {
            let day = keptFrom(state)
            if let day, day != prunedBefore { try archive.prune(before: day) }
            prunedBefore = day
        } catch {
            self.error = self.error ?? error
        }
        guard error != nil else {
            (failedTries, notBeforeMilliseconds) = (0, nil)
            return
        }
        let delaySeconds = min(Self.longestDelaySeconds, 1 << min(failedTries, 12))
        notBeforeMilliseconds = now.bootMilliseconds + delaySeconds * 1000
        failedTries += 1
    }

    private func hasWork(_ state: GardenState) -> Bool {
        !state.log.archivable(on: state.day.day).isEmpty || prunedBefore != keptFrom(state)
    }

    /// The `doctor` check of the archive.
    func check(_ state: GardenState) -> HealthCheck {
        if let error {
            let days = state.log.unarchived.map(\.description).joined(separator: ", ")
            return HealthCheck(
                "archive", .warning,
                (days.isEmpty ? "cannot remove old files" : "the log of \(days) is not written yet")
                    + ": \(error.reason)",
                advice: "fix the directory; gardend tries again by itself, or at once with: gardenctl reload")
        }
        let count = state.log.archives.count
        return HealthCheck("archive", .ok, "\(count.counted("day")) archived")
    }
}
