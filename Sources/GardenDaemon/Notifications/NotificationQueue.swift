/// What is on the user's screen, and what is still to be shown or closed there; by subject.
///
/// It holds the newest request of each subject, and at most ``limit`` subjects. One call to the server is in flight at a
/// time, so a server that hangs and recovers receives at most one request that is no longer wanted.
nonisolated struct NotificationQueue {
    /// The most subjects that are kept. Another one displaces the subject with the oldest request.
    static let limit = 64

    /// A call to the server.
    struct Call: Equatable {
        enum Request: Equatable {
            /// `Notify`. `replacing` is 0 if the subject is not on the screen.
            case show(DesktopNotification, as: String, replacing: UInt32)
            /// `CloseNotification`.
            case close(id: UInt32)
        }

        /// Identifies the call; calls are numbered in order.
        let number: UInt64
        let request: Request
    }

    private struct Entry {
        enum Wish {
            case shown(DesktopNotification)
            case withdrawn
        }

        /// The id and the content on the screen.
        var onScreen: (id: UInt32, notification: DesktopNotification)?
        /// The request that the server has not been sent yet.
        var wish: Wish?
        /// The number of the last request.
        var order: UInt64
    }

    private var entries: [String: Entry] = [:]
    /// Notifications on the screen that belong to no subject any more.
    private var surplus: [UInt32] = []
    /// The last notifications that were on the screen, the newest last: a server may show them again from its history.
    private var past: [(id: UInt32, subject: String, notification: DesktopNotification)] = []
    private var lastNumber: UInt64 = 0
    /// The call that the server has not answered yet.
    private(set) var inFlight: Call?

    /// The subjects that are on the screen, or are to be shown.
    var subjects: Set<String> { Set(entries.keys) }

    /// Whether something is to be sent.
    var hasRequests: Bool { !surplus.isEmpty || entries.values.contains { $0.wish != nil } }

    /// The subject and the content of the notification on the screen with that id.
    func onScreen(id: UInt32) -> (subject: String, notification: DesktopNotification)? {
        guard let (subject, entry) = entries.first(where: { $0.value.onScreen?.id == id }) else { return nil }
        return entry.onScreen.map { (subject, $0.notification) }
    }

    /// The subject and the content of a notification with that id, on the screen or from the server's history.
    func known(id: UInt32) -> (subject: String, notification: DesktopNotification)? {
        onScreen(id: id) ?? past.last { $0.id == id }.map { ($0.subject, $0.notification) }
    }

    // MARK: Requests

    mutating func show(_ notification: DesktopNotification, as subject: String) {
        if entries[subject] == nil { makeRoom() }
        let order = nextNumber()
        entries[subject, default: Entry(order: order)].wish = .shown(notification)
        entries[subject]?.order = order
    }

    mutating func withdraw(_ subject: String) {
        guard entries[subject] != nil else { return }
        let order = nextNumber()
        entries[subject]?.wish = .withdrawn
        entries[subject]?.order = order
        tidy(subject)
    }

    // MARK: Calls

    /// Begins the next call, if one waits and none is in flight.
    mutating func next() -> Call? {
        guard inFlight == nil, let request = nextRequest() else { return nil }
        inFlight = Call(number: nextNumber(), request: request)
        return inFlight
    }

    /// The server has shown a notification as `id`.
    ///
    /// - Returns: its subject and content; `nil` if the call was abandoned: the notification is then closed.
    mutating func finish(_ call: Call, id: UInt32) -> (subject: String, notification: DesktopNotification)? {
        guard case .show(let notification, let subject, _) = call.request else { return nil }
        guard inFlight == call else {
            if onScreen(id: id) == nil { surplus.append(id) }
            return nil
        }
        inFlight = nil
        entries[subject]?.onScreen = (id, notification)
        tidy(subject)
        return (subject, notification)
    }

    /// The server has closed a notification, had none with that id, or has refused to show one.
    mutating func finish(_ call: Call) {
        guard inFlight == call else { return }
        inFlight = nil
        switch call.request {
        case .show(_, let subject, _): tidy(subject)
        case .close(let id): forget(id: id)
        }
    }

    /// The call has not reached the server. A notification is shown later, unless there is a newer request.
    mutating func putBack(_ call: Call) {
        guard inFlight == call else { return }
        if case .show(let notification, let subject, _) = call.request, entries[subject]?.wish == nil {
            entries[subject]?.wish = .shown(notification)
        }
        finish(call)
    }

    // MARK: The screen

    /// The notification is no longer on the screen.
    mutating func forget(id: UInt32) {
        guard let (subject, notification) = onScreen(id: id) else { return }
        past.append((id, subject, notification))
        if past.count > Self.limit { past.removeFirst() }
        entries[subject]?.onScreen = nil
        tidy(subject)
    }

    /// The server is gone, and with it everything on the screen. The next one gets what was there and what was not sent
    /// yet, but not what this one was showing when it ended: that may be why it did.
    mutating func forgetScreen() {
        inFlight = nil
        (surplus, past) = ([], [])
        for (subject, entry) in entries {
            if entry.wish == nil, let lost = entry.onScreen?.notification { entries[subject]?.wish = .shown(lost) }
            entries[subject]?.onScreen = nil
            tidy(subject)
        }
    }

    /// The ids on the screen.
    var idsOnScreen: [UInt32] { surplus + entries.values.compactMap(\.onScreen?.id) }

    // MARK: Parts

    private mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    private mutating func nextRequest() -> Call.Request? {
        if !surplus.isEmpty { return .close(id: surplus.removeFirst()) }
        let waiting = entries.filter { $0.value.wish != nil }
        guard let (subject, entry) = waiting.min(by: { $0.value.order < $1.value.order }) else { return nil }
        entries[subject]?.wish = nil
        switch entry.wish {
        case .shown(let notification):
            return .show(notification, as: subject, replacing: entry.onScreen?.id ?? 0)
        case .withdrawn, nil:
            // An entry that is not on the screen does not wait to be withdrawn.
            return entry.onScreen.map { .close(id: $0.id) }
        }
    }

    private func isInFlight(_ subject: String) -> Bool {
        guard case .show(_, let shown, _)? = inFlight?.request else { return false }
        return shown == subject
    }

    /// Removes the entry of a subject that needs none.
    private mutating func tidy(_ subject: String) {
        guard let entry = entries[subject], entry.onScreen == nil, !isInFlight(subject) else { return }
        switch entry.wish {
        case .shown: return
        case .withdrawn, nil: entries[subject] = nil
        }
    }

    private mutating func makeRoom() {
        guard entries.count >= Self.limit else { return }
        let movable = entries.filter { !isInFlight($0.key) }
        guard let (subject, entry) = movable.min(by: { $0.value.order < $1.value.order }) else { return }
        if let id = entry.onScreen?.id { surplus.append(id) }
        entries[subject] = nil
    }
}
