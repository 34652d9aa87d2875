import GardenAPI
import GardenClient
import Glibc

/// Sends requests to the daemon, one at a time, over one connection that the first request opens.
///
/// A change carries a fresh idempotency key. If the connection breaks before the answer, the client repeats the request
/// with the same key, so that the daemon performs it once, however often it arrives (API §1).
final class Client {
    /// The daemon's answer: the JSON as received, to pass on, and the value in it, to show.
    struct Answer<Value: WireValue> {
        let json: JSON
        /// Whether the request had nothing to change.
        let isUnchanged: Bool
        fileprivate let method: String

        fileprivate init(json: JSON, method: String, meta: JSON) {
            (self.json, self.method) = (json, method)
            isUnchanged = meta[RequestError.unchangedName] == true
        }

        /// An answer that is put together from several.
        init(of value: Value) { (json, method, isUnchanged) = (value.json, "", false) }

        func value() throws(CommandError) -> Value {
            do { return try Value(json: json) } catch {
                throw .unreachable(
                    "cannot read the answer to \(method): \(error.message)\n\(ConnectionFailure.releases)")
            }
        }
    }

    private enum Outcome {
        case granted(JSON)
        case refused(GardenError)
        case failed(ConnectionError)
    }

    /// How often to try a service that is starting (ten seconds in all), and one that only appears to be running (one
    /// second).
    private static let startAttempts = 50
    private static let crashAttempts = 5
    private static let retryMilliseconds: Int32 = 200
    /// How long to wait for an answer, from its request to its last byte.
    var answerMilliseconds: Int32 = 10_000
    /// How long to wait for an answer before calling ``onSilence``.
    var noticeMilliseconds: Int32 = 5000
    /// Called once when an answer is late. The client continues to wait, up to ``answerMilliseconds``.
    var onSilence: (() -> Void)?
    /// What a person can do if it is unknown whether a change was made; `nil` for the usual advice.
    var adviceInDoubt: String?
    /// Whether there is a connection on which the last answer came.
    var isConnected: Bool { session != nil }
    /// Whether the daemon has granted a change.
    private(set) var hasMadeChange = false
    /// The author of changes, if it is not the command line itself: a hook.
    var actor: String?
    private let place: DaemonPlace
    /// The socket that was tried last.
    private(set) var socketPath: String
    private let manager: ServiceManager
    private var session: RPCSession?
    /// Whether the last request was sent, so that the daemon may carry it out later.
    private var hasSent = false
    /// Whether requests ask for the present, too: the daemon says it together with the answer.
    var asksForPresent = false
    /// The present when the daemon answered the last request; `nil` if that did not ask for it, or if an earlier release answered.
    private(set) var present: Present?
    /// What the last answer said besides its result; null for nothing.
    private(set) var meta = JSON.null

    init(place: DaemonPlace, manager: ServiceManager) {
        self.place = place
        self.manager = manager
        socketPath = place.socketPath
    }

    /// A client of the same daemon with a connection of its own.
    func sibling() -> Client {
        let client = Client(place: place, manager: manager)
        (client.answerMilliseconds, client.noticeMilliseconds) = (answerMilliseconds, noticeMilliseconds)
        client.actor = actor
        return client
    }

    /// Has a late answer explained, instead of suspecting that the daemon does not respond.
    func explainSilence(_ text: String, in context: ProcessContext) {
        onSilence = {
            // If this message cannot be written, the client still waits.
            try? context.printError("gardenctl: \(text)")
        }
    }

    /// Sends a request, and repeats it once if the connection breaks before the answer.
    func ask<Asked: Request>(_ request: Asked) throws(CommandError) -> Answer<Asked.Response> {
        var params = request.params
        let changes = Asked.isChange
        if changes { params.append(IdempotencyKey.param, .string(IdempotencyKey.freshText())) }
        let json = try ask(Asked.method, params, changes: changes, mayRepeat: true)
        return Answer(json: json, method: Asked.method, meta: meta)
    }

    /// Sends a request by method name, with its params unchanged.
    ///
    /// - Parameters:
    ///   - changes: whether it may change something, so that a missing answer leaves the outcome unknown.
    ///   - mayRepeat: whether a repeated request has no further effect.
    func ask(_ method: String, _ params: JSONObject, changes: Bool, mayRepeat: Bool) throws(CommandError) -> JSON {
        var outcome = exchange(method, params, introduced: changes)
        var isInDoubt = false
        if case .failed(.broken) = outcome {
            isInDoubt = changes
            if mayRepeat { outcome = exchange(method, params, introduced: changes) }
        }
        if mayRepeat { persist(&outcome) { exchange(method, params, introduced: changes) } }
        if changes, case .granted = outcome { hasMadeChange = true }
        if case .failed(.silent) = outcome, hasSent { isInDoubt = changes }
        return try result(of: outcome, inDoubt: isInDoubt ? method : nil)
    }

    /// Sends a request on the present connection and never opens another, which would lose the subscription.
    ///
    /// - Parameter milliseconds: how long to wait for the answer; `nil` for no limit.
    func askHere<Asked: Request>(_ request: Asked, within milliseconds: Int32? = nil) throws(CommandError)
        -> Answer<Asked.Response>
    {
        let outcome = exchange(Asked.method, request.params, within: milliseconds)
        let json = try result(of: outcome, inDoubt: nil)
        return Answer(json: json, method: Asked.method, meta: meta)
    }

