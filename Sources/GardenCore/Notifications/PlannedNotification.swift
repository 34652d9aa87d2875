import GardenAPI
import TimeKit

/// A notification to show, and when it stops applying.
public struct PlannedNotification: Sendable, Equatable {
    /// What it is about: at most one notification of a subject is on the screen (RULES N3).
    public let subject: String
    public let notification: GardenNotification
    let scope: Scope

    /// What has to stay as it is for the notification to apply.
    enum Scope: Sendable, Equatable {
        /// It reports a fact, which stays one.
        case fact
        /// The timer is where the notification found it.
        case timer
        /// The question about a lock is open.
        case lock
        /// At least one of the reminders is the last of an open task, and nothing was done about it.
        case reminders([FiredReminder])
    }

    public var kind: NotificationKind { notification.kind }

    /// Whether it only reports a fact: it is of no use later.
    public var isFact: Bool { scope == .fact }

    /// The seqs of the reminders in it; empty for other kinds.
    public var reminderSeqs: [Int] { reminders.map(\.seq) }

    var reminders: [FiredReminder] {
        guard case .reminders(let reminders) = scope else { return [] }
        return reminders
    }
}

/// A reminder that has fired.
struct FiredReminder: Sendable, Equatable {
    /// Its event.
    let seq: Int
    let taskId: Int
    /// Whether it, or one before it, fell due unseen (RULES T6).
    let isMissed: Bool
    /// The task's progress right after it.
    private let progress: TaskProgress

    init(_ effect: TaskEffect, seq: Int) {
        self.seq = seq
        taskId = effect.id
        isMissed = effect.note?.missed ?? 0 > 0
        progress = effect.facts.progress
    }

    /// Whether nothing was done about it: the task is open, and was not completed, skipped, snoozed or reminded of since.
    func isOpen(in tasks: TaskBook) -> Bool {
        guard let now = tasks[taskId]?.progress else { return false }
        return now.firedAt == progress.firedAt && now.snoozedUntil == nil && now.doneCount == progress.doneCount
            && now.occurrence == progress.occurrence
    }
}

extension NotificationKind {
    /// The event of a kind; `nil` for a kind without one.
    var eventType: String? {
        switch self {
        case .focusCompleted: EventKind.focusCompleted.type
        case .restCompleted: EventKind.restCompleted.type
        case .reminder: EventKind.taskReminded.type
        case .levelUp: EventKind.gardenLeveledUp.type
        case .woke: EventKind.timerPaused.type
        case .locked: EventKind.timerAsked.type
        case .tierRaised: EventKind.rateRaised.type
        case .storageFailed: nil
        case .drillFinished: EventKind.drillFinished.type
        }
    }

    /// Every action that a notification of the kind can have.
    var actions: [NotificationAction] {
        switch self {
        case .focusCompleted: [.startRest, .skipRest, .extend]
        case .restCompleted: [.startFocus, .snooze, .stop]
        case .reminder: [.done, .snooze]
        case .woke: [.resume, .discard, .count]
        case .locked: [.keep, .discard, .untilLock]
        case .levelUp, .tierRaised, .storageFailed, .drillFinished: []
        }
    }

    /// The text of a button.
    func label(of action: NotificationAction) -> String {
        switch (self, action) {
        case (_, .startRest): "Start rest"
        case (_, .skipRest): "Skip rest"
        case (_, .extend): "\(Self.moreRestMinutes) more min"
        case (_, .startFocus): "Start focus"
        case (.reminder, .snooze): "In \(Self.snoozeMinutes) min"
        case (_, .snooze): "Rest \(Self.moreRestMinutes) more min"
        case (_, .stop): "Stop"
        case (_, .done): "Done"
        case (_, .resume): "Resume"
        case (_, .discard): "Discard"
        case (_, .count): "Count it as focus"
        case (_, .keep): "Keep"
        case (_, .untilLock): "Until the lock"
        }
    }

    static let snoozeMinutes = 10
    static let moreRestMinutes = 5
}
