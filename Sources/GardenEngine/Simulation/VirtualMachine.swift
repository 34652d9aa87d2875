import GardenAPI
import GardenCore
import TimeKit

/// A machine without hardware: clocks that move on command, a daemon that can be killed, a seat. It runs the same
/// engine as the daemon, for `gardend simulate` and for the simulation tests.
public final class VirtualMachine: Platform {
    /// The configuration of the machine.
    public struct Setup {
        /// The wall clock's first reading.
        public var start: Instant
        /// The system's zone.
        public var zone: ZoneRules
        public var settingsFile: String?
        public var readSettings: () throws(SettingsProblem) -> Settings
        public var loadZone: (String) throws(SettingsProblem) -> ZoneRules
        /// The ids of a garden and of a device that begin on the machine.
        public var names: Startup.Names
        /// Adds to the environment what is read together with the settings.
        public var readFiles: (inout Environment) -> Void = { _ in }
        /// How many entries a part of an import has.
        public var entriesOfPart = 128

        public init(
            start: Instant, zone: ZoneRules, names: Startup.Names, settingsFile: String? = nil,
            readSettings: @escaping () throws(SettingsProblem) -> Settings,
            loadZone: @escaping (String) throws(SettingsProblem) -> ZoneRules
        ) {
            self.start = start
            self.zone = zone
            self.names = names
            self.settingsFile = settingsFile
            self.readSettings = readSettings
            self.loadZone = loadZone
        }
    }

    public private(set) var now: Moment
    public private(set) var engine: Engine?
    private var setup: Setup
    private let store: any Store
    private let archive: any Archive
    private let parts = SimulatedParts.all
    private var needs: NeedRunner?
    /// The events of requests that have waited, until they are sent.
    private var answered: [Event] = []
    /// Called with each line the daemon sends, its line feed included.
    private let send: ([UInt8]) -> Void
    /// The last heartbeat of this boot.
    private var heartbeat: Instant?
    private var boots = 1
    /// The client's name as given in `daemon.hello`.
    private var client: ClientIdentity
    private let bootPrefix: String

    /// Creates a machine and starts its daemon. The stream of events begins after that, as for a first subscriber.
    ///
    /// - Parameter archive: receives the files of ended days.
    public init(_ setup: Setup, store: any Store, archive: any Archive, send: @escaping ([UInt8]) -> Void)
        throws(SimulationError)
    {
        self.setup = setup
        client = ClientIdentity(staging: StagingArea(entriesOfPart: setup.entriesOfPart))
        self.store = store
        self.archive = archive
        self.send = send
        do { bootPrefix = "boot-\(try store.lastSeq())" } catch { throw SimulationError(error.reason) }
        now = Moment(wall: setup.start, awakeMilliseconds: 0, bootMilliseconds: 0, bootId: "\(bootPrefix).1")
        _ = try startDaemon()
    }

    // MARK: Platform

    public var settingsFile: String? { setup.settingsFile }

    public func readEnvironment() throws(SettingsProblem) -> Environment {
        let settings = try setup.readSettings()
        let followsSystem = settings.dayTimezone == Settings.systemTimezone
        var environment = Environment(
            settings: settings, zone: followsSystem ? setup.zone : try setup.loadZone(settings.dayTimezone))
        setup.readFiles(&environment)
        return environment
    }

    public func complete(_ hello: inout Hello) { for part in parts { part.complete(&hello) } }

    public func checkHealth() -> [HealthCheck] {
        guard let engine else { return [] }
        return parts.compactMap { $0.check(of: engine) }
    }

    // MARK: Parts

    /// The part of a type.
    func part<Part: SimulatedPart>(_ type: Part.Type) -> Part {
        for part in parts { if let part = part as? Part { return part } }
        preconditionFailure("a virtual machine has no \(type)")
    }

    /// Obtains what requests need. A line that ``take(_:)`` performs does so by itself.
    public func obtainNeeds() { needs?.run() }

    /// The machine reports something.
    func report(_ report: any MachineReport) {
        engine?.note(report)
        catchUp()
    }

    /// The timer; `nil` while no daemon runs.
    public var timer: FocusTimer? { engine.map { GardenStatus($0.queryContext(at: now)).timer } }

    // MARK: Lines

    /// Performs one line of the input.
    ///
    /// - Throws: if it is an impossible directive. A refused request gets an error answer instead.
    public func take(_ line: LineFramer.Line) throws(SimulationError) {
        if case .text(let bytes) = line {
            let directive: Directive?
            do { directive = try Directive(bytes, parts.flatMap(\.directives)) } catch {
                throw SimulationError(error.message)
            }
            if let directive { return try obey(directive) }
        }
        request(line)
    }

    /// How far a line would move a clock of the machine, also backward, in milliseconds; `nil` if it is no directive.
    public func milliseconds(movedBy line: [UInt8]) -> Int? {
        let directive = try? Directive(line, parts.flatMap(\.directives))
        return directive?.milliseconds(from: now.wall)
    }

