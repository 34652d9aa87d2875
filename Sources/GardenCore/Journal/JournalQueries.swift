import GardenAPI
import TimeKit

extension Feature {
    /// The journal as methods return it, and going back and forth in it.
    static let journal = Feature(
        "journal", undo: .impossible(because: "to take back an undo, use redo"),
        methods: [
            .list(JournalList.self, inSlices: JournalList.slices), .list(JournalExplain.self),
            .parted(JournalUndo.self), .parted(JournalRedo.self), .query(JournalUndoable.self),
            .query(JournalVerify.self),
        ],
        events: {
            EventKind.changeUndone
            EventKind.changeRedone
            EventKind.requestChangedNothing
            EventKind.partMade
            EventKind.partsCompleted
            EventKind.partsDropped
        },
        check: { state, _, _ in state.partsCheck })
}

extension JournalList {
    private static let defaultLimit = 100
    /// About a millisecond's work; more than ``defaultLimit``, so that a usual list is answered at once.
    private static let eventsOfSlice = 128

    /// The events in slices, assembled as they are read.
    @Sendable func slices(in context: QueryContext) throws(GardenError) -> ListAnswer.Slices {
        let types = EventCatalog.types(named: types)
        guard let since = try start(in: context) else { return newest(of: types, in: context) }
        var (last, left) = (since, limit ?? Self.defaultLimit)
        return { () throws(GardenError) in
            let count = min(left, Self.eventsOfSlice)
            return try readingJournal {
                let events = try context.history.events(after: last, limit: count, types: types)
                    .filter { $0.seq <= context.state.seq }
                left = events.count < count ? 0 : left - count
                last = events.last?.seq ?? last
                return ListAnswer.Slice(elements: try context.messages(events), isLast: left == 0)
            }
        }
    }

    /// They are read from the newest on, and returned at the end, the oldest first.
    private func newest(of types: [String]?, in context: QueryContext) -> ListAnswer.Slices {
        var (first, left) = (context.state.seq + 1, limit ?? Self.defaultLimit)
        return { () throws(GardenError) in
            let count = min(left, Self.eventsOfSlice)
            return try readingJournal {
                let events = try context.history.newestEvents(before: first, limit: count, types: types)
                left = events.count < count ? 0 : left - count
                first = events.first?.seq ?? first
                return ListAnswer.Slice(elements: try context.messages(events), isLast: left == 0, comesFirst: true)
            }
        }
    }

    /// The event after which the list begins; `nil` for a list of the newest.
    private func start(in context: QueryContext) throws(GardenError) -> Int? {
        guard let from else { return since }
        let beginning = try DateReader(context.environment, at: context.moment.wall, today: context.state.day.day)
            .pastBeginning(from, "from", context.environment.calendar)
        return try readingJournal { try context.lastEvent(before: beginning) }
    }
}

extension QueryContext {
    /// The events as elements of a JSON list.
    fileprivate func messages(_ events: [Event]) throws -> [UInt8] {
        let publisher = EventPublisher(state, zone: environment.zone)
        return try events.map(publisher.message).asElements
    }

    /// The last event that was written before an instant, by bisection. If the clock was set back meanwhile, it is one of several
    /// that match.
    fileprivate func lastEvent(before instant: Instant) throws -> Int {
        var (earlier, later) = (0, state.seq + 1)
        while later - earlier > 1 {
            let middle = earlier + (later - earlier) / 2
            guard let event = try history.event(middle) else { break }
            if event.recordedAt ?? event.at.instant < instant { earlier = middle } else { later = middle }
        }
        return earlier
    }
}
