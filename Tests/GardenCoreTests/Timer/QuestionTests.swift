import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// Several questions about one focus session that began at 09:00.
@Suite("Open questions")
struct QuestionTests {
    /// Locked 09:05–09:12 and 09:40–09:47, idle 09:20–09:35.
    private static func garden() throws -> CoreGarden {
        let garden = try CoreGarden { $0.focusMinutes = 100 }
        try garden.perform(TimerStart())
        for (from, presence, to) in [
            ("09:05:00", Presence.locked, "09:12:00"), ("09:20:00", .idle, "09:35:00"),
            ("09:40:00", .locked, "09:47:00"),
        ] {
            garden.at(from)
            garden.setPresence(presence)
            garden.at(to)
            garden.setPresence(.active)
        }
        return garden
    }

    private static let firstLock = Question(
        kind: .locked, sessions: [], seconds: 420, since: "2026-01-01T09:05:00Z",
        answers: [.keep, .discard, .untilLock])
    private static let idle = Question(
        kind: .idle, sessions: [], seconds: 900, since: "2026-01-01T09:20:00Z", answers: [.keep, .discard, .untilIdle])
    private static let secondLock = Question(
        kind: .locked, sessions: [], seconds: 420, since: "2026-01-01T09:40:00Z",
        answers: [.keep, .discard, .untilLock])

    @Test("P14, P29: the status has the open questions, the oldest first")
    func theStatusHasTheQuestions() throws {
        let garden = try Self.garden()
        #expect(try garden.ask(DaemonStatus()).questions == [Self.firstLock, Self.idle, Self.secondLock])
        #expect(try garden.ask(DaemonStatus()).question == Self.firstLock)
        try garden.perform(TimerStop())
        #expect(try garden.ask(DaemonStatus()).questions == [])
        #expect(try garden.ask(DaemonStatus()).question == nil)
    }

