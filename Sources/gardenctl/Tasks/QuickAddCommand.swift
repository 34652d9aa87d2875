import ArgumentParser
import GardenAPI

/// Adds a task that is described by one sentence.
struct QuickAddCommand: TaskAnswering {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a task from one sentence.",
        usage: "gardenctl add <sentence> [--dry-run]",
        discussion: """
            The sentence is the title with dates and marks. A date or a repetition counts at its end: tomorrow 18:00, \
            on friday, every 2 weeks, every mon and thu, after 4d (from each completion), 3 times a week. It also counts \
            at its beginning, in English before a colon or a verb: tomorrow call Anna. #Home or #"Film nights" is the category, +200 the points, ~2 the \
            focus sessions you expect, !1 the priority. +200 and ~2 count at the end. A backslash before a word keeps \
            it in the title: \\tomorrow, \\#1. So do quotation marks: "Tomorrow".

            remind me to … sets a reminder at the date, and … remind 1h before one before it is due; so do !14:00, 提醒我… \
            and …をリマインド. Without a time that is understood, the task has none, and the answer says so.

            +phone at the end is a tag if a task has it, or if the sentence has a date or another mark. The marks of \
            Taskwarrior and todo.txt are understood, too: due:friday, wait:monday, recur:weekly, project:Home, pri:H, (A).

            What is not understood as a date or a mark stays in the title, and the answer says why. The answer shows what \
            was understood; --dry-run shows it and adds nothing.

            The shell reads #, !, ~, \\ and quotation marks itself. If the sentence has any of them, put it in single \
            quotes; otherwise the shell may drop a part of it.

              gardenctl add 'remind me to call Bob tomorrow 9:00'
              gardenctl add Buy milk tomorrow 18:00
              gardenctl add 'Buy milk tomorrow 18:00 every week #Home +200 ~2'
              gardenctl add --dry-run 'Watch Heat friday #"Film nights" !2'
              gardenctl add 明日9時に牛乳を買う
            """)

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The title with dates and marks.", valueName: "sentence"))
    var words: [String] = []

    @Flag(help: "Show what would be added, and add nothing.")
    var dryRun = false

    @OptionGroup var common: CommonOptions

    mutating func validate() throws {
        guard try !freeText(words).isEmpty else {
            throw ValidationError("the sentence is missing: gardenctl add SENTENCE")
        }
        try validateRequest()
    }

    func request() throws -> TaskQuickAdd {
        TaskQuickAdd(text: try freeText(words.count > 1 ? words.map(Self.quoted) : words), dryRun: dryRun ? true : nil)
    }

    /// A mark with blanks in its value, which the shell has taken the quotation marks from: `due:"next friday"`.
    private static func quoted(_ word: String) -> String {
        guard let colon = word.firstIndex(of: ":"), word[colon...].contains(" "), !word.contains("\""),
            word[..<colon].allSatisfy(\.isLetter), colon > word.startIndex
        else { return word }
        return "\(word[...colon])\"\(word[word.index(after: colon)...])\""
    }

    func text(_ response: QuickAddedTask, _ present: Present?, _ style: Style) -> String {
        quickAddText(response, isDryRun: dryRun, present, style)
    }
}
