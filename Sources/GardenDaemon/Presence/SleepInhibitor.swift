import Glibc
import SystemdKit

/// Delays the machine's sleep until the garden is on disk (RULES P17): logind's inhibitor locks,
/// https://systemd.io/INHIBITOR_LOCKS.
///
/// While the machine is awake this holds a delay lock, a descriptor. Before a sleep logind sends PrepareForSleep and
/// waits for the lock's release, 5 s at most unless its InhibitDelayMaxSec= says otherwise. Then ``onSleep`` is called
/// and the lock released: at once when ``onSleep`` returns, and after 2 s by a second thread if the disk does not answer
/// (``SystemdKit/BusDescriptor/close(after:withinMilliseconds:)``). After the sleep the lock is taken again and
/// ``onWake`` is called. It may come before or after the report of the wall clock timer that the machine has woken up.
///
/// The bus and logind may be missing, appear later, and restart. A logind that refuses the lock still announces the
/// sleep, so ``onSleep`` is called without a guarantee that it has time.
public final class SleepInhibitor {
    /// What became of the lock, for `doctor`.
    public enum Status: Equatable {
        case busMissing
        case logindMissing
        /// logind has not answered yet.
        case asking
        case held
        /// Released, because the machine is about to sleep, or sleeps.
        case releasedForSleep
        /// logind, its policy (polkit) or the bus answered with an error. It is asked again after the next sleep and
        /// when logind restarts.
        case refused(BusError)
    }

    /// Writes everything that must survive the sleep. The machine may be asleep before it returns.
    public var onSleep: () -> Void = {}

    /// The machine has woken up, or the sleep was cancelled.
    public var onWake: () -> Void = {}

    private let bus: Bus
    private let reason: String
    private var name: BusName?
    private var announcements: BusMatch?
    private var lock: BusDescriptor?
    private var problem: BusError?
    private var isPreparing = false
    /// Changes with each request, so that the answer of an earlier one is ignored.
    private var epoch = 0

    /// The longest time for ``onSleep``. Less than the half of logind's own limit, which other programs share.
    private static let releaseMilliseconds: Int32 = 2000

    /// Takes the lock, from the loop.
    ///
    /// - Parameters:
    ///   - bus: the system bus.
    ///   - reason: why sleep must wait, for `systemd-inhibit --list`.
    public init(bus: Bus, reason: String) {
        self.bus = bus
        self.reason = reason
        name = bus.name(Login1.name) { [weak self] in self?.ownerChanged($0) }
    }

    /// What became of the lock, for `doctor`.
    public var status: Status {
        switch name?.owner ?? .unknown {
        case .unknown: return bus.isConnected ? .asking : .busMissing
        case .none: return .logindMissing
        case .connection: break
        }
        if lock != nil { return .held }
        if isPreparing { return .releasedForSleep }
        return problem.map(Status.refused) ?? .asking
    }

    private func ownerChanged(_ owner: BusName.Owner) {
        epoch += 1
        // A lock of a logind that has gone delays nothing.
        (announcements, lock, problem) = (nil, nil, nil)
        guard case .connection = owner else { return }
        announcements = bus.login1Signals(
            "PrepareForSleep", onInstalled: { [weak self] in self?.installed($0) },
            handler: { [weak self] arguments in
                guard case .bool(let begins)? = arguments.first else { return }
                if begins { self?.prepare() } else { self?.wake() }
            })
    }

    /// The lock comes after the match: a lock without its announcement would delay a sleep by 5 s.
    private func installed(_ error: BusError?) {
        problem = error
        guard error == nil else { return }
        // The logind that announced the sleep has gone, and so has the announcement of its end.
        if isPreparing { wake() } else { takeLock() }
    }

    private func takeLock() {
        epoch += 1
        let epoch = epoch
        let arguments = ["sleep", "Pocket Garden", reason, "delay"].map(BusValue.string)
        bus.callLogin1(Login1.path, Login1.manager, "Inhibit", arguments) { [weak self] answer in
            guard let self, epoch == self.epoch else { return }
            switch answer {
            case .success(let values):
                guard case .descriptor(let descriptor)? = values.first else { return }
                (self.lock, self.problem) = (descriptor, nil)
            case .failure(let error): self.problem = error
            }
        }
    }

    private func prepare() {
        isPreparing = true
        // The answer to a request that is still open would hold up this sleep.
        epoch += 1
        guard let lock else { return onSleep() }
        self.lock = nil
        lock.close(after: onSleep, withinMilliseconds: Self.releaseMilliseconds)
    }

    private func wake() {
        isPreparing = false
        problem = nil
        takeLock()
        onWake()
    }
}
