/// A rule as people say it: `every 2 weeks`, `every Mon and Thu`, `every weekday`.
///
/// - Parameter rule: the `repeat` of a task, such as `FREQ=WEEKLY;BYDAY=MO,TH`.
/// - Returns: `nil` for a word, a delay, and a rule with other parts than FREQ, INTERVAL, plain weekdays of a week
///   and the last day of a month.
package func repetitionText(ofRule rule: String) -> String? {
    var parts: [Substring: Substring] = [:]
    for part in rule.split(separator: ";") {
        let pair = part.split(separator: "=")
        guard pair.count == 2 else { return nil }
        parts[pair[0]] = pair[1]
    }
    let periods: [Substring: String] = ["DAILY": "day", "WEEKLY": "week", "MONTHLY": "month", "YEARLY": "year"]
    guard let frequency = parts.removeValue(forKey: "FREQ"), let period = periods[frequency],
        let interval = Int(parts.removeValue(forKey: "INTERVAL") ?? "1")
    else { return nil }
    let codes = parts.removeValue(forKey: "BYDAY")?.split(separator: ",")
    let isOnLastDay = period == "month" && parts["BYMONTHDAY"] == "-1"
    if isOnLastDay { parts["BYMONTHDAY"] = nil }
    guard parts.isEmpty, codes == nil || period == "week" else { return nil }
    let every = interval == 1 ? "every \(period)" : "every \(interval) \(period)s"
    guard let codes else { return isOnLastDay ? "the last day of \(every)" : every }
    guard let weekdays = weekdaysText(codes) else { return nil }
    if interval == 1 { return "every \(weekdays)" }
    let isSet = ["weekday", "weekend"].contains(weekdays)
    return "\(every) on \(isSet ? "each \(weekdays)" : weekdays)"
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
    let short = days.map { $0.prefix(3) }
    return "\(short.dropLast().joined(separator: ", ")) and \(last.prefix(3))"
}
