import GardenAPI
import TimeKit

/// The drill in progress.
struct DrillRun: WireObject, Equatable {
    static let name = "DrillRun"
    /// How long before the limit `drill.warning` is due.
    static let warningMilliseconds = 10_000
    /// How long answers are refused after a wrong one.
    static let blockedMilliseconds = 250

    /// The level as it was at the start, whatever happens to the deck.
    struct Level: WireObject, Equatable {
        static let name = "DrillRunLevel"

        var id: String
        var limitMilliseconds: Int
        var penalty: DrillPenalty
        var starMilliseconds: Int
        /// The level that a clear opens.
        var next: String?

        static let fields = Fields(
            Level.init,
            .required("id", \.id, "its name"),
            .required("limitMilliseconds", \.limitMilliseconds, "the limit of the drill"),
            .required("penalty", \.penalty, "the effect of a wrong answer"),
            .required("starMilliseconds", \.starMilliseconds, "the time within which the third star is won"),
            .optional("next", \.next, "the level that a clear opens"))

        /// Whether it keeps a record: the review does not.
        var hasRecord: Bool { id != DeckLevel.reviewId }

        /// The stars of a clear (RULES D6).
        func stars(elapsed: Int, mistakes: Int) -> [Int] {
            let isSecond =
                switch penalty {
                case .shuffle: mistakes == 0
                case .end: elapsed * 2 <= starMilliseconds * 3
                }
            return [1] + (isSecond ? [2] : []) + (elapsed <= starMilliseconds ? [3] : [])
        }
    }

    /// The seq of the event that started it.
    var id: Int
    var deck: String
    /// `nil` for the deck's default.
    var language: String?
    var level: Level
    var questions: DrillQuestions
    /// CLOCK_MONOTONIC at the start.
    var startedAwake: Int
    /// The limit on the wall clock.
    var endsAt: Instant
    /// Whether `drill.warning` is still due.
    var isWarningDue: Bool
    /// The open question, from 0.
    var index = 0
    var mistakes = 0
    /// The numbers of the words that were wrong at the first try.
    var missed: [Int] = []
    /// Whether a place of the open question was wrong.
    var isMissed = false
    /// Until when answers are refused, on CLOCK_MONOTONIC.
    var blockedUntil: Int?

    static let fields = Fields(
        DrillRun.init,
        .required("id", \.id, "the seq of the event that started it"),
        .required("deck", \.deck, "the name of the deck"),
        .nullable("language", \.language, "the language, unless it is the deck's default"),
        .required("level", \.level, "the level"),
        .required("questions", \.questions, "the questions"),
        .required("startedAwake", \.startedAwake, "CLOCK_MONOTONIC at the start"),
        .required("endsAt", \.endsAt, "the limit on the wall clock"),
        .required("isWarningDue", \.isWarningDue, "whether drill.warning is still due"),
        .required("index", \.index, "the open question, from 0"),
        .required("mistakes", \.mistakes, "the wrong answers"),
        .required("missed", \.missed, "the words that were wrong at the first try"),
        .required("isMissed", \.isMissed, "whether a place of the open question was wrong"),
        .optional("blockedUntil", \.blockedUntil, "until when answers are refused, on CLOCK_MONOTONIC"))

    func validate() throws(ValidationError) {
        guard questions.all.indices.contains(index), missed.allSatisfy(questions.words.indices.contains) else {
            throw ValidationError(path: ["index"], problem: "is not one of the questions")
        }
    }

    /// When the limit is reached, on CLOCK_MONOTONIC.
    var limitAwake: Int { startedAwake + level.limitMilliseconds }

    /// The time since the start, until the limit at most.
    func elapsed(at moment: Moment) -> Int {
        min(max(0, moment.awakeMilliseconds - startedAwake), level.limitMilliseconds)
    }

    /// The drill as its methods return it.
    func view(elapsed: Int, _ timestamp: (Instant) -> Timestamp) -> Drill {
        Drill(
            id: id, deck: deck, language: language, level: level.id, question: index + 1, of: questions.all.count,
            asked: questions.word(of: index), places: questions.places(of: index), mistakes: mistakes,
            missed: missed.map { questions.words[$0] }, elapsedMilliseconds: elapsed,
            limitMilliseconds: level.limitMilliseconds, endsAt: timestamp(endsAt))
    }
}

extension GardenState {
    /// The drill in progress as its methods return it; `nil` if none is.
    func drillView(at moment: Moment, _ zone: ZoneRules) -> Drill? {
        drills.run.map { $0.view(elapsed: $0.elapsed(at: moment), zone.timestamp) }
    }
}

extension Transition {
    /// The view of a drill in this change.
    func view(_ run: DrillRun, elapsed: Int? = nil) -> Drill {
        run.view(elapsed: elapsed ?? run.elapsed(at: moment), environment.zone.timestamp)
    }
}
