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
    /// - Throws: `journal_replaced` if the journal has other events up to `since` than the client, and `invalid_params` if `since` is
    ///   beyond the last event.
    func begin(_ context: QueryContext) throws(GardenError) -> (Subscription, Subscriber) {
        let (head, identity) = (context.state.seq, context.state.identity)
        if let since, let epoch {
            let common = identity.lastCommonSeq(withEpoch: epoch)
            if since > common ?? 0 { throw .journalReplaced(after: common, epoch: identity.epoch) }
        }
        if let since, since > head {
            throw .invalidParam("since", "must be from 0 to \(head) (the last event), not \(since)")
        }
        let subscription = Subscription(
            snapshot: GardenStatus(context), seq: head, ignored: EventCatalog.unknownTopics(topics ?? []),
            epoch: identity.epoch)
        return (subscription, Subscriber(filter: TopicFilter(topics), after: since ?? head))
    }
}

extension GardenError {
    fileprivate static func journalReplaced(after common: Int?, epoch: String) -> GardenError {
        let words =
            common.map { "both journals have the events up to \($0)" } ?? "nothing is known about the other journal"
        return .refused(
            .journalReplaced, "the journal was replaced, such as by a restored backup; \(words)",
            [("seq", common.map { .integer($0) } ?? .null), ("epoch", .string(epoch))])
    }
}
