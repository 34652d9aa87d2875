import GardenAPI
import Testing

@testable import GardenCore

/// When the long rest comes (RULES P26).
@Suite("Long rests")
struct LongRestTests {
    /// What happens, one after the other.
    enum Step: CustomTestStringConvertible {
        /// A focus session is completed, and its rest begins.
        case complete
        /// The rest is over, too.
        case restEnds
        case skip, stop, restart
        /// A time passes.
        case minutes(Int)
        case pausedMinutes(Int)
        /// The session before, which ended during a lock, is discarded.
        case discard
        case startRest
        case stepClock(minutes: Int)

        var testDescription: String { "\(self)" }
    }

    struct Row: CustomTestStringConvertible {
        let what: String
        let steps: [Step]
        var startRest = AutomaticStart.always
        /// Whether the rest in progress after them is a long one.
        let isLong: Bool
        var testDescription: String { what }
    }

    static let rows = [
        Row(what: "after three completed sessions", steps: [.complete, .complete, .complete], isLong: true),
        Row(what: "not after two", steps: [.complete, .complete], isLong: false),
        Row(
            what: "after three more", steps: [.complete, .complete, .complete, .complete, .complete, .complete],
            isLong: true),
        Row(
            what: "not after a fourth", steps: [.complete, .complete, .complete, .restEnds, .complete], isLong: false),
        Row(what: "a skipped session does not count", steps: [.complete, .complete, .skip], isLong: false),
        Row(
            what: "a skipped session does not delay the count", steps: [.complete, .complete, .skip, .complete],
            isLong: true),
        Row(
            what: "a stopped session does not count, and a short stop changes nothing",
            steps: [.complete, .complete, .stop, .minutes(60), .complete], isLong: true),
        Row(
            what: "a stop of more than an hour begins again",
            steps: [.complete, .complete, .stop, .minutes(61), .complete], isLong: false),
        Row(
            what: "the timer stops by itself before a long lunch",
            steps: [.complete, .complete, .restEnds, .minutes(120), .complete], isLong: false),
        Row(
            what: "a rest within the hour ends the stop",
            steps: [.complete, .complete, .restEnds, .minutes(50), .startRest, .minutes(20), .complete], isLong: true),
        Row(
            what: "a pause is no stop", steps: [.complete, .complete, .restEnds, .pausedMinutes(120), .complete],
            isLong: true),
        Row(what: "a restarted session does not count", steps: [.complete, .restart, .complete], isLong: false),
        Row(
            what: "a discarded session does not count", steps: [.complete, .complete, .discard, .complete],
            isLong: false),
        Row(
            what: "a long rest that has not begun is still to come",
            steps: [.complete, .complete, .complete, .complete, .startRest], startRest: .never, isLong: true),
        Row(
            what: "a rest after a long stop is no long one",
            steps: [.complete, .complete, .complete, .minutes(61), .startRest], startRest: .never, isLong: false),
        Row(
            what: "a clock that is set forward makes no long stop",
            steps: [.complete, .complete, .stop, .stepClock(minutes: 120), .minutes(2), .complete], isLong: true),
        Row(
            what: "a clock that is set back hides no long stop",
            steps: [.complete, .complete, .stop, .stepClock(minutes: -120), .minutes(61), .complete], isLong: false),
    ]

    @Test(arguments: rows) func longRestsFollowCompletedSessions(row: Row) throws {
        let garden = try CoreGarden {
            ($0.longRestEvery, $0.startFocus, $0.startRest) = (3, .never, row.startRest)
        }
        for step in row.steps { try perform(step, in: garden) }
        let timer = try garden.timer
        #expect(timer.phase == .rest)
        #expect(timer.longRest == row.isLong)
    }

    private func perform(_ step: Step, in garden: CoreGarden) throws {
        let phase = try garden.timer.phase
        switch step {
        case .complete:
            if phase != .focus { try garden.perform(TimerStart()) }
            garden.advance(seconds: 1500)
        case .restEnds: garden.advance(seconds: try garden.timer.remainingSeconds)
        case .skip:
            if phase != .focus { try garden.perform(TimerStart()) }
            try garden.perform(TimerSkip())
        case .stop: try garden.perform(TimerStop())
        case .restart:
            if phase != .focus { try garden.perform(TimerStart()) }
            try garden.perform(TimerStart(restart: true))
        case .minutes(let minutes): garden.advance(seconds: minutes * 60)
        case .pausedMinutes(let minutes):
            try garden.perform(TimerStart())
            try garden.perform(TimerPause())
            garden.advance(seconds: minutes * 60)
            try garden.perform(TimerResume())
        case .discard:
            try garden.perform(TimerStart())
            garden.setPresence(.locked)
            garden.advance(seconds: 1500)
            garden.setPresence(.active)
            try garden.perform(TimerResolve(answer: .discard))
        case .startRest: try garden.perform(TimerStart(phase: .rest))
        case .stepClock(let minutes): garden.stepClock(seconds: minutes * 60)
        }
    }
}
