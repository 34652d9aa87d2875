import GardenAPI
import TimeKit

extension DrillRecord: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Drill {
        let deck = try t.environment.decks.deck(named: deck).asked(in: language)
        try t.happened(at)
        let plan = try DrillPlan(level, of: deck, t.state, reviewed: answers.all.count)
        let level = plan.runLevel
        let words = try answers.all.map { answer throws(GardenError) in try plan.word(answer.word, of: deck) }
        let outcome = try outcome(plan, level)
        let missed = zip(words, answers.all).filter { $1.mistakes ?? 0 > 0 }.map(\.0)
        var drill = Drill(
            id: t.state.seq + 1, deck: deck.deck.name, language: deck.language, level: level.id,
            question: answers.all.count, of: plan.level.questions, asked: words[words.count - 1], places: [],
            mistakes: answers.all.reduce(0) { $0 + ($1.mistakes ?? 0) },
            missed: missed.reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
            elapsedMilliseconds: milliseconds,
            limitMilliseconds: level.limitMilliseconds,
            endsAt: t.timestamp(
                t.moment.wall.advanced(byMilliseconds: level.limitMilliseconds - milliseconds)),
            outcome: outcome)
        let record = t.concluded(&drill, level)
        let entries = try t.entries(after: answers.all, drill)
        let effect = DrillRecordEffect(
            drill: drill, record: record, day: t.day, entries: entries, answers: answers.all)
        t.announce(drill, record, because: t.emit(.drillRecorded, effect))
        return drill
    }

    /// How the run ended, by its answers and its time (RULES D6).
    private func outcome(_ plan: DrillPlan, _ level: DrillRun.Level) throws(GardenError) -> DrillOutcome {
        let (count, most) = (answers.all.count, plan.level.questions)
        guard count <= most else {
            throw .invalidParam("answers", "must not be more than the \(most) questions of the level, not \(count)")
        }
        guard milliseconds <= level.limitMilliseconds else {
            throw .invalidParam(
                "milliseconds",
                "must be at most the limit of the level, \(level.limitMilliseconds), not \(milliseconds)")
        }
        let mistakes = answers.all.map { $0.mistakes ?? 0 }
        if level.penalty == .end, mistakes.dropLast().contains(where: { $0 > 0 }) || mistakes[count - 1] > 1 {
            throw .invalidParam("answers", "must have no answer after a mistake, which ends a drill of this level")
        }
        guard milliseconds < level.limitMilliseconds else { return .timeOver }
        if level.penalty == .end, mistakes[count - 1] > 0 { return .gameOver }
        return count == most ? .cleared : .quit
    }
}

extension DrillPlan {
    fileprivate func word(_ text: String, of deck: AskedDeck) throws(GardenError) -> DrillWord {
        if let entry = entries.first(where: { $0.word.text == text }) { return entry.word }
        throw GardenError(
            .notFound, "the level \(level.id) of the deck \(deck.deck.name) asks no word \(JSON.string(text).text)",
            [("kind", "word"), ("name", .string(text))])
    }
}

// MARK: - What is learned of the entries

/// An answer of the past.
private struct PastAnswer {
    var word: String
    var isRight: Bool
    var at: Instant
    var day: CalendarDay
}

extension Transition {
    /// Of more answers since, those of a day in the past no longer move a box.
    private static let mostEvents = 4096
    private static let pageEvents = 256

    /// What is known of the asked entries after some answers: as if they had been given at their time (RULES D8, D10).
    fileprivate func entries(
        after answers: [DrillAnswerList.Element], _ drill: Drill
    ) throws(GardenError) -> [EntryProgress] {
        let progress = state.drills.progress(of: drill.deck, in: drill.language)
        var known: [String: EntryProgress] = [:]
        for answer in answers { known[answer.word] = progress?.entry(answer.word) }
        let isEarlier = isLate && known.values.contains { $0.answeredOn >= day }
        let others = isEarlier ? try self.answers(since: day, drill) : []
        var order: [String] = []
        for answer in answers where !order.contains(answer.word) { order.append(answer.word) }
        return order.map { word in
            let own = answers.filter { $0.word == word }.map { ($0.mistakes ?? 0) == 0 }
            guard let entry = known[word], isEarlier, entry.answeredOn >= day else {
                let start = known[word] ?? EntryProgress(word: word, answeredOn: day)
                return own.reduce(start) { $0.answered(isRight: $1, on: day) }
            }
            return entry.inserting(own, at: moment.wall, on: day, among: others?.filter { $0.word == word })
        }
    }

