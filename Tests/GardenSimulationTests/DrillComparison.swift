import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// Compares the events and answers of drills with ``DrillModel``.
struct DrillComparison {
    /// The drill in progress, as its events have it.
    private struct Running {
        var deck: String
        var level: DrillModel.Level
        var isReview: Bool
        var drill: Drill
        /// The words asked so far, one for each question.
        var asked: [String]
        /// The words to ask, for a review.
        var planned: [String]
        /// Whether a place of the open question was wrong.
        var isMissed = false
        /// The awake time of the last wrong answer, if the question is the same.
        var wrongAt: Int?
        /// Whether the last answer was the last right one, or a wrong one that ends the drill.
        var ending: DrillOutcome?
    }

    private var model = DrillModel()
    private var running: Running?
    private var hasEnded = false
    /// The level that a clear opened, until its event comes.
    private var opening: String?
    /// The experience for a clear, until the growth of the garden comes.
    private var reward: Int?

    // MARK: Events

    /// - Parameters:
    ///   - state: after the event.
    ///   - now: the machine's clocks when the event was written.
    mutating func enter(
        _ event: Event, _ data: JSON, _ state: GardenState, _ environment: Environment, now: Moment, _ label: String
    ) throws {
        let settings = environment.settings
        switch event.type {
        case "drill.started": try start(try Drill(json: data), event, state, label)
        case "drill.answered":
            try answer(try DrillAnswerGiven(json: data), event, state, now, label)
        case "drill.warning":
            let drill = try Drill(json: data)
            #expect(drill.elapsedMilliseconds == drill.limitMilliseconds - 10_000, "\(label): \(data.text)")
            #expect(drill.id == running?.drill.id, "\(label): warned of no drill")
        case "drill.rescheduled": running?.drill.endsAt = try Drill(json: data).endsAt
        case "drill.finished": try finish(try Drill(json: data), event, data, settings, label)
        case "drill.recorded":
            try record(try Drill(json: data), event, data, state, environment, label)
        case "drill.levelOpened":
            #expect(data["level"]?.stringValue == opening, "\(label): \(data.text), not \(opening ?? "none")")
            opening = nil
        case "garden.grew" where data["cause"] == "drill.finished" || data["cause"] == "drill.recorded":
            #expect(data["amount"]?.integerValue == reward, "\(label): \(data.text), not \(reward ?? 0)")
            reward = nil
        case "garden.reset" where data["category"] == nil:
            #expect(running == nil, "\(label): a drill outlives a reset")
            (model, hasEnded) = (DrillModel(), false)
        default: break
        }
    }

