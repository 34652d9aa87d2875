import GardenAPI
import GardenCore

/// The events that one connection still needs. Until it has caught up it reads the journal at its own pace, so that
/// history never waits in a queue; afterwards it takes events as they happen.
public struct Subscriber {
    private static let pageEvents = 64

    private let filter: TopicFilter
    /// The wanted types; `nil` for all.
    private let types: [String]?
    /// The last event that was delivered or filtered out.
    private var lastSeq: Int
    public private(set) var isCatchingUp = true

    init(filter: TopicFilter, after seq: Int) {
        self.filter = filter
        types = EventCatalog.types(named: filter.topics)
        lastSeq = seq
    }

    /// Begins delivery once the answer is queued, first with the journal's events that it has not seen.
    ///
    /// - Parameter head: the last event committed.
    public mutating func begin(head: Int) { isCatchingUp = lastSeq < head }

    /// The newly committed events that the subscriber wants; none while it is catching up.
    public mutating func take(_ events: [Event]) -> [Event] {
        guard !isCatchingUp, let last = events.last else { return [] }
        defer { lastSeq = max(lastSeq, last.seq) }
        return events.filter { $0.seq > lastSeq && filter.includes($0.type) }
    }

    /// The next wanted events of the journal, while it is catching up.
    ///
    /// - Parameter head: the last event committed; the subscriber has caught up when it reaches this event.
    public mutating func nextPage(of history: any History, head: Int) throws(StoreError) -> [Event] {
        let page = try history.events(after: lastSeq, limit: Self.pageEvents, types: types)
        lastSeq = page.count < Self.pageEvents ? head : page.last?.seq ?? head
        isCatchingUp = lastSeq < head
        return page
    }
}

extension EventsSubscribe {
    /// The subscription's answer, and its subscriber.
    ///
    /// - Throws: `invalid_params` if `since` is beyond the last event.
    func begin(_ context: QueryContext) throws(GardenError) -> (Subscription, Subscriber) {
        let head = context.state.seq
        if let since, since > head {
            throw .invalidParam("since", "must be from 0 to \(head) (the last event), not \(since)")
        }
        let subscription = Subscription(
            snapshot: GardenStatus(context), seq: head, ignored: EventCatalog.unknownTopics(topics ?? []))
        return (subscription, Subscriber(filter: TopicFilter(topics), after: since ?? head))
    }
}
