import GardenAPI
import Glibc
import SystemdKit

/// Follows the person's display session and reports whether they are at the desktop (RULES P15): systemd-logind(8).
///
/// The display session is the one that logind regards as the primary one of the user, usually the graphical one. It may
/// begin after this object, end, and be replaced by another; the bus and logind may be missing, appear later, and
/// restart. Until there is a session, the presence is `unknown`: also for a user who is not logged in and has a manager
/// by lingering only. Everything follows from signals; nothing is asked regularly. The bus passes on only signals of
/// this user and of their display session, and while logind does not know the user also the logins of others.
///
/// A desktop environment sets the hints: GNOME and KDE Plasma set both. A screen locker that does not set the
/// LockedHint (swaylock, i3lock) leaves the presence `active` while the screen is locked. Such a person lets the locker or
/// swayidle(1) send `presence.set` instead. The signals Lock and Unlock of a session are requests to the desktop that it
/// may ignore, so they do not count.
///
/// Two limits of logind (systemd 252): it forgets the hints of all sessions when it restarts, so a locked desktop is
/// `active` from then on until the desktop sets a hint again; and it does not report that a session closes while
/// programs of it still run. Such a session leaves the foreground of its seat, which is reported; a session without a
/// seat keeps its presence until its last program ends.
public final class LoginSession {
    /// What is followed, for `doctor`.
    public enum Status: Equatable {
        case busMissing
        case logindMissing
        /// logind has not answered yet.
        case asking
        /// logind or the bus answered with an error.
        case refused(BusError)
        case noDisplaySession
        case following(FollowedSession)
    }

    /// A display session, for `doctor`.
    public struct FollowedSession: Equatable {
        /// logind's id of the session: "2", "c1".
        public var id: String
        /// `x11`, `wayland`, `tty` …
        public var type: String
        public var isRemote: Bool
        /// Whether it has ever reported that it is idle or locked.
        public var hasReportedAbsence: Bool
    }

    /// Called from the loop with the new presence, at most once per second; see ``SettledPresence``.
    public var onChange: (Presence) -> Void = { _ in }

    /// The presence that was reported last; `unknown` before the first report.
    public var presence: Presence { settled.reported }

    /// Whether the display session has reported an absence. logind remembers an idle one, also while the daemon does not run.
    public var hasReportedAbsence: Bool { session?.hasReportedAbsence ?? false }

    private let bus: Bus
    private let user: uid_t
    private var name: BusName?
    private var newUsers: BusMatch?
    private var userChanges: BusMatch?
    private var sessionChanges: BusMatch?
    private var sessionPath: String?
    private var session: SessionProperties?
    private var problem: BusError?
    private var hasAnswered = false
    /// Changes with the owner of logind's name, so that answers of a previous one are ignored.
    private var epoch = 0
    private var settled = SettledPresence()
    private var settleTimer: TimerSource?

    /// Follows the display session of `user`, from the loop.
    ///
    /// - Parameter bus: the system bus.
    /// - Throws: if the loop takes no more sources.
    public init(of user: uid_t, bus: Bus, on loop: EventLoop) throws(SystemError) {
        self.bus = bus
        self.user = user
        settleTimer = try loop.timer(on: .monotonic) { [weak self] in
            guard let self else { return }
            self.perform(self.settled.settle(atMicroseconds: Clocks.monotonicMicroseconds))
        }
        name = bus.name(Login1.name) { [weak self] in self?.ownerChanged($0) }
    }

    /// What is followed now, for `doctor`.
    public var status: Status {
        switch name?.owner ?? .unknown {
        case .unknown: return bus.isConnected ? .asking : .busMissing
        case .none: return .logindMissing
        case .connection: break
        }
        if let problem { return .refused(problem) }
        guard let session else { return hasAnswered ? .noDisplaySession : .asking }
        return .following(
            FollowedSession(
                id: session.id, type: session.type, isRemote: session.isRemote,
                hasReportedAbsence: session.hasReportedAbsence))
    }

    // MARK: logind

    private func ownerChanged(_ owner: BusName.Owner) {
        epoch += 1
        (newUsers, userChanges) = (nil, nil)
        (problem, hasAnswered) = (nil, false)
        forgetSession()
        guard case .connection = owner else { return }
        // The match comes before the question, here and below, so that no change is missed between them.
        newUsers = bus.login1Signals(
            "UserNew", onInstalled: { [weak self] in self?.installed($0) { $0.findUser() } },
            handler: { [weak self] arguments in
                guard let self, arguments.first == .uint32(self.user) else { return }
                self.findUser()
            })
    }

