import Foundation
import GardenAPI
import Testing

@testable import GardenCore

/// The system's own reader of zone files is the judge (RULES L9).
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: Zdump.path), "needs zdump(8)"))
struct ZdumpTests {
    @Test(arguments: TestZones.names)
    func everyTransitionIsTheOneZdumpShows(name: String) throws {
        let zone = try TestZones.load(name)
        let lines = try Zdump.lines(name)

        for line in lines { #expect(zone.localTime(at: line.instant) == line.localTime, "\(name) at \(line.text)") }

        var expected: [Instant] = []
        for (before, after) in zip(lines, lines.dropFirst())
        where Instant.milliseconds(from: before.instant, to: after.instant) == 1000 {
            expected.append(after.instant)
        }
        var found: [Instant] = []
        let end = instant("2060-01-01T00:00:00Z")
        var position = instant("1979-12-31T23:59:59Z")
        while let next = zone.nextTransition(after: position), next < end {
            found.append(next)
            position = next
        }
        #expect(found == expected, "\(name)")
    }
}

enum Zdump {
    static let path = "/usr/bin/zdump"

    struct Line {
        let text: String
        let instant: Instant
        let localTime: ZoneRules.LocalTime
    }

    /// What `zdump -v` says of 1980 … 2059, but for the lines about the ends of time.
    static func lines(_ name: String) throws -> [Line] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["-v", "-c", "1980,2060", name]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line($0) }
    }

    /// `Asia/Tokyo  Sat Sep 10 14:59:59 1950 UT = Sun Sep 11 00:59:59 1950 JDT isdst=1 gmtoff=36000`
    private static func line(_ text: Substring) -> Line? {
        let words = text.split(separator: " ")
        guard words.count == 16, let month = months.firstIndex(of: words[2]), let dayOfMonth = Int(words[3]),
            let year = Int(words[5]), (1980..<2060).contains(year),
            let day = CalendarDay(year: year, month: month + 1, day: dayOfMonth),
            let offsetSeconds = Int(words[15].dropFirst("gmtoff=".count))
        else { return nil }
        let time = words[4].split(separator: ":").compactMap { Int($0) }
        return Line(
            text: String(text),
            instant: Instant(
                secondsSinceEpoch: day.daysSinceEpoch * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]),
            localTime: ZoneRules.LocalTime(
                offsetSeconds: offsetSeconds, isDaylightSaving: words[14] == "isdst=1",
                abbreviation: String(words[13])))
    }

    private static let months: [Substring] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
