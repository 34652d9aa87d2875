/// A rule as people say it: `every 2 weeks`, `every Mon and Thu`, `every weekday`.
///
/// - Parameter rule: the `repeat` of a task, such as `FREQ=WEEKLY;BYDAY=MO,TH`.
/// - Returns: `nil` for a word, a delay, and a rule with other parts than FREQ, INTERVAL, plain weekdays of a week
///   and the last day of a month; and for months and years without SKIP=BACKWARD, which leave out months without the day.
package func repetitionText(ofRule rule: String) -> String? {
    if let end = rule.firstRange(of: ";UNTIL="), let until = lastDayText(rule[end.upperBound...].prefix { $0 != ";" }) {
        let rest = rule[end.upperBound...].drop { $0 != ";" }
        return repetitionText(ofRule: String(rule[..<end.lowerBound]) + rest).map { "\($0) until \(until)" }
    }
    if let count = rule.firstRange(of: ";COUNT=") {
        let number = rule[count.upperBound...].prefix { $0 != ";" }
        let rest = rule[count.upperBound...].drop { $0 != ";" }
        return repetitionText(ofRule: String(rule[..<count.lowerBound]) + rest).map { "\($0), \(number) times in all" }
    }
    var parts: [Substring: Substring] = [:]
    for part in rule.split(separator: ";") {
        let pair = part.split(separator: "=")
        guard pair.count == 2 else { return nil }
        parts[pair[0]] = pair[1]
    }
    let periods: [Substring: String] = [
        "HOURLY": "hour", "DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year",
    ]
    guard let frequency = parts.removeValue(forKey: "FREQ"), let period = periods[frequency],
        let interval = Int(parts.removeValue(forKey: "INTERVAL") ?? "1")
    else { return nil }
    let codes = parts.removeValue(forKey: "BYDAY")?.split(separator: ",")
    if period == "month", interval == 1, parts.isEmpty, let codes { return weekdayOfMonthText(codes) }
    if period == "month", let days = parts["BYMONTHDAY"]?.split(separator: ","), days.count > 1 {
        parts["BYMONTHDAY"] = nil
        guard parts.isEmpty, codes == nil, let text = daysOfMonthText(days) else { return nil }
        return "\(text) of every \(interval == 1 ? "month" : "\(interval) months")"
    }
    if parts["BYHOUR"] != nil {
        guard ["day", "week"].contains(period), let text = timesText(&parts), parts.isEmpty else { return nil }
        let rest = rule.split(separator: ";").filter { !$0.hasPrefix("BYHOUR=") && !$0.hasPrefix("BYMINUTE=") }
        return repetitionText(ofRule: rest.joined(separator: ";")).map { "\($0) at \(text)" }
    }
    let isOnLastDay = period == "month" && parts["BYMONTHDAY"] == "-1"
    if isOnLastDay { parts["BYMONTHDAY"] = nil }
    let keepsDay = parts["RSCALE"] == "GREGORIAN" && parts["SKIP"] == "BACKWARD"
    if keepsDay { (parts["RSCALE"], parts["SKIP"]) = (nil, nil) }
    guard keepsDay || isOnLastDay || !["month", "year"].contains(period) else { return nil }
    guard parts.isEmpty, codes == nil || period == "week" else { return nil }
    let every = interval == 1 ? "every \(period)" : "every \(interval) \(period)s"
    guard let codes else { return isOnLastDay ? "the last day of \(every)" : every }
    guard let weekdays = weekdaysText(codes) else { return nil }
    if interval == 1 { return "every \(weekdays)" }
    let isSet = ["weekday", "weekend"].contains(weekdays)
    return "\(every) on \(isSet ? "each \(weekdays)" : weekdays)"
}

/// `the first Monday of every month`, `the last Friday of every month`
private func weekdayOfMonthText(_ codes: [Substring]) -> String? {
    let positions: [Substring: String] = ["1": "first", "2": "second", "3": "third", "4": "fourth", "-1": "last"]
    let words = codes.sorted { ($0.first == "-" ? 1 : 0, $0) < ($1.first == "-" ? 1 : 0, $1) }
        .compactMap { positions[$0.dropLast(2)] }
    guard words.count == codes.count, Set(codes.map { $0.suffix(2) }).count == 1,
        let weekday = weekdaysText([codes[0].suffix(2)])
    else { return nil }
    return "the \(list(words)) \(weekday) of every month"
}

