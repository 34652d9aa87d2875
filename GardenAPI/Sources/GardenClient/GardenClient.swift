import GardenAPI
import Glibc

/// A small client of the daemon: typed requests, each change made at most once, and events without gap or double.
///
/// It waits in the thread that calls it, and is not for several at once. A program with a loop of its own uses ``RPCSession`` and
/// ``EventCursor``, or only the lines that `GardenAPI` writes and reads.
public final class GardenClient {
    /// Why there is no answer.
    public enum Failure: Error, Sendable, Equatable {
        /// The daemon refuses the request; nothing was changed, unless `outcome` in its details is `unknown`.
        case refused(GardenError)
        /// There is no daemon, or it does not answer. A change was not made.
        case unreachable(ConnectionError)
        /// The daemon went away, or stayed silent, before it answered a change, which may have been made.
        case outcomeUnknown(method: String, ConnectionError)
        /// The answer is not what the protocol says, for example from another release.
        case unreadable(method: String, ValidationError)
    }

    /// What a follower of events meets.
    public enum FollowedEvent: Sendable {
        /// The subscription is active, for the first time or again. Its snapshot is that of this moment.
        case began(Subscription)
        /// An event, each one once and in its order.
        case event(EventMessage)
        /// The daemon is away; the client keeps trying to connect.
        case away
        /// The journal was replaced, such as by a restored backup: what came after the event of ``EventCursor/Replacement/lastCommon``
        /// did not happen in this one. The client goes on after that event, or with new events if it is not known.
        case replaced(EventCursor.Replacement)
    }

    /// How long to wait for an answer, and for a daemon that went away to come back, in milliseconds.
    public var answerMilliseconds: Int32 = 10_000
    private static let retryMilliseconds: Int32 = 200
    private static let firstPauseMilliseconds: Int32 = 1000
    private static let longestPauseMilliseconds: Int32 = 30_000

    /// The path of the daemon's socket.
    public let socketPath: String
    private let introduction: DaemonHello
    private var session: RPCSession?

    /// Creates a client, which connects when it is needed.
    ///
    /// - Parameters:
    ///   - name: who makes the changes, 1 … 100 characters; it is stored with each, and ``JournalExplain`` answers with it.
    ///   - socketPath: the path of the socket; `nil` for the user's own, see ``Endpoint/ofThisUser()``.
    public init(name: String, socketPath: String? = nil) {
        self.socketPath = socketPath ?? Endpoint.ofThisUser().socketPath
        introduction = DaemonHello(client: name, actor: name)
    }

    /// Sends a request and returns its result.
    ///
    /// A change carries a fresh ``IdempotencyKey``. If the connection breaks before the answer, the request is sent again with the same
    /// key, for as long as an answer may take, to the daemon that comes back, so that the change is made once.
    public func send<Asked: Request>(_ request: Asked) throws(Failure) -> Asked.Response {
        guard case .object(var params) = request.json else { preconditionFailure("a request is an object") }
        if Asked.isChange { params.append(IdempotencyKey.param, .string(IdempotencyKey.freshText())) }
        let answer = try answer(to: Asked.method, params, isChange: Asked.isChange)
        do throws(ValidationError) { return try Asked.Response(json: answer) } catch {
            throw .unreadable(method: Asked.method, error)
        }
    }

    private func answer(to method: String, _ params: JSONObject, isChange: Bool) throws(Failure) -> JSON {
        let end = Deadline(after: answerMilliseconds)
        var wasSent = false
        while true {
            let outcome: Result<RPCSession.Answer, ConnectionError>
            do throws(ConnectionError) {
                switch try connection(until: end) {
                case .failure(let refusal): outcome = .success(RPCSession.Answer(result: .failure(refusal)))
                case .success(let session):
                    wasSent = true
                    outcome = .success(try session.exchange(method, params, until: end))
                }
            } catch {
                outcome = .failure(error)
            }
            switch outcome {
            case .success(let answer):
                do throws(GardenError) { return try answer.result.get() } catch { throw .refused(error) }
            case .failure(let error):
                session = nil
                // A daemon that was there may be starting again.
                guard wasSent, error.isNotRunning, end.remainingMilliseconds > 0 else {
                    throw wasSent && isChange ? .outcomeUnknown(method: method, error) : .unreachable(error)
                }
                Self.waitBeforeRetrying(Self.retryMilliseconds)
            }
        }
    }

