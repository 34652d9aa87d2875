import GardenAPI

/// A task from a sentence with its dates in full, and what was understood of the sentence.
func quickAddText(_ answer: QuickAddedTask, isDryRun: Bool, _ present: Present?, _ style: Style) -> String {
    var understood = answer.understood.map { part in
        "  " + style.dim("\(printable(part.text)) → \(printable(part.meaning))")
    }
    if !answer.datesInTitle.isEmpty, answer.problems.isEmpty {
        let words = answer.datesInTitle.map { JSON.string(printable($0)).text }.joined(separator: " and ")
        let verb = answer.datesInTitle.count == 1 ? "is" : "are"
        let hint =
            answer.task.due == nil && answer.task.remind == nil
            ? "No date was understood; \(words) \(answer.datesInTitle.count == 1 ? "stays" : "stay") in the title."
            : "\(words) \(verb) in the title; a date counts at the end."
        understood.append(style.hanging("  ", hint))
    }
    // The task has no id in a dry run.
    let task = isDryRun ? nil : answer.task.id
    for problem in answer.problems {
        let text = problem.text == answer.task.title ? "All of it" : JSON.string(printable(problem.text)).text
        understood.append(style.hanging("  ", "\(text) stays in the title: \(printable(problem.problem))."))
    }
    if let task, !answer.problems.isEmpty {
        understood.append(
            style.hanging("  ", "To set what is missing: gardenctl task edit \(task) --due DATE --title TITLE"))
    }
    if !answer.tagsInTitle.isEmpty {
        let names = answer.tagsInTitle.map { JSON.string(printable($0)).text }.joined(separator: " and ")
        let tags = answer.tagsInTitle.map { "+\(printable($0).dropFirst())" }.joined(separator: " ")
        let words = Set(answer.tagsInTitle)
        let title = answer.task.title.split(separator: " ").map(String.init).filter { !words.contains($0) }
            .joined(separator: " ").quotedForShell
        let advice = task.map { " As a tag: gardenctl task edit \($0) \(tags) --title \(title)" } ?? ""
        let are = answer.tagsInTitle.count == 1 ? "stays in the title" : "stay in the title"
        understood.append(style.hanging("  ", "\(names) \(are).\(advice)"))
    }
    if let words = answer.unsetReminder {
        let quoted = JSON.string(printable(words)).text
        let advice = isDryRun ? "" : " To set one: gardenctl task edit \(answer.task.id) --remind tomorrow 9:00"
        let hint =
            if case .instant? = answer.task.due {
                "\(quoted) is not understood as a request; the task rings when it is due."
            } else {
                "No reminder is set: no time was understood for \(quoted).\(advice)"
            }
        understood.append(style.hanging("  ", hint))
    }
    if isDryRun, let late = lateReminderText(answer.task) { understood.append(style.hanging("  ", late)) }
    guard isDryRun else {
        return ([taskText("Added", answer.task, present, style)] + understood).joined(separator: "\n")
    }
    // The task has no id yet.
    let place = "(\(printable(answer.task.category)))"
    let title = style.bold(titleText(answer.task, beside: "Would add  \(place)", style))
    return (["Would add \(title) \(place)"] + understood).joined(separator: "\n")
}
