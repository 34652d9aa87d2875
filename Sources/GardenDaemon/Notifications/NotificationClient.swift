import Glibc
import Logging
import SystemdKit

/// Shows notifications with whatever server the user's desktop has: Desktop Notifications Specification, version 1.2.
///
/// Nothing here waits (RULES N4). The bus and the server may be missing, start later, hang, crash and return; until
/// there is a server that answers, the newest request of each subject is kept. While nothing happens, no timer runs.
final class NotificationClient {
    /// A button was pressed: its key, and the notification that had it. It may be from the server's history, and a newer one
    /// of that subject may be on the screen or on its way.
    var onAction: (_ key: String, _ notification: DesktopNotification, _ subject: String) -> Void = { _, _, _ in }
    /// The server has confirmed that it shows this notification.
    var onShown: (_ notification: DesktopNotification, _ subject: String) -> Void = { _, _ in }
    /// A server has appeared, or answers after a silence. Called before anything else is sent, what the last server lost
    /// included: this is the moment to withdraw the ``subjects`` that no longer apply.
    var onAppear: () -> Void = {}

    private let bus: Bus?
    private let log: Logger
    private let answerLimitMicroseconds: UInt64
    private var answerTimer: TimerSource?
    private var name: BusName?
    private var signals: BusMatch?

    private enum Contact {
        /// There is no bus, or it has not said who the server is.
        case noBus
        /// There is no server; with the bus's reason why it cannot be started.
        case absent(reason: String?)
        /// The bus starts a server.
        case starting
        /// The server with that unique name was asked about itself.
        case meeting(owner: String)
        case serving(NotificationServer)
    }

    private var contact = Contact.noBus
    /// Counts the servers, so that a late answer of an earlier one is recognized.
    private var era = 0
    /// The time on the monotonic clock since which the server owes an answer, once that is too long.
    private var silentSinceMicroseconds: UInt64?
    private var queue = NotificationQueue()

    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    private static let busName = "org.freedesktop.DBus"

    /// A client on that bus.
    ///
    /// - Parameters:
    ///   - bus: `nil` if there can be none.
    ///   - answerLimitMicroseconds: the server counts as silent if an answer takes longer.
    init(
        bus: Bus?, on loop: EventLoop, log: Logger, answerLimitMicroseconds: UInt64 = 10_000_000
    ) throws(SystemError) {
        self.bus = bus
        self.log = log
        self.answerLimitMicroseconds = answerLimitMicroseconds
        answerTimer = try loop.timer(on: .monotonic) { [weak self] in self?.fallSilent() }
        guard let bus else { return }
        name = bus.name(Self.name) { [weak self] in self?.ownerChanged(to: $0) }
        signals = bus.match(sender: Self.name, path: Self.path, interface: Self.name) { [weak self] in self?.take($0) }
    }

    // MARK: Requests

    /// Shows a notification, in place of an earlier one of the same subject.
    ///
    /// If there is no server, the bus is asked to start one.
    func show(_ notification: DesktopNotification, as subject: String) {
        queue.show(notification, as: subject)
        if case .absent = contact { start() }
        sendNext()
    }

    /// Removes the notification of a subject from the screen; one that is not shown yet never is.
    func withdraw(_ subject: String) {
        queue.withdraw(subject)
        sendNext()
    }

    /// Removes everything from the screen, without waiting for an answer. Nothing may be shown after that.
    func closeAll() {
        guard let server else { return }
        for id in queue.idsOnScreen { ask(server.owner, "CloseNotification", [.uint32(id)]) { _ in } }
    }

    /// The subjects that are on the screen, or wait to be shown.
    var subjects: Set<String> { queue.subjects }

    /// Whether notifications can be shown now, for `doctor`.
    var status: NotificationServerStatus {
        if let silentSinceMicroseconds {
            let seconds = (Clocks.monotonicMicroseconds - silentSinceMicroseconds) / 1_000_000
            return .silent(server, seconds: Int(seconds))
        }
        return switch contact {
        case .noBus: .noBus(address: bus?.address)
        case .starting, .meeting: .starting
        case .absent(let reason): .noServer(reason: reason)
        case .serving(let server): .serving(server)
        }
    }