    /// Follows events until `handle` returns `false` or throws.
    ///
    /// It subscribes again, at the event where it was, when the daemon comes back after a break, with pauses of 1, 2, 4 … 30 s, and
    /// when the daemon has dropped events for a client that read too slowly. So each event comes once, and the follower has to save
    /// only the number of the last event and the ``Subscription/epoch``, if it is to go on after its own end.
    ///
    /// - Parameters:
    ///   - subscription: what to follow, from which event on. With an epoch, a journal that was replaced meanwhile is noticed.
    ///   - handle: returns whether to go on.
    /// - Throws: ``Failure`` if there is no daemon at first or if it refuses the subscription, and what `handle` throws.
    public func follow(
        _ subscription: EventsSubscribe = EventsSubscribe(), _ handle: (FollowedEvent) throws -> Bool
    ) throws {
        var cursor = EventCursor(subscription)
        var pauseMilliseconds = Self.firstPauseMilliseconds
        var hasBegun = false
        var isAway = false
        // The end of the connection is the end of the subscription.
        defer { session = nil }
        while true {
            switch subscribe(&cursor) {
            case .began(let subscription):
                (hasBegun, isAway) = (true, false)
                let position = cursor.request.since
                guard try handle(.began(subscription)) else { return }
                let end = try relay(advancing: &cursor, handle)
                if case .stopped = end { return }
                // A line that cannot be read would come again at once, and for ever.
                if case .broke(.unintelligible) = end, cursor.request.since == position { break }
                pauseMilliseconds = Self.firstPauseMilliseconds
                continue
            case .replaced(let replacement):
                guard try handle(.replaced(replacement)) else { return }
                continue
            case .failed(let failure):
                guard hasBegun, failure.isTransient else { throw failure }
            }
            // Reports each absence once, however many attempts it takes.
            if !isAway { guard try handle(.away) else { return } }
            isAway = true
            Self.waitBeforeRetrying(pauseMilliseconds)
            pauseMilliseconds = min(2 * pauseMilliseconds, Self.longestPauseMilliseconds)
        }
    }

    private enum Subscribing {
        case began(Subscription)
        case replaced(EventCursor.Replacement)
        case failed(Failure)
    }

    private func subscribe(_ cursor: inout EventCursor) -> Subscribing {
        do throws(Failure) {
            let subscription = try send(cursor.request)
            session?.dropNotifications()
            cursor.begin(subscription)
            return .began(subscription)
        } catch {
            if case .refused(let refusal) = error, let replacement = cursor.goOn(after: refusal) {
                return .replaced(replacement)
            }
            return .failed(error)
        }
    }

    private enum Relaying {
        /// The daemon says that it dropped events, or the connection is another one: a new subscription is due.
        case ended
        /// The connection broke.
        case broke(ConnectionError)
        /// The handler wants no more.
        case stopped
    }

    /// Passes on events until the subscription ends.
    private func relay(
        advancing cursor: inout EventCursor, _ handle: (FollowedEvent) throws -> Bool
    ) throws -> Relaying {
        guard let subscribed = session else { return .ended }
        // A request of the handler may have opened another connection, without a subscription.
        while session === subscribed {
            let next: RPCSession.Wait
            do throws(ConnectionError) { next = try subscribed.nextNotification() } catch {
                session = nil
                return .broke(error)
            }
            guard case .notification(let notification) = next else { continue }
            switch notification.method {
            case EventMessage.resyncMethod: return .ended
            case EventMessage.method:
                let event: EventMessage
                do throws(ValidationError) { event = try EventMessage(json: notification.params) } catch {
                    throw Failure.unreadable(method: notification.method, error)
                }
                cursor.pass(notification.params)
                guard try handle(.event(event)) else { return .stopped }
            default: continue
            }
        }
        return .ended
    }

    /// The session, with the name of the client said first if it is new; or why the daemon takes no client, or not this name.
    private func connection(until end: Deadline) throws(ConnectionError) -> Result<RPCSession, GardenError> {
        if let session { return .success(session) }
        let session = RPCSession(try Connection(path: socketPath, within: end.remainingMilliseconds))
        guard case .object(let params) = introduction.json else { preconditionFailure("a request is an object") }
        if case .failure(let refusal) = try session.exchange(DaemonHello.method, params, until: end).result {
            return .failure(refusal)
        }
        self.session = session
        return .success(session)
    }

    /// The daemon's return cannot be awaited: a socket that is missing, or that no process listens on, reports nothing. A signal may
    /// shorten the wait, which is harmless.
    private static func waitBeforeRetrying(_ milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }
}

extension GardenClient.Failure: CustomStringConvertible {
    /// The message for people. A program switches on the code of a refusal instead.
    public var description: String {
        switch self {
        case .refused(let refusal): refusal.message
        case .unreachable(let problem): "\(problem)"
        case .outcomeUnknown(let method, let problem):
            "\(problem), so \(method) may or may not have been carried out; check before you repeat it"
        case .unreadable(let method, let mismatch):
            "cannot read the answer to \(method), which may be of another release: \(mismatch.message)"
        }
    }

    /// Whether it can go away by itself.
    fileprivate var isTransient: Bool {
        switch self {
        case .unreachable, .outcomeUnknown: true
        case .refused(let refusal): refusal.code == .overloaded
        case .unreadable: false
        }
    }
}

extension IdempotencyKey {
    /// The text of a fresh key: 95 random bits in 16 letters and digits, from getrandom(2) through Swift's own library. It must
    /// be unique within two days (API §1), and the journal keeps it.
    public static func freshText() -> String {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
        return String((0..<16).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] })
    }
}
