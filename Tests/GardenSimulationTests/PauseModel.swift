import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// An independent account of pauses: each is mentioned once, to a person who is there, when it has lasted (RULES P28).
struct PauseModel {
    /// Since when the timer is paused on the wall, without the sleep that paused it; `nil` while it is not.
    private var since: Int?
    private var isMentioned = false
    /// Whether the wall clock was set during the pause.
    private var isClockSet = false

    mutating func enter(_ event: Event, _ data: JSON, _ garden: TaskComparison.Garden, _ label: String) {
        switch event.type {
        case "timer.paused":
            (since, isMentioned, isClockSet) = (start(data), false, false)
            // One that undo brings back after that time is not mentioned.
            guard event.cause?.type == "change.undone", let since else { return }
            let limit = garden.environment.settings.remindPausedMinutes * 60_000
            isMentioned = event.at.instant.milliseconds - since >= limit
        case "timer.started", "timer.resumed", "timer.stopped", "timer.skipped", "focus.completed", "rest.completed":
            since = nil
        case "timer.stillPaused":
            let at = event.at.instant.milliseconds
            #expect(since != nil && !isMentioned, "\(label): not paused, or mentioned before")
            let limit = garden.environment.settings.remindPausedMinutes * 60_000
            if let since, !isClockSet { #expect(limit > 0 && at - since >= limit, "\(label): too early") }
            isMentioned = true
        default: break
        }
    }

    mutating func setClock() { isClockSet = true }

    /// Nothing is left to mention.
    func check(_ garden: TaskComparison.Garden, _ label: String) {
        let limit = garden.environment.settings.remindPausedMinutes * 60_000
        guard let since, !isMentioned, !isClockSet, limit > 0,
            [.active, .unknown].contains(garden.state.presence.current)
        else { return }
        // The length of a sleep is published in whole seconds.
        #expect(garden.now - since < limit + 1000, "\(label): the pause was not mentioned")
    }

    private func start(_ data: JSON) -> Int? {
        let pausedAt = data["pausedAt"]?.stringValue.flatMap { Timestamp($0) }?.instant.milliseconds
        // An open session without a sign of the person is asked about instead.
        if data["pauseReason"] == "unattended" { return nil }
        let asleep = data["pauseReason"] == "sleep" ? data["absenceSeconds"]?.integerValue ?? 0 : 0
        return pausedAt.map { $0 + asleep * 1000 }
    }
}
