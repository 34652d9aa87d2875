import GardenAPI
import TimeKit

extension DrillStart: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Drill {
        let deck = try t.environment.decks.deck(named: deck).asked(in: language)
        let plan = try DrillPlan(level, of: deck, t.state)
        if let run = t.state.drills.run {
            guard restart == true else {
                throw GardenError(
                    .alreadyRunning,
                    "a drill is running (\(run.deck), \(run.level.id))",
                    [("deck", .string(run.deck)), ("level", .string(run.level.id))])
            }
            t.endDrill(run, .quit)
        }
        return t.startDrill(plan, of: deck)
    }
}

/// What a drill will ask.
struct DrillPlan {
    let level: DeckLevel
    let next: DeckLevel?
    /// The entries among which it chooses.
    let entries: [AskedEntry]
    /// The entries that it asks, in order; `nil` for all in random order.
    let asked: [Int]?

    /// - Parameters:
    ///   - id: the name of a level, or `review`.
    ///   - reviewed: how many questions a review had that was played elsewhere; `nil` for the entries that are due.
    init(
        _ id: String, of deck: AskedDeck, _ state: GardenState, reviewed: Int? = nil
    ) throws(GardenError) {
        let progress = state.drills.progress(of: deck.deck.name, in: deck.language)
        guard id != DeckLevel.reviewId else {
            if let reviewed {
                level = .review(entries: deck.entries.count, questions: reviewed)
                (entries, asked, next) = (deck.entries, nil, nil)
                return
            }
            let due = progress?.due(of: deck.entries, on: state.day.day) ?? []
            guard !due.isEmpty else {
                let message = "no entry of the deck \(deck.deck.name) is due for review today"
                throw .refused(.nothingDue, message, [("deck", .string(deck.deck.name))])
            }
            asked = due
            entries = deck.entries
            level = .review(entries: deck.entries.count, questions: due.count)
            next = nil
            return
        }
        let levels = deck.levels
        guard let index = levels.firstIndex(where: { $0.id == id }) else {
            let known = levels.map(\.id).joined(separator: ", ")
            throw GardenError(
                .notFound, "the deck \(deck.deck.name) has no level \(JSON.string(id).text); it has \(known), review",
                [("kind", "level"), ("name", .string(id))])
        }
        level = levels[index]
        guard levels.isOpen(index, progress) else {
            let before = levels[index - 1].id
            throw .refused(
                .locked, "the level \(id) of the deck \(deck.deck.name) is locked; clear \(before) first",
                [("level", .string(id)), ("opens", .string(before))])
        }
        next = levels.next(after: index)
        entries = deck.entries(of: level)
        asked = nil
    }

    /// The level as it is now, whatever happens to the deck.
    var runLevel: DrillRun.Level {
        DrillRun.Level(
            id: level.id, limitMilliseconds: level.limitSeconds * 1000, penalty: level.penalty,
            starMilliseconds: level.starSeconds * 1000, next: next?.id)
    }

    func questions(_ random: inout DrillRandom) -> DrillQuestions {
        guard let asked else { return DrillQuestions(level, of: entries, &random) }
        return DrillQuestions(asking: asked, of: entries, choices: level.choices, &random)
    }
}

extension DeckProgress {
    private static let mostReviewed = 10

    /// The numbers of the entries to review, the most missed first (RULES D8).
    fileprivate func due(of entries: [AskedEntry], on day: CalendarDay) -> [Int] {
        let due = entries.enumerated().compactMap { number, asked -> (number: Int, missed: Int)? in
            guard let entry = entry(asked.word.text), entry.isDue(on: day) else { return nil }
            return (number, entry.missed)
        }
        return due.sorted { ($1.missed, $0.number) < ($0.missed, $1.number) }.prefix(Self.mostReviewed).map(\.number)
    }
}

extension DrillAnswer: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> DrillAnswered {
        // The limit comes first: at that millisecond, the drill is over (RULES D6).
        guard let run = t.state.drills.run, t.moment.awakeMilliseconds < run.limitAwake else {
            throw t.noDrill
        }
        guard drill ?? run.id == run.id, question == run.index + 1 else {
            throw .refused(
                .notThisQuestion, "question \(run.index + 1) is open, not \(question)",
                [("question", .integer(run.index + 1)), ("drill", .integer(run.id))])
        }
        if let until = run.blockedUntil, t.moment.awakeMilliseconds < until {
            let left = until - t.moment.awakeMilliseconds
            throw .refused(
                .tooSoon, "the places are shuffled after a wrong answer; wait \(left) ms",
                [("milliseconds", .integer(left))])
        }
        let places = run.questions.all[run.index].shown.count
        guard place < places else {
            throw .invalidParam("place", "must be an integer from 0 to \(places - 1), not \(place)")
        }
        return t.answer(run, place: place)
    }
}

extension DrillQuit: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Drill {
        guard let run = t.state.drills.run else { throw t.noDrill }
        return t.endDrill(run, .quit)
    }
}

extension Transition {
    /// The refusal without a running drill.
    fileprivate var noDrill: GardenError {
        let last = state.drills.last?.outcome.map { "; the last one ended: \($0.text)" } ?? ""
        return GardenError(.notRunning, "no drill is running\(last)")
    }

