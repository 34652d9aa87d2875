import GardenAPI

extension Feature {
    /// The rate, and the meter behind it.
    static let rate = Feature(
        "rate", undo: .possible, parts: [.rate],
        methods: [
            .query(RateGet.self), .command(RateAdd.self), .command(RateSet.self), .command(RateForce.self),
        ],
        events: {
            EventKind.rateAdded
            EventKind.rateSet
            EventKind.rateForced
            EventKind.rateDecayed
            EventKind.rateRaised
            EventKind.rateLowered
            EventKind.rateSwitched
            EventKind.rateTableChanged
            EventKind.rateRecounted
            EventKind.rateDaysRecounted
        },
        repair: { state, now, environment in
            // The new table decides pending crossings, so this change comes before them and is dated accordingly (RULES
            // M9).
            guard state.rateTable != environment.settings.rateTable else { return nil }
            var moment = now
            moment.wall = min(now.wall, environment.calendar.next(after: state.day.day).boundary)
            return DueItem(cause: EventKind.rateTableChanged.type, moment: moment) { $0.followTable(because: nil) }
        },
        additions: [
            NotificationSource.prices, AnswerNote.takenBack, AnswerNote.meterOfDay, CountedPart.rate,
        ],
        reset: { $0.rate = $1.rate },
        reactions: [
            .to(.gardenBirth) { t, _ in
                guard t.state.rateTable != t.settings.rateTable else { return }
                t.emit(.rateTableChanged, t.tableEffect())
            },
            .to(.dayBegin) { t, crossing in t.decayRate(at: crossing) },
            .to(.dayHeader) { t, header in
                let before = header.crossing.before.rateView(t.environment)
                for part in LogText.rateHeader(t.rateView, before: before) { header.add(part) }
            },
            .to(.settingsChange) { t, cause in t.followTable(because: cause) },
        ])
}

extension Transition {
    var rateView: Rate { state.rateView(environment) }

    /// Changes the meter, and records its new tier (RULES M10).
    mutating func changeMeter(
        _ kind: EventKind<RateEffect, RateChanged>, to next: RateState, note: String? = nil, remark: String? = nil,
        asked: Int? = nil, stopsAtFloor: Bool? = nil, because cause: EventReference? = nil
    ) {
        let before = state.rate
        guard next != before else { return }
        var effect = rateEffect(to: next)
        (effect.note, effect.asked, effect.stopsAtFloor) = (note, asked, stopsAtFloor)
        let changed = emit(kind, effect, because: cause)
        writeLine(.meter, LogText.meter(next.meter, moved: effect.amount, remark: note ?? remark), because: changed)
        changeTier(from: effect.before, because: changed)
    }

    /// One crossing (RULES M11). The header of the new day says what decayed.
    fileprivate mutating func decayRate(at crossing: Crossing) {
        let decayed = state.rate.decayed(state.rateTable)
        guard decayed != state.rate else { return }
        var effect = rateEffect(to: decayed)
        // The rate by the calendar of the day that ended.
        effect.before = crossing.before.rateFacts(state.rate, environment)
        let event = emit(.rateDecayed, effect, because: crossing.cause)
        recordTierChange(from: effect.before, because: event)
    }

    /// Applies the rate table of the settings: the tier follows from the unchanged meter (RULES M9).
    fileprivate mutating func followTable(because cause: EventReference?) {
        let before = state.rateFacts(state.rate, environment)
        guard state.rateTable != settings.rateTable else { return }
        let changed = emit(.rateTableChanged, tableEffect(), because: cause)
        writeLine(.rate, LogText.table(state.rateTable), because: changed)
        changeTier(from: before, because: changed)
    }

    fileprivate func tableEffect() -> RateTableEffect {
        RateTableEffect(
            after: settings.rateTable, before: state.rateTable,
            rate: state.rate.with(meter: state.rate.meter, settings.rateTable), rateBefore: state.rate)
    }

    /// Records a change of tier, and writes it into the log.
    private mutating func changeTier(from before: RateEffect.Facts, because cause: EventReference) {
        guard let tierEvent = recordTierChange(from: before, because: cause) else { return }
        let after = state.rateFacts(state.rate, environment)
        writeLine(.rate, LogText.rate(from: before, to: after), because: tierEvent)
    }

    /// - Returns: the event that reports the new tier; `nil` if the tier is the same.
    @discardableResult
    private mutating func recordTierChange(from before: RateEffect.Facts, because cause: EventReference)
        -> EventReference?
    {
        guard state.rate.tier != before.state.tier else { return nil }
        let effect = RateEffect(after: state.rateFacts(state.rate, environment), before: before)
        let kind: EventKind<RateEffect, RateChanged> = state.rate.tier > before.state.tier ? .rateRaised : .rateLowered
        return emit(kind, effect, because: cause)
    }

    /// The effect of an event that leads to `next`.
    func rateEffect(to next: RateState) -> RateEffect {
        RateEffect(after: state.rateFacts(next, environment), before: state.rateFacts(state.rate, environment))
    }
}
