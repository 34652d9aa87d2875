import GardenAPI
import GardenCore
import GardenEngine
import Glibc
import Logging
import SystemdKit

/// Has the desktop's notification server show nothing during a focus session (RULES N5).
///
/// Only what this object has switched on is switched off again. That is noted on the disk first, so that the next run does
/// it if this one is killed.
final class DoNotDisturb: DaemonPart {
    /// Called when nothing is in progress any more.
    var onSettled: () -> Void = {}

    private let makeServer: (DoNotDisturbServer) -> (any SilenceableServer)?
    private let note: SilenceNote
    private weak var engine: Engine?
    private let log: Logger

    /// The server that was asked to show nothing; `nil` if none was.
    private var silenced: DoNotDisturbServer?
    /// The server that should show nothing now.
    private var wanted: DoNotDisturbServer?
    private var servers: [DoNotDisturbServer: any SilenceableServer] = [:]
    /// A call that has not been answered.
    private var isCalling = false
    /// Whether the server that should show nothing does so, or need not be asked again.
    private var isDone = false
    private(set) var problem: String?
    /// What the last ``follow(isFocusing:_:)`` has said.
    private var followed = (isFocusing: false, server: DoNotDisturbServer.off)
    /// Whether notifications are shown for a moment, so that one comes through.
    private var isLifted = false
    /// What is to be shown then.
    private var liftedShows: [() -> Void] = []
    private let startTimer: (Timer, @escaping () -> Void) -> Void

    /// A time after which something happens; the same one begins again if it was started before.
    enum Timer: Hashable {
        /// Notifications are silenced again.
        case endOfLift
        /// What has waited for long enough is shown.
        case lift(seconds: Int)

        var seconds: Int {
            switch self {
            // Long enough to read a reminder, and short enough that nothing else disturbs.
            case .endOfLift: 20
            case .lift(let seconds): seconds
            }
        }
    }

    /// - Parameters:
    ///   - startTimer: calls back after a time.
    ///   - makeServer: `nil` if there is no bus.
    init(
        _ note: SilenceNote, log: Logger, startTimer: @escaping (Timer, @escaping () -> Void) -> Void = { _, _ in },
        makeServer: @escaping (DoNotDisturbServer) -> (any SilenceableServer)?
    ) {
        self.note = note
        self.log = log
        self.startTimer = startTimer
        self.makeServer = makeServer
        silenced = note.last
    }

    /// That of a daemon, which it follows.
    convenience init(_ host: any DaemonHost) {
        let (userBus, loop, programs) = (host.userBus, host.loop, host.programs)
        let timers = LiftTimers(on: loop)
        self.init(
            SilenceNote(inFile: "\(host.dataFolder)/silenced"), log: host.log,
            startTimer: { timers.start($0, $1) }
        ) { kind in
            if kind == .gnome { return GNOMESilenceableServer(programs: programs, on: loop) }
            return userBus.map { BusSilenceableServer(kind, on: $0) }
        }
        engine = host.engine
        onSettled = { [unowned host] in host.partIsSettled() }
    }

    private var setting: DoNotDisturbServer { engine?.environment.settings.notifications.doNotDisturb ?? .off }

    /// Follows the timer. After the end of the daemon nothing calls it.
    func follow() { follow(isFocusing: engine?.isFocusing ?? false, setting) }

    var checks: [HealthCheck] { [check(setting)].compactMap(\.self) }

    /// Whether no answer is awaited.
    var isSettled: Bool { !isCalling }

    /// - Parameter server: the one in the settings.
    func follow(isFocusing: Bool, _ server: DoNotDisturbServer) {
        // What could not be switched off is tried again at each change.
        if silenced != nil, followed != (isFocusing, server) { isDone = false }
        followed = (isFocusing, server)
        let target = isFocusing && server != .off && !isLifted ? server : nil
        if target != wanted {
            wanted = target
            isDone = false
            problem = nil
        } else if isDone || target == nil && silenced == nil {
            return
        }
        proceed()
    }

    /// Shows notifications for a moment, so that one comes through (RULES N5).
    ///
    /// - Parameter show: called when the server shows notifications, at once if it does.
    func lift(_ show: @escaping () -> Void) {
        guard silenced != nil || isLifted || isCalling else { return show() }
        isLifted = true
        liftedShows.append(show)
        startTimer(.endOfLift) { [weak self] in self?.endLift() }
        follow(isFocusing: followed.isFocusing, followed.server)
        showLifted()
    }

    /// Shows what waits for the end of a focus session after a time at the latest.
    func lift(afterSeconds seconds: Int) {
        startTimer(.lift(seconds: seconds)) { [weak self] in
            // The server has shown it if the session is over.
            if self?.engine?.isInOpenFocus != false { self?.lift {} }
        }
    }

    private func endLift() {
        isLifted = false
        isDone = false
        follow(isFocusing: followed.isFocusing, followed.server)
    }

