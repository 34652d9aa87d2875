import GardenAPI
import TextKit
import TimeKit

/// A length in minutes: `50 min`, `1 h 40 min`, `25 h`.
func minutesText(_ minutes: Int) -> String { minutes == 0 ? "0 min" : length(saturatingProduct(minutes, 60)) }

/// A day: its minutes against the goal, its hours as bars, and what else happened.
func dayStatisticsText(_ day: DayStatistics, _ style: Style) -> String {
    var lines = [style.bold("\(day.day.weekdayName), \(day.day)")]
    let totals = day.totals
    let goal = day.goalMinutes > 0 ? " of \(minutesText(day.goalMinutes))" : ""
    var facts = ["\(minutesText(totals.minutes))\(goal)", totals.sessions.counted("session")]
    if totals.interruptions > 0 { facts.append(totals.interruptions.counted("interruption")) }
    if totals.tasks > 0 { facts.append("\(totals.tasks.counted("task")) done") }
    if day.isOff { facts.append("day off") }
    lines.append(style.facts(facts))
    if totals.earned != 0 || totals.spent != 0 {
        lines.append(style.facts(["\(signed(totals.earned)) points earned", "\(totals.spent) spent"]))
    }
    let busy = day.hours.indices.filter { day.hours[$0].minutes > 0 }
    guard let first = busy.first, let last = busy.last else { return lines.joined(separator: "\n") }
    let most = max(60, day.hours.map(\.minutes).max() ?? 0)
    let width = min(30, max(5, (style.columns ?? 80) - "09:00  ".count - "  100 min".count))
    lines.append("")
    for hour in day.hours[first...last] {
        let label = "\(hour.hour < 10 ? "0" : "")\(hour.hour):00"
        guard hour.minutes > 0 else {
            lines.append(style.dim("\(label)  ·"))
            continue
        }
        let bar = String(repeating: "█", count: max(1, steps(hour.minutes, of: most, in: width)))
        lines.append("\(label)  \(style.painted(bar, .green))  \(hour.minutes) min")
    }
    return lines.joined(separator: "\n")
}

/// A range of days in comparison with the one before it, and its categories.
///
/// - Parameter colors: the colours of the categories by their ids.
func summaryText(_ summary: StatisticsSummary, colors: [Int: CategoryColor] = [:], _ style: Style) -> String {
    let (now, before) = (summary.range, summary.before)
    var lines = [style.bold("\(now.from) to \(now.to)"), style.dim("compared with \(before.from) to \(before.to)"), ""]
    func row(_ name: String, _ value: String, _ difference: String?) {
        let head = "\(name.padded(to: "interruptions".count))  \(value.padded(to: difference == nil ? 0 : 11))"
        lines.append(difference.map { "\(head)  \(style.dim($0))" } ?? head)
    }
    func count(_ name: String, _ path: KeyPath<StatisticsTotals, Int>, isAlwaysShown: Bool = false) {
        let (value, old) = (now.totals[keyPath: path], before.totals[keyPath: path])
        guard isAlwaysShown || value != 0 || old != 0 else { return }
        row(name, "\(value)", change(value - old) { "\($0)" })
    }
    row("focus", minutesText(now.totals.minutes), change(now.totals.minutes - before.totals.minutes, minutesText))
    row("per day", minutesText(now.averagePerDay), change(now.averagePerDay - before.averagePerDay, minutesText))
    count("sessions", \.sessions, isAlwaysShown: true)
    count("interruptions", \.interruptions)
    if let hour = now.bestHour { row("best hour", "\(hour < 10 ? "0" : "")\(hour):00", nil) }
    count("tasks done", \.tasks)
    count("points earned", \.earned)
    count("points spent", \.spent)
    if !summary.categories.isEmpty { lines += ["", categoriesText(summary.categories, colors, style)] }
    return lines.joined(separator: "\n")
}

/// A difference in words: `+25 min`, `−5`, `as before`.
private func change(_ amount: Int, _ text: (Int) -> String) -> String {
    amount == 0 ? "as before" : "\(amount < 0 ? "−" : "+")\(text(abs(amount)))"
}

