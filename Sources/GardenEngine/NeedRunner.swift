import GardenCore

/// How a machine obtains one kind of need.
public struct NeedHandler {
    let kind: ObjectIdentifier
    let obtain: (any Need, NeedRunner) -> Void
    let drop: (any Need) -> Void

    /// - Parameters:
    ///   - obtain: obtains it, and calls the function with the outcome once: later, or at once.
    ///   - release: called after the requests are answered, with what became of the outcome.
    ///   - drop: removes what a client has left for a need that no request has any more.
    public init<Handled: Need>(
        _ type: Handled.Type, obtain: @escaping (Handled, @escaping (Handled.Outcome) -> Void) -> Void,
        release: @escaping (Handled, Handled.Outcome, OutcomeUse) -> Void = { _, _, _ in },
        drop: @escaping (Handled) -> Void = { _ in }
    ) {
        kind = ObjectIdentifier(type)
        self.obtain = { need, runner in
            guard let need = need as? Handled else { preconditionFailure("\(need) is no \(Handled.self)") }
            obtain(need) { [weak runner] outcome in
                runner?.end(type, with: outcome) { release(need, outcome, $0) }
            }
        }
        self.drop = { need in
            guard let need = need as? Handled else { preconditionFailure("\(need) is no \(Handled.self)") }
            drop(need)
        }
    }
}

/// Has a machine obtain what requests need.
public final class NeedRunner {
    private let engine: Engine
    private let handlers: [ObjectIdentifier: NeedHandler]
    private let now: () -> Moment
    /// Has ``run()`` called again, after other work; `nil` to go on at once.
    private let runLater: (() -> Void)?
    /// Called with the committed events when requests were answered.
    private let onAnswers: ([Event]) -> Void
    private var isRunning = false
    /// Whether something has ended while it was begun.
    private var hasEndedAtOnce = false
    private var isStopped = false

    /// - Parameter runLater: has ``run()`` called after the loop's other work. Each request may take a while, so that several are not
    ///   decided in one go; `nil` in a simulation, where nothing else waits.
    public init(
        _ engine: Engine, _ handlers: [NeedHandler], now: @escaping () -> Moment,
        runLater: (() -> Void)? = nil, onAnswers: @escaping ([Event]) -> Void
    ) {
        self.engine = engine
        self.handlers = Dictionary(uniqueKeysWithValues: handlers.map { ($0.kind, $0) })
        self.now = now
        self.runLater = runLater
        self.onAnswers = onAnswers
    }

    /// Begins what requests wait for. Call it after each turn.
    public func run() {
        guard engine.hasTasks, !isRunning, !isStopped else { return }
        isRunning = true
        defer { isRunning = false }
        while let task = engine.nextTask(at: now()) {
            hasEndedAtOnce = false
            switch task {
            case .obtain(let need): handler(for: need).obtain(need, self)
            case .drop(let need): handler(for: need).drop(need)
            }
            if hasEndedAtOnce, let runLater { return runLater() }
        }
    }

    private func handler(for need: any Need) -> NeedHandler {
        guard let handler = handlers[ObjectIdentifier(type(of: need))] else {
            preconditionFailure("nothing of this machine obtains a \(type(of: need))")
        }
        return handler
    }

    fileprivate func end<Ended: Need>(
        _ type: Ended.Type, with outcome: Ended.Outcome, release: (OutcomeUse) -> Void
    ) {
        guard !isStopped else { return }
        hasEndedAtOnce = isRunning
        let (events, use) = engine.end(type, with: outcome, at: now())
        release(use)
        onAnswers(events)
    }

    /// Decides no request any more: the daemon stops, and the next one begins without them.
    public func stop() { isStopped = true }
}
