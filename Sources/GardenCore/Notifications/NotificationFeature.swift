import GardenAPI

extension Feature {
    /// What the desktop shows, and what its buttons do.
    static let notifications = Feature(
        "notifications", undo: .likeItsEvents,
        methods: [
            .query(NotificationList.self), .command(NotificationAct.self), .query(NotificationTest.self),
        ])
}

extension NotificationList: Query {
    public func answer(in context: QueryContext) throws(GardenError) -> [GardenNotification] {
        try context.openNotifications().map(\.notification)
    }
}

extension NotificationAct: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> NotificationOutcome {
        let planned = try notification(
            in: QueryContext(
                state: Shared(t.state), moment: t.moment, environment: t.environment, history: t.history, isStale: false
            ))
        let answer = NotificationTypes.type(of: planned.kind).actions.first { $0.action == action }
        let result = try answer?.perform(planned, &t)
        return NotificationOutcome(
            id: planned.notification.id, kind: planned.kind, action: action, timer: t.timerView, task: result?.task,
            session: result?.session, removed: result?.removed, missingPoints: result?.missingPoints)
    }

    /// The notification that the request is about.
    private func notification(in context: QueryContext) throws(GardenError) -> PlannedNotification {
        let open = try context.openNotifications()
        // Without an id, a question comes before the rest, and of questions the oldest.
        let questions = open.filter { NotificationTypes.type(of: $0.kind).isQuestion }.reversed()
        let candidates = id.map { id in open.filter { $0.notification.id == id } } ?? questions + open
        let found = candidates.first { $0.notification.actions.contains { $0.action == action } }
        if let found { return found }
        guard let id else {
            throw .refused(.tooLate, "no notification can be answered with \(action.rawValue) now")
        }
        guard let type = try context.notificationType(ofEvent: id) else {
            throw .notFound(kind: "notification", id: id)
        }
        guard type.actions.contains(where: { $0.action == action }) else {
            let actions = type.actions.map(\.action.rawValue).joined(separator: ", ")
            let name = type.kind.rawValue
            let allowed = actions.isEmpty ? "this kind, \(name), has none" : "\(name) has \(actions)"
            throw .invalidParam("action", "must be one that the notification has: \(allowed)")
        }
        throw .refused(
            .tooLate, "too late for \(action.rawValue): \(type.lateness)", [("id", .integer(id))])
    }
}

extension QueryContext {
    /// The type of the notification that an event has; `nil` if it has none.
    fileprivate func notificationType(ofEvent seq: Int) throws(GardenError) -> NotificationType? {
        try readingJournal {
            guard let event = try history.event(seq) else { return nil }
            return try NotificationTypes.all.first { try $0.event == event.type && $0.isAbout(event) }
        }
    }
}