    private func obey(_ directive: Directive) throws(SimulationError) {
        switch directive {
        case .at(let instant):
            let milliseconds = Instant.milliseconds(from: now.wall, to: instant)
            guard milliseconds >= 0 else {
                throw SimulationError("at must not be before the current time, \(timestamp(now.wall))")
            }
            pass(milliseconds)
        case .advance(let milliseconds):
            pass(milliseconds)
        case .sleep(let milliseconds):
            now.wall = now.wall.advanced(byMilliseconds: milliseconds)
            now.bootMilliseconds += milliseconds
            catchUp()
        case .down(let milliseconds):
            writeHeartbeat()
            move(milliseconds)
            publish(try startDaemon())
        case .reboot(let milliseconds):
            boots += 1
            now = Moment(
                wall: now.wall.advanced(byMilliseconds: milliseconds), awakeMilliseconds: 0, bootMilliseconds: 0,
                bootId: "\(bootPrefix).\(boots)")
            for part in parts { part.reboot() }
            heartbeat = nil
            publish(try startDaemon())
        case .timezone(let name):
            do { setup.zone = try setup.loadZone(name) } catch { throw SimulationError(error.message) }
            if engine?.environment.settings.dayTimezone == Settings.systemTimezone { engine?.update(zone: setup.zone) }
            catchUp()
        case .stepClock(let milliseconds):
            now.wall = now.wall.advanced(byMilliseconds: milliseconds)
            catchUp()
        case .part(let directive):
            directive.obey(on: self)
        }
    }

    private func request(_ line: LineFramer.Line) {
        guard let engine else { return }
        catchUp()
        let reply = engine.decide(line, from: client, at: now)
        client = reply.client
        var events: [Event] = []
        while !reply.isDecided {
            if reply.isHeld { events += engine.commit() + work(engine) }
            engine.decideNext(reply, at: now)
            client = reply.client
        }
        events += engine.commit()
        let later = work(engine)
        if !reply.isEmpty { send(reply.line) }
        publish(events + later)
        catchUp()
    }

    /// Does the work that takes longer than a turn, and obtains what requests need.
    private func work(_ engine: Engine) -> [Event] {
        needs?.run()
        while engine.hasWork || engine.hasParts {
            engine.work()
            answered += engine.makeNextPart(at: now)
            needs?.run()
        }
        defer { answered = [] }
        return answered
    }

    // MARK: Time

    /// Time passes with the machine awake and the daemon served.
    private func pass(_ milliseconds: Int) {
        move(milliseconds)
        catchUp()
    }

    private func move(_ milliseconds: Int) {
        now.wall = now.wall.advanced(byMilliseconds: milliseconds)
        now.awakeMilliseconds += milliseconds
        now.bootMilliseconds += milliseconds
    }

    private func catchUp() {
        guard let engine else { return }
        publish(engine.catchUp(to: now))
        publish(work(engine))
    }

    /// Starts the daemon in place of the previous one, which ends without another write.
    private func startDaemon() throws(SimulationError) -> [Event] {
        let environment: Environment
        do { environment = try readEnvironment() } catch { throw SimulationError(error.message) }
        let engine: Engine
        do {
            engine = try Engine(
                store: store, archive: archive, platform: self, environment: environment, now: now,
                heartbeat: heartbeat, names: setup.names)
        } catch {
            throw SimulationError("cannot open the garden: \(error)")
        }
        self.engine = engine
        // Connections end with the daemon.
        client = ClientIdentity(actor: client.actor, staging: StagingArea(entriesOfPart: client.staging.entriesOfPart))
        needs = NeedRunner(
            engine, parts.flatMap(\.needs), now: { [unowned self] in now },
            onAnswers: { [unowned self] events in
                answered += events
            })
        for part in parts { part.begin(on: self, engine) }
        return engine.catchUp(to: now)
    }

    /// Stops the daemon cleanly, and starts it again after this long.
    public func restart(milliseconds: Int) throws(SimulationError) {
        publish(engine?.stop(at: now) ?? [])
        writeHeartbeat()
        move(milliseconds)
        publish(try startDaemon())
    }

    private func writeHeartbeat() {
        if engine?.allowsHeartbeat == true { heartbeat = now.wall }
    }

    /// Stops the daemon cleanly. Its last events are not sent, because the stream has ended.
    public func finish() { _ = engine?.stop(at: now) }

    private func publish(_ events: [Event]) {
        guard let publisher = engine?.publisher else { return }
        for event in events {
            guard let message = try? publisher.message(event) else {
                preconditionFailure("event \(event.seq), \(event.type), was just written and cannot be read")
            }
            send(LineWriter.notification(method: EventMessage.method, params: message).terminated())
        }
    }

    private var zone: ZoneRules { engine?.environment.zone ?? setup.zone }

    private func timestamp(_ instant: Instant) -> String { zone.timestamp(instant).description }
}

/// Why a simulation cannot continue.
public struct SimulationError: Error, Equatable {
    public var message: String

    public init(_ message: String) { self.message = message }
}
