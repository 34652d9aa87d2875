import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// What the parts of a split have of the whole, and keep when they are corrected (RULES P30).
@Suite struct SplitShareTests {
    struct Row: CustomTestStringConvertible {
        /// A session of Thursday, split at a time.
        var session: String
        var at: String
        /// The exp and the points of the parts.
        var parts: [[Int]]
        /// Lengths of the part with an id in minutes, one after the other, with what it has then.
        var id: Int
        var corrected: [(minutes: Int, exp: Int, points: Int)]
        var testDescription: String { "\(session) at \(at)" }
    }

    static let rows = [
        // None of the parts is long enough by itself.
        Row(
            session: "thu 10:00-10:30 Maths", at: "10:12", parts: [[0, 0], [1, 60]], id: 2,
            corrected: [(2, 0, 0), (18, 1, 60), (9, 1, 60), (8, 0, 0), (18, 1, 60)]),
        Row(
            session: "thu 10:00-10:30 Maths", at: "10:12", parts: [[0, 0], [1, 60]], id: 1,
            corrected: [(2, 0, 0), (12, 0, 0)]),
        Row(
            session: "thu 10:00-10:30 Maths", at: "10:20", parts: [[1, 60], [0, 0]], id: 1,
            corrected: [(1, 0, 0), (20, 1, 60)]),
        // One has what it earns, and what the other one cannot have.
        Row(
            session: "thu 10:00-10:50 Maths", at: "10:12", parts: [[0, 0], [2, 120]], id: 2,
            corrected: [(25, 2, 120), (24, 1, 60), (18, 0, 0), (38, 2, 120)]),
        // Almost equal halves.
        Row(
            session: "thu 10:00-10:50 Maths", at: "10:24", parts: [[1, 60], [1, 60]], id: 1,
            corrected: [(12, 1, 60), (11, 0, 0), (24, 1, 60)]),
        // Both have what they earn: the whole has one more.
        Row(
            session: "thu 8:00-10:00 Maths", at: "8:50", parts: [[2, 120], [2, 120]], id: 1,
            corrected: [(30, 1, 60), (50, 2, 120)]),
        Row(
            session: "thu 8:00-10:00 Maths", at: "8:36", parts: [[1, 60], [3, 180]], id: 2,
            corrected: [(75, 3, 180), (25, 1, 60), (84, 3, 180)]),
        Row(
            session: "thu 8:00-9:40 Maths", at: "8:50", parts: [[2, 120], [2, 120]], id: 2,
            corrected: [(25, 1, 60), (1, 0, 0), (50, 2, 120)]),
    ]

    private static func garden() throws -> CoreGarden {
        try CoreGarden(at: "2026-03-06T12:00:00Z") {
            $0.pointsPerFocus = 60
            ($0.startRest, $0.startFocus) = (.never, .never)
        }
    }

    @Test(arguments: rows) func aPartThatIsShortenedAndAsLongAgain(_ row: Row) throws {
        let garden = try Self.garden()
        let whole = try garden.perform(SessionAdd(text: row.session))
        let parts = try garden.perform(SessionSplit(id: 1, at: row.at))
        #expect(parts.map { [$0.exp, $0.points] } == row.parts)
        #expect(parts.map(\.exp).reduce(0, +) == whole.exp && parts.map(\.points).reduce(0, +) == whole.points)
        let others = parts.filter { $0.id != row.id }
        for step in row.corrected {
            let before = garden.revertible
            let part = try garden.perform(SessionEdit(id: row.id, seconds: step.minutes * 60))
            #expect([part.minutes, part.exp, part.points] == [step.minutes, step.exp, step.points])
            let after = garden.revertible
            #expect(garden.state.points.balance == others[0].points + step.points)
            #expect(try garden.ask(GardenList()).last?.exp == others[0].exp + step.exp)
            _ = try garden.undo()
            #expect(garden.differences(from: before) == [])
            _ = try garden.redo()
            #expect(garden.differences(from: after) == [])
        }
        #expect(try others.map { try garden.ask(SessionGet(id: $0.id)) } == others)
    }

    @Test(
        "A part of a session of the timer has no exp of its own more than the whole, and loses and gets its share back")
    func aPartOfASessionOfTheTimer() throws {
        let garden = try Self.garden()
        try garden.perform(TimerStart(category: "Maths"))
        garden.advance(seconds: 1500)
        let parts = try garden.perform(SessionSplit(id: 1, at: "12:10"))
        #expect(parts.map { [$0.minutes, $0.exp, $0.points] } == [[10, 0, 0], [15, 1, 60]])
        // Ten minutes of a timed session would earn 1 otherwise.
        for (minutes, exp) in [(4, 0), (10, 0)] {
            #expect(try garden.perform(SessionEdit(id: 1, seconds: minutes * 60)).exp == exp)
        }
        for (outcome, exp, points) in [(SessionOutcome.partial, 0, 0), (.completed, 1, 60), (.discarded, 0, 0)] {
            let part = try garden.perform(SessionEdit(id: 2, outcome: outcome))
            #expect([part.exp, part.points] == [exp, points])
        }
        let part = try garden.perform(SessionEdit(id: 2, outcome: .completed))
        #expect([part.exp, part.points] == [1, 60])
        #expect(garden.state.points.balance == 60)
    }

