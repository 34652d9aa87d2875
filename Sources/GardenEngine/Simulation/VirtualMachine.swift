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
        public var readDecks: () -> DeckLibrary = { DeckLibrary() }

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
    private var isBackupWanted = false
    private var testedInput: HookInput?
    private var isPlaceWanted = false
    /// The place where the machine is, or why it is not found.
    private var place: FoundPlace = .problem(.noAgent)
    /// Called with each line the daemon sends, its line feed included.
    private let send: ([UInt8]) -> Void
    private var presence = Presence.unknown
    private var key = SimulatedKey.own
    private let photos = SimulatedPhotos()
    /// The last heartbeat of this boot.
    private var heartbeat: Instant?
    private var boots = 1
    /// The client's name as given in `daemon.hello`.
    private var actor = Actor.unnamed
    private let bootPrefix: String

    /// Creates a machine and starts its daemon. The stream of events begins after that, as for a first subscriber.
    ///
    /// - Parameter archive: receives the files of ended days.
    public init(_ setup: Setup, store: any Store, archive: any Archive, send: @escaping ([UInt8]) -> Void)
        throws(SimulationError)
    {
        self.setup = setup
        self.store = store
        self.archive = archive
        self.send = send
        do { bootPrefix = "boot-\(try store.lastSeq())" } catch { throw SimulationError(error.reason) }
        now = Moment(wall: setup.start, awakeMilliseconds: 0, bootMilliseconds: 0, bootId: "\(bootPrefix).1")
        _ = try startDaemon()
    }

    // MARK: Platform

    public let pid = 0
    public var settingsFile: String? { setup.settingsFile }

    public func readEnvironment() throws(SettingsProblem) -> Environment {
        let settings = try setup.readSettings()
        let followsSystem = settings.dayTimezone == Settings.systemTimezone
        return Environment(
            settings: settings, zone: followsSystem ? setup.zone : try setup.loadZone(settings.dayTimezone),
            decks: setup.readDecks())
    }

    public func startBackup() { isBackupWanted = true }

    public func discardBackup(_ backup: GardenBackup) {}

    public func backups(with effect: WrittenEffect) -> [String] { [] }

    public func startLocating(by locator: VisitLocator) { isPlaceWanted = true }

    public func show(_ sample: PlannedNotification) -> Result<String, NotificationProblem> {
        .failure(NotificationProblem(message: "a simulated machine has no desktop"))
    }

    public func listHooks() -> [Hook] { [] }

    /// The machine runs no programs, so that a test only returns what hooks would get.
    public func testHooks(with input: HookInput, file: String?) -> GardenError? {
        testedInput = input
        return nil
    }

    public func checkHealth() -> [HealthCheck] { [] }

    public func readIdentityKey() -> IdentityKeyFile.Reading { key.reading }

    public func createIdentityKey() -> Result<IdentityKey, StoreError> {
        key = .other
        return .success(.simulatedOther)
    }

    public var photoFiles: (any PhotoFiles)? { photos }

    /// The names of the files in the folder of photos.
    public var photoNames: Set<String> { photos.names }

    /// The timer; `nil` while no daemon runs.
    public var timer: FocusTimer? { engine.map { GardenStatus($0.queryContext(at: now)).timer } }

    // MARK: Lines

    /// Performs one line of the input.
    ///
    /// - Throws: if it is an impossible directive. A refused request gets an error answer instead.
    public func take(_ line: LineFramer.Line) throws(SimulationError) {
        if case .text(let bytes) = line {
            let directive: Directive?
            do { directive = try Directive(bytes) } catch { throw SimulationError(error.message) }
            if let directive { return try obey(directive) }
        }
        request(line)
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
            presence = .unknown
            heartbeat = nil
            publish(try startDaemon())
        case .timezone(let name):
            do { setup.zone = try setup.loadZone(name) } catch { throw SimulationError(error.message) }
            if engine?.environment.settings.dayTimezone == Settings.systemTimezone { engine?.update(zone: setup.zone) }
            catchUp()
        case .stepClock(let milliseconds):
            now.wall = now.wall.advanced(byMilliseconds: milliseconds)
            catchUp()
        case .hook(let outcome):
            engine?.note(outcome)
            catchUp()
        case .place(let place):
            self.place = place
        case .finding(let finding):
            engine?.note(finding)
            catchUp()
        case .identityKey(let key):
            self.key = key
        case .upload(let upload):
            photos.enter(upload)
        case .presence(let presence):
            self.presence = presence
            engine?.update(loginPresence: presence)
            catchUp()
        }
    }

    private func request(_ line: LineFramer.Line) {
        guard let engine else { return }
        catchUp()
        let reply = engine.decide(line, from: actor, at: now)
        actor = reply.actor
        var events: [Event] = []
        while !reply.isDecided {
            if reply.isHeld { events += engine.commit() + work(engine) }
            engine.decideNext(reply, at: now)
            actor = reply.actor
        }
        events += engine.commit()
        let later = work(engine)
        if !reply.isEmpty { send(reply.line) }
        publish(events + later)
        catchUp()
    }

    /// Does the work that takes longer than a turn; a backup takes no time, and writes no file.
    private func work(_ engine: Engine) -> [Event] {
        if let input = testedInput {
            testedInput = nil
            engine.endHookTest(HookTestReport(input: input, runs: []))
        }
        var events: [Event] = []
        if isPlaceWanted {
            isPlaceWanted = false
            events += engine.endLocating(place.result, at: now)
        }
        while let checked = photos.takeWanted() { events += engine.endPhotoCheck(checked, at: now) }
        while engine.hasWork {
            engine.work(at: now)
            guard isBackupWanted else { continue }
            isBackupWanted = false
            events += engine.endBackup(.success(Self.backup), at: now)
        }
        return events
    }

    private static let backup = GardenBackup(
        path: "garden-before-reset.sqlite", restoreCommand: "gardend restore --force garden-before-reset.sqlite")

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
        isPlaceWanted = false
        if presence != .unknown { engine.update(loginPresence: presence) }
        photos.sweep(keeping: engine.isPhotoNeeded)
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
