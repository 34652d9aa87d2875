import GardenAPI

extension Feature {
    /// The daemon's own beginning and end, what it is told about the desktop and the settings, and the status.
    static let lifecycle = Feature(
        nil, undo: .impossible(because: "it is not a change of the garden"),
        methods: [.query(DaemonStatus.self)],
        events: {
            EventKind.daemonStarted
            EventKind.daemonStopping
            EventKind.settingsChanged
            EventKind.presenceChanged
        },
        status: { status, view in
            status.now = view.timestamp(view.moment.wall)
            status.seq = view.state.seq
            status.stale = view.isStale
        })
}

extension Transition {
    /// The daemon stops in good order.
    public mutating func stopDaemon() { emit(.daemonStopping, DaemonStopEffect()) }

    /// The presence of a person is another one.
    public mutating func changePresence(to presence: Presence) {
        guard presence != state.presence else { return }
        var effect = PresenceEffect()
        (effect.presence, effect.before) = (presence, state.presence)
        emit(.presenceChanged, effect)
    }

    /// The settings were read again and differ. The environment of this transition are already the new ones.
    public mutating func changeSettings(from old: Settings) {
        guard settings != old else { return }
        let changed = emit(.settingsChanged, SettingsEffect(from: old, to: settings))
        react { $0.settingsChanged(&$1, changed) }
    }
}

extension DaemonStatus: Query {
    public func answer(from view: QueryContext) -> GardenStatus { GardenStatus(view) }
}

extension GardenStatus {
    /// The whole garden at a glance: each feature fills in its part.
    public init(_ view: QueryContext) {
        self.init()
        for feature in Features.all { feature.status(&self, view) }
    }
}
