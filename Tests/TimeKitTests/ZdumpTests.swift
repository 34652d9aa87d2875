import TestSupport
import Testing

@testable import TimeKit

/// The system's own reader of zone files is the reference (RULES L9).
@Suite(.enabled(if: Zdump.isInstalled, "needs zdump(8)"))
struct ZdumpTests {
    @Test(arguments: TestZones.names)
    func everyTransitionMatchesZdump(name: String) throws {
        let zone = try TestZones.load(name)
        let lines = try Zdump.lines(name, years: 1980..<2060)

        for line in lines {
            let localTime = ZoneRules.LocalTime(
                offsetSeconds: line.offsetSeconds, isDaylightSaving: line.isDaylightSaving,
                abbreviation: line.abbreviation)
            #expect(zone.localTime(at: line.instant) == localTime, "\(name) at \(line.text)")
        }

        var expected: [Instant] = []
        for (before, after) in zip(lines, lines.dropFirst())
        where Instant.milliseconds(from: before.instant, to: after.instant) == 1000 {
            expected.append(after.instant)
        }
        var found: [Instant] = []
        let end = instant("2060-01-01T00:00:00Z")
        var position = instant("1979-12-31T23:59:59Z")
        while let next = zone.nextOffsetChange(after: position), next < end {
            found.append(next)
            position = next
        }
        #expect(found == expected, "\(name)")
    }
}