    // MARK: The bus

    /// Asks the bus to start a server. This is done only for a new request: a server that crashes at once must not be
    /// started again and again.
    private func start() {
        contact = .starting
        askBus("StartServiceByName", [.string(Self.name), .uint32(0)]) { [weak self] result in
            // The start of a server is also a change of the name's owner, which is reported first.
            guard let self, case .starting = self.contact else { return }
            var reason: String?
            if case .failure(let error) = result {
                self.log.info("cannot start a notification server: \(error)")
                reason = error.description
            }
            self.contact = .absent(reason: reason)
        }
    }

    private func askBus(
        _ member: String, _ arguments: [BusValue] = [], answer: @escaping (Result<[BusValue], BusError>) -> Void
    ) {
        let askedEra = era
        bus?.call(
            destination: Self.busName, path: "/org/freedesktop/DBus", interface: Self.busName, member: member,
            arguments: arguments, timeoutMicroseconds: .max
        ) { [weak self] result in
            if self?.era == askedEra { answer(result) }
        }
    }

    // MARK: The server

    /// The server, once it has described itself.
    private var server: NotificationServer? {
        guard case .serving(let server) = contact else { return nil }
        return server
    }

    private func ownerChanged(to owner: BusName.Owner) {
        if let server { log.info("\(server.label) is gone") }
        forgetServer()
        switch (owner, contact) {
        case (.unknown, _): contact = .noBus
        case (.none, .noBus):
            contact = .absent(reason: nil)
            if queue.hasRequests { start() }
        case (.none, _): contact = .absent(reason: nil)
        case (.connection(let owner), _):
            contact = .meeting(owner: owner)
            meet(owner)
        }
    }

    /// Asks a new server about itself.
    private func meet(_ owner: String) {
        ask(owner, "GetServerInformation") { [weak self] information in
            self?.ask(owner, "GetCapabilities") { capabilities in
                if case .failure(let error) = capabilities, error.isAboutRecipient {
                    self?.afterOwnerChange { $0.meet(owner) }
                } else {
                    self?.serve(NotificationServer(owner: owner, information: information, capabilities: capabilities))
                }
            }
        }
    }

    /// Continues with a server that seemed to be gone, unless the bus confirms that.
    private func afterOwnerChange(_ next: @escaping (NotificationClient) -> Void) {
        guard bus?.isConnected == true else { return }
        // The answer follows the report that the name has another owner, and is then ignored.
        askBus("GetId") { [weak self] _ in if let self { next(self) } }
    }

    private func serve(_ server: NotificationServer) {
        endSilence()
        contact = .serving(server)
        log.info("notifications are shown by \(server.label)")
        onAppear()
        sendNext()
    }

    private func forgetServer() {
        era += 1
        queue.forgetScreen()
        answerTimer?.disarm()
        silentSinceMicroseconds = nil
    }

    // MARK: Calls

    /// Sends the next request, if the server is ready for it.
    private func sendNext() {
        guard case .serving(let server) = contact, let call = queue.next() else { return }
        switch call.request {
        case .show(let notification, _, let replacedId):
            let arguments = notification.arguments(replacing: replacedId, capabilities: server.capabilities)
            ask(server.owner, "Notify", arguments) { [weak self] in self?.end(call, with: $0) }
        case .close(let id):
            ask(server.owner, "CloseNotification", [.uint32(id)]) { [weak self] in self?.end(call, with: $0) }
        }
    }

    /// Calls the server. There is no deadline: the answer of a server that hung for minutes has the id of a
    /// notification that is on the screen from then on.
    private func ask(
        _ owner: String, _ member: String, _ arguments: [BusValue] = [],
        answer: @escaping (Result<[BusValue], BusError>) -> Void
    ) {
        let askedEra = era
        if silentSinceMicroseconds == nil { armAnswerTimer() }
        bus?.call(
            destination: owner, path: Self.path, interface: Self.name, member: member, arguments: arguments,
            timeoutMicroseconds: .max
        ) { [weak self] result in
            if self?.era == askedEra { answer(result) }
        }
    }

