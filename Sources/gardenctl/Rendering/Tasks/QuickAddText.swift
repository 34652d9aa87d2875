import GardenAPI

/// A task from a sentence with its dates in full, and what was understood of the sentence.
func quickAddText(_ answer: QuickAddedTask, isDryRun: Bool, _ present: Present?, _ style: Style) -> String {
    let understood = answer.understood.map { part in
        "  " + style.dim("\(printable(part.text)) → \(printable(part.meaning))")
    }
    guard isDryRun else {
        return ([taskText("Added", answer.task, present, style)] + understood).joined(separator: "\n")
    }
    // The task has no id yet.
    let place = "(\(printable(answer.task.category)))"
    let title = style.bold(titleText(answer.task, beside: "Would add  \(place)", style))
    return (["Would add \(title) \(place)"] + understood).joined(separator: "\n")
}
