import GardenAPI

extension Feature {
    /// The daemon's start and stop, the settings, and the status.
    static let lifecycle = Feature(
        nil, undo: .impossible(because: "it does not change the garden"),
        methods: [
            .request(DaemonHello.self) { .daemon(.hello($0)) },
            .request(DaemonReload.self) { _ in .daemon(.reload) },
            .request(DaemonDoctor.self) { _ in .daemon(.doctor) },
            .request(RPCDiscover.self) { _ in .daemon(.discover) },
            .request(SettingsGet.self) { _ in .daemon(.settings) },
            .request(EventsSubscribe.self) { .daemon(.subscribe($0)) },
            .request(EventsUnsubscribe.self) { _ in .daemon(.unsubscribe) },
            .query(DaemonStatus.self),
        ],
        events: {
            EventKind.daemonStarted
            EventKind.daemonStopping
            EventKind.settingsChanged
        },
        additions: [NotificationSource.storage, PastState.activity])
}

extension PastState {
    /// A day that has ended has nothing of what goes on at present (RULES S7).
    fileprivate static let activity = PastState { state, parts, _, _ in
        guard parts.contains(.activity) else { return }
        let new = GardenState()
        (state.timer, state.questions, state.drills) = (new.timer, new.questions, new.drills)
        (state.presence, state.longRestCycle) = (new.presence, new.longRestCycle)
    }
}

extension Occasion where Details == Void {
    /// The garden begins.
    static let gardenBirth = Occasion("gardenBirth")
}

extension Occasion where Details == EventReference {
    /// The daemon started with a garden that exists.
    static let daemonStart = Occasion("daemonStart")

    /// The settings changed.
    static let settingsChange = Occasion("settingsChange")
}

extension Transition {
    /// Records that the daemon stops cleanly.
    public mutating func stopDaemon() { emit(.daemonStopping, DaemonStopEffect(version: GardenVersion.current)) }

    /// Records that the settings were read again and differ. This transition's environment already has the new ones.
    public mutating func changeSettings(from old: Settings) {
        guard settings != old else { return }
        let changed = emit(.settingsChanged, SettingsEffect(from: old, to: settings))
        react(to: .settingsChange, changed)
    }
}

extension GardenState {
    /// Whether points, items or spending have been recorded.
    fileprivate var usesPoints: Bool {
        points.balance != 0 || points.earnedToday != 0 || points.spentToday != 0 || rate.meter != 0 || rate.tier != 0
            || shop.count != 0
    }
}

extension DaemonStatus: DatedQuery {
    static let datedParts: Set<DatedPart> = [.points, .rate, .gardens, .focus, .activity]

    public func answer(in context: QueryContext) throws(GardenError) -> GardenStatus {
        var status = GardenStatus(context)
        if context.askedDay != nil { status.tasks = try context.taskCounts() }
        return status
    }
}

extension Hello {
    /// The daemon and the present, without what only the machine knows.
    public init(_ context: QueryContext) {
        self.init(
            server: "gardend", version: GardenVersion.current, protocol: .current, pid: 0, seq: context.state.seq,
            limits: WireLimits(connections: context.environment.settings.maxConnections), features: Features.names,
            now: context.timestamp(context.moment.wall), day: context.state.day.view(context.environment),
            stale: context.isStale, gardenId: context.state.identity.gardenId, epoch: context.state.identity.epoch)
    }
}

extension GardenStatus {
    /// The status of the whole garden.
    public init(_ context: QueryContext) {
        self = context.readState { state in
            let questions = state.questionViews(at: context.moment, context.environment)
            return GardenStatus(
                now: context.timestamp(context.moment.wall), day: state.day.day, timezone: state.day.timezone,
                seq: state.seq, stale: context.isStale,
                timer: state.timerView(at: context.moment, context.environment), points: state.points,
                rate: state.rateView(context.environment), gardens: state.gardens,
                tasks: state.taskCounts(at: context.moment.wall, context.environment), presence: state.presence.current,
                today: state.focusSums.today(
                    state.day.day, goalMinutes: context.environment.settings.statistics.dailyGoalMinutes),
                usesPoints: state.usesPoints, drill: state.drillView(at: context.moment, context.environment.zone),
                questions: questions, question: questions.first)
        }
    }
}
