import GardenAPI
import Glibc

/// Asks the daemon: one question at a time over one connection, made when the first is asked.
///
/// A change carries a fresh idempotency key. Where the connection breaks before the answer, the same is asked once more
/// with the same key, so that it is done once however often it arrived (API §1).
final class Client {
    /// The daemon's answer: the JSON as it came, to be passed on, and the value in it, to be shown.
    struct Answer<Value: WireValue> {
        let json: JSON
        fileprivate let method: String

        func value() throws(CommandError) -> Value {
            do { return try Value(json: json) } catch {
                throw .unreachable(
                    "cannot read the answer to \(method): \(error.message)\n\(ConnectionFailure.releases)")
            }
        }
    }

    /// Something the daemon said unasked.
    struct ServerNotification: Equatable {
        let method: String
        let params: JSON
    }

    private enum Outcome {
        case granted(JSON)
        case refused(GardenError)
        case failed(Connection.ConnectionError)
    }

    /// How often a service that is coming up is asked again, in ten seconds, and one that only seems to be up, in one.
    private static let startLooks = 50
    private static let crashLooks = 5
    private static let lookMilliseconds: Int32 = 200

    /// How long an answer may take before ``onSilence``.
    var patienceMilliseconds: Int32 = 5000
    /// Called when an answer that is waited for as long as it takes is late, once. The waiting goes on.
    var onSilence: (() -> Void)?
    private let place: DaemonPlace
    /// The socket that was tried last.
    private(set) var socketPath: String
    private let manager: ServiceManager
    private var connection: Connection?
    private var lastID = 0
    /// What was said unasked before an answer, oldest first.
    private var notices: [ServerNotification] = []

    init(place: DaemonPlace, manager: ServiceManager) {
        self.place = place
        self.manager = manager
        socketPath = place.socketPath
    }

    /// Asks, and where the connection breaks before the answer asks once more.
    func ask<Asked: Request>(_ request: Asked) throws(CommandError) -> Answer<Asked.Response> {
        var params = request.params
        let changes = Asked.self is any ChangeRequest.Type
        if changes { params.append(IdempotencyKey.param, .string(freshKey())) }
        return Answer(json: try ask(Asked.method, params, changes: changes, mayRepeat: true), method: Asked.method)
    }

    /// Asks by the method's name, with params as they are.
    ///
    /// - Parameters:
    ///   - changes: whether it may change something, so that an answer that never comes leaves a doubt.
    ///   - mayRepeat: whether asking twice does no more than asking once.
    func ask(_ method: String, _ params: JSONObject, changes: Bool, mayRepeat: Bool) throws(CommandError) -> JSON {
        var outcome = exchange(method, params, introduced: changes)
        var isInDoubt = false
        if case .failed(.broken) = outcome {
            isInDoubt = changes
            if mayRepeat { outcome = exchange(method, params, introduced: changes) }
        }
        if mayRepeat { persist(&outcome) { exchange(method, params, introduced: changes) } }
        return try result(of: outcome, inDoubt: isInDoubt ? method : nil)
    }

    /// Asks on the connection there is, and makes no second: what was subscribed to would be lost with the first.
    ///
    /// - Parameter milliseconds: how long to wait for the answer; `nil` for as long as it takes.
    func askHere<Asked: Request>(_ request: Asked, within milliseconds: Int32? = nil) throws(CommandError)
        -> Answer<Asked.Response>
    {
        let outcome = exchange(Asked.method, request.params, within: milliseconds)
        return Answer(json: try result(of: outcome, inDoubt: nil), method: Asked.method)
    }

    /// The next thing the daemon says unasked.
    ///
    /// - Parameter output: a descriptor that is written to: once its reader has gone the waiting ends.
    func nextNotice(watching output: Int32) throws(CommandError) -> ServerNotification {
        if !notices.isEmpty { return notices.removeFirst() }
        do throws(Connection.ConnectionError) {
            guard let connection else { throw .broken }
            while true {
                if case .notification(let method, let params) = try connection.receive(watching: output) {
                    return ServerNotification(method: method, params: params)
                }
            }
        } catch {
            throw failure(error, inDoubt: nil)
        }
    }

