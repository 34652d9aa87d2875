import GardenAPI
import TextKit
import TimeKit

extension TaskCommand.List {
    /// Whether it lists completions: with a due date or a past day, it lists the tasks that were completed and closed.
    var listsCompletions: Bool { done && due.isEmpty && marks.due == nil && !asOf.isGiven }

    func completions(in category: String?) throws -> TaskCompletions {
        let (tags, day) = (try tags, joined(day))
        return TaskCompletions(
            from: day, to: day, category: category, tag: tags.isEmpty ? nil : TagFilter(tags), search: try text,
            priority: priority ?? marks.priority, limit: limit, before: before)
    }

    func performListingCompletions(with client: Client, in context: ProcessContext) throws(CommandError) {
        client.asksForPresent = !common.json
        let name = try client.name(of: category)
        let request: TaskCompletions
        do { request = try completions(in: name) } catch { throw .usage("\(error)") }
        let answer = try client.ask(request)
        guard !common.json else { return try context.output.printData(answer.json.text) }
        let page = try answer.value()
        let text = completionListText(
            page, commandForMore: page.next.map(commandForMore), today: client.present?.today.day, context.style)
        let paragraphs = [staleWarning(client.present?.isStale ?? false, context.style), text].compactMap(\.self)
        try context.print(paragraphs.joined(separator: "\n\n"))
    }
}

/// The completions by their days, the last one first.
///
/// - Parameter commandForMore: the command that shows the next page; `nil` if no more follow.
func completionListText(
    _ page: TaskCompletionPage, commandForMore: String?, today: CalendarDay?, _ style: Style
) -> String {
    var paragraphs: [String] = []
    if page.completions.isEmpty {
        paragraphs.append(commandForMore == nil ? "Nothing was done that matches." : "Nothing found so far.")
    } else {
        var table = TextTable([.number, .text, .flexible, .number])
        var day: CalendarDay?
        for done in page.completions {
            if done.day != day { table.append(heading: dayHeading(done.day, today: today)) }
            day = done.day
            table.append(
                [
                    style.dim("\(done.task.id)"), dayOfTime(done) + done.at.clock, printable(done.task.title),
                    done.paid == 0 ? "" : signed(done.paid),
                ], remark: style.dim(remark(done)))
        }
        paragraphs.append(table.text(style))
    }
    if let commandForMore { paragraphs.append("Earlier ones: \(commandForMore)") }
    return paragraphs.joined(separator: "\n\n")
}

/// The date of a time that is not on its day or in the night after it: a wrong clock was corrected since.
private func dayOfTime(_ done: TaskCompletion) -> String {
    guard let date = done.at.date else { return "" }
    return (0...1).contains(date.daysSinceEpoch - done.day.daysSinceEpoch) ? "" : "\(date) "
}

/// The category, and the occurrence if it is of another day.
private func remark(_ done: TaskCompletion) -> String {
    var parts = [printable(done.task.category)]
    if let occurrence = done.occurrence, occurrence.date != done.day {
        parts.append("for \(occurrence.shortText(nil))")
    }
    return parts.joined(separator: ", ")
}
