import GardenAPI
import TimeKit

/// Tags, and tasks that are hidden until their start (RULES T21, T22).
extension TaskModel {
    /// A tag in the spelling of the oldest open task that has it.
    func spelling(of tag: String) -> String {
        for item in open {
            if let known = item.tags.first(where: { $0.lowercased() == tag.lowercased() }) { return known }
        }
        return tag
    }

    /// Gives a task the tags of a request.
    func setTags(of item: inout Item, _ params: JSON) throws {
        func tags(_ name: String) -> [String]? { params[name]?.arrayValue?.compactMap(\.stringValue) }
        if let all = tags("tags") { item.tags = all.map(spelling) }
        for removed in tags("removeTags") ?? [] {
            item.tags.removeAll { $0.lowercased() == removed.lowercased() }
        }
        for added in tags("addTags") ?? [] where !item.tags.contains(where: { $0.lowercased() == added.lowercased() }) {
            item.tags.append(spelling(of: added))
        }
        if item.tags.count > 10 { throw Refusal("invalid_params") }
    }

    /// Whether a task is hidden: its start is ahead, and it is not due by the end of the day.
    func isHidden(_ item: Item, at now: Int, today: Int) -> Bool {
        if item.closedAt == nil, isMet(item, today: today) { return true }
        guard item.closedAt == nil, item.dueAt ?? .max > zone.end(ofDay: today) else { return false }
        return switch shownDates(of: item).start {
        case nil: false
        case .day(let day)?: zone.begin(ofDay: day) > now
        case let start?: start.milliseconds(in: zone) > now
        }
    }

    /// Whether a task is due then, as a filter says it.
    func isDue(_ item: Item, in range: String, today: Int, at now: Int) -> Bool {
        guard let due = dates(of: item, item.open ?? item.lastDone).due else { return false }
        if range == "overdue" { return due.milliseconds(in: zone) <= now }
        /// Whether it is due by the end of a day.
        func isBy(_ day: Int) -> Bool {
            if case .day(let due) = due { return due <= day }
            return due.milliseconds(in: zone) < zone.end(ofDay: day)
        }
        func day(_ text: some StringProtocol) -> Int {
            text == "today" ? today : CalendarDay(String(text))?.daysSinceEpoch ?? 0
        }
        if range.hasPrefix("<") { return isBy(day(range.dropFirst()) - 1) }
        if range.hasPrefix(">") { return !isBy(day(range.dropFirst())) }
        let ends = range.split(separator: ".", omittingEmptySubsequences: true)
        return isBy(day(ends[ends.count - 1])) && !isBy(day(ends[0]) - 1)
    }
}