    fileprivate mutating func startDrill(_ plan: DrillPlan, of deck: AskedDeck) -> Drill {
        let seq = state.seq + 1
        var random = DrillRandom(deviceId: state.identity.deviceId, seq: seq)
        let level = plan.runLevel
        let run = DrillRun(
            id: seq, deck: deck.deck.name, language: deck.language, level: level, questions: plan.questions(&random),
            startedAwake: moment.awakeMilliseconds,
            endsAt: moment.wall.advanced(byMilliseconds: level.limitMilliseconds),
            isWarningDue: level.limitMilliseconds > DrillRun.warningMilliseconds)
        emit(.drillStarted, DrillStartEffect(run: run))
        return view(run, elapsed: 0)
    }

    /// - Parameter run: its open question has the place.
    fileprivate mutating func answer(_ run: DrillRun, place: Int) -> DrillAnswered {
        let question = run.questions.all[run.index]
        let isRight = place == question.right
        let isLast = isRight && run.index + 1 == run.questions.all.count
        var after = run
        after.mistakes += isRight ? 0 : 1
        if isRight, !isLast { after.index += 1 }
        if !isRight, !run.isMissed, !run.missed.contains(question.word) { after.missed.append(question.word) }
        var order: [Int]?
        if !isRight, run.level.penalty == .shuffle {
            var random = DrillRandom(deviceId: state.identity.deviceId, seq: state.seq + 1)
            let shuffled = random.permutation(question.shown.count)
            after.questions.all[run.index] = question.arranged(shuffled)
            order = shuffled
        }
        let answered = emit(
            .drillAnswered,
            DrillAnswerEffect(
                drill: view(after), isRight: isRight, answered: run.index + 1, place: place, order: order,
                blockedUntil: isRight ? nil : moment.awakeMilliseconds + DrillRun.blockedMilliseconds,
                entry: run.isMissed ? nil : progress(of: run, isRight: isRight)))
        let ended: DrillOutcome? = isLast ? .cleared : !isRight && run.level.penalty == .end ? .gameOver : nil
        guard let ended, let now = state.drills.run else {
            return DrillAnswered(isRight: isRight, drill: view(after))
        }
        return DrillAnswered(isRight: isRight, drill: endDrill(now, ended, because: answered))
    }

    /// What is known of the asked entry after the first answer to its question.
    private func progress(of run: DrillRun, isRight: Bool) -> EntryProgress {
        let (word, day) = (run.questions.word(of: run.index).text, state.day.day)
        let known = state.drills.progress(of: run.deck, in: run.language)?.entry(word)
        return (known ?? EntryProgress(word: word, answeredOn: day)).answered(isRight: isRight, on: day)
    }

    /// Ends the drill in progress (RULES D6, D7, D9).
    ///
    /// - Parameter elapsed: the time since its start; `nil` for that of the clocks.
    @discardableResult
    mutating func endDrill(
        _ run: DrillRun, _ outcome: DrillOutcome, elapsed: Int? = nil, because cause: EventReference? = nil
    ) -> Drill {
        var drill = view(run, elapsed: elapsed)
        drill.outcome = outcome
        let record = concluded(&drill, run.level)
        let finished = emit(.drillFinished, DrillEndEffect(drill: drill, record: record), because: cause)
        announce(drill, record, because: finished)
        return drill
    }

    /// The record of a level after a run, which gets its stars and what it opens (RULES D6, D7); `nil` for a review.
    func concluded(_ drill: inout Drill, _ level: DrillRun.Level) -> LevelRecord? {
        let isCleared = drill.outcome == .cleared
        if isCleared {
            drill.stars = level.stars(elapsed: drill.elapsedMilliseconds, mistakes: drill.mistakes)
        }
        guard level.hasRecord else { return nil }
        let progress = state.drills.progress(of: drill.deck, in: drill.language)
        let before = progress?.record(of: level.id) ?? LevelRecord()
        if isCleared {
            drill.newStars = drill.stars.filter { !before.stars.contains($0) }
            drill.isRecord = drill.elapsedMilliseconds < before.bestMilliseconds ?? .max
            if before.clears == 0, let next = level.next, progress?.record(of: next)?.runs ?? 0 == 0 {
                drill.opened = next
            }
        }
        return before.after(drill)
    }

    /// What follows from the end of a drill: a level that opens, and the reward of the first clear (RULES D9).
    mutating func announce(_ drill: Drill, _ record: LevelRecord?, because cause: EventReference) {
        if let level = drill.opened {
            let effect = DrillLevelEffect(deck: drill.deck, language: drill.language, level: level)
            emit(.drillLevelOpened, effect, because: cause)
        }
        if drill.outcome == .cleared, record?.clears == 1 { rewardDrill(because: cause) }
    }

    private mutating func rewardDrill(because cause: EventReference) {
        let exp = settings.drillRewards.expPerDrill
        guard exp > 0 else { return }
        // A garden with as many categories as it can have gets no further one.
        let categoryId = (try? category(named: settings.drillRewards.category)) ?? CategoryBook.defaultId
        growGarden(categoryId: categoryId, by: .drill, amount: exp, because: cause)
    }
}

extension LevelRecord {
    /// The record after a run: a clear merges, and any other end only counts (RULES D7).
    fileprivate func after(_ drill: Drill) -> LevelRecord {
        var record = self
        record.runs += 1
        guard drill.outcome == .cleared else { return record }
        record.clears += 1
        record.bestMilliseconds = min(bestMilliseconds ?? .max, drill.elapsedMilliseconds)
        record.stars = Set(stars).union(drill.stars).sorted()
        return record
    }
}
