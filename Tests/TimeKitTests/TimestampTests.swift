import Testing
import TimeKit

@Suite struct TimestampTests {
    @Test(
        arguments: [
            ("2026-11-21T09:25:00.000+09:00", 1_795_220_700_000, 32_400),
            ("2026-11-21T00:25:00.000+00:00", 1_795_220_700_000, 0),
            ("2026-11-20T20:55:00.000-03:30", 1_795_220_700_000, -12_600),
            ("1970-01-01T00:00:00.000+00:00", 0, 0),
            ("1969-12-31T23:59:59.999+00:00", -1, 0),
            ("1969-12-31T19:00:00.000-05:00", 0, -18_000),
            ("2024-02-29T23:59:59.001-12:00", 1_709_294_399_001, -43_200),
            ("0001-01-01T00:00:00.000+00:00", -62_135_596_800_000, 0),
            ("9999-12-31T23:59:59.999+00:00", 253_402_300_799_999, 0),
        ] as [(String, Int, Int)])
    func writtenTimestampsRoundTrip(text: String, milliseconds: Int, offsetSeconds: Int) {
        let timestamp = Timestamp(instant: Instant(milliseconds: milliseconds), offsetSeconds: offsetSeconds)
        #expect(timestamp.description == text)
        #expect(Timestamp(text) == timestamp)
    }

    @Test(arguments: [
        ("2026-11-21T00:25:00Z", "2026-11-21T00:25:00.000+00:00"),
        ("2026-11-21t00:25:00z", "2026-11-21T00:25:00.000+00:00"),
        ("2026-11-21T00:25:00.5-00:00", "2026-11-21T00:25:00.500+00:00"),
        ("2026-11-21T00:25:00.12+09:00", "2026-11-21T00:25:00.120+09:00"),
        ("2026-11-21T00:25:00.9999+09:00", "2026-11-21T00:25:00.999+09:00"),
        ("1969-12-31T23:59:59.999999999Z", "1969-12-31T23:59:59.999+00:00"),
        ("2026-11-21T00:25:00.000000001+23:59", "2026-11-21T00:25:00.000+23:59"),
    ])
    func readsTheOtherFormsOfRFC3339(text: String, written: String) {
        #expect(Timestamp(text)?.description == written)
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-11-21T09:25+09:00", "2026-11-21 09:25:00+09:00", "2026-11-21T09:25:00",
        "2026-11-21T09:25:00.+09:00", "2026-11-21T09:25:00.1234567890Z", "2026-11-21T09:25:00,5Z",
        "2026-11-21T24:00:00Z", "2026-11-21T09:60:00Z", "2026-12-31T23:59:60Z", "2026-02-29T09:25:00Z",
        "2026-11-21T09:25:00+9:00", "2026-11-21T09:25:00+0900", "2026-11-21T09:25:00+24:00",
        "2026-11-21T09:25:00+09:60", "2026-11-21T09:25:00Z ", "2026-11-21T09:25:00+09:00Z",
        "0000-12-31T23:59:59Z", "-2026-11-21T09:25:00Z", "2026-11-21T9:25:00Z", "2026-11-21T09:25:00−09:00",
    ])
    func refusesAnInvalidTimestamp(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test(
        arguments: [
            // Tokyo's local mean time, +09:18:59, and Monrovia's, −00:44:30.
            (0, 33_539, "1970-01-01T09:19:00.000+09:19"), (0, -2670, "1969-12-31T23:16:00.000-00:44"),
            (0, -29, "1970-01-01T00:00:00.000+00:00"), (0, 93_599, "1970-01-01T23:59:00.000+23:59"),
            (0, -89_999, "1969-12-31T00:01:00.000-23:59"), (0, Int.max, "1970-01-01T23:59:00.000+23:59"),
        ] as [(Int, Int, String)])
    func unwritableOffsetsKeepTheInstant(milliseconds: Int, offsetSeconds: Int, text: String) {
        let timestamp = Timestamp(instant: Instant(milliseconds: milliseconds), offsetSeconds: offsetSeconds)
        #expect(timestamp.description == text)
        #expect(Timestamp(text)?.instant == timestamp.instant)
    }

    @Test func timestampsOfEveryOffsetRoundTrip() {
        // Some three and a half years and 7 ms at a time, over the whole calendar.
        var milliseconds: Int = -62_135_400_000_000
        for minutes in -1439...1439 {
            milliseconds += 109_000_000_000 + 7
            let timestamp = Timestamp(
                instant: Instant(milliseconds: milliseconds), offsetSeconds: minutes * 60)
            #expect(Timestamp(timestamp.description) == timestamp)
        }
    }

    @Test func everyPrefixOfATimestampIsRefused() {
        let text = "2026-11-21T09:25:00.000+09:00"
        for count in 0..<text.count { #expect(Timestamp(String(text.prefix(count))) == nil) }
    }

    @Test func appendingKeepsTheExistingText() throws {
        var bytes = Array("at=".utf8)
        try #require(Timestamp("2026-11-21T09:25:00+09:00")).append(to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "at=2026-11-21T09:25:00.000+09:00")
    }

    @Test(arguments: [(0, 0, 29, true), (0, 0, 30, false), (0, 1, 0, false), (0, 60_000, -60, false)])
    func timestampsAreIdenticalIfTheirTextsAre(first: Int, second: Int, offsetSeconds: Int, areSame: Bool) {
        let timestamp = Instant(milliseconds: first).timestamp(offsetSeconds: 0)
        let other = Instant(milliseconds: second).timestamp(offsetSeconds: offsetSeconds)
        #expect(timestamp.isIdentical(as: other) == areSame)
        #expect((timestamp.description == other.description) == areSame)
    }

    @Test func extremeTimestampsAreWritten() {
        let ends = [Int.min, .max].map { Timestamp(instant: Instant(milliseconds: $0), offsetSeconds: 32_400) }
        #expect(
            ends.map(\.description) == ["-292275055-05-17T01:47:04.192+09:00", "+292278994-08-17T07:12:55.807+09:00"])
    }
}

@Suite struct InstantTests {
    @Test func differencesAndSumsAreInMilliseconds() {
        let start = Instant(milliseconds: -500)
        let end = start.advanced(byMilliseconds: 1500)
        #expect(end == Instant(milliseconds: 1000))
        #expect(Instant.milliseconds(from: start, to: end) == 1500)
        #expect(Instant.milliseconds(from: end, to: start) == -1500)
        #expect(start < end)
    }

    @Test func advancingPastTheExtremesSaturates() {
        let first = Instant(milliseconds: .min)
        let last = Instant(milliseconds: .max)
        #expect(last.advanced(byMilliseconds: 1) == last)
        #expect(first.advanced(byMilliseconds: -1) == first)
        #expect(Instant.milliseconds(from: first, to: last) == .max)
        #expect(Instant.milliseconds(from: last, to: first) == .min)
    }
}
