import GardenAPI
import TimeKit

/// A drill has begun. Its questions are part of the event, so that replay needs no deck (RULES D3).
struct DrillStartEffect: WireObject {
    static let name = "DrillStartEffect"

    var run: DrillRun

    static let fields = Fields(DrillStartEffect.init, .required("run", \.run, "the drill with its questions"))
}

/// A place was chosen.
struct DrillAnswerEffect: WireObject {
    static let name = "DrillAnswerEffect"

    /// The drill after it.
    var drill: Drill
    var isRight: Bool
    /// The question that was answered, from 1.
    var answered: Int
    var place: Int
    /// The order of the places after a wrong answer: their numbers before it.
    var order: [Int]?
    /// Until when answers are refused, on CLOCK_MONOTONIC.
    var blockedUntil: Int?
    /// What is known of the entry after the first answer to a question.
    var entry: EntryProgress?

    static let fields = Fields(
        DrillAnswerEffect.init,
        .required("drill", \.drill, "the drill after it"),
        .required("isRight", \.isRight, "whether the place was the asked entry's"),
        .required("answered", \.answered, "the question that was answered, from 1"),
        .required("place", \.place, "the place that was chosen, from 0"),
        .optional("order", \.order, "the places before it, in their order after it"),
        .optional("blockedUntil", \.blockedUntil, "until when answers are refused, on CLOCK_MONOTONIC"),
        .optional("entry", \.entry, "what is known of the entry after it"))

    fileprivate func apply(to state: inout GardenState) throws(ValidationError) {
        guard var run = state.drills.run, run.questions.all.indices.contains(drill.question - 1) else {
            throw ValidationError(problem: "answers a question of no drill")
        }
        if !isRight, !run.isMissed {
            let word = run.questions.all[run.index].word
            if !run.missed.contains(word) { run.missed.append(word) }
        }
        if let order {
            guard order.sorted() == Array(run.questions.all[run.index].shown.indices) else {
                throw ValidationError(path: ["order"], problem: "is not an order of the question's places")
            }
            run.questions.all[run.index] = run.questions.all[run.index].arranged(order)
        }
        run.isMissed = !isRight
        run.index = drill.question - 1
        run.mistakes = drill.mistakes
        run.blockedUntil = blockedUntil
        state.drills.run = run
        if let entry { state.drills.update(run.deck, in: run.language) { $0.put(entry) } }
    }
}

/// The limit of a drill is near, or its wall time has moved.
struct DrillTimeEffect: WireObject {
    static let name = "DrillTimeEffect"

    var drill: Drill

    static let fields = Fields(DrillTimeEffect.init, .required("drill", \.drill, "the drill"))
}

/// A drill has ended.
struct DrillEndEffect: WireObject {
    static let name = "DrillEndEffect"

    var drill: Drill
    /// The record of the level after it; `nil` for a review.
    var record: LevelRecord?

    static let fields = Fields(
        DrillEndEffect.init,
        .required("drill", \.drill, "the drill"),
        .optional("record", \.record, "the record of the level after it"))
}

extension EventKind where Effect == DrillStartEffect, Published == Drill {
    static let drillStarted = EventKind("drill.started", "Started a drill: {deck}, {level}") { effect, _, state in
        state.drills.run = effect.run
        state.drills.update(effect.run.deck, in: effect.run.language) { _ in }
    } publish: { effect, context in
        Publication(effect.run.view(elapsed: 0, context.timestamp))
    }
}

extension EventKind where Effect == DrillAnswerEffect, Published == DrillAnswerGiven {
    static let drillAnswered = EventKind(
        "drill.answered", "Drill {deck}, {level}: question {answered} {right:if right/wrong}"
    ) { effect, _, state throws(ValidationError) in
        try effect.apply(to: &state)
    } publish: { effect, _ in
        Publication(
            DrillAnswerGiven(
                isRight: effect.isRight, answered: effect.answered, place: effect.place, drill: effect.drill))
    }
}

extension EventKind where Effect == DrillTimeEffect, Published == Drill {
    static let drillWarning = EventKind("drill.warning", "Drill {deck}, {level}: 10 s left") { _, _, state in
        state.drills.run?.isWarningDue = false
    } publish: { effect, _ in
        Publication(effect.drill)
    }
    static let drillRescheduled = EventKind(
        "drill.rescheduled", "Drill {deck}, {level}: ends at {endsAt:clock}"
    ) { effect, _, state in
        state.drills.run?.endsAt = effect.drill.endsAt.instant
    } publish: { effect, _ in
        Publication(effect.drill)
    }
}

extension EventKind where Effect == DrillEndEffect, Published == Drill {
    static let drillFinished = EventKind(
        "drill.finished", "Drill {deck}, {level}: {outcome}[ after {elapsedMilliseconds:duration}]"
    ) { effect, _, state in
        let drill = effect.drill
        state.drills.run = nil
        state.drills.last = drill
        if let record = effect.record {
            state.drills.update(drill.deck, in: drill.language) { $0.put(record, of: drill.level) }
        }
    } publish: { effect, _ in
        Publication(effect.drill)
    }
}

/// A level can be played from now on. That follows from the record of the one before it.
struct DrillLevelEffect: WireObject {
    static let name = "DrillLevelEffect"

    var deck: String
    var language: String?
    var level: String

    static let fields = Fields(
        DrillLevelEffect.init,
        .required("deck", \.deck, "the name of the deck"),
        .nullable("language", \.language, "the language, unless it is the deck's default"),
        .required("level", \.level, "the name of the level"))
}

extension EventKind where Effect == DrillLevelEffect, Published == DrillLevelOpened {
    static let drillLevelOpened = EventKind("drill.levelOpened", "Opened the level {level} of {deck}") { _, _, _ in
    } publish: { effect, _ in
        Publication(DrillLevelOpened(deck: effect.deck, language: effect.language, level: effect.level))
    }
}

/// A drill that was played elsewhere (RULES D10).
struct DrillRecordEffect: WireObject {
    static let name = "DrillRecordEffect"

    var drill: Drill
    /// The record of the level after it; `nil` for a review.
    var record: LevelRecord?
    /// The logical day on which it counts.
    var day: CalendarDay
    /// What is known of the asked entries after it.
    var entries: [EntryProgress]
    /// Its answers, for those of earlier drills that are entered later.
    var answers: [DrillAnswerList.Element]

    static let fields = Fields(
        DrillRecordEffect.init,
        .required("drill", \.drill, "the drill"),
        .optional("record", \.record, "the record of the level after it"),
        .required("day", \.day, "the logical day on which it counts"),
        .required("entries", \.entries, "what is known of the asked entries after it"),
        .required("answers", \.answers, "its answers"))
}

extension EventKind where Effect == DrillRecordEffect, Published == Drill {
    static let drillRecorded = EventKind(
        "drill.recorded", "Recorded a drill: {deck}, {level}, {outcome} after {elapsedMilliseconds:duration}"
    ) { effect, _, state in
        let drill = effect.drill
        state.drills.update(drill.deck, in: drill.language) { progress in
            if let record = effect.record { progress.put(record, of: drill.level) }
            for entry in effect.entries { progress.put(entry) }
        }
    } publish: { effect, _ in
        Publication(effect.drill)
    }
}