    @Test("A part that takes the time of the other one has what the whole had, however often it is split")
    func aPartThatBecomesTheWhole() throws {
        for (text, at, keepsFirst) in [
            ("thu 10:00-10:30 Maths", "10:12", false), ("thu 10:00-10:30 Maths", "10:20", true),
            ("thu 10:00-11:00 Maths", "10:25", true), ("thu 10:00-11:00 Maths", "10:25", false),
            ("thu 10:00-10:50 Maths", "10:24", true), ("thu 10:00-10:50 Maths", "10:24", false),
        ] {
            let garden = try Self.garden()
            let whole = try garden.perform(SessionAdd(text: text))
            var id = whole.id
            for _ in 1...3 {
                let parts = try garden.perform(SessionSplit(id: id, at: at))
                let (kept, removed) = keepsFirst ? (parts[0], parts[1]) : (parts[1], parts[0])
                try garden.perform(SessionRemove(id: removed.id))
                let edit =
                    keepsFirst
                    ? SessionEdit(id: kept.id, end: whole.end.description)
                    : SessionEdit(id: kept.id, start: whole.start.description)
                let again = try garden.perform(edit)
                id = again.id
                #expect([again.minutes, again.exp, again.points] == [whole.minutes, whole.exp, whole.points])
            }
        }
    }

    @Test("A session of the timer that did not count has no more in its parts than as a whole")
    func partsThatCountLater() throws {
        let garden = try Self.garden()
        try garden.perform(TimerStart(category: "Maths"))
        garden.advance(seconds: 1500)
        try garden.perform(SessionEdit(id: 1, outcome: .discarded))
        for (id, at) in [(1, "12:05"), (2, "12:10"), (3, "12:15"), (4, "12:20")] {
            let parts = try garden.perform(SessionSplit(id: id, at: at))
            #expect(parts.map(\.exp) == [0, 0])
        }
        let sum = try (1...5).reduce(0) { sum, id in
            sum + (try garden.perform(SessionEdit(id: id, outcome: .completed)).exp)
        }
        #expect(sum == 1)
        #expect(garden.state.points.balance == 60)
        // As long as the whole was, one has what that had.
        for id in 2...5 { try garden.perform(SessionRemove(id: id)) }
        let again = try garden.perform(SessionEdit(id: 1, end: "12:25"))
        #expect([again.minutes, again.exp, again.points] == [25, 1, 60])
    }

    @Test("The parts of a session that earned by other settings, or left points, share these alike")
    func otherSettings() throws {
        let garden = try Self.garden()
        try garden.perform(SessionAdd(text: "thu 10:00-10:50 Maths"))
        garden.changeSettings { $0.expMinutes = 10 }
        let parts = try garden.perform(SessionSplit(id: 1, at: "10:25"))
        #expect(parts.map { [$0.exp, $0.points] } == [[1, 60], [1, 60]])
        garden.changeSettings { $0.expMinutes = 25 }
        #expect(try garden.perform(SessionEdit(id: 1, seconds: 24 * 60)).exp == 0)
        #expect(try garden.perform(SessionEdit(id: 1, seconds: 25 * 60)).exp == 1)

        // 100 min had 240 points, and keep them as 75 min.
        try garden.perform(SessionAdd(text: "thu 8:00-9:40 Thesis"))
        let shorter = try garden.perform(SessionEdit(id: 3, seconds: 75 * 60, points: .keep))
        #expect([shorter.exp, shorter.points] == [3, 240])
        let others = try garden.perform(SessionSplit(id: 3, at: "8:33"))
        #expect(others.map { [$0.exp, $0.points] } == [[1, 80], [2, 160]])
        #expect(try garden.perform(SessionEdit(id: 4, seconds: 60)).points == 40)
        #expect(garden.state.points.balance == 240)
    }

    @Test func aPartOfAPart() throws {
        let garden = try Self.garden()
        try garden.perform(SessionAdd(text: "thu 10:00-10:30 Maths"))
        try garden.perform(SessionSplit(id: 1, at: "10:12"))
        let parts = try garden.perform(SessionSplit(id: 2, at: "10:22"))
        #expect(parts.map { [$0.minutes, $0.exp, $0.points] } == [[10, 1, 60], [8, 0, 0]])
        #expect(try garden.perform(SessionEdit(id: 2, seconds: 120)).exp == 0)
        #expect(try garden.perform(SessionEdit(id: 2, seconds: 600)).points == 60)
        #expect(try garden.perform(SessionEdit(id: 3, seconds: 60)).exp == 0)
    }

    @Test("Whatever is split, no part has more exp when it is shorter, and there and back changes nothing")
    func thereAndBack() throws {
        for (minutes, at) in [(7, 2), (25, 12), (26, 20), (49, 3), (50, 24), (51, 30), (74, 37), (75, 24), (110, 55)] {
            let garden = try Self.garden()
            try garden.perform(SessionAdd(start: "2026-03-05T08:00:00Z", end: .init(after: minutes)))
            for part in try garden.perform(SessionSplit(id: 1, at: .init(after: at))) {
                var last = part
                for shorter in stride(from: part.minutes, to: 0, by: -3) {
                    let corrected = try garden.perform(SessionEdit(id: part.id, seconds: shorter * 60))
                    #expect(corrected.exp <= last.exp && corrected.points == 60 * corrected.exp)
                    last = corrected
                }
                let again = try garden.perform(SessionEdit(id: part.id, seconds: part.seconds))
                #expect(again == part)
            }
        }
    }
}

extension String {
    /// The instant some minutes after 8:00 on Thursday.
    fileprivate init(after minutes: Int) {
        let instant = ("2026-03-05T08:00:00Z" as Timestamp).instant.advanced(byMilliseconds: minutes * 60_000)
        self = Timestamp(instant: instant, offsetSeconds: 0).description
    }
}