/// `the 1st, 10th and 20th`, `the 15th and the last day`
private func daysOfMonthText(_ days: [Substring]) -> String? {
    let numbers = days.compactMap { Int($0) }
    guard numbers.count == days.count, numbers.allSatisfy({ $0 == -1 || (1...31).contains($0) }) else { return nil }
    let words = numbers.filter { $0 > 0 }.sorted().map(ordinal) + (numbers.contains(-1) ? ["the last day"] : [])
    return "the \(list(words))"
}

/// `1st`, `22nd`
private func ordinal(_ number: Int) -> String {
    let suffix = [1: "st", 2: "nd", 3: "rd"][(11...13).contains(number) ? 0 : number % 10] ?? "th"
    return "\(number)\(suffix)"
}

/// `8:00 and 20:00` of the hours and the minute of a rule, which are removed.
private func timesText(_ parts: inout [Substring: Substring]) -> String? {
    guard let hours = parts.removeValue(forKey: "BYHOUR")?.split(separator: ",").map({ Int($0) }),
        let minute = parts.removeValue(forKey: "BYMINUTE").flatMap({ Int($0) })
    else { return nil }
    let times = hours.compactMap(\.self).sorted().map { "\($0):\(minute < 10 ? "0" : "")\(minute)" }
    return times.count == hours.count ? list(times) : nil
}

/// `8:00, 12:00 and 20:00`
private func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) and \(last)"
}

/// `2026-12-31` of `20261231`; `nil` for a date with a time.
private func lastDayText(_ digits: Substring) -> String? {
    guard digits.count == 8, digits.allSatisfy(\.isNumber) else { return nil }
    return "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
}

/// `Monday`, `Mon and Thu`, `Mon, Wed and Fri`, `weekday`, `weekend`; `nil` if one of them has an ordinal.
private func weekdaysText(_ codes: [Substring]) -> String? {
    let names: [Substring: String] = [
        "MO": "Monday", "TU": "Tuesday", "WE": "Wednesday", "TH": "Thursday", "FR": "Friday", "SA": "Saturday",
        "SU": "Sunday",
    ]
    let days = codes.compactMap { names[$0] }
    guard days.count == codes.count, let last = days.last else { return nil }
    if days.count == 1 { return last }
    if codes == ["MO", "TU", "WE", "TH", "FR"] { return "weekday" }
    if codes == ["SA", "SU"] { return "weekend" }
    return list(days.map { String($0.prefix(3)) })
}

/// What a rule leaves out because a month does not have its day: `months without a 31st`; and the words that keep the last day
/// instead, if there are any: `every 3 months`. `nil` for a rule that leaves out nothing.
///
/// - Parameters:
///   - month: the month of one of its dates.
///   - day: the day of the month of its dates.
package func monthsLeftOut(byRule rule: String, month: Int, day: Int) -> (text: String, instead: String?)? {
    var parts: [Substring: Substring] = [:]
    for part in rule.split(separator: ";") {
        let pair = part.split(separator: "=")
        if pair.count == 2 { parts[pair[0]] = pair[1] }
    }
    let isLiteral = parts["SKIP"] == nil && !parts.keys.contains { $0.hasPrefix("BY") }
    guard isLiteral, let interval = Int(parts["INTERVAL"] ?? "1") else { return nil }
    let ends = parts["COUNT"] != nil || parts["UNTIL"] != nil
    switch parts["FREQ"] {
    case "MONTHLY":
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        let reached = (0..<12).map { lengths[(month - 1 + $0 * (interval % 12)) % 12] }
        guard reached.contains(where: { $0 < day }) else { return nil }
        let instead = interval == 1 ? "monthly" : "every \(interval) months"
        return ("months without a \(day)\(day == 31 ? "st" : "th")", ends ? nil : instead)
    case "YEARLY" where month == 2 && day == 29:
        return ("years without a 29 February", ends ? nil : interval == 1 ? "yearly" : "every \(interval) years")
    default: return nil
    }
}