    @Test(
        "P14, P29: an answer goes to the oldest question that has it, also from the desktop", arguments: [true, false])
    func theOldestQuestionIsAnswered(fromTheDesktop: Bool) throws {
        let garden = try Self.garden()
        func answer(_ answer: LockAnswer) throws {
            if fromTheDesktop {
                try garden.perform(NotificationAct(action: try #require(NotificationAction(rawValue: answer.rawValue))))
            } else {
                try garden.perform(TimerResolve(answer: answer))
            }
        }
        try answer(.untilIdle)
        #expect(try garden.ask(DaemonStatus()).questions == [Self.firstLock, Self.secondLock])
        try answer(.keep)
        #expect(try garden.ask(DaemonStatus()).questions == [Self.secondLock])
        try answer(.untilLock)
        #expect(try garden.ask(DaemonStatus()).questions == [])
        // Of 47 minutes, 15 and 7 do not count.
        #expect(try garden.timer.elapsedSeconds == 25 * 60)
    }

    @Test("P14, P29: a kind chooses the question, and an id of a notification, too")
    func aKindChooses() throws {
        let garden = try Self.garden()
        try garden.perform(TimerResolve(kind: .idle, answer: .keep))
        #expect(try garden.ask(DaemonStatus()).questions == [Self.firstLock, Self.secondLock])
        let newest = try #require(try garden.ask(NotificationList()).first)
        #expect(newest.kind == .locked)
        try garden.perform(NotificationAct(id: newest.id, action: .untilLock))
        #expect(try garden.ask(DaemonStatus()).questions == [Self.firstLock])
    }

    @Test("P14, P29: discarding the session ends all questions about it")
    func discardEndsAll() throws {
        let garden = try Self.garden()
        try garden.perform(TimerResolve(answer: .discard))
        #expect(try garden.ask(DaemonStatus()).questions == [])
    }

    @Test("P14: an answer that is undone during a lock puts back what it left out of the session in question")
    func undoneAnswerDuringALock() throws {
        for (takesBack, minutes) in [(true, 15), (false, 8)] {
            let garden = try CoreGarden()
            garden.setPresence(.active)
            try garden.perform(TimerStart())
            for (time, presence) in [
                ("09:05:00", Presence.locked), ("09:12:00", .active), ("09:14:00", .idle), ("09:15:00", .locked),
            ] {
                garden.at(time)
                garden.setPresence(presence)
            }
            garden.at("09:26:00")
            let before = garden.revertible
            try garden.perform(TimerResolve(answer: .untilLock))
            let after = garden.revertible
            try garden.perform(JournalUndo())
            #expect(garden.differences(from: before) == [])
            if !takesBack {
                try garden.perform(JournalRedo())
                #expect(garden.differences(from: after) == [])
            }
            garden.at("09:40:00")
            garden.setPresence(.active)
            #expect(try garden.published(.timerAsked).map(\.data.lockedSeconds) == [660])
            let shortened = try garden.perform(TimerResolve(kind: .idle, answer: .untilIdle))
            #expect(shortened.session?.seconds == (minutes - 1) * 60)
        }
    }

    @Test("P14, P29: an answer comes before the newer notification of a sleep that has the same action")
    func aQuestionComesFirst() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        garden.at("09:05:00")
        garden.setPresence(.locked)
        garden.at("09:12:00")
        garden.setPresence(.active)
        garden.suspend(seconds: 600)
        #expect(try garden.ask(NotificationList()).map(\.kind) == [.woke, .locked])
        #expect(try garden.perform(NotificationAct(action: .discard)).kind == .locked)
    }

    @Test("P14, P29: an answer that no open question has is refused, with the questions that are open")
    func anotherAnswerIsRefused() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        garden.at("09:05:00")
        garden.setPresence(.locked)
        garden.at("09:12:00")
        garden.setPresence(.active)
        let open: JSON = [["kind": "locked", "answers": ["keep", "discard", "untilLock"]]]
        let refusal = Refusal(.refused, ["reason": "too_late", "questions": open])
        let refused = try garden.refusal(of: TimerResolve(answer: .untilIdle))
        #expect(refused == refusal)
        #expect(try garden.refusal(of: TimerResolve(kind: .idle, answer: .keep)) == refusal)
        #expect(
            refused.message
                == "no question that is open has the answer untilIdle; open: locked (keep, discard, untilLock)")
    }

    @Test("P14: a person who answers nothing has at most 16 questions")
    func theNumberIsLimited() throws {
        let garden = try CoreGarden { $0.focusMinutes = 600 }
        try garden.perform(TimerStart())
        for _ in 0..<20 {
            garden.setPresence(.locked)
            garden.advance(seconds: 360)
            garden.setPresence(.active)
        }
        let questions = try garden.ask(DaemonStatus()).questions
        #expect(questions.count == 16)
        #expect(questions.first?.since == "2026-01-01T09:24:00Z")
    }

    @Test("P14: questions and answers of version 1 are read as those of kind locked")
    func upgrades() throws {
        let category = try CoreGarden().state.label(ofCategory: 1)
        let label = String(decoding: category.record, as: UTF8.self)
        let locked = "[9,[1767258000000,0],1767258600000,1767260400000,900000,3]"
        let question = OpenQuestion(
            kind: .locked, seq: 9, sessions: [QuestionedSession(startedAt: "2026-01-01T09:00:00Z", id: 7)],
            since: Instant(milliseconds: 1_767_258_600_000), until: Instant(milliseconds: 1_767_260_400_000),
            milliseconds: 900_000, rollovers: 3, lapse: .withSession)
        func event(_ type: String, _ record: String) -> Event {
            Event(seq: 9, at: "2026-01-01T09:40:00Z", type: type, version: 1, effect: Array(record.utf8))
        }
        let asked = try #require(
            try EventKind.timerAsked.effect(of: event("timer.asked", "[\(locked),7,\(label)]")))
        #expect(asked.question == question && asked.category == category)
        let running = try #require(
            try EventKind.timerAsked.effect(of: event("timer.asked", "[\(locked),null,\(label)]")))
        #expect(running.question.sessions == [QuestionedSession(startedAt: "2026-01-01T09:00:00Z", id: nil)])
        let resolved = try #require(
            try EventKind.timerResolved.effect(
                of: event("timer.resolved", #"["untilLock",\#(locked),7,\#(label)]"#)))
        #expect(resolved.answer == .untilLock)
        #expect(resolved.question.question == question && resolved.question.category == category)
    }
}