    /// Shows what was to come through, when the server shows notifications or will not do so.
    private func showLifted() {
        guard !isCalling else { return }
        let shows = liftedShows
        liftedShows = []
        for show in shows { show() }
    }

    /// Switches off what was switched on.
    func stop() { follow(isFocusing: false, .off) }

    /// The check for `doctor`; `nil` while it is switched off and nothing is left to be done.
    func check(_ server: DoNotDisturbServer) -> HealthCheck? {
        guard server != .off || silenced != nil else { return nil }
        if let problem {
            return HealthCheck(
                "do-not-disturb", .warning, "\((silenced ?? server).rawValue): \(problem)",
                advice: "set notifications.do_not_disturb to the notification server that you use, or to \"off\"")
        }
        let name = (silenced ?? server).rawValue
        let detail =
            switch (silenced, wanted, isDone) {
            case (.some, _, _): "\(name) is silenced now"
            case (nil, nil, _): "\(name), at the next focus session"
            case (nil, .some, true):
                "\(name) was silenced before the focus session began, and stays silenced after it"
            case (nil, .some, false): "\(name) is not running, so it cannot be switched on"
            }
        return HealthCheck("do-not-disturb", .ok, detail)
    }

    private func server(_ kind: DoNotDisturbServer) -> (any SilenceableServer)? {
        if let server = servers[kind] { return server }
        guard let server = makeServer(kind) else { return nil }
        servers[kind] = server
        server.onChange = { [weak self] in self?.serverChanged(kind) }
        return server
    }

    /// A server that starts shows notifications.
    private func serverChanged(_ kind: DoNotDisturbServer) {
        isDone = false
        if kind == wanted || kind == silenced { proceed() }
    }

    private func proceed() {
        guard !isCalling, !isDone else { return }
        if let silenced, silenced != wanted { return restore(silenced) }
        guard let wanted else { return }
        guard let server = server(wanted) else { return fail("there is no bus") }
        guard server.isPresent == true else { return }
        ask(server.read) { [unowned self] answer in
            switch answer {
            case .failure(let error): self.fail(error.message)
            // The person has switched it on, and switches it off.
            case .success(true): self.succeed(wanted)
            case .success(false): self.silence(wanted, server)
            }
        }
    }

    private func silence(_ kind: DoNotDisturbServer, _ server: any SilenceableServer) {
        guard wanted == kind else { return proceed() }
        if silenced != kind {
            guard note.write(kind) else { return fail("cannot note it on the disk, so it is not switched on") }
            silenced = kind
        }
        ask {
            server.write(true, $0)
        } then: { [unowned self] answer in
            if case .failure(let error) = answer { self.fail(error.message) } else { self.succeed(kind) }
        }
    }

    private func restore(_ kind: DoNotDisturbServer) {
        guard let server = server(kind) else { return }
        switch server.isPresent {
        case nil: return
        // A server forgets it when it ends.
        case false?: return forget()
        case true?: break
        }
        ask {
            server.write(false, $0)
        } then: { [unowned self] answer in
            guard case .failure(let error) = answer else { return self.forget() }
            log.warning("cannot switch off do-not-disturb of \(kind.rawValue): \(error.message)")
            // The next change of the timer, or of the server, tries again.
            (problem, isDone) = ("cannot be switched off: \(error.message)", true)
        }
    }

    private func forget() {
        silenced = nil
        _ = note.write(nil)
        proceed()
    }

    /// The server shows nothing. Another one may be wanted by now, or none.
    private func succeed(_ kind: DoNotDisturbServer) {
        isDone = wanted == kind
        problem = nil
        proceed()
    }

    private func fail(_ message: String) {
        isDone = true
        if problem != message { log.warning("do-not-disturb is not switched on: \(message)") }
        problem = message
        proceed()
    }

    private func ask<Value>(
        _ question: (@escaping (Result<Value, SilenceError>) -> Void) -> Void,
        then handle: @escaping (Result<Value, SilenceError>) -> Void
    ) {
        isCalling = true
        question { [weak self] answer in
            guard let self else { return }
            self.isCalling = false
            handle(answer)
            self.showLifted()
            if !self.isCalling { self.onSettled() }
        }
    }
}

/// The server that was asked to show nothing, on the disk.
nonisolated struct SilenceNote {
    /// What the last run has left; `nil` if nothing.
    var last: DoNotDisturbServer?
    /// Replaces it durably; `nil` for nothing. Returns whether that succeeded.
    var write: (DoNotDisturbServer?) -> Bool

    init(last: DoNotDisturbServer?, write: @escaping (DoNotDisturbServer?) -> Bool) {
        self.last = last
        self.write = write
    }

    /// The note in a file.
    init(inFile path: String) {
        let text = (try? LineFile.read(path)) ?? nil
        self.init(last: text.flatMap { DoNotDisturbServer(rawValue: $0) }) { server in
            guard let server else { return unlink(path) == 0 || errno == ENOENT }
            return LineFile.write(server.rawValue, to: path, isDurable: true)
        }
    }
}
