import GardenAPI
import GardenCore
import GardenEngine
import Logging
import SystemdKit
import TextKit
import TimeKit

/// Starts the user's hooks after events (RULES H1, H2).
final class HookRunner: DaemonPart {
    /// Called with the outcome of each run, also of a file that is refused. It may be called at once.
    var onOutcome: (HookOutcome) -> Void = { _ in }

    private let folder: HookFolder
    private let runner: ProgramRunner
    private let engine: Engine
    private let loop: EventLoop
    private let socketPath: String
    private let log: Logger
    private let now: () -> Moment
    private var queue = HookQueue()
    private var isStopped = false
    private var reportedDrops = 0
    /// Called when runs were dropped.
    var onDrop: (HookDropReport) -> Void = { _ in }
    private var test: HookTestRun?

    /// - Parameters:
    ///   - folder: need not exist.
    ///   - socketPath: the daemon's socket, for programs that ask it.
    init(
        _ folder: HookFolder, runner: ProgramRunner, engine: Engine, socketPath: String, on loop: EventLoop,
        log: Logger, now: @escaping () -> Moment
    ) {
        self.folder = folder
        self.runner = runner
        self.engine = engine
        self.loop = loop
        self.socketPath = socketPath
        self.log = log
        self.now = now
    }

    /// The hooks of a daemon.
    convenience init(_ host: any DaemonHost) {
        self.init(
            HookFolder(path: "\(host.configFolder)hooks"), runner: host.programs, engine: host.engine,
            socketPath: host.socketPath, on: host.loop, log: host.log, now: { [unowned host] in host.now() })
        onOutcome = { [unowned host] outcome in
            host.engine.note(outcome)
            // A hook may be refused within a turn.
            host.loop.defer { [weak host] in host?.tick() }
        }
        onDrop = { [unowned host] report in
            host.engine.note(report)
            host.loop.defer { [weak host] in host?.tick() }
        }
    }

    // MARK: Events

    /// Starts the hooks of committed events, or has them wait.
    func take(_ events: [Event]) {
        // Most people have no hooks.
        guard !isStopped, folder.isPresent else { return }
        var found: [String: [HookFile]] = [:]
        let authors = Authors(engine.history)
        for event in events where EventCatalog.startsHooks(event.type) {
            let files = found[event.type] ?? folder.files(for: event.type)
            found[event.type] = files
            if !files.isEmpty { add(files, event, authors) }
        }
        startNext()
    }

    private func add(_ files: [HookFile], _ event: Event, _ authors: Authors) {
        do throws(GardenError) {
            guard let input = try engine.queryContext(at: now()).hookInput(event) else { return }
            let ancestors = try authors.hook(of: event).map(queue.lineage) ?? []
            for file in files where !ancestors.contains(file.author) {
                if let problem = file.problem {
                    report(file.file, input.event, problem)
                } else {
                    let dropped = queue.append(HookQueue.Run(file: file, input: input, ancestors: ancestors))
                    if let dropped { report(dropped.count, droppedOf: dropped.file) }
                }
            }
        } catch {
            log.error("cannot start the hooks of event \(event.seq): \(error.message)")
        }
    }

    private func startNext() {
        while !isStopped, let run = queue.next() {
            runner.run(program(run.file, run.input)) { [weak self] problem in self?.end(run, problem) }
        }
    }

    private func report(_ count: Int, droppedOf file: String) {
        log.warning(
            "hook \(file) takes too long: \(count.counted("run")) dropped, because \(HookQueue.mostWaiting) waited")
        reportedDrops += 1
        onDrop(HookDropReport(file: file, count: count, number: reportedDrops))
    }

    private func end(_ run: HookQueue.Run, _ problem: String?) {
        queue.end(run.file)
        guard !isStopped else { return }
        report(run.file.file, run.input.event, problem)
        let dropped = queue.takeDrops(of: run.file.file)
        if dropped > 0 { report(dropped, droppedOf: run.file.file) }
        // The runner may have ended it at once, within the loop that starts the next one.
        loop.defer { [weak self] in self?.startNext() }
    }

    private func report(_ file: String, _ event: EventReference, _ problem: String?) {
        if let problem {
            let isNews = engine.state.hooks.failure(of: file) == nil
            log.log(level: isNews ? .warning : .info, "hook \(file) for \(event.type) \(event.seq): \(problem)")
        }
        onOutcome(HookOutcome(file: file, event: event, problem: problem))
    }

