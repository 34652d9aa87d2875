import GardenAPI

extension Transition {
    /// The daemon stops in good order.
    public mutating func stopDaemon() { emit(.daemonStopping, DaemonStop()) }

    /// The seat's presence is another one.
    public mutating func changePresence(to presence: Presence) {
        guard presence != state.presence else { return }
        var change = PresenceChange()
        change.presence = presence
        change.before = ["presence": .string(state.presence.rawValue)]
        emit(.presenceChanged, change)
    }

    /// The settings were read again and differ. The conditions of this transition are already the new ones.
    public mutating func changeSettings(from old: Settings) {
        guard settings != old else { return }
        var change = SettingsChange()
        change.changed = settings.fieldsDiffering(from: old)
        change.before = old.fieldsDiffering(from: settings)
        let table = state.rateTable
        if settings.rateTable != table { change.rateTable = settings.rateTable }
        emit(.settingsChanged, change)
        evaluateTier(after: table)
    }
}

extension Transition {
    /// The table of the rate changed while nobody was there to read it.
    mutating func changeTable() {
        let table = state.rateTable
        var change = SettingsChange()
        change.changed = [Settings.rateTableName: settings.rateTable.json]
        change.rateTable = settings.rateTable
        change.before = [Settings.rateTableName: table.json]
        emit(.settingsChanged, change)
        evaluateTier(after: table)
    }
}

extension DaemonStatus: Query {
    public func answer(from view: View) -> GardenStatus { GardenStatus(view) }
}

extension GardenStatus {
    /// The whole garden at a glance.
    public init(_ view: View) {
        self.init()
        now = view.timestamp(view.moment.wall)
        day = view.state.day.day
        timezone = view.state.day.timezone
        seq = view.state.seq
        stale = view.isStale
        timer = view.state.timerView(at: view.moment, view.conditions.zone)
        points = view.state.points
        rate = view.state.rateView(view.conditions)
        gardens = view.state.gardens
    }
}
