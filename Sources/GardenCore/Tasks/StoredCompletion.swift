import GardenAPI
import TimeKit

/// A completion of a task as the history finds it (RULES T24).
public struct StoredCompletion: Sendable, Equatable {
    /// Its event.
    public var seq: Int
    public var taskId: Int
    public var at: Instant
    /// The logical day on which it counts.
    public var day: CalendarDay
    public var categoryId: Int

    public init(seq: Int, taskId: Int, at: Instant, day: CalendarDay, categoryId: Int) {
        self.seq = seq
        self.taskId = taskId
        self.at = at
        self.day = day
        self.categoryId = categoryId
    }

    /// Whether it is listed after another one, as an earlier one.
    public func isBefore(_ other: StoredCompletion) -> Bool {
        (day, at, seq) < (other.day, other.at, other.seq)
    }

    /// What later events did to it.
    public struct Fate: Sendable, Equatable {
        /// Whether its change was undone.
        public var isUndone = false
        /// The event that reopened the task.
        public var reopened: Int?

        public static let none = Fate()

        public init(isUndone: Bool = false, reopened: Int? = nil) {
            self.isUndone = isUndone
            self.reopened = reopened
        }

        /// Whether it counts.
        public var isNone: Bool { self == .none }

        /// - Parameter seq: the event of the completion.
        public func after(_ updates: [Update], of seq: Int) -> Fate {
            var fate = self
            for update in updates {
                switch update {
                case .undone(let seqs, let isUndone): if seqs.contains(seq) { fate.isUndone = isUndone }
                case .reopened(seq, let event): fate.reopened = event
                case .reopened: break
                case .reopeningUndone(let seqs):
                    if let event = fate.reopened, seqs.contains(event) { fate.reopened = nil }
                }
            }
            return fate
        }
    }

    /// What an event does to completions.
    public enum Update: Sendable {
        /// A change was undone, or made again: to those by events of it.
        case undone(ClosedRange<Int>, Bool)
        /// To the one by an event: a later one reopened its task.
        case reopened(Int, by: Int)
        /// A change that reopened tasks was undone.
        case reopeningUndone(ClosedRange<Int>)
    }

    /// The completion that an event takes back by reopening its task.
    public struct Reopening: Sendable {
        public var taskId: Int
        /// The logical day of the completion.
        public var day: CalendarDay
        /// When it was, which earlier versions did not note.
        public var at: Instant?
    }
}

/// What keeps completions, and follows the events about them.
public protocol CompletionKeeper {
    /// The current logical day at an event.
    mutating func day(at seq: Int) throws -> CalendarDay?

    /// A day has begun or was corrected.
    mutating func setDay(_ day: CalendarDay)

    mutating func add(_ completion: StoredCompletion, _ event: Event) throws

    mutating func apply(_ update: StoredCompletion.Update) throws

    /// The last completion that an event reopens, of those that count; `nil` if no completion does.
    func seq(of reopening: StoredCompletion.Reopening) throws -> Int?
}

extension StoredCompletion {
    /// The types of the events that keepers follow.
    public static let types =
        [EventKind.taskCompleted.type, EventKind.taskReopened.type, EventKind.changeUndone.type]
        + [EventKind.changeRedone.type, EventKind.daemonStarted.type, EventKind.dayRolledOver.type]
        + [EventKind.dayCorrected.type]
}

extension CompletionKeeper {
    /// Follows the next event.
    public mutating func follow(_ event: Event, in journal: some JournalLookup) throws {
        if let day = try DayEffect.day(setBy: event) { return setDay(day) }
        if let effect = try EventKind.taskCompleted.effect(of: event) {
            let note = effect.note
            let named = note?.closedOn ?? note?.endedDay
            guard let counted = try named ?? day(at: event.seq) else {
                throw ValidationError(problem: "comes before the first day")
            }
            let completion = StoredCompletion(
                seq: event.seq, taskId: effect.id, at: event.at.instant, day: counted,
                categoryId: effect.facts.place.categoryId)
            return try add(completion, event)
        }
        if try reopen(event) { return }
        for (kind, isUndone) in [(EventKind.changeUndone, true), (.changeRedone, false)] {
            guard let undo = try kind.effect(of: event), let change = try journal.change(ofEvent: undo.change),
                let last = change.events.last
            else { continue }
            try apply(.undone(change.seq...last.seq, isUndone))
            guard change.events.contains(where: { $0.type == EventKind.taskReopened.type }) else { continue }
            if isUndone {
                try apply(.reopeningUndone(change.seq...last.seq))
            } else {
                for event in change.events { _ = try reopen(event) }
            }
        }
    }

