import ArgumentParser
import GardenAPI

/// The fields of a task as options of `task add` and `task edit`.
///
/// Texts and dates take all words up to the next option, so that `--due tomorrow 18:00` needs no quotes. With one word
/// only, the time would silently become a part of the title.
struct TaskFields: ParsableArguments {
    @OptionGroup var categoryOption: CategoryOption<CategoryOfThing>

    var category: Reference? { categoryOption.reference }

    @Option(
        name: .shortAndLong, parsing: .unconditional,
        help: ArgumentHelp(
            "The points it pays, before the multiplier; below 0, those that a standing task takes.", valueName: "points"
        ))
    var points: Int?

    @Option(help: ArgumentHelp("Its priority, from 1 (high) to 9 (low).", valueName: "1-9"))
    var priority: String?

    @Flag(inversion: .prefixedNo, help: "Whether it stays open when you complete it.")
    var standing: Bool?

    @Option(parsing: .upToNextOption, help: ArgumentHelp("A note.", valueName: "text"))
    var note: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("When it can begin; until then, lists leave it out.", valueName: "date"))
    var start: [String] = []

    @Option(parsing: .upToNextOption, help: ArgumentHelp("When it ends (for information only).", valueName: "date"))
    var end: [String] = []

    @Option(
        name: .shortAndLong, parsing: .upToNextOption,
        help: ArgumentHelp("When it is due: a day, or a day and a time.", valueName: "date"))
    var due: [String] = []

    @Option(
        name: .shortAndLong, parsing: .upToNextOption,
        help: ArgumentHelp(
            """
            When to remind you; at 09:00 if you give only a day. Or how long before it is due: 10m before, 1d before 18:00, \
            at due.
            """, valueName: "date"))
    var remind: [String] = []

    @Option(
        name: .customLong("repeat"), parsing: .upToNextOption,
        help: ArgumentHelp(
            """
            daily, weekly, monthly, yearly, every 2 weeks, every mon and thu, every weekday, 'after 4d' (h, d, w, mo) \
            from each completion, 3 times a week (no date), or an RRULE.
            """,
            valueName: "rule"))
    var repetition: [String] = []

    @Option(
        name: .customLong("tag"), parsing: .upToNextOption,
        help: ArgumentHelp("Tags: phone, or several: phone,home.", valueName: "tags"), completion: Completions.tags)
    var tagWords: [String] = []

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The focus sessions you expect it to take, 1–99.", valueName: "count"))
    var estimate: String?

    /// Refuses the empty text: it is more likely a variable of a script that is not set than a wish to lose a date.
    ///
    /// - Parameter areCleared: whether `none` clears a field.
    func requireValues(areCleared: Bool) throws {
        let values = [
            ("--priority", priority), ("--note", joined(note)), ("--start", joined(start)), ("--end", joined(end)),
            ("--due", joined(due)), ("--remind", joined(remind)), ("--repeat", joined(repetition)),
            ("--estimate", estimate), ("--tag", joined(tagWords)),
        ]
        for case (let option, let text?) in values where text.allSatisfy(\.isWhitespace) {
            throw ValidationError("\(option) is empty" + (areCleared ? "; to clear it, write none" : ""))
        }
    }

    var isGiven: Bool {
        category != nil || points != nil || priority != nil || standing != nil || estimate != nil
            || [note, start, end, due, remind, repetition, tagWords].contains { !$0.isEmpty }
    }

    var hasDates: Bool { [start, end, due, remind].contains { !$0.isEmpty } }

    /// The first of the options that take several words.
    var firstWithWords: String? {
        let options = [
            ("--category", categoryOption.words), ("--note", note), ("--start", start), ("--end", end), ("--due", due),
            ("--remind", remind),
            ("--repeat", repetition), ("--tag", tagWords),
        ]
        return options.first { $0.1.count > 1 }?.0
    }

    func priorityChange() throws -> FieldChange<Int> { try Self.number(priority, "--priority", 1...9) }
    func estimateChange() throws -> FieldChange<Int> { try Self.number(estimate, "--estimate", 1...99) }

    /// The change of a text or a date: `none` clears it.
    static func change(_ words: [String]) -> FieldChange<String> {
        guard let text = joined(words) else { return .keep }
        return isNone(text) ? .clear : .set(text)
    }

    private static func number(
        _ text: String?, _ option: String, _ range: ClosedRange<Int>
    ) throws -> FieldChange<Int> {
        // requireValues() refuses the empty text.
        guard let text, !text.allSatisfy(\.isWhitespace) else { return .keep }
        if isNone(text) { return .clear }
        guard let number = Int(text), range.contains(number) else {
            let found = JSON.string(printable(text)).excerpt
            throw ValidationError(
                "\(option) must be from \(range.lowerBound) to \(range.upperBound), or none, not \(found)")
        }
        return .set(number)
    }

    static func isNone(_ text: String) -> Bool { text.lowercased() == "none" }
}

extension FieldChange {
    /// The value to set; `nil` if there is none.
    var newValue: Value? { applied(to: nil) }
}
