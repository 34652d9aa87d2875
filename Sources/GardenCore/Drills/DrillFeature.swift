import GardenAPI
import TimeKit

extension Feature {
    /// Questions with choices against the clock.
    static let drills = Feature(
        "drills", undo: .impossible(because: "it was played"),
        methods: [
            .query(DrillDecks.self), .query(DrillLevels.self), .query(DrillEntries.self), .command(DrillStart.self),
            .command(DrillAnswer.self), .query(DrillGet.self), .command(DrillQuit.self), .command(DrillRecord.self),
        ],
        events: {
            EventKind.drillStarted
            EventKind.drillAnswered
            EventKind.drillWarning
            EventKind.drillRescheduled
            EventKind.drillFinished
            EventKind.drillLevelOpened
            EventKind.drillRecorded
        },
        dueDates: { state, _ in state.drills.run.map { [$0.dueDate] } ?? [] },
        additions: [NotificationSource.drills],
        reset: { $0.drills = $1.drills },
        reactions: [
            .to(.clockChange) { t, change in t.followClocks(of: change) },
            .to(.resetBegin) { t, _ in if let run = t.state.drills.run { t.endDrill(run, .quit) } },
        ])
}

extension DrillRun {
    /// The limit, or the warning before it.
    fileprivate var dueDate: DueDate {
        let before = DrillRun.warningMilliseconds
        if isWarningDue {
            return DueDate(
                on: .awake, limitAwake - before, at: endsAt.advanced(byMilliseconds: -before),
                cause: EventKind.drillWarning.type
            ) { t, _ in t.emit(.drillWarning, DrillTimeEffect(drill: t.view(self))) }
        }
        return DueDate(on: .awake, limitAwake, at: endsAt, cause: EventKind.drillFinished.type) { t, _ in
            t.endDrill(self, .timeOver)
        }
    }
}

extension Transition {
    /// A drill counts time awake: its end on the wall clock moves with that clock, and a sleep ends it (RULES D4).
    fileprivate mutating func followClocks(of change: ClockChange) {
        guard var run = state.drills.run else { return }
        switch change.kind {
        case .stepped:
            // The clocks themselves show the end. Their reference lacks sleeps that were too short to be noticed.
            let seen = state.clock.awakeUntil(moment)
            run.endsAt = seen.wall.advanced(byMilliseconds: run.limitAwake - seen.awakeMilliseconds)
            emit(.drillRescheduled, DrillTimeEffect(drill: view(run)), because: change.cause)
        case .poweredOff(let sign):
            // The clocks count from another boot now; the old wall clock shows how long it ran.
            let left = run.endsAt.milliseconds - sign.milliseconds
            let limit = run.level.limitMilliseconds
            endDrill(run, .abandoned, elapsed: min(max(0, limit - left), limit), because: change.cause)
        case .woke: endDrill(run, .abandoned, because: change.cause)
        }
    }
}

extension DrillDecks: Query {
    public func answer(in context: QueryContext) -> [DrillDeck] {
        let (drills, day) = (context.state.drills, context.state.day.day)
        return context.environment.decks.all.map { deck in
            let words = Set(deck.entries.flatMap(\.words).map(\.text))
            let due = drills.decks.filter { $0.deck == deck.name }.flatMap(\.entries)
                .count { $0.isDue(on: day) && words.contains($0.word) }
            return DrillDeck(
                name: deck.name, entries: deck.entries.count, languages: deck.languages, isBuiltIn: deck.isBuiltIn,
                due: due)
        }
    }
}

extension DrillLevels: Query {
    public func answer(in context: QueryContext) throws(GardenError) -> [DrillLevel] {
        let deck = try context.environment.decks.deck(named: deck).asked(in: language)
        let progress = context.state.drills.progress(of: deck.deck.name, in: deck.language)
        let levels = deck.levels
        return levels.indices.map { index in
            let level = levels[index]
            return DrillLevel(
                id: level.id, group: level.group, questions: level.questions, choices: level.choices,
                limitSeconds: level.limitSeconds, penalty: level.penalty, starSeconds: level.starSeconds,
                isLocked: !levels.isOpen(index, progress), record: progress?.record(of: level.id))
        }
    }
}

extension DrillEntries: Query {
    public func answer(in context: QueryContext) throws(GardenError) -> [DrillEntry] {
        let deck = try context.environment.decks.deck(named: deck).asked(in: language)
        let progress = context.state.drills.progress(of: deck.deck.name, in: deck.language)
        return deck.entries.map { entry in
            let known = progress?.entry(entry.word.text)
            return DrillEntry(
                shows: entry.shows, word: entry.word, group: entry.group, asked: known?.asked ?? 0,
                missed: known?.missed ?? 0, box: known?.box, dueOn: known?.dueOn)
        }
    }
}

extension DrillGet: Query {
    public func answer(in context: QueryContext) throws(GardenError) -> Drill {
        let running = context.state.drillView(at: context.moment, context.environment.zone)
        guard let drill = running ?? context.state.drills.last else {
            throw GardenError(.notRunning, "no drill was started yet")
        }
        return drill
    }
}