    /// The first answers to questions of a deck since the beginning of a day, in their order; `nil` if they are too many.
    private func answers(since day: CalendarDay, _ drill: Drill) throws(GardenError) -> [PastAnswer]? {
        guard let begin = environment.calendar.boundary(of: day) else { return nil }
        let types = [EventKind.drillAnswered.type, EventKind.drillRecorded.type]
        var (before, count, found) = (Int?.none, 0, [PastAnswer]())
        while true {
            let (last, history) = (before, history)
            let page = try readingJournal {
                try history.newestEvents(before: last, limit: Self.pageEvents, types: types)
            }
            for event in page.reversed() {
                // A drill that ran here was recorded when it happened.
                guard event.seq > state.lastResetSeq, event.type != types[0] || event.at.instant >= begin else {
                    return found.reversed().sorted { $0.at < $1.at }
                }
                found += try readingJournal { try answers(of: event, drill) }.filter { $0.at >= begin }
            }
            count += page.count
            guard page.count == Self.pageEvents, let first = page.first else {
                return found.reversed().sorted { $0.at < $1.at }
            }
            guard count < Self.mostEvents else { return nil }
            before = first.seq
        }
    }

    private func answers(of event: Event, _ drill: Drill) throws -> [PastAnswer] {
        func answer(_ word: String, _ isRight: Bool, on day: CalendarDay) -> PastAnswer {
            PastAnswer(word: word, isRight: isRight, at: event.at.instant, day: day)
        }
        if let effect = try EventKind.drillAnswered.effect(of: event) {
            guard effect.drill.deck == drill.deck, effect.drill.language == drill.language else { return [] }
            return effect.entry.map { [answer($0.word, effect.isRight, on: $0.answeredOn)] } ?? []
        }
        guard let effect = try EventKind.drillRecorded.effect(of: event), effect.drill.deck == drill.deck,
            effect.drill.language == drill.language
        else { return [] }
        return effect.answers.map { answer($0.word, ($0.mistakes ?? 0) == 0, on: effect.day) }.reversed()
    }
}

extension EntryProgress {
    /// The entry as it would be if some answers had been given at an instant of the past.
    ///
    /// - Parameter others: its answers since the beginning of that day, in their order; `nil` if they are not known.
    fileprivate func inserting(
        _ own: [Bool], at instant: Instant, on day: CalendarDay, among others: [PastAnswer]?
    ) -> EntryProgress {
        var entry = self
        entry.asked += own.count
        entry.missed += own.count { !$0 }
        guard let others else { return entry }
        let (earlier, later) = (others.filter { $0.at <= instant }, others.filter { $0.at > instant })
        func after(_ box: Int, _ answers: [(Bool, CalendarDay)]) -> EntryProgress {
            var start = EntryProgress(word: word, answeredOn: day)
            start.box = box
            return answers.reduce(start) { $0.answered(isRight: $1.0, on: $1.1) }
        }
        let known = others.map { ($0.isRight, $0.day) }
        let all = earlier.map { ($0.isRight, $0.day) } + own.map { ($0, day) } + later.map { ($0.isRight, $0.day) }
        // The box before that day is one that leads to the present one: if several do, the answers lead from all of them to the same.
        guard let before = Self.boxes.first(where: { after($0, known).box == box }) else { return entry }
        let result = after(before, all)
        (entry.box, entry.raisedOn) = (result.box, result.raisedOn ?? raisedOn)
        return entry
    }
}