    /// Looks for the user's object. The list is one of the machine's users who are logged in or linger.
    private func findUser() {
        ask(Login1.path, Login1.manager, "ListUsers") { follower, values in
            guard case .array(_, let users)? = values.first else { return }
            for case .structure(let fields) in users where fields.count == 3 && fields[0] == .uint32(follower.user) {
                if case .objectPath(let path) = fields[2] { return follower.followUser(path) }
            }
            follower.hasAnswered = true
        }
    }

    private func followUser(_ path: String) {
        // From now on logind reports the user's sessions itself, also after the user was gone for a while: the path
        // depends on the uid only.
        newUsers = nil
        userChanges = bus.login1Changes(
            of: Login1.user, at: path,
            onInstalled: { [weak self] in self?.installed($0) { $0.readDisplay(ofUser: path) } },
            handler: { [weak self] in if $0.mention("Display") { self?.readDisplay(ofUser: path) } })
    }

    private func readDisplay(ofUser path: String) {
        ask(path, Login1.properties, "Get", .string(Login1.user), .string("Display")) { follower, values in
            guard case .variant(.structure(let fields))? = values.first, fields.count == 2,
                case .string(let id) = fields[0], case .objectPath(let session) = fields[1]
            else { return }
            follower.hasAnswered = true
            if id.isEmpty { follower.forgetSession() } else { follower.followSession(session) }
        }
    }

    // MARK: The session

    private func followSession(_ path: String) {
        // logind reports the property also when it stays the same because the session that closes has no successor.
        guard path != sessionPath else { return readSession(path) }
        // What another session has reported says nothing about this one.
        (sessionPath, session) = (path, nil)
        sessionChanges = bus.login1Changes(
            of: Login1.session, at: path,
            onInstalled: { [weak self] in self?.installed($0) { $0.readSession(path) } },
            handler: { [weak self] in self?.sessionChanged($0, path) })
    }

    private func sessionChanged(_ changes: PropertyChanges, _ path: String) {
        // Before the first answer there is nothing to change; the answer will contain it.
        guard let isComplete = session?.apply(changes) else { return }
        if isComplete { update() } else { readSession(path) }
    }

    private func readSession(_ path: String) {
        ask(path, Login1.properties, "GetAll", .string(Login1.session)) { follower, values in
            guard path == follower.sessionPath, case .dictionary(let all)? = values.first else { return }
            let hasReportedAbsence = follower.session?.hasReportedAbsence ?? false
            follower.session = SessionProperties(all: all)
            if hasReportedAbsence { follower.session?.hasReportedAbsence = true }
            follower.update()
        }
    }

    private func forgetSession() {
        (sessionChanges, sessionPath, session) = (nil, nil, nil)
        update()
    }

    // MARK: Answers

    /// Calls logind; an answer goes to `body`, unless another logind has appeared meanwhile.
    private func ask(
        _ path: String, _ interface: String, _ member: String, _ arguments: BusValue...,
        body: @escaping (LoginSession, [BusValue]) -> Void
    ) {
        let epoch = epoch
        bus.callLogin1(path, interface, member, arguments) { [weak self] answer in
            guard let self, epoch == self.epoch else { return }
            switch answer {
            case .success(let values):
                self.problem = nil
                body(self, values)
            case .failure(let error): self.fail(error)
            }
        }
    }

    private func installed(_ error: BusError?, next: (LoginSession) -> Void) {
        if let error { fail(error) } else { next(self) }
    }

    /// An object that has just gone is no problem: logind reports what follows. Any other error remains until the next
    /// report.
    private func fail(_ error: BusError) {
        hasAnswered = true
        problem = error.name == "org.freedesktop.DBus.Error.UnknownObject" ? nil : error
        forgetSession()
    }

    // MARK: Reports

    private func update() {
        let presence = session?.presence ?? .unknown
        perform(settled.change(to: presence, atMicroseconds: Clocks.monotonicMicroseconds))
    }

    private func perform(_ step: SettledPresence.Step) {
        switch step {
        case .rest: settleTimer?.disarm()
        case .wait(let moment): settleTimer?.arm(atMicroseconds: moment)
        case .report(let presence):
            settleTimer?.disarm()
            onChange(presence)
        }
    }
}