    private func program(_ file: HookFile, _ input: HookInput) -> UserProgram {
        var variables = Dictionary(uniqueKeysWithValues: input.variables.map { ($0.name, $0.value) })
        variables["GARDEN_SOCKET"] = socketPath
        variables["GARDEN_ACTOR"] = file.author
        return UserProgram(
            kind: "hook", name: file.file, arguments: [file.path], variables: variables, input: input.line,
            timeoutSeconds: engine.environment.settings.hookTimeoutSeconds, author: file.author)
    }

    /// Starts no more hooks.
    func stop() {
        (isStopped, test) = (true, nil)
        queue.removeAll()
    }

    // MARK: Requests

    /// The files, in the order in which they are started.
    func list() -> [Hook] {
        folder.files().map { Hook(event: $0.event, file: $0.file, path: $0.path, problem: $0.problem) }
    }

    /// What requests about hooks need.
    var needs: [NeedHandler] {
        [
            NeedHandler(HookFilesNeed.self) { [unowned self] _, end in end(list()) },
            NeedHandler(HookTestNeed.self) { [unowned self] test, end in run(test, end) },
        ]
    }

    private func run(_ need: HookTestNeed, _ onEnd: @escaping (HookTestNeed.Outcome) -> Void) {
        let (input, file) = (need.input, need.file)
        let files = folder.files(for: input.event.type).filter { file == nil || $0.file == file }
        guard !files.isEmpty else { return onEnd(.failure(.noHook(for: input.event.type, file: file))) }
        let programs = files.map { file in
            var program = program(file, input)
            // Beside a run of the same file that an event has started.
            program.name = "test-\(file.file)"
            program.variables["GARDEN_TEST"] = "1"
            return (file, program)
        }
        test = HookTestRun(programs, input: input, runner: runner, on: loop) { [weak self] report in
            self?.test = nil
            onEnd(.success(report))
        }
        test?.begin()
    }

    // MARK: Health

    /// How many processes hooks may leave running before `doctor` warns.
    private static let mostLeft = 100

    /// What a hook does too often.
    private func excess(of file: String, at now: Instant) -> String? {
        let dropped = engine.state.hooks.droppedCount(of: file, at: now)
        if dropped > 0 { return "\(dropped.counted("run")) dropped, because hooks take too long" }
        let refused = runner.refusedChanges(of: file)
        guard refused > 0 else { return nil }
        return "\(refused.counted("change")) refused, because it makes more than \(ChangeAllowance.changes) in an hour"
    }

    var checks: [HealthCheck] { [check].compactMap(\.self) }

    /// The check for `doctor`; `nil` if there are no hooks.
    var check: HealthCheck? {
        let files = list()
        guard !files.isEmpty else { return nil }
        let now = now().wall
        var problems = files.compactMap { file -> String? in
            let failure = engine.state.hooks.failure(of: file.file).map { "failed: \($0)" }
            return (file.problem ?? failure ?? excess(of: file.file, at: now)).map { "\(file.file): \($0)" }
        }
        let left = runner.leftCount
        // For the next time: whoever asks does not wait.
        runner.count()
        let leftRunning = "\(left) \(left == 1 ? "process" : "processes") left running"
        if left > Self.mostLeft {
            let names = Set(runner.leavingNames).sorted().joined(separator: ", ")
            problems.append("\(leftRunning) (more than \(Self.mostLeft)): \(names)")
        }
        guard let first = problems.first else {
            let running = left > 0 ? "; \(leftRunning)" : ""
            return HealthCheck("hooks", .ok, "\(files.count.counted("hook")), \(runner.description)\(running)")
        }
        let more = problems.count > 1 ? "; and \(problems.count - 1) more" : ""
        return HealthCheck("hooks", .warning, first + more, advice: "to list them: gardenctl hook list")
    }
}

/// The authors of events, each change of the journal read once.
private final class Authors {
    private let history: any History
    private var change: Change?

    init(_ history: any History) { self.history = history }

    /// The author of the change that an event belongs to; `nil` if it is not a hook.
    func hook(of event: Event) throws(GardenError) -> String? {
        if change?.events.contains(where: { $0.seq == event.seq }) != true {
            do throws(StoreError) { change = try history.change(ofEvent: event.seq) } catch {
                throw .unreadable(error.reason)
            }
        }
        return change.flatMap { HookFile.isHook(author: $0.actor) ? $0.actor : nil }
    }
}

extension GardenError {
    /// A `not_found` error: no hook runs on events of a type, or a file is not one of its hooks.
    fileprivate static func noHook(for event: String, file: String?) -> GardenError {
        let hook = file.map { "\(JSON.string($0).text) is not a hook of \(event)" } ?? "no hook runs on \(event)"
        return GardenError(.notFound, "\(hook); to list the hooks: gardenctl hook", [("kind", "hook")])
    }
}
