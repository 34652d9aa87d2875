import GardenAPI

/// A report from a subscription.
enum SubscriptionEvent {
    /// The subscription is active, for the first time or again.
    case began(Subscription)
    /// The params of one event.
    case happened(JSON)
    /// The daemon is gone; the client keeps trying to reconnect.
    case away
    /// The deadline of the caller has come.
    case due
}

extension Client {
    private static let firstPauseSeconds = 1
    private static let longestPauseSeconds = 30

    /// Subscribes and passes events to `handle`, across restarts of the daemon, until `handle` throws.
    ///
    /// A daemon that is missing at first is a failure. If it goes away later, the client reconnects, after pauses of 1,
    /// 2, 4 … 30 s.
    ///
    /// - Parameters:
    ///   - gapless: whether to report every event once, including those during an absence or lost from a full queue, rather
    ///     than only those since the latest snapshot.
    ///   - deadline: until when to wait for the next event before reporting ``SubscriptionEvent/due``; `nil` for no limit.
    func follow(
        _ request: EventsSubscribe, gapless: Bool, in context: ProcessContext,
        until deadline: () -> ContinuousClock.Instant? = { nil },
        _ handle: (SubscriptionEvent) throws(CommandError) -> Void
    ) throws(CommandError) {
        var request = request
        var pauseSeconds = Self.firstPauseSeconds
        var hasBegun = false
        var isAway = false
        while true {
            do throws(CommandError) {
                let subscription = try (hasBegun ? askHere(request) : ask(request)).value()
                dropNotifications()
                hasBegun = true
                isAway = false
                pauseSeconds = Self.firstPauseSeconds
                if gapless, request.since == nil { request.since = subscription.seq }
                try handle(.began(subscription))
                try relay(advancing: &request.since, context, deadline, handle)
            } catch {
                guard hasBegun, error.isTransient else { throw error }
                // Reports each absence once, however many attempts it takes.
                if !isAway { try handle(.away) }
                isAway = true
                try context.pause(pauseSeconds)
                pauseSeconds = min(pauseSeconds * 2, Self.longestPauseSeconds)
            }
        }
    }

    /// Passes on events until the daemon reports that it dropped some; then a new subscription is due.
    private func relay(
        advancing since: inout Int?, _ context: ProcessContext, _ deadline: () -> ContinuousClock.Instant?,
        _ handle: (SubscriptionEvent) throws(CommandError) -> Void
    ) throws(CommandError) {
        while true {
            let next = try nextNotification(watching: context.output.descriptor, until: deadline())
            guard let notification = next else {
                try handle(.due)
                continue
            }
            switch notification.method {
            case EventMessage.resyncMethod: return
            case EventMessage.method:
                try handle(.happened(notification.params))
                if since != nil, let seq = notification.params["seq"]?.integerValue { since = seq }
            default: continue
            }
        }
    }
}
