import GardenAPI
import GardenCore
import GardenEngine
import Logging
import SystemPackage
import SystemdKit

/// Shows on the desktop what happens in the garden, and passes on what a person answers (RULES N1 … N3, P16).
///
/// What to show and what still applies is decided by the core. This object keeps what is on the screen in step with that.
final class Notifier: DaemonPart {
    /// Performs the request of a button, and returns why it is refused.
    var onAnswer: (NotificationAct) -> GardenError? = { _ in nil }
    /// What is asked to let urgent notifications through.
    weak var doNotDisturb: DoNotDisturb?

    private let client: NotificationClient
    private let engine: Engine
    private let now: () -> Moment
    private let log: Logger
    private let record: ReminderRecord
    /// The newest reminder that a server has shown.
    private var lastShown: Int
    /// What was given to the client and not withdrawn, by subject.
    private var shown: [String: PlannedNotification] = [:]
    /// The subjects that wait until do-not-disturb is lifted, before the client gets them.
    private var deferred: Set<String> = []
    /// The subjects that the server has confirmed.
    private(set) var confirmed: Set<String> = []
    private var isStorageFailureReported = false
    /// Events that were committed before ``begin()``.
    private var earlyEvents: [Event]? = []

    /// A fact that no server has shown for so long is no news any more.
    private static let newsMilliseconds = 60_000

    /// - Parameter engine: before its first turn.
    init(
        _ client: NotificationClient, engine: Engine, record: ReminderRecord, log: Logger, now: @escaping () -> Moment
    ) {
        self.client = client
        self.engine = engine
        self.now = now
        self.record = record
        self.log = log
        // A restored backup has fewer events.
        lastShown = min(record.last ?? .max, engine.head)
        if record.last != lastShown { record.write(lastShown) }
        client.onAppear = { [unowned self] in self.refresh() }
        client.onShown = { [unowned self] in self.confirm($0, $1) }
        client.onAction = { [unowned self] in self.answer($0, $1, $2) }
    }

    /// The notifier of a daemon.
    convenience init(_ host: any DaemonHost) throws(SystemError) {
        self.init(
            try NotificationClient(bus: host.userBus, on: host.loop, log: host.log), engine: host.engine,
            record: ReminderRecord(inFile: "\(host.dataFolder)/reminded"), log: host.log,
            now: { [unowned host] in host.now() })
        onAnswer = { [unowned host] in host.perform($0, from: "notification") }
    }

    var status: NotificationServerStatus { client.status }

    var checks: [HealthCheck] { [client.status.check(isEnabled: settings.isEnabled)] }

    func complete(_ hello: inout Hello) {
        let isServed = if case .serving = client.status { true } else { false }
        hello.showsNotifications = isServed && settings.isEnabled
    }

    // MARK: Showing

    /// Shows what the first turn has brought, and the reminders that the last run may have failed to show.
    func begin() {
        let events = earlyEvents ?? []
        earlyEvents = nil
        let context = engine.queryContext(at: now())
        plan { () throws(GardenError) in
            let others = try context.notifications(about: events).filter { $0.eventsToShow.isEmpty }
            return try context.unshownNotifications(after: lastShown) + others
        }
    }

    /// Shows what is new after committed events, and withdraws what no longer applies.
    func take(_ events: [Event]) {
        guard earlyEvents == nil else {
            earlyEvents?.append(contentsOf: events)
            return
        }
        guard !events.isEmpty else { return }
        let context = engine.queryContext(at: now())
        withdrawStale(context)
        plan { () throws(GardenError) in try context.notifications(about: events) }
    }

    /// Reports once that the disk refuses writes, until it accepts one (RULES N1).
    func follow() {
        if let error = engine.storageError {
            guard !isStorageFailureReported else { return }
            isStorageFailureReported = true
            show(engine.queryContext(at: now()).storageNotification(error.reason))
        } else if isStorageFailureReported {
            isStorageFailureReported = false
            withdraw("storage")
        }
    }

    /// Shows a sample, whatever the settings say.
    ///
    /// - Returns: the server that shows it.
    func showSample(_ sample: PlannedNotification) -> Result<String, NotificationProblem> {
        var notification = DesktopNotification(sample, hasSound: settings.hasSound)
        notification.expires = true
        client.show(notification, as: sample.subject)
        switch client.status {
        case .serving(let server): return .success(server.label)
        // A sample that comes later would look like news.
        case .noBus, .noServer, .silent: client.withdraw(sample.subject)
        // The sample is why the bus starts the server.
        case .starting: break
        }
        return .failure(NotificationProblem(message: "\(client.status)"))
    }

    /// What a request for a sample needs.
    var needs: [NeedHandler] {
        [NeedHandler(SampleNotificationNeed.self) { [unowned self] need, end in end(showSample(need.sample)) }]
    }

    /// Removes everything from the screen, because its buttons need a running daemon. The next run shows the reminders
    /// again.
    func stop() {
        let reminders = shown.filter { confirmed.contains($0.key) && client.subjects.contains($0.key) }
            .flatMap(\.value.eventsToShow)
        if let first = reminders.min() { record.write(min(lastShown, first - 1)) }
        deferred = []
        client.closeAll()
    }

    private var settings: NotificationSettings { engine.environment.settings.notifications }

    private func plan(_ plan: () throws(GardenError) -> [PlannedNotification]) {
        do throws(GardenError) { for planned in try plan() { show(planned) } } catch {
            log.error("cannot decide what to show: \(error.message)")
        }
    }

