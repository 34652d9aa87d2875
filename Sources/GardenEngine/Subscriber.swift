import GardenAPI
import GardenCore

/// Which events one connection is still to get. Until it has caught up it reads the journal at its own pace, so that
/// history never waits in a queue; from then on it takes events as they happen.
public struct Subscriber {
    private static let pageEvents = 64

    private let filter: TopicFilter
    /// The types it wants; `nil` for all.
    private let types: [String]?
    /// The last event given, or passed over for its type.
    private var lastSeq: Int
    public private(set) var isCatchingUp = true

    init(filter: TopicFilter, after seq: Int) {
        self.filter = filter
        types = EventCatalog.types(named: filter.topics)
        lastSeq = seq
    }

    /// Its answer is on its way: from here on it gets events, first those of the journal that it has not seen.
    ///
    /// - Parameter head: the last event committed.
    public mutating func begin(head: Int) { isCatchingUp = lastSeq < head }

    /// Those of some newly committed events that it wants now; none while it is catching up.
    public mutating func take(_ events: [Event]) -> [Event] {
        guard !isCatchingUp, let last = events.last else { return [] }
        defer { lastSeq = max(lastSeq, last.seq) }
        return events.filter { $0.seq > lastSeq && filter.admits($0.type) }
    }

    /// The next events of the journal that it wants, while it is catching up.
    ///
    /// - Parameter head: the last event committed; having reached it, the subscriber has caught up.
    public mutating func nextPage(of history: any History, head: Int) throws(StoreError) -> [Event] {
        let page = try history.events(after: lastSeq, limit: Self.pageEvents, types: types)
        lastSeq = page.count < Self.pageEvents ? head : page.last?.seq ?? head
        isCatchingUp = lastSeq < head
        return page
    }
}

extension EventsSubscribe {
    /// The subscription's answer, and the subscriber to serve from then on.
    ///
    /// - Throws: `invalid_params` where `since` is beyond the last event.
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
