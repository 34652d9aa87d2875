import GardenAPI

/// What a follower of events is told.
enum SubscriptionEvent {
    /// The subscription holds, for the first time or again.
    case began(Subscription)
    /// The params of one event.
    case happened(JSON)
    /// The daemon has gone; it is looked for again.
    case away
}

extension Client {
    private static let firstPauseSeconds = 1
    private static let longestPauseSeconds = 30

    /// Subscribes and tells what happens, also across daemons that go and come back, until `tell` throws.
    ///
    /// A daemon that is away at first is a failure; one that goes away later is looked for again after 1, 2, 4 … 30 s.
    ///
    /// - Parameter gapless: whether every event is told once, those that fell into an absence or out of a full queue
    ///   included, rather than only those since the latest snapshot.
    func follow(
        _ request: EventsSubscribe, gapless: Bool, in context: ProcessContext,
        _ tell: (SubscriptionEvent) throws(CommandError) -> Void
    ) throws(CommandError) {
        var request = request
        var pauseSeconds = Self.firstPauseSeconds
        var hasBegun = false
        var isAway = false
        while true {
            do throws(CommandError) {
                let subscription = try (hasBegun ? askHere(request) : ask(request)).value()
                dropNotices()
                hasBegun = true
                isAway = false
                pauseSeconds = Self.firstPauseSeconds
                if gapless, request.since == nil { request.since = subscription.seq }
                try tell(.began(subscription))
                try relay(advancing: &request.since, context, tell)
            } catch {
                guard hasBegun, error.mayPass else { throw error }
                // Once for each absence, however often it is looked for.
                if !isAway { try tell(.away) }
                isAway = true
                try context.pause(pauseSeconds)
                pauseSeconds = min(pauseSeconds * 2, Self.longestPauseSeconds)
            }
        }
    }

    /// Tells events until the daemon says that it dropped some: then a new subscription is due.
    private func relay(
        advancing since: inout Int?, _ context: ProcessContext, _ tell: (SubscriptionEvent) throws(CommandError) -> Void
    ) throws(CommandError) {
        while true {
            let notice = try nextNotice(watching: context.output.descriptor)
            switch notice.method {
            case EventMessage.resyncMethod: return
            case EventMessage.method:
                try tell(.happened(notice.params))
                if since != nil, let seq = notice.params["seq"]?.integerValue { since = seq }
            default: continue
            }
        }
    }
}
