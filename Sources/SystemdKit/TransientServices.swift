import CSystemd
import Glibc

/// Runs transient services on a service manager of the bus, and reports when they have ended.
///
/// Nothing here waits. While no service runs, no signal of the manager wakes this process.
@MainActor
public final class TransientServices {
    private let bus: Bus
    private let loop: EventLoop
    private var runs: [String: TransientRun] = [:]

    static let manager = "org.freedesktop.systemd1"
    static let managerPath = "/org/freedesktop/systemd1"
    private static let managerInterface = "org.freedesktop.systemd1.Manager"
    private static let answerMicroseconds: UInt64 = 25_000_000

    /// - Parameter bus: the user's.
    public init(bus: Bus, on loop: EventLoop) {
        self.bus = bus
        self.loop = loop
    }

    /// Whether a service of that name runs that this object has started.
    public func contains(_ name: String) -> Bool { runs[name] != nil }

    /// Starts a service, and calls `onEnd` once when its last process has ended, or when it cannot be started.
    ///
    /// A unit of that name that still exists, such as one of an earlier process of ours, is waited for. No service with
    /// that name may be running here.
    ///
    /// - Throws: if no descriptor is left.
    public func start(
        _ service: TransientService, onEnd: @escaping @MainActor (TransientService.End) -> Void
    ) throws(SystemError) {
        precondition(runs[service.name] == nil, "\(service.name) is running")
        let properties = try service.properties()
        let name = service.name
        let run = TransientRun(name) { [weak self] end in
            guard let self, self.runs.removeValue(forKey: name) != nil else { return }
            if self.runs.isEmpty { self.call("Unsubscribe") }
            onEnd(end)
        }
        try run.watch(
            on: bus, loop,
            ask: { [weak self] answer in self?.call("GetUnit", [.string(name)], reply: answer) })
        // The bus keeps the order of messages: the manager reports nothing before it has this.
        if runs.isEmpty { call("Subscribe") }
        runs[name] = run
        start(run, properties)
    }

    private func start(_ run: TransientRun, _ properties: BusValue) {
        let arguments: [BusValue] = [
            .string(run.name), .string("fail"), properties, .array(elementSignature: "(sa(sv))", []),
        ]
        call("StartTransientUnit", arguments) { [weak self, weak run] result in
            guard let run else { return }
            switch result {
            case .success: run.hasBegun = true
            case .failure(let error) where error.name == "org.freedesktop.systemd1.UnitExists" && !run.isRetried:
                run.isRetried = true
                run.onRemoval = { [weak run] in if let run { self?.start(run, properties) } }
            case .failure(let error): run.end(.refused(error))
            }
        }
    }

    /// Asks for the environment that services get: `NAME=VALUE`.
    public func environment(_ answer: @escaping @MainActor (Result<[String], BusError>) -> Void) {
        bus.call(
            destination: Self.manager, path: Self.managerPath, interface: "org.freedesktop.DBus.Properties",
            member: "Get", arguments: [.string(Self.managerInterface), .string("Environment")],
            timeoutMicroseconds: Self.answerMicroseconds
        ) { result in
            answer(
                result.map { values in
                    guard case .variant(.array("s", let entries))? = values.first else { return [] }
                    return entries.compactMap { if case .string(let entry) = $0 { entry } else { nil } }
                })
        }
    }

    /// The processes of a service have ended, as far as is known from elsewhere: if the manager does not report it within seconds,
    /// it is asked.
    public func expectEnd(of name: String) { runs[name]?.expectEnd() }

    private func call(
        _ member: String, _ arguments: [BusValue] = [],
        reply: @escaping @MainActor (Result<[BusValue], BusError>) -> Void = { _ in }
    ) {
        bus.call(
            destination: Self.manager, path: Self.managerPath, interface: Self.managerInterface, member: member,
            arguments: arguments, timeoutMicroseconds: Self.answerMicroseconds, reply: reply)
    }
}

/// A transient service that was started.
@MainActor
private final class TransientRun {
    let name: String
    /// Whether the manager has accepted it: a removal reported before is that of an earlier unit.
    var hasBegun = false
    /// Whether it waits, or has waited, for an earlier unit of its name.
    var isRetried = false
    /// Called when that unit is gone.
    var onRemoval: (() -> Void)?

    private let onEnd: (TransientService.End) -> Void
    private var matches: [BusMatch] = []
    private var timer: TimerSource?
    /// The manager's word for how the service is doing.
    private var result = ""
    private var exitCode: Int32 = 0
    private var exitStatus: Int32 = 0

    /// How long after its expected end a service is asked about, in case a report was lost.
    private static let graceMicroseconds: UInt64 = 5_000_000
    private static let mostQuestions = 12
    private var questions = 0

    init(_ name: String, onEnd: @escaping (TransientService.End) -> Void) {
        self.name = name
        self.onEnd = onEnd
    }

    /// - Parameter ask: asks the manager whether the unit exists.
    func watch(
        on bus: Bus, _ loop: EventLoop,
        ask: @escaping (@escaping @MainActor (Result<[BusValue], BusError>) -> Void) -> Void
    ) throws(SystemError) {
        var encoded: UnsafeMutablePointer<CChar>?
        defer { free(encoded) }
        try check(
            sd_bus_path_encode(TransientServices.managerPath + "/unit", name, &encoded), "sd_bus_path_encode")
        guard let encoded else { return }
        matches = [
            bus.match(
                sender: TransientServices.manager, path: String(cString: encoded),
                interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged"
            ) { [weak self] in self?.note($0) },
            bus.match(
                sender: TransientServices.manager, path: TransientServices.managerPath, member: "UnitRemoved",
                firstArgument: name
            ) { [weak self] _ in self?.removed() },
        ]
        timer = try loop.timer(on: .monotonic) { [weak self] in
            guard let self else { return }
            guard self.questions < Self.mostQuestions else { return self.end(.lost) }
            self.questions += 1
            self.expectEnd()
            ask { [weak self] answer in
                guard case .failure(let error) = answer, error.name == "org.freedesktop.systemd1.NoSuchUnit" else {
                    return
                }
                self?.removed()
            }
        }
    }

    func expectEnd() { timer?.arm(atMicroseconds: Clocks.monotonicMicroseconds + Self.graceMicroseconds) }

    private func note(_ signal: BusMessage) {
        guard hasBegun, case .dictionary(let values)? = signal.arguments.dropFirst().first else { return }
        if case .string(let text)? = values["Result"] { result = text }
        if case .int32(let code)? = values["ExecMainCode"] { exitCode = code }
        if case .int32(let status)? = values["ExecMainStatus"] { exitStatus = status }
    }

    private func removed() {
        if let onRemoval {
            self.onRemoval = nil
            onRemoval()
        } else if hasBegun {
            end(outcome)
        }
    }

    private var outcome: TransientService.End {
        switch (result, exitCode) {
        case ("", _): .lost
        case ("success", _): .succeeded
        case ("exit-code", _): .exited(code: exitStatus)
        case ("signal", _), ("core-dump", _): .killed(signal: exitStatus)
        default: .failed(result: result)
        }
    }

    func end(_ end: TransientService.End) {
        matches = []
        timer = nil
        onEnd(end)
    }
}