    private func show(_ planned: PlannedNotification) {
        guard settings.shows(planned.kind) else { return note(planned) }
        shown[planned.subject] = planned
        confirmed.remove(planned.subject)
        let notification = DesktopNotification(
            planned, hasSound: settings.hasSound, isUrgent: settings.comesThrough(planned.kind))
        guard NotificationTypes.type(of: planned.kind).appearance.comesThrough, let doNotDisturb else {
            return client.show(notification, as: planned.subject)
        }
        guard settings.comesThroughDoNotDisturb else {
            client.show(notification, as: planned.subject)
            // An open session has no end for which it could wait.
            if engine.isInOpenFocus { doNotDisturb.lift(afterSeconds: engine.environment.settings.focusMinutes * 60) }
            return
        }
        deferred.insert(planned.subject)
        doNotDisturb.lift { [weak self] in
            guard let self, self.deferred.remove(planned.subject) != nil, self.shown[planned.subject] == planned
            else { return }
            self.client.show(notification, as: planned.subject)
        }
    }

    private func withdraw(_ subject: String) {
        shown[subject] = nil
        confirmed.remove(subject)
        client.withdraw(subject)
    }

    /// A server has appeared, which gets what still applies.
    private func refresh() {
        let present = now().wall.milliseconds
        for (subject, planned) in shown where planned.isFact {
            let age = present - planned.notification.at.instant.milliseconds
            if confirmed.contains(subject) || age > Self.newsMilliseconds { withdraw(subject) }
        }
        // Samples and refusals.
        for subject in client.subjects.subtracting(shown.keys) where confirmed.contains(subject) { withdraw(subject) }
        confirmed = []
        withdrawStale(engine.queryContext(at: now()))
    }

    private func withdrawStale(_ context: QueryContext) {
        let subjects = client.subjects
        for (subject, planned) in shown {
            guard subjects.contains(subject) || deferred.contains(subject) else {
                // The person has dismissed it.
                shown[subject] = nil
                confirmed.remove(subject)
                continue
            }
            // If the journal cannot be read, it stays.
            let isOpen = (try? context.isOpen(planned)) ?? true
            if !isOpen || !settings.shows(planned.kind) { withdraw(subject) }
        }
    }

    // MARK: The server's reports

    private func confirm(_ notification: DesktopNotification, _ subject: String) {
        confirmed.insert(subject)
        guard let planned = shown[subject], planned.notification.id == Int(notification.reference) else { return }
        note(planned)
    }

    /// Remembers that a reminder need not be shown again.
    private func note(_ planned: PlannedNotification) {
        guard let seq = planned.eventsToShow.max(), seq > lastShown else { return }
        lastShown = seq
        record.write(seq)
    }

    private func answer(_ key: String, _ notification: DesktopNotification, _ subject: String) {
        // A sample's buttons do nothing.
        guard let action = NotificationAction(rawValue: key), notification.reference > 0 else {
            return client.withdraw(subject)
        }
        let id = Int(notification.reference)
        if let error = onAnswer(NotificationAct(id: id, action: action)) {
            log.info("\(action.rawValue) of notification \(id) is refused: \(error.message)")
            let isReplaced = shown[subject].map { $0.notification.id != id } ?? false
            if !isReplaced { shown[subject] = nil }
            let refusal = DesktopNotification(
                summary: "Nothing was changed", body: error.message, category: notification.category,
                icon: "dialog-information")
            client.show(refusal, as: isReplaced ? "refusal" : subject)
        } else if shown[subject]?.notification.id == id {
            withdraw(subject)
        }
    }
}

/// The newest reminder that was shown, on the disk (RULES N1).
nonisolated struct ReminderRecord {
    /// The seq of its event, from the last run; `nil` if that kept none.
    var last: Int?
    var write: (Int) -> Void

    init(last: Int?, write: @escaping (Int) -> Void) {
        self.last = last
        self.write = write
    }

    /// The record in a file. No file is `nil`, and a damaged one counts as 0: a reminder is rather shown twice than never.
    init(inFile path: String) {
        // If a write fails, a reminder is shown once more than needed.
        self.init(last: Self.last(in: path)) { _ = LineFile.write("\($0)", to: path, isDurable: false) }
    }

    private static func last(in path: String) -> Int? {
        do throws(Errno) {
            guard let text = try LineFile.read(path), let seq = Int(text), seq >= 0 else { return 0 }
            return seq
        } catch {
            return error == .noSuchFileOrDirectory ? nil : 0
        }
    }
}

nonisolated extension DesktopNotification {
    /// A planned notification with the appearance of its kind.
    ///
    /// - Parameter isUrgent: whether it comes through do-not-disturb.
    init(_ planned: PlannedNotification, hasSound: Bool, isUrgent: Bool = false) {
        let notification = planned.notification
        let appearance = NotificationTypes.type(of: planned.kind).appearance
        self.init(
            summary: notification.summary, body: notification.body,
            actions: notification.actions.map { Action(key: $0.action.rawValue, label: $0.label) },
            urgency: isUrgent ? .critical : Urgency(appearance.urgency), category: "x-garden.\(planned.kind.rawValue)",
            icon: appearance.icon,
            sound: hasSound ? appearance.sound : nil, expires: !planned.waits, reference: Int64(notification.id))
    }
}

nonisolated extension DesktopNotification.Urgency {
    fileprivate init(_ urgency: NotificationAppearance.Urgency) {
        switch urgency {
        case .low: self = .low
        case .normal: self = .normal
        case .critical: self = .critical
        }
    }
}