    /// Forgets what was said unasked: it belonged to a subscription that another has replaced.
    func dropNotices() {
        notices = []
    }

    /// Asks again for as long as nobody is there and systemd is about to change that, after a crash for instance.
    private func persist(_ outcome: inout Outcome, asking: () -> Outcome) {
        var looks = 0
        while case .failed(let failing) = outcome, failing.isAbsence,
            let service = manager.service(listeningAt: socketPath)
        {
            // Of a crash systemd itself may not have heard yet.
            guard looks < (service.isComingUp ? Self.startLooks : service.activity == "active" ? Self.crashLooks : 0)
            else { return }
            looks += 1
            poll(nil, 0, Self.lookMilliseconds)
            outcome = asking()
        }
    }

    /// The command that has the daemon of that process replaced by a new one.
    func howToRestart(process: Int) -> String {
        let service = manager.service(listeningAt: socketPath)
        return service == nil ? "kill \(process), then setsid -f gardend" : Service.restart
    }

    /// - Parameter introduced: whether the daemon is told first who asks, for it keeps that with each change.
    private func exchange(
        _ method: String, _ params: JSONObject, introduced: Bool = false, within milliseconds: Int32? = nil
    ) -> Outcome {
        lastID += 1
        let id = RequestID.integer(lastID)
        var line = LineWriter.request(id: id, method: method, params: JSON.object(params).encoded)
        if introduced { line = Self.introduction + line }
        do throws(Connection.ConnectionError) {
            let connection = try open(within: milliseconds)
            connection.send(line + [UInt8(ascii: "\n")])
            while true {
                switch try receive(from: connection, within: milliseconds) {
                case .notification(let method, let params):
                    notices.append(ServerNotification(method: method, params: params))
                // What turns a guest away at the door answers no request of his (API §1).
                case .answer(nil, .failure(let error)): return .refused(error)
                case .answer(id, .success(let json)): return .granted(json)
                case .answer(id, .failure(let error)): return .refused(error)
                case .answer: continue
                }
            }
        } catch {
            connection = nil
            notices = []
            return .failed(error)
        }
    }

    /// `daemon.hello` in the name of a person at the command line. Its answer is not waited for.
    private static let introduction =
        LineWriter.request(
            id: .string("hello"), method: DaemonHello.method, params: DaemonHello(actor: "cli").encoded)
        + [UInt8(ascii: "\n")]

    private func receive(from connection: Connection, within milliseconds: Int32?) throws(Connection.ConnectionError)
        -> ResponseLine
    {
        guard milliseconds == nil, let tell = onSilence else { return try connection.receive(within: milliseconds) }
        do { return try connection.receive(within: patienceMilliseconds) } catch {
            guard error == .silent else { throw error }
            onSilence = nil
            tell()
            return try connection.receive()
        }
    }

    private func open(within milliseconds: Int32?) throws(Connection.ConnectionError) -> Connection {
        if let connection { return connection }
        socketPath = place.socketPath
        let (connection, path) = try place.connect(within: milliseconds)
        socketPath = path
        self.connection = connection
        return connection
    }

    private func result(of outcome: Outcome, inDoubt method: String?) throws(CommandError) -> JSON {
        switch outcome {
        case .granted(let json): return json
        case .refused(let error): throw .refused(error)
        case .failed(let failing): throw failure(failing, inDoubt: method)
        }
    }

    private func failure(_ failing: Connection.ConnectionError, inDoubt method: String?) -> CommandError {
        connection = nil
        notices = []
        if failing == .readerGone { return .readerGone }
        return .absent(
            ConnectionFailure(
                socketPath: socketPath, failing: failing, inDoubt: method, manager: manager,
                elsewhere: failing.isAbsence ? place.holderElsewhere : nil))
    }
}

extension Request {
    /// The params as they are sent, in the order of the wire.
    var params: JSONObject {
        guard case .object(let params) = json else { preconditionFailure("\(Self.method) is not written as an object") }
        return params
    }
}

/// A key that no other change carries: 95 random bits in 16 letters and digits, from getrandom(2) by way of Swift's own
/// library. It need only differ from those of two days (API §1), and the journal keeps it.
private func freshKey() -> String {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return String((0..<16).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] })
}