    private func armAnswerTimer() {
        answerTimer?.arm(atMicroseconds: Clocks.monotonicMicroseconds + answerLimitMicroseconds)
    }

    private func end(_ call: NotificationQueue.Call, with result: Result<[BusValue], BusError>) {
        switch result {
        case .failure(let error) where error.isAboutRecipient:
            guard queue.inFlight == call else { return }
            // An answer that was lost may belong to a notification on the screen, so it is not shown twice.
            if error.wasNotDelivered { queue.putBack(call) } else { queue.finish(call) }
            endSilence()
            return afterOwnerChange { $0.sendNext() }
        case .failure(let error):
            log.info("the notification server refuses a request: \(error)")
            queue.finish(call)
        case .success(let values):
            if case .uint32(let id)? = values.first, id > 0 {
                if let shown = queue.finish(call, id: id) { onShown(shown.notification, shown.subject) }
            } else {
                queue.finish(call)
            }
        }
        answered()
    }

    /// The server has answered, so it gets the next request.
    private func answered() {
        if endSilence() {
            log.notice("\(server?.label ?? "the notification server") answers again")
            onAppear()
        }
        sendNext()
        // This may have been the late answer to an earlier call.
        if queue.inFlight != nil { armAnswerTimer() }
    }

    /// - Returns: whether there was a silence.
    @discardableResult
    private func endSilence() -> Bool {
        answerTimer?.disarm()
        defer { silentSinceMicroseconds = nil }
        return silentSinceMicroseconds != nil
    }

    /// An answer is late.
    private func fallSilent() {
        silentSinceMicroseconds = Clocks.monotonicMicroseconds - answerLimitMicroseconds
        log.warning("\(status)")
        guard let server, let call = queue.inFlight else { return }
        // A server that answers this, and not the call before it, has lost that call.
        ask(server.owner, "GetServerInformation") { [weak self] result in
            guard let self, self.silentSinceMicroseconds != nil, self.queue.inFlight == call else { return }
            if case .failure(let error) = result, error.isAboutRecipient { return }
            self.queue.finish(call)
            self.answered()
        }
    }

    // MARK: Signals

    private func take(_ signal: BusMessage) {
        // The bus also delivers signals that a client sends to this connection alone.
        guard signal.sender == server?.owner, case .uint32(let id)? = signal.arguments.first,
            let shown = queue.known(id: id)
        else { return }
        switch (signal.member, signal.arguments.last) {
        case ("ActionInvoked", .string(let key)?):
            guard shown.notification.actions.contains(where: { $0.key == key }) else { return }
            onAction(key, shown.notification, shown.subject)
        case ("NotificationClosed", _):
            queue.forget(id: id)
        default: break
        }
    }
}

nonisolated extension NotificationServer {
    /// A server as it describes itself in its answers; one that refuses to is taken for a plain one.
    fileprivate init(
        owner: String, information: Result<[BusValue], BusError>, capabilities: Result<[BusValue], BusError>
    ) {
        let texts = (try? information.get())?.compactMap(\.text) ?? []
        self.init(
            owner: owner, name: texts.first?.printable(limit: 60, keepsLines: false) ?? "",
            version: texts.count > 2 ? texts[2].printable(limit: 60, keepsLines: false) : "", capabilities: [])
        guard case .array(_, let names)? = (try? capabilities.get())?.first else { return }
        self.capabilities = Set(names.compactMap(\.text))
    }
}

nonisolated extension BusValue {
    fileprivate var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}

nonisolated extension BusError {
    /// Whether the call was not delivered, because the bus does not know the recipient.
    fileprivate var wasNotDelivered: Bool {
        ["org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner"].contains(name)
    }

    /// Whether the bus gave this answer because the recipient is gone, rather than the recipient itself.
    fileprivate var isAboutRecipient: Bool {
        wasNotDelivered || name == Self.noReply || name == Self.disconnected
    }
}
