import Testing
import TimeKit

@testable import DatePhrases

/// Phrases of random words: each is understood or refused, without a trap, and the result is a date with four digits of
/// year.
@Suite struct HostilePhraseTests {
    /// A linear congruential generator (Knuth, MMIX).
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 11 ^ state
        }
    }

    private static let pieces: [String] = {
        var pieces = Language.all.flatMap { language in language.words.flatMap { $0.value } }
        for language in Language.all { pieces += language.numerals.keys.sorted().map { String($0) } }
        pieces += [
            "0", "1", "2", "9", "12", "13", "24", "25", "29", "30", "31", "60", "99", "100", "999999", "9999999",
        ]
        pieces += ["2026", "9999", "0:00", "9:30", "24:00", "25:00", "9:60", "2026-12-01", "9999-12-31", "0001-01-01"]
        pieces += ["after 4d", "after 0h", "after", "mondays"]
        pieces += ["3/4", "30/2", "1.5", "--", "t", "z", "\u{0}", "\u{301}", "\u{200B}", "\u{202E}", "😀", "é"]
        return pieces + ["florp", "\n", ",", "(", "："]
    }()

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func nothingTraps(seed: UInt64) throws {
        var generator = Generator(state: seed)
        let zone = try #require(ZoneRules(name: "Berlin", posix: "CET-1CEST,M3.5.0,M10.5.0/3"))
        let days = ["2026-11-23", "2028-02-29", "9999-12-31", "0001-01-01"].compactMap { CalendarDay($0) }
        var understood = 0
        for _ in 0..<5000 {
            let count = Int.random(in: 1...6, using: &generator)
            let words = (0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }
            let phrase = words.joined(separator: Bool.random(using: &generator) ? " " : "")
            let day = days.randomElement(using: &generator) ?? days[0]
            let now = zone.instant(of: day, secondsOfDay: Int.random(in: 0..<86_400, using: &generator))
            let reader = DatePhraseReader(now: now, today: day, zone: zone, dayStartHour: 4)
            let direction: DatePhrase.Direction = Bool.random(using: &generator) ? .ahead : .back
            do throws(DatePhraseError) {
                let text = try reader.read(phrase, looking: direction).text(in: zone)
                _ = try reader.instant(phrase, looking: direction, at: TimeOfDay(hour: 9, minute: 0))
                #expect(text.split(separator: " ")[1].count == 10, "seed \(seed): \(phrase) → \(text)")
                understood += 1
            } catch {
                #expect(error.examples.count == 3, "seed \(seed): \(phrase)")
            }
            _ = try? RepeatPhrase(phrase)
            _ = try? reader.schedule(phrase)
        }
        #expect(understood > 100)
    }

    /// Any prefix of a phrase is understood or refused.
    @Test func everyPrefixIsReadable() throws {
        for row in try PhraseTable.rows(file: "english.txt") + PhraseTable.rows(file: "chinese.txt") {
            for length in 0..<row.phrase.count { _ = row.setting.result(String(row.phrase.prefix(length))) }
        }
    }

    @Test(
        arguments: [
            ("1 hour ", .noDirection), ("in ", .incomplete(example: "in 25m")), ("明", .unknown),
            ("月", .secondDate(first: "月")), ("12:", .unknown), ("1-", .unknown), ("half ", .unknown),
            ("3d ", .noDirection),
            ("the ", .unknown), ("99999", .unknown), ("二十", .unknown), ("a ", .bareNumber),
        ] as [(String, DatePhraseError.Problem)])
    func theLongestPhrasesAreRefused(piece: String, problem: DatePhraseError.Problem) throws {
        let text = String(String(repeating: piece, count: 200).prefix(DatePhraseReader.mostCharacters))
        let day = CalendarDay(daysSinceEpoch: 20_780)
        let reader = DatePhraseReader(now: Instant(milliseconds: 0), today: day, zone: .utc, dayStartHour: 4)
        let error = #expect(throws: DatePhraseError.self) { try reader.read(text, looking: .ahead) }
        #expect(error?.problem == problem)
    }
}