    /// - Returns: whether the event reopened a task.
    private mutating func reopen(_ event: Event) throws -> Bool {
        guard let effect = try EventKind.taskReopened.effect(of: event) else { return false }
        if let done = effect.before?.progress?.lastCompletion {
            let reopening = StoredCompletion.Reopening(taskId: effect.id, day: done.day, at: done.at)
            if let seq = try seq(of: reopening) { try apply(.reopened(seq, by: event.seq)) }
        }
        return true
    }
}

/// Lists completions that count, the last one first.
public struct CompletionsQuery: HistoryQuery {
    /// A completion that was found.
    public struct Found: Sendable {
        public var completion: StoredCompletion
        public var event: Event
        /// Whether its task was reopened.
        public var isReopened: Bool

        public init(_ completion: StoredCompletion, _ event: Event, isReopened: Bool) {
            (self.completion, self.event, self.isReopened) = (completion, event, isReopened)
        }
    }

    public struct Answer: Sendable {
        public var completions: [Found]
        /// The last one that was read, if more can follow it.
        public var last: StoredCompletion?

        public init(completions: [Found] = [], last: StoredCompletion? = nil) {
            self.completions = completions
            self.last = last
        }
    }

    /// Whether those of a task that was reopened since are wanted, too.
    public var includesReopened = false
    /// Only of this task; `nil` for all.
    public var taskId: Int?
    /// The first and the last day; `nil` for no bound.
    public var from: CalendarDay?
    public var to: CalendarDay?
    /// `nil` for all.
    public var categoryIds: [Int]?
    /// The folded tags that the task had each.
    public var tags: Set<String> = []
    /// `nil` for all.
    public var search: SearchedText?
    /// `nil` for all.
    public var priority: Int?
    /// Only those before this one.
    public var before: StoredCompletion?
    /// Only those after this event.
    public var after: Int
    public var limit: Int
    /// What events that the table lacks do to its completions.
    public var updates: [StoredCompletion.Update] = []

    /// Whether one with that fate is wanted.
    public func includes(_ fate: StoredCompletion.Fate) -> Bool {
        !fate.isUndone && (includesReopened || fate.reopened == nil)
    }

    /// Whether the events themselves decide, too.
    public var readsEvents: Bool { !tags.isEmpty || search != nil || priority != nil }

    /// Whether the completion belongs to the list, apart from ``before`` and its fate.
    public func includes(_ completion: StoredCompletion) -> Bool {
        completion.seq > after && from.map { $0 <= completion.day } ?? true && to.map { $0 >= completion.day } ?? true
            && categoryIds?.contains(completion.categoryId) ?? true && taskId.map { $0 == completion.taskId } ?? true
    }

    public func includes(_ event: Event) throws(ValidationError) -> Bool {
        guard readsEvents, let details = try EventKind.taskCompleted.effect(of: event)?.facts.details else {
            return true
        }
        return tags.isSubset(of: (details.tags ?? []).map(\.folded))
            && search.map { $0.isFound(in: details.searchText) } ?? true
            && priority.map { $0 == details.priority } ?? true
    }
}

/// How far the table of completions has the events.
public struct CompletionsEndQuery: HistoryQuery {
    /// The last event that it has; 0 for none.
    public typealias Answer = Int
}

/// A completion by its event, whatever its fate.
public struct CompletionQuery: HistoryQuery {
    public typealias Answer = StoredCompletion?

    public let seq: Int
}

/// The completion that an event reopens.
public struct ReopenedCompletionQuery: HistoryQuery {
    public typealias Answer = Int?

    public let reopening: StoredCompletion.Reopening
    /// What events that the table lacks did to its completions.
    public let updates: [StoredCompletion.Update]
}
