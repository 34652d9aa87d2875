import GardenAPI

/// How far a follower of events has come, and with which subscription it goes on: after a break, after events that the daemon
/// dropped, and after another journal took the place of the one that it followed.
public struct EventCursor: Sendable {
    /// A journal that was replaced, such as by a restored backup.
    public struct Replacement: Sendable, Equatable {
        /// The last event that both journals have; what came after it did not happen in this one. `nil` if that is not known.
        public var lastCommon: Int?
    }

    /// The next subscription.
    public private(set) var request: EventsSubscribe
    private let isGapless: Bool

    /// Begins with a subscription.
    ///
    /// - Parameter gapless: whether each event is to come once, also those of a break and those that were dropped, instead of only
    ///   those after the last subscription.
    public init(_ request: EventsSubscribe, gapless: Bool = true) { (self.request, isGapless) = (request, gapless) }

    /// Notes that the daemon has granted the subscription.
    public mutating func begin(_ subscription: Subscription) {
        guard isGapless else { return }
        request.since = request.since ?? subscription.seq
        request.epoch = subscription.epoch
    }

    /// Notes an event that the follower has dealt with.
    ///
    /// - Parameter params: those of its notification.
    public mutating func pass(_ params: JSON) {
        guard request.since != nil, let seq = params["seq"]?.integerValue else { return }
        request.since = seq
    }

    /// Goes on in the journal that the daemon has now, if that is why it refused the subscription.
    ///
    /// - Returns: `nil` for another refusal.
    public mutating func goOn(after refusal: GardenError) -> Replacement? {
        guard request.epoch != nil, refusal.details["reason"]?.stringValue == RefusalReason.journalReplaced.rawValue
        else { return nil }
        let replacement = Replacement(lastCommon: refusal.details["seq"]?.integerValue)
        (request.since, request.epoch) = (replacement.lastCommon, nil)
        return replacement
    }
}
