import GardenAPI
import GardenClient
import Glibc

/// A report from a subscription.
enum SubscriptionEvent {
    /// The subscription is active, for the first time or again.
    case began(Subscription)
    /// The params of one event.
    case happened(JSON)
    /// The daemon is gone; the client keeps trying to reconnect.
    case away
    /// The journal was replaced, such as by a restored backup. What was reported after this event is not part of it; `nil` if that
    /// is not known. The client goes on after this event, or with what happens from now on.
    case replaced(after: Int?)
    /// The deadline of the caller has come.
    case due
    /// One of the caller's inputs is readable.
    case input
}

extension Client {
    private static let firstPauseSeconds = 1
    private static let longestPauseSeconds = 30

    /// Subscribes and passes events to `handle`, across restarts of the daemon, until `handle` throws.
    ///
    /// If the daemon goes away, the client reconnects, after pauses of 1, 2, 4 … 30 s.
    ///
    /// - Parameters:
    ///   - gapless: whether to report every event once, including those during an absence or lost from a full queue, rather
    ///     than only those since the latest snapshot.
    ///   - startsAway: whether a daemon that is not running at first is away as if it had gone, rather than a failure.
    ///   - inputs: descriptors to report with ``SubscriptionEvent/input`` whenever they are readable, also while the daemon is
    ///     away.
    ///   - deadline: until when to wait for the next event before reporting ``SubscriptionEvent/due``; `nil` for no limit.
    func follow(
        _ request: EventsSubscribe, gapless: Bool, startsAway: Bool = false, in context: ProcessContext,
        watching inputs: [Int32] = [],
        until deadline: () -> ContinuousClock.Instant? = { nil },
        _ handle: (SubscriptionEvent) throws(CommandError) -> Void
    ) throws(CommandError) {
        var cursor = EventCursor(request, gapless: gapless)
        var pauseSeconds = Self.firstPauseSeconds
        var hasBegun = false
        var isAway = false
        while true {
            do throws(CommandError) {
                let subscription = try (hasBegun ? askHere(cursor.request) : ask(cursor.request)).value()
                dropNotifications()
                hasBegun = true
                isAway = false
                pauseSeconds = Self.firstPauseSeconds
                cursor.begin(subscription)
                try handle(.began(subscription))
                try relay(advancing: &cursor, context, inputs, deadline, handle)
            } catch {
                if case .refused(let refusal) = error, let replacement = cursor.goOn(after: refusal) {
                    try handle(.replaced(after: replacement.lastCommon))
                    continue
                }
                guard error.isTransient, hasBegun || isAway || startsAway && error.isNotRunning else { throw error }
                // Reports each absence once, however many attempts it takes.
                if !isAway {
                    // Some bars show what their programs write to the standard error.
                    if !hasBegun, context.errors.isTerminal, let prose = error.prose {
                        try context.printError("\(prose)\nWaiting for it.")
                    }
                    try handle(.away)
                }
                isAway = true
                try pause(pauseSeconds, in: context, inputs, handle)
                pauseSeconds = min(pauseSeconds * 2, Self.longestPauseSeconds)
            }
        }
    }

    /// Passes on events until the daemon reports that it dropped some; then a new subscription is due.
    private func relay(
        advancing cursor: inout EventCursor, _ context: ProcessContext, _ inputs: [Int32],
        _ deadline: () -> ContinuousClock.Instant?,
        _ handle: (SubscriptionEvent) throws(CommandError) -> Void
    ) throws(CommandError) {
        while true {
            let notification: RPCSession.Notification
            switch try nextNotification(watching: context.output.descriptor, inputs: inputs, until: deadline()) {
            case .notification(let next): notification = next
            case .deadline:
                try handle(.due)
                continue
            case .input:
                try handle(.input)
                continue
            }
            switch notification.method {
            case EventMessage.resyncMethod: return
            case EventMessage.method:
                try handle(.happened(notification.params))
                cursor.pass(notification.params)
            default: continue
            }
        }
    }

    /// Waits before the next attempt to reconnect, and reports inputs meanwhile.
    private func pause(
        _ seconds: Int, in context: ProcessContext, _ inputs: [Int32],
        _ handle: (SubscriptionEvent) throws(CommandError) -> Void
    ) throws(CommandError) {
        guard !inputs.isEmpty else { return try context.pause(seconds) }
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
            let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
            guard left > 0 else { return }
            var polled = inputs.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            polled.append(pollfd(fd: context.output.descriptor, events: 0, revents: 0))
            let count = poll(&polled, nfds_t(polled.count), Int32(left) + 1)
            guard count > 0 else { continue }
            if polled[inputs.count].revents != 0 { throw .readerGone }
            try handle(.input)
        }
    }
}
