import GeoKit

/// Lengths of time as people write them.
enum CSVDuration {
    /// The longest, in seconds: longer ones are mistakes.
    private static let most = 1000 * 3600

    private static let units: [(names: [String], seconds: Int)] = [
        (
            [
                "hours", "hour", "hrs", "hr", "stunden", "stunde", "std", "heures", "heure", "horas", "hora", "時間",
                "小时", "小時", "h",
            ], 3600
        ),
        (["minutes", "minute", "mins", "min", "minuten", "minutos", "minuto", "分钟", "分鐘", "分", "m", "'"], 60),
        (["seconds", "second", "secs", "sec", "sekunden", "sekunde", "secondes", "segundos", "秒", "s"], 1),
    ]

    /// The seconds of a text such as `1:30`, `1h 30m`, `90 min`, `1.5` or `1,5`; `nil` for others.
    ///
    /// - Parameter unit: of a number without one, in seconds.
    static func seconds(_ text: String, unit: Int) -> Int? {
        let text = text.trimmed.lowercased()
        guard !text.isEmpty, text.utf8.count <= 60 else { return nil }
        let seconds: Int?
        if text.contains(":") {
            seconds = clock(text)
        } else if let number = number(text) {
            seconds = rounded(number, unit)
        } else {
            seconds = words(text)
        }
        return seconds.flatMap { (0...most).contains($0) ? $0 : nil }
    }

    /// Hours, minutes and, if there are three, seconds.
    private static func clock(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), (1...4).contains(parts[0].utf8.count),
            parts.dropFirst().allSatisfy({ (1...2).contains($0.utf8.count) })
        else { return nil }
        var seconds = 0
        for (part, unit) in zip(parts, [3600, 60, 1]) {
            guard part.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(part), unit == 3600 || number < 60
            else { return nil }
            seconds += number * unit
        }
        return seconds
    }

    /// A number in thousandths.
    private static func number(_ text: some StringProtocol) -> Int? {
        let digits = String(text).replacing(",", with: ".")
        guard digits.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") }), digits.utf8.count <= 12,
            digits.utf8.contains(where: { $0 != UInt8(ascii: ".") })
        else { return nil }
        return FixedPoint.units(of: digits, decimals: 3)
    }

    private static func rounded(_ thousandths: Int, _ unit: Int) -> Int? {
        let (product, overflow) = thousandths.multipliedReportingOverflow(by: unit)
        return overflow ? nil : (product + 500) / 1000
    }

    private static func words(_ text: String) -> Int? {
        var rest = text[...]
        var seconds = 0
        var last = Int.max
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "+" }
            guard !rest.isEmpty else { return seconds }
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
            guard let number = number(digits) else { return nil }
            rest = rest[digits.endIndex...].drop(while: \.isWhitespace)
            let word = rest.prefix { $0.isLetter || $0 == "'" }
            // `1h30` leaves out the last unit.
            let unit = word.isEmpty ? (last == 3600 ? 60 : nil) : unit(&rest)
            guard let unit, unit < last, let part = rounded(number, unit) else { return nil }
            seconds += part
            guard seconds <= most else { return nil }
            last = unit
            if rest.first == "." { rest.removeFirst() }
        }
    }

    private static func unit(_ rest: inout Substring) -> Int? {
        for (names, seconds) in units {
            for name in names where rest.hasPrefix(name) {
                let after = rest.dropFirst(name.count)
                // `m` is no beginning of another word.
                guard after.first.map({ !$0.isLetter || !$0.isASCII }) ?? true else { continue }
                rest = after
                return seconds
            }
        }
        return nil
    }
}
