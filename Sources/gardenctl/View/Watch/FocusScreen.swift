import GardenAPI

/// `gardenctl watch` on a terminal: the running phase on a full screen, with keys.
///
/// It sleeps until an event, a key, or the next second of a running phase.
final class FocusScreen {
    private let context: ProcessContext
    /// Has the subscription.
    private let client: Client
    /// Carries out what the keys ask for, because a change may need a new connection, which would end a subscription.
    private let commands: Client
    private let screen: FullScreen
    private let bell: TerminalBell
    /// The colours of the terminal, which stay as long as it does.
    private let style: Style
    private var view: FocusView?
    private var pictures = FocusPictures()
    private var ticking: Ticking?
    private var tickAt: ContinuousClock.Instant?
    private var shownSeq = 0

    /// Ends the loop; not an error.
    private static let quit = CommandError.alreadyReported(status: 0)
    /// The types of event that are worth a line.
    private static let notedTypes: Set = [
        "focus.completed", "rest.completed", "garden.leveledUp", "task.reminded", "task.due", "task.dayNotice",
        "system.woke",
        "task.completed",
    ]

    init(_ client: Client, _ bell: TerminalBell, in context: ProcessContext) {
        (self.client, self.bell, self.context) = (client, bell, context)
        commands = client.sibling()
        screen = FullScreen(context.output)
        style = context.style
    }

    /// Runs until the person quits.
    func run() throws(CommandError) {
        defer { screen.leave() }
        do throws(CommandError) {
            try client.follow(
                EventsSubscribe(), gapless: false, in: context, watching: screen.descriptors, until: deadline
            ) { news throws(CommandError) in
                try handle(news)
            }
        } catch Self.quit {}
    }

    private func deadline() -> ContinuousClock.Instant? { tickAt }

    private func handle(_ news: SubscriptionEvent) throws(CommandError) {
        switch news {
        case .began(let subscription):
            try screen.enter()
            shownSeq = subscription.seq
            view?.isAway = false
            // Why a key did nothing while the daemon was away is over.
            view?.message = nil
            try show(subscription.snapshot)
            try readSettings()
            try readPlant()
        case .happened(let event): try take(event)
        case .away:
            view?.isAway = true
            stopTicking()
        case .due: tick()
        case .replaced: break
        case .input:
            for input in screen.inputs() { try take(input) }
        }
        try draw()
    }

    private func draw() throws(CommandError) {
        guard let view else { return }
        let layout = FocusScreenLayout(view, size: screen.size, style)
        try screen.show(layout.canvas(reusing: &pictures))
    }

    // MARK: News

    private func show(_ status: GardenStatus) throws(CommandError) {
        view = view ?? FocusView(status)
        view?.status = status
        let now = ContinuousClock.now
        ticking = Ticking(status, read: now)
        tickAt = ticking?.nextTick(after: now, every: 1)
    }

    private func stopTicking() { (ticking, tickAt) = (nil, nil) }

    /// Counts down to the moment that has come, even if this process is late.
    private func tick() {
        guard let ticking, let at = tickAt else { return }
        let moment = max(at, .now)
        tickAt = ticking.nextTick(after: moment, every: 1)
        view?.status = ticking.status(at: moment)
    }

    private func take(_ json: JSON) throws(CommandError) {
        guard let event = try? EventMessage(json: json) else { return }
        // What happened before this change is no longer the news, or is undone.
        if event.seq > shownSeq { view?.message = nil }
        if Self.notedTypes.contains(event.type) { view?.message = printable(event.text) }
        try bell.ring(for: event.type)
        if event.type == "settings.changed" { try readSettings() }
        // The events of one change come together, so one query shows the effect of all.
        guard event.seq > shownSeq else { return }
        let status = try client.askHere(DaemonStatus()).value()
        shownSeq = status.seq
        try show(status)
        try readPlant()
    }

    private func readSettings() throws(CommandError) {
        let values = try client.askHere(SettingsGet()).value().values
        view?.focusMinutes = values["timer.focus_minutes"]?.integerValue ?? 25
        view?.longRestEvery = values["timer.long_rest_every"]?.integerValue ?? 0
    }

    /// Reads the plant to show, if its garden is another one or has changed.
    private func readPlant() throws(CommandError) {
        guard let garden = view?.garden else {
            view?.plant = nil
            return
        }
        guard garden != view?.plant?.garden else { return }
        view?.plant = try client.askHere(GardenPlant(category: garden.category)).value()
    }

    // MARK: Keys

    private func take(_ input: FullScreen.Input) throws(CommandError) {
        switch input {
        case .changed: return
        case .ended: throw Self.quit
        case .key(let key):
            guard let action = view?.press(key) else { return }
            guard action != .quit else { throw Self.quit }
            do throws(CommandError) { try perform(action) } catch {
                guard case .unwritable = error else {
                    view?.message = error.prose.map { String($0.trimmingPrefix("gardenctl: ")) } ?? ""
                    return
                }
                throw error
            }
        }
    }

    private func perform(_ action: FocusView.Action) throws(CommandError) {
        switch action {
        case .toggle: _ = try commands.ask(TimerToggle())
        case .finish: _ = try commands.ask(TimerFinish())
        case .skip: _ = try commands.ask(TimerSkip())
        case .stop: _ = try commands.ask(TimerStop())
        case .startRest: _ = try commands.ask(TimerStart(phase: .rest))
        case .extend(let minutes): _ = try commands.ask(TimerExtend(minutes: minutes))
        case .quit: return
        }
    }
}
