import GardenAPI

/// A conversation on one connection: a request at a time, each with its answer, and the notifications that come in between.
///
/// What comes is bounded in bytes, so that no program that only looks like the daemon takes all memory.
public final class RPCSession {
    /// The answer to a request.
    public struct Answer: Sendable {
        /// The result, or why the daemon refuses the request.
        public var result: Result<JSON, GardenError>
        /// What the answer says besides its result; null for nothing.
        public var meta = JSON.null
        /// The answer to the introduction that went before the request; `nil` if there was none, or if it was refused.
        public var introduction: JSON?
    }

    /// A notification from the daemon: an event, or `resync`.
    public struct Notification: Sendable, Equatable {
        /// Its method.
        public let method: String
        /// Its params.
        public let params: JSON

        /// Creates a notification.
        public init(method: String, params: JSON) { (self.method, self.params) = (method, params) }
    }

    /// What ended a wait.
    public enum Wait: Sendable, Equatable {
        /// The next notification.
        case notification(Notification)
        /// The end of the time.
        case deadline
        /// One of the inputs is readable.
        case input
    }

    /// The most bytes of events that wait for the end of an answer: more than the daemon's queue for a client holds.
    private static let mostWaitingBytes = 4 * Limits.queuedBytes
    /// The most bytes that may come with an answer.
    private static let mostBytes = Connection.answerBytes + mostWaitingBytes
    private static let introductionID = RequestID.string("hello")

    private let connection: Connection
    private var lastID = 0
    /// Notifications that came before an answer, oldest first. Read into values, large ones take many times the memory.
    private var notifications: ArraySlice<(method: String, params: [UInt8])> = []
    private var waitingBytes = 0

    /// Begins a conversation on a connection that nothing else uses.
    public init(_ connection: Connection) { self.connection = connection }

    /// Sends a request and waits for its answer.
    ///
    /// - Parameters:
    ///   - introduction: what is said first, together with the request: the author of changes.
    ///   - end: until when to send.
    ///   - receive: waits for a line; by default until the same end.
    /// - Throws: an error if there is no answer. The daemon may have carried out the request; the session is of no more use.
    public func exchange(
        _ method: String, _ params: JSONObject, after introduction: DaemonHello? = nil, until end: Deadline,
        receive: ((Connection) throws(ConnectionError) -> ResponseLine)? = nil
    ) throws(ConnectionError) -> Answer {
        lastID += 1
        let id = RequestID.integer(lastID)
        var line = LineWriter.request(id: id, method: method, params: JSON.object(params).encoded).terminated()
        if let introduction {
            let hello = LineWriter.request(
                id: Self.introductionID, method: DaemonHello.method, params: introduction.encoded)
            line = hello.terminated() + line
        }
        connection.send(line, until: end)
        let bytesBefore = connection.receivedBytes
        var (introduced, awaitsIntroduction) = (JSON?.none, introduction != nil)
        while true {
            let line =
                if let receive { try receive(connection) } else {
                    try connection.receive { end.remainingMilliseconds }
                }
            guard connection.receivedBytes - bytesBefore <= Self.mostBytes else {
                throw .unintelligible("\(Self.mostBytes >> 20) MiB came, but no answer")
            }
            switch line {
            case .notification(let method, let params): try keep(method, params.encoded)
            // A refusal of the whole connection has no request id (API §1).
            case .answer(nil, .failure(let error), _): return Answer(result: .failure(error))
            case .answer(id, let result, let meta): return Answer(result: result, meta: meta, introduction: introduced)
            case .answer(Self.introductionID, let result, _) where awaitsIntroduction:
                (introduced, awaitsIntroduction) = (try? result.get(), false)
            case .answer: throw .unintelligible("it answers a request that was not made")
            }
        }
    }

    private func keep(_ method: String, _ params: [UInt8]) throws(ConnectionError) {
        waitingBytes += params.count
        guard waitingBytes <= Self.mostWaitingBytes else {
            throw .unintelligible("\(Self.mostWaitingBytes >> 20) MiB of events came, but no answer")
        }
        notifications.append((method, params))
    }

    /// Waits for the next notification.
    ///
    /// - Parameters:
    ///   - output: the output descriptor; waiting ends when its reader is gone, with ``ConnectionError/readerGone``.
    ///   - inputs: other descriptors; waiting ends when one is readable.
    ///   - remaining: how long to wait, in milliseconds; `nil` for no limit.
    public func nextNotification(
        watching output: Int32? = nil, inputs: [Int32] = [], remaining: () -> Int32? = { nil }
    ) throws(ConnectionError) -> Wait {
        if let next = notifications.popFirst() {
            waitingBytes -= next.params.count
            guard let params = try? JSON.parse(next.params, depth: 2 * Limits.depth) else {
                preconditionFailure("a notification of \(next.method) was read once, but not again")
            }
            return .notification(Notification(method: next.method, params: params))
        }
        var hasLimit = false
        do throws(ConnectionError) {
            while true {
                let line = try connection.receive(watching: output, inputs: inputs) {
                    let left = remaining()
                    hasLimit = left != nil
                    return left
                }
                if case .notification(let method, let params) = line {
                    return .notification(Notification(method: method, params: params))
                }
            }
        } catch {
            if error == .silent, hasLimit { return .deadline }
            if error == .inputReady { return .input }
            throw error
        }
    }

    /// Drops the waiting notifications: they belong to a subscription that another one replaces.
    public func dropNotifications() { (notifications, waitingBytes) = ([], 0) }
}
