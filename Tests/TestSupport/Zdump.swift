import Foundation
import GardenAPI
import TimeKit

/// The system's own reader of zone files.
public enum Zdump {
    private static let path = "/usr/bin/zdump"

    public static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// A wall clock's reading at an instant: the last second before a transition, or the first after it.
    public struct Line: Sendable {
        public let text: String
        public let instant: Instant
        public let offsetSeconds: Int
        public let isDaylightSaving: Bool
        public let abbreviation: String
    }

    /// The output of `zdump -v` for some years, without the lines about the ends of time.
    ///
    /// - Throws: when it cannot be run; a zone that it does not know has no lines.
    public static func lines(_ name: String, years: Range<Int>) throws -> [Line] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["-v", "-c", "\(years.lowerBound),\(years.upperBound)", name]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line($0, years) }
    }

    /// `Asia/Tokyo  Sat Sep 10 14:59:59 1950 UT = Sun Sep 11 00:59:59 1950 JDT isdst=1 gmtoff=36000`
    private static func line(_ text: Substring, _ years: Range<Int>) -> Line? {
        let words = text.split(separator: " ")
        guard words.count == 16, let month = months.firstIndex(of: words[2]), let dayOfMonth = Int(words[3]),
            let year = Int(words[5]), years.contains(year),
            let day = CalendarDay(year: year, month: month + 1, day: dayOfMonth),
            let offsetSeconds = Int(words[15].dropFirst("gmtoff=".count))
        else { return nil }
        let time = words[4].split(separator: ":").compactMap { Int($0) }
        return Line(
            text: String(text),
            instant: Instant(
                secondsSinceEpoch: day.daysSinceEpoch * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]),
            offsetSeconds: offsetSeconds, isDaylightSaving: words[14] == "isdst=1", abbreviation: String(words[13]))
    }

    private static let months: [Substring] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