    private mutating func start(_ drill: Drill, _ event: Event, _ state: GardenState, _ label: String) throws {
        #expect(running == nil, "\(label): a second drill")
        let deck = try #require(model.deck(drill.deck, drill.language), "\(label): \(drill.deck)")
        let isReview = drill.level == "review"
        let planned = isReview ? model.due(in: deck, on: state.day.day.daysSinceEpoch) : []
        let basic = try #require(model.level("basic", of: deck))
        var level = try #require(isReview ? basic : model.level(drill.level, of: deck), "\(label): \(drill.level)")
        if isReview { level.questions = planned.count }
        #expect(model.lock(of: drill.level, in: deck) == nil, "\(label): \(drill.level) is locked")
        #expect(
            [drill.id, drill.of, drill.question, drill.mistakes, drill.elapsedMilliseconds]
                == [event.seq, level.questions, 1, 0, 0], "\(label): \(drill)")
        #expect(drill.limitMilliseconds == level.limit, "\(label): \(drill)")
        let end = event.at.instant.advanced(byMilliseconds: level.limit)
        #expect(drill.endsAt.instant == end, "\(label): \(drill)")
        running = Running(
            deck: deck, level: level, isReview: isReview, drill: drill, asked: [drill.asked.text], planned: planned)
        try checkQuestion(label)
    }

    /// The question asks what is due, and shows the right number of different entries, with the asked one once.
    private func checkQuestion(_ label: String) throws {
        let run = try #require(running)
        let texts = run.drill.places.map(\.text)
        let candidates =
            model.decks[run.deck]?.words.filter {
                model.decks[run.deck]!.words(of: run.level.id).contains($0.text) || run.isReview
            } ?? []
        let shown = candidates.filter { !$0.shows.isDisjoint(with: texts) }
        #expect(texts.count == run.level.choices, "\(label): \(texts)")
        #expect(shown.count == texts.count && Set(texts).count == texts.count, "\(label): \(texts)")
        #expect(texts.count { model.shows(run.drill.asked.text, run.deck).contains($0) } == 1, "\(label): \(run.drill)")
        if run.isReview {
            #expect(
                run.drill.asked.text == run.planned[run.drill.question - 1], "\(label): \(run.asked), \(run.planned)")
        } else {
            let round = run.asked.suffix((run.asked.count - 1) % candidates.count + 1)
            #expect(Set(round).count == round.count, "\(label): asked \(run.asked)")
        }
    }

    private mutating func answer(
        _ given: DrillAnswerGiven, _ event: Event, _ state: GardenState, _ now: Moment, _ label: String
    ) throws {
        var run = try #require(running, "\(label): an answer to no drill")
        model.note(at: event.at.instant, isOfRun: true)
        let (old, new) = (run.drill, given.drill)
        let isRight = model.shows(old.asked.text, run.deck).contains(old.places[given.place].text)
        #expect((given.isRight, given.answered) == (isRight, old.question), "\(label): \(given)")
        if let wrongAt = run.wrongAt {
            #expect(now.awakeMilliseconds >= wrongAt + 250, "\(label): too soon after a wrong answer")
        }
        let left = run.level.limit - new.elapsedMilliseconds
        #expect(left > 0, "\(label): after the limit, on the virtual clock")
        #expect(new.elapsedMilliseconds >= old.elapsedMilliseconds, "\(label): the time goes back")
        #expect(new.mistakes == old.mistakes + (isRight ? 0 : 1), "\(label): \(given)")
        if !run.isMissed {
            let day = state.day.day.daysSinceEpoch
            model.answer(run.deck, old.asked.text, .init(at: event.at.instant, day: day, isRight: isRight))
        }
        let isLast = isRight && old.question == run.level.questions
        if !isRight { #expect(new.missed.contains(old.asked), "\(label): \(given)") }
        #expect(new.question == (isRight && !isLast ? old.question + 1 : old.question), "\(label): \(given)")
        run.drill = new
        run.isMissed = !isRight
        run.wrongAt = isRight ? nil : now.awakeMilliseconds
        run.ending = isLast ? .cleared : !isRight && run.level.isEndedByMistake ? .gameOver : nil
        if isRight, !isLast { run.asked.append(new.asked.text) }
        running = run
        guard run.ending == nil else { return }
        try checkQuestion(label)
        if !isRight {
            #expect(Set(new.places.map(\.text)) == Set(old.places.map(\.text)), "\(label): other places")
            #expect(new.asked == old.asked, "\(label): another word")
        }
    }

    private mutating func finish(
        _ drill: Drill, _ event: Event, _ data: JSON, _ settings: Settings, _ label: String
    ) throws {
        let run = try #require(running, "\(label): no drill ends")
        running = nil
        hasEnded = true
        let outcome = try #require(drill.outcome)
        let isOver = drill.elapsedMilliseconds == run.level.limit && event.at == drill.endsAt
        switch outcome {
        case .cleared, .gameOver: #expect(run.ending == outcome, "\(label): \(data.text)")
        case .timeOver: #expect(isOver && run.ending == nil && data["cause"] == nil, "\(label): \(data.text)")
        case .abandoned:
            let cause = data["cause"]?.stringValue ?? ""
            #expect(["system.slept", "system.woke"].contains(cause), "\(label): \(data.text)")
        case .quit: #expect(run.ending == nil, "\(label): \(data.text)")
        }
        conclude(drill, of: run.deck, run.level, isReview: run.isReview, data, settings, label)
    }

    /// A drill that was played elsewhere.
    private mutating func record(
        _ drill: Drill, _ event: Event, _ data: JSON, _ state: GardenState, _ environment: Environment, _ label: String
    ) throws {
        let deck = try #require(model.deck(drill.deck, drill.language), "\(label): \(drill.deck)")
        let answers = try #require(try EventKind.drillRecorded.effect(of: event)).answers
        let isReview = drill.level == "review"
        var level = try #require(model.level(isReview ? "basic" : drill.level, of: deck), "\(label): \(drill.level)")
        if isReview { level.questions = answers.count }
        #expect(model.lock(of: drill.level, in: deck) == nil, "\(label): \(drill.level) is locked")
        let mistakes = answers.map { $0.mistakes ?? 0 }
        let last = mistakes.last ?? 0
        #expect(answers.count <= level.questions && drill.elapsedMilliseconds <= level.limit, "\(label): \(data.text)")
        #expect(
            !level.isEndedByMistake || mistakes.dropLast().allSatisfy { $0 == 0 } && last <= 1, "\(label): \(data.text)"
        )
        let outcome: DrillOutcome =
            drill.elapsedMilliseconds == level.limit
            ? .timeOver
            : level.isEndedByMistake && last > 0 ? .gameOver : answers.count == level.questions ? .cleared : .quit
        #expect(drill.outcome == outcome, "\(label): \(data.text)")
        #expect(
            [drill.question, drill.of, drill.mistakes, drill.limitMilliseconds]
                == [answers.count, level.questions, mistakes.reduce(0, +), level.limit], "\(label): \(data.text)")
        let (at, today) = (event.at.instant, state.day.day)
        // What is of now counts today, also under a clock that was set back.
        let isOfToday = event.recordedAt == nil || at >= state.day.startsAt
        let day = isOfToday ? today : min(environment.calendar.day(of: at), today)
        defer { for _ in answers { model.note(at: at, isOfRun: false) } }
        for (answer, mistakes) in zip(answers, mistakes) {
            let word = answer.word
            #expect(model.decks[deck]?.words(of: drill.level).contains(word) == true, "\(label): \(word)")
            let given = DrillModel.Answer(at: at, day: day.daysSinceEpoch, isRight: mistakes == 0)
            guard event.recordedAt != nil else {
                model.answer(deck, word, given)
                continue
            }
            model.insert(deck, word, given)
            // Under a clock that was set, the times of answers are not in their order.
            let begin = environment.calendar.boundary(of: day) ?? at
            if model.isDisordered(deck, word) || model.areHidden(since: begin), let known = entry(word, of: deck, state)
            {
                model.entries[deck]?[word]?.box = known.box
                model.entries[deck]?[word]?.raisedOn = known.raisedOn
            }
        }
        conclude(drill, of: deck, level, isReview: isReview, data, environment.settings, label)
    }

    private mutating func conclude(
        _ drill: Drill, of deck: String, _ level: DrillModel.Level, isReview: Bool, _ data: JSON,
        _ settings: Settings, _ label: String
    ) {
        let outcome = drill.outcome
        guard !isReview else {
            #expect((drill.isRecord, drill.newStars, drill.opened) == (false, [], nil), "\(label): \(data.text)")
            return
        }
        var record = model.records[deck]?[level.id] ?? DrillModel.Record()
        let stars =
            outcome == .cleared
            ? DrillModel.stars(level, elapsed: drill.elapsedMilliseconds, mistakes: drill.mistakes) : []
        #expect(drill.stars == stars.sorted(), "\(label): \(data.text)")
        #expect(drill.newStars == stars.subtracting(record.stars).sorted(), "\(label): \(data.text)")
        let isBetter = outcome == .cleared && drill.elapsedMilliseconds < record.best ?? .max
        #expect(drill.isRecord == isBetter, "\(label): \(data.text)")
        record.runs += 1
        var opened: String?
        if outcome == .cleared {
            if record.clears == 0 {
                let next = model.next(after: level.id, in: deck)
                opened = next
                reward = settings.drillRewards.expPerDrill > 0 ? settings.drillRewards.expPerDrill : nil
            }
            record.clears += 1
            record.best = min(record.best ?? .max, drill.elapsedMilliseconds)
            record.stars.formUnion(stars)
        }
        #expect(drill.opened == opened, "\(label): \(data.text), not \(opened ?? "none")")
        opening = opened
        model.records[deck, default: [:]][level.id] = record
    }

    // MARK: The state

    func check(_ state: GardenState, _ label: String) {
        #expect((state.drills.run == nil) == (running == nil), "\(label): a drill is in progress")
        #expect(opening == nil && reward == nil, "\(label): nothing opened \(opening ?? ""), or grew \(reward ?? 0)")
        for (deck, records) in model.records {
            let progress = progress(deck, state)
            for (level, record) in records {
                let known = progress?.record(of: level)
                let expected = LevelRecord(
                    bestMilliseconds: record.best, stars: record.stars.sorted(), runs: record.runs,
                    clears: record.clears)
                #expect(known == expected, "\(label): \(deck) \(level)")
            }
        }
        for (deck, entries) in model.entries {
            for (word, entry) in entries {
                let found = self.entry(word, of: deck, state)
                #expect(found == entry, "\(label): \(deck) \(word)")
            }
        }
    }

    private func entry(_ word: String, of deck: String, _ state: GardenState) -> DrillModel.Entry? {
        progress(deck, state)?.entry(word).map {
            DrillModel.Entry(
                asked: $0.asked, missed: $0.missed, box: $0.box, answeredOn: $0.answeredOn.daysSinceEpoch,
                raisedOn: $0.raisedOn?.daysSinceEpoch)
        }
    }

    private func progress(_ deck: String, _ state: GardenState) -> DeckProgress? {
        let parts = deck.split(separator: "/").map(String.init)
        return state.drills.progress(of: parts[0], in: parts.count > 1 ? parts[1] : nil)
    }

    // MARK: Requests

    /// The params with places and numbers for the placeholders.
    func naming(_ params: JSON) -> JSON {
        guard case .object(let object) = params else { return params }
        let texts = running?.drill.places.map(\.text) ?? []
        let right = running.flatMap { run in
            texts.firstIndex { model.shows(run.drill.asked.text, run.deck).contains($0) }
        }
        return .object(
            JSONObject(
                object.members.map { member in
                    switch member.value {
                    case Workload.openQuestion: (member.name, .integer(running?.drill.question ?? 1))
                    case Workload.rightPlace: (member.name, .integer(right ?? 0))
                    case Workload.wrongPlace: (member.name, .integer(right == 0 ? 1 : 0))
                    default: (member.name, member.value)
                    }
                }))
    }

    /// Compares whether, and why, a request was refused.
    func checkAnswer(
        _ method: String, _ params: JSON, _ answer: JSON, _ before: GardenState, now: Moment, _ label: String
    ) {
        // What a record is refused for is not compared; one that is not refused is checked with its event.
        guard method.hasPrefix("drill."), method != "drill.record" else { return }
        let data = answer["error"]?["data"]
        let code = data?["code"]?.stringValue
        let word = code == "refused" ? data?["reason"]?.stringValue : code
        let expected = refusal(of: method, params, before, now)
        #expect(word == expected, "\(label): \(method) \(params.text): \(answer.text), not \(expected ?? "an answer")")
    }

    private func refusal(of method: String, _ params: JSON, _ before: GardenState, _ now: Moment) -> String? {
        switch method {
        case "drill.levels", "drill.entries": return deck(params) == nil ? "not_found" : nil
        case "drill.start":
            guard let deck = deck(params), let level = params["level"]?.stringValue else { return "not_found" }
            if level == "review" {
                if model.due(in: deck, on: before.day.day.daysSinceEpoch).isEmpty { return "nothing_due" }
            } else {
                guard model.level(level, of: deck) != nil else { return "not_found" }
                if model.lock(of: level, in: deck) != nil { return "locked" }
            }
            return running != nil && params["restart"] != .bool(true) ? "already_running" : nil
        case "drill.answer":
            guard let question = params["question"]?.integerValue, question > 0,
                let place = params["place"]?.integerValue, place >= 0
            else { return "invalid_params" }
            guard let running else { return "not_running" }
            let drill = params["drill"]?.integerValue ?? running.drill.id
            guard drill == running.drill.id, question == running.drill.question else { return "not_this_question" }
            if let wrongAt = running.wrongAt, now.awakeMilliseconds < wrongAt + 250 { return "too_soon" }
            return place < running.drill.places.count ? nil : "invalid_params"
        case "drill.quit": return running == nil ? "not_running" : nil
        case "drill.get": return running == nil && !hasEnded ? "not_running" : nil
        default: return nil
        }
    }

    private func deck(_ params: JSON) -> String? {
        model.deck(params["deck"]?.stringValue ?? "", params["language"]?.stringValue)
    }
}
