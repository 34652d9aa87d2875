import TestSupport
import Testing

@testable import TimeKit

@Suite struct TZifTests {
    /// A header (RFC 9636 §3.1) of a file that has neither standard nor universal time flags.
    private static func header(
        version: UInt8, offsetChanges: Int, localTimes: Int, abbreviationBytes: Int, leapSeconds: Int = 0
    ) -> [UInt8] {
        let counts = [0, 0, leapSeconds, offsetChanges, localTimes, abbreviationBytes]
        return Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15) + counts.flatMap { bigEndian($0, 4) }
    }

    private static func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    private static let standard = bigEndian(3600, 4) + [0, 0]
    private static let daylight = bigEndian(7200, 4) + [1, 4]
    private static let abbreviations = Array("CET\0CEST\0".utf8)

    /// A change at 1000 s after the epoch, and one back at 2000.
    private static func block(bytesPerTime: Int, times: [Int] = [1000, 2000], types: [UInt8] = [1, 0]) -> [UInt8] {
        times.flatMap { bigEndian($0, bytesPerTime) } + types + standard + daylight + abbreviations
    }

    private static func file(
        version: Character, times: [Int] = [1000, 2000], types: [UInt8] = [1, 0], footer: String = "\nCET-1\n"
    ) -> [UInt8] {
        header(version: version.asciiValue ?? 0, offsetChanges: 0, localTimes: 1, abbreviationBytes: 1)
            + [0, 0, 0, 0, 0, 0, 0]
            + header(
                version: version.asciiValue ?? 0, offsetChanges: times.count, localTimes: 2, abbreviationBytes: 9)
            + block(bytesPerTime: 8, times: times, types: types) + Array(footer.utf8)
    }

    private static func failure(_ bytes: [UInt8]) -> TZifError? {
        do {
            _ = try ZoneRules(name: "Test", tzif: bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ["2", "3", "4", "5"] as [Character])
    func readsEveryVersionWithAFooter(version: Character) throws {
        let zone = try ZoneRules(name: "Test", tzif: Self.file(version: version))
        #expect(
            [0, 999, 1000, 1999, 2000].map { zone.offsetSeconds(at: Instant(secondsSinceEpoch: $0)) }
                == [3600, 3600, 7200, 7200, 3600])
        #expect(zone.localTime(at: Instant(secondsSinceEpoch: 1500)).abbreviation == "CEST")
    }

    @Test func readsTheFirstVersion() throws {
        let bytes =
            Self.header(version: 0, offsetChanges: 2, localTimes: 2, abbreviationBytes: 9) + Self.block(bytesPerTime: 4)
        let zone = try ZoneRules(name: "Test", tzif: bytes)
        #expect(zone.nextOffsetChange(after: Instant(secondsSinceEpoch: 0)) == Instant(secondsSinceEpoch: 1000))
        #expect(zone.nextOffsetChange(after: Instant(secondsSinceEpoch: 2000)) == nil)
    }

    @Test func withoutAFooterTheLastLocalTimeContinues() throws {
        let zone = try ZoneRules(name: "Test", tzif: Self.file(version: "2", times: [1000], types: [1], footer: "\n\n"))
        #expect(zone.offsetSeconds(at: instant("2500-01-01T00:00:00Z")) == 7200)
    }

    @Test(
        arguments: [
            (Array("TZif".utf8), .truncated(at: "version")),
            (Array("#!/bin/sh\n".utf8), .notTZif),
            (
                header(version: 0, offsetChanges: 0, localTimes: 0, abbreviationBytes: 1),
                .badCount(of: "local times", 0)
            ),
            (header(version: 0, offsetChanges: 0, localTimes: 1, abbreviationBytes: 1, leapSeconds: 27), .leapSeconds),
            (
                header(version: 0, offsetChanges: 0xFFFF_FFFF, localTimes: 1, abbreviationBytes: 1),
                .truncated(at: "transition times")
            ),
            (file(version: "2", times: [2000, 2000]), .badTransition(index: 1)),
            (file(version: "2", types: [1, 2]), .badTransition(index: 1)),
            (file(version: "2", times: [.min, 2000]), .badTransition(index: 0)),
            (file(version: "2", footer: "\nCET-1"), .truncated(at: "end of the footer")),
            (file(version: "2", footer: "\nCET-1CEST\n"), .badFooter),
            (file(version: "2", footer: "CET-1\n"), .badFooter),
            (file(version: "2", footer: ""), .truncated(at: "footer")),
        ] as [([UInt8], TZifError)])
    func anInvalidFileIsReportedWithItsError(bytes: [UInt8], expected: TZifError) {
        #expect(Self.failure(bytes) == expected)
    }

    @Test func anInvalidLocalTimeRecordIsRefused() {
        let start = Self.header(version: 0, offsetChanges: 0, localTimes: 1, abbreviationBytes: 4)
        let records: [[UInt8]] = [
            Self.bigEndian(93_600, 4) + [0, 0], Self.bigEndian(-90_000, 4) + [0, 0], Self.bigEndian(0, 4) + [2, 0],
            Self.bigEndian(0, 4) + [0, 4], Self.bigEndian(0, 4) + [0, 255],
        ]
        for record in records {
            #expect(Self.failure(start + record + Array("UTC\0".utf8)) == .badLocalTime(index: 0))
        }
        #expect(Self.failure(start + Self.bigEndian(0, 4) + [0, 0] + Array("UTCX".utf8)) == .badLocalTime(index: 0))
        #expect(Self.failure(start + Self.bigEndian(0, 4) + [0, 0] + Array("UTC\0".utf8)) == nil)
    }

    @Test(arguments: ["Europe/Berlin", "Asia/Tokyo", "Africa/Casablanca"])
    func everyPrefixOfAFileIsRefused(name: String) throws {
        let bytes = try TestZones.bytes(name)
        for count in bytes.indices {
            #expect(Self.failure(Array(bytes.prefix(count))) != nil, "\(name), the first \(count) bytes")
        }
    }

    /// Rules read from damaged bytes answer every query.
    @Test(arguments: ["Europe/Berlin", "Pacific/Apia", "Etc/UTC"])
    func damagedBytesNeverTrap(name: String) throws {
        let intact = try TestZones.bytes(name)
        for seed in 0..<300 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var bytes = intact
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let index = Int.random(in: bytes.indices, using: &generator)
                bytes[index] = UInt8.random(in: 0...255, using: &generator)
            }
            guard let zone = try? ZoneRules(name: "Damaged", tzif: bytes) else { continue }
            Self.ask(zone, using: &generator)
        }
    }

    private static func ask(_ zone: ZoneRules, using generator: inout SeededGenerator) {
        for _ in 0..<20 {
            let shift = Int.random(in: 0...40, using: &generator)
            let instant = Instant(milliseconds: Int(bitPattern: generator.next()) >> shift)
            _ = zone.timestamp(instant).description
            _ = zone.nextOffsetChange(after: instant)
            let wall = zone.wallTime(at: instant)
            _ = zone.hasDate(wall.day)
            _ = zone.instant(of: wall.day, secondsOfDay: wall.secondsOfDay)
            _ = zone.firstInstant(reaching: wall.day, secondsOfDay: wall.secondsOfDay)
        }
    }
}