private func categoriesText(
    _ categories: [CategoryStatistics], _ colors: [Int: CategoryColor], _ style: Style
) -> String {
    let most = categories.map(\.totals.minutes).max() ?? 0
    let barWidth = (style.columns ?? 80) >= 60 ? 20 : 0
    // Without room for the names, the minutes alone.
    let columns = (style.columns ?? 80) >= 36 ? 4 : 2
    var table = TextTable(Array([.flexible, .number, .number, .number].prefix(columns)))
    table.append(Array(["", "focus", "sessions", "tasks"].prefix(columns)), .dim)
    for category in categories {
        let name = category.category.isEmpty ? "(none)" : printable(category.category)
        let removed = category.categoryId == nil && !category.category.isEmpty ? " (removed)" : ""
        let bar = bar(category.totals.minutes, of: most, width: barWidth).filled
        let cells = [
            name + removed, minutesText(category.totals.minutes), "\(category.totals.sessions)",
            "\(category.totals.tasks)",
        ]
        let color = category.categoryId.flatMap { colors[$0] } ?? .green
        table.append(Array(cells.prefix(columns)), remark: style.painted(bar, color))
    }
    return table.text(style)
}

/// The current streak and the longest one, and what the current day still lacks.
///
/// - Parameter isPast: whether the day has ended.
func streakText(_ streak: StreakStatistics, isPast: Bool = false, _ style: Style) -> String {
    let day = isPast ? "That day" : "Today"
    let current = style.bold(streak.current == 0 ? "No streak" : "\(streak.current.counted("day")) in a row")
    let longest = "longest: \(streak.longest.counted("day"))"
    let goal = streak.goalMinutes > 0 ? "goal: \(minutesText(streak.goalMinutes)) a day" : "goal: one session a day"
    let today: String
    if streak.reachedToday {
        today = "\(day) counts: \(minutesText(streak.todayMinutes))."
    } else if streak.goalMinutes > 0 {
        let missing = saturatingDifference(streak.goalMinutes, streak.todayMinutes)
        today =
            "\(day): \(minutesText(streak.todayMinutes)); \(minutesText(missing)) \(isPast ? "too few" : "to go")."
    } else if streak.todayMinutes > 0 {
        today = "\(day): \(minutesText(streak.todayMinutes)), in no session that brings exp\(isPast ? "" : " yet")."
    } else {
        today = isPast ? "That day: no completed session." : "Today: no completed session yet."
    }
    return "\(style.facts([current, longest, goal]))\n\(today)"
}

/// The days that do not count for streaks.
func daysOffText(_ off: DaysOff, _ style: Style) -> String {
    let weekdays = off.weekdays.map { "every \($0.rawValue.prefix(1).uppercased())\($0.rawValue.dropFirst())" }
    let days = spansText(off.days)
    guard !(weekdays.isEmpty && days.isEmpty) else {
        return
            "No days off. To take one: gardenctl stats off tomorrow; for the same weekdays each week: "
            + "gardenctl config set stats.days_off saturday sunday"
    }
    return (weekdays + days).joined(separator: "\n")
}

/// What has changed between two lists of days off.
func changedDaysOffText(from before: DaysOff, to after: DaysOff) -> String {
    let (added, removed) = (Set(after.days).subtracting(before.days), Set(before.days).subtracting(after.days))
    let parts = [("Off now", added), ("No longer off", removed)].filter { !$0.1.isEmpty }
    guard !parts.isEmpty else { return "Nothing was changed." }
    return parts.map { "\($0.0): \(spansText($0.1.sorted()).joined(separator: ", "))" }.joined(separator: "\n")
}

/// Consecutive days as one span each: `2026-12-24 Thursday`, `2026-12-24 to 2027-01-01 (9 days)`.
private func spansText(_ days: [CalendarDay]) -> [String] {
    var spans: [ClosedRange<CalendarDay>] = []
    for day in days {
        if let last = spans.last, last.upperBound.advanced(by: 1) == day {
            spans[spans.count - 1] = last.lowerBound...day
        } else {
            spans.append(day...day)
        }
    }
    return spans.map { span in
        let (first, last) = (span.lowerBound, span.upperBound)
        guard first < last else { return "\(first) \(first.weekdayName)" }
        return "\(first) to \(last) (\((last.daysSinceEpoch - first.daysSinceEpoch + 1).counted("day")))"
    }
}