    /// Waits for the next notification.
    ///
    /// - Parameters:
    ///   - output: the output descriptor; waiting ends when its reader is gone.
    ///   - inputs: other descriptors; waiting ends when one is readable.
    ///   - deadline: until when to wait; `nil` for no limit.
    func nextNotification(
        watching output: Int32, inputs: [Int32], until deadline: ContinuousClock.Instant?
    ) throws(CommandError) -> RPCSession.Wait {
        do throws(ConnectionError) {
            guard let session else { throw .broken }
            return try session.nextNotification(watching: output, inputs: inputs) { deadline?.remainingMilliseconds }
        } catch {
            throw failure(error, inDoubt: nil)
        }
    }

    /// Drops the waiting notifications: they belong to a replaced subscription.
    func dropNotifications() { session?.dropNotifications() }

    /// Repeats the request while there is no daemon but systemd is about to start one, for example after a crash.
    private func persist(_ outcome: inout Outcome, asking: () -> Outcome) {
        var attempts = 0
        while case .failed(let error) = outcome, error.isNotRunning,
            let service = manager.service(listeningAt: socketPath)
        {
            // systemd may not have noticed a crash yet.
            guard
                attempts
                    < (service.isComingUp ? Self.startAttempts : service.activity == "active" ? Self.crashAttempts : 0)
            else { return }
            attempts += 1
            poll(nil, 0, Self.retryMilliseconds)
            outcome = asking()
        }
    }

    /// The process of a daemon that does not answer; `nil` if it is not known.
    var silentProcess: Int? { place.holderProcess }

    /// Whether the person has named the socket, and so the garden.
    var isSocketNamed: Bool { place.endpoint.source == .named }

    /// The command that replaces the daemon of that process with a new one.
    func howToRestart(process: Int) -> String {
        let service = manager.service(listeningAt: socketPath)
        return service == nil ? "kill \(process), then setsid -f gardend" : Service.restart
    }

    /// - Parameter introduced: whether to send the client's name first, because the daemon records it with each change.
    private func exchange(
        _ method: String, _ params: JSONObject, introduced: Bool = false, within milliseconds: Int32? = nil
    ) -> Outcome {
        (hasSent, present, meta) = (false, nil, .null)
        do throws(ConnectionError) {
            let limit = AnswerLimit(
                end: Deadline(after: milliseconds ?? answerMilliseconds),
                notice: milliseconds == nil && onSilence != nil ? Deadline(after: noticeMilliseconds) : nil)
            let session = try open(within: limit)
            hasSent = true
            let answer = try session.exchange(
                method, params, after: introduced || asksForPresent ? introduction : nil, until: limit.end
            ) { [self] connection throws(ConnectionError) in
                try reportingLateness(limit) { end throws(ConnectionError) in
                    try connection.receive { end.remainingMilliseconds }
                }
            }
            if asksForPresent, let hello = answer.introduction {
                present = (try? Hello(json: hello)).flatMap { Present($0) }
            }
            switch answer.result {
            case .success(let json):
                meta = answer.meta
                return .granted(json)
            case .failure(let error): return .refused(error)
            }
        } catch {
            session = nil
            return .failed(error)
        }
    }

    /// `daemon.hello` with the author of changes: the hook that runs this, or the command line.
    private var introduction: DaemonHello {
        let isValid = actor.map { (try? DaemonHello(json: ["actor": .string($0)])) != nil } ?? false
        return DaemonHello(actor: isValid ? actor : "cli")
    }

    /// The time that one answer may take.
    private struct AnswerLimit {
        let end: Deadline
        /// When its lateness is reported; `nil` for never.
        let notice: Deadline?
    }

    private func open(within limit: AnswerLimit) throws(ConnectionError) -> RPCSession {
        if let session { return session }
        socketPath = place.socketPath
        // A daemon that accepts no clients is reported like one that does not answer.
        let (connection, path) = try reportingLateness(limit) { end throws(ConnectionError) in
            try place.connect(within: end.remainingMilliseconds)
        }
        socketPath = path
        let session = RPCSession(connection)
        self.session = session
        return session
    }

    /// Waits until the notice, and then, with ``onSilence`` called, until the end.
    private func reportingLateness<Result>(
        _ limit: AnswerLimit, _ wait: (_ end: Deadline) throws(ConnectionError) -> Result
    ) throws(ConnectionError) -> Result {
        guard let notice = limit.notice, let onLate = onSilence else { return try wait(limit.end) }
        do { return try wait(notice) } catch {
            guard error == .silent else { throw error }
            onSilence = nil
            onLate()
            return try wait(limit.end)
        }
    }

    private func result(of outcome: Outcome, inDoubt method: String?) throws(CommandError) -> JSON {
        switch outcome {
        case .granted(let json): return json
        case .refused(let error): throw .refused(error)
        case .failed(let error): throw failure(error, inDoubt: method)
        }
    }

    private func failure(_ error: ConnectionError, inDoubt method: String?) -> CommandError {
        session = nil
        if error == .readerGone { return .readerGone }
        return .connectionFailed(
            ConnectionFailure(
                socketPath: socketPath, error: error, inDoubt: method, adviceInDoubt: adviceInDoubt, manager: manager,
                holder: error.isNotRunning ? place.unreachableHolder : nil))
    }
}

extension ContinuousClock.Instant {
    /// The time left for poll(2), rounded up; at most 24 days, after which a caller has to wait again.
    fileprivate var remainingMilliseconds: Int32 {
        let (seconds, attoseconds) = ContinuousClock.now.duration(to: self).components
        let milliseconds = seconds.multipliedReportingOverflow(by: 1000)
        guard !milliseconds.overflow else { return .max }
        return Int32(clamping: max(0, milliseconds.partialValue + attoseconds / 1_000_000_000_000_000 + 1))
    }
}

extension Request {
    /// The params as sent, in the order of the wire.
    var params: JSONObject {
        guard case .object(let params) = json else { preconditionFailure("\(Self.method) is not written as an object") }
        return params
    }
}
