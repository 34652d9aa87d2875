import ArgumentParser
import GardenAPI

extension TaskCommand {
    struct Add: CategoryCreatingCommand, TaskAnswering {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a task.",
            usage: "gardenctl task add <title> [<options>]",
            discussion: """
                Write the title first, then the options; dates and notes take all words up to the next option. The \
                answer shows each date in full. A category that does not exist is created (default: Default). A \
                repeating task needs --due or --remind as its first date, except for 3 times a week (or month). A standing task stays open however often \
                you complete it.

                  gardenctl task add Buy milk
                  gardenctl task add Write the report -c Work --due friday 18:00 --points 500 --estimate 4
                  gardenctl task add Call the bank --tag phone --start monday
                  gardenctl task add Dentist --due friday 15:00 --remind 1h before
                  gardenctl task add Water the plants --remind tomorrow 9:00 --repeat after 4d
                  gardenctl task add Do the dishes --standing --points 50
                """)

        @Argument(parsing: .allUnrecognized, help: ArgumentHelp("Its title.", valueName: "title"))
        var words: [String] = []

        @OptionGroup var fields: TaskFields
        @OptionGroup var common: CommonOptions

        mutating func validate() throws {
            guard try !freeText(words).isEmpty else {
                throw ValidationError(missing("title", after: fields.firstWithWords, "gardenctl task add TITLE"))
            }
            try fields.requireValues(areCleared: false)
            if let points = fields.points, points < 0, fields.standing != true {
                throw ValidationError("--points must not be negative without --standing: \(points)")
            }
            try validateRequest()
        }

        var category: Reference? { fields.category }

        func request(in category: String?) throws -> TaskAdd {
            let tags = try tags
            return try TaskAdd(
                title: freeText(words), category: category, points: fields.points,
                priority: fields.priorityChange().newValue, standing: fields.standing,
                note: TaskFields.change(fields.note).newValue, start: TaskFields.change(fields.start).newValue,
                end: TaskFields.change(fields.end).newValue, due: TaskFields.change(fields.due).newValue,
                remind: TaskFields.change(fields.remind).newValue,
                repeat: TaskFields.change(fields.repetition).newValue, estimate: fields.estimateChange().newValue,
                tags: tags.isEmpty ? nil : TagList(tags))
        }

        /// The tags of the option; the word `none` means no tags.
        private var tags: [String] {
            get throws {
                if let text = joined(fields.tagWords), TaskFields.isNone(text) { return [] }
                return try TagWords.tags(fields.tagWords, "--tag")
            }
        }

        func text(_ response: TaskItem, _ present: Present?, _ style: Style) -> String {
            taskText("Added", response, present, style)
        }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            try announcingCategory(client, context) { () throws(CommandError) in
                try performRequest(with: client, in: context)
            }
            guard !common.json, let words = understoodWords(asking: client) else { return }
            let remark =
                "\(words): a part of the title here; gardenctl add understands it, and so do the options of task edit"
            try context.print(context.style.hanging("  ", remark))
        }

        /// The words of the title that `gardenctl add` takes as a date, a tag or another mark; `nil` if there are none, or the options
        /// already say when it is due.
        private func understoodWords(asking client: Client) -> String? {
            guard !fields.hasDates, fields.repetition.isEmpty,
                let text = try? freeText(words), text.contains(" "),
                let sentence = try? client.ask(TaskQuickAdd(text: text, dryRun: true)).value()
            else { return nil }
            let understood = sentence.understood.map(\.text)
            return understood.isEmpty ? nil : printable(understood.joined(separator: " "))
        }
    }

    struct Edit: TasksCategorizing {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Change an open task.",
            usage: "gardenctl task edit <task> [<options>]",
            discussion: """
                none clears a field: --due none, --note none. If you change the category, the task goes to the end of \
                the new one. Write the task first, then the options.

                Of a repeating task, a time alone (--due 11:00) is the new time of all occurrences. A date that is not \
                one of its dates moves only the open occurrence, and one that is opens that occurrence. The other dates \
                of an occurrence move by as many days. --series moves all occurrences, --occurrence-only one.

                  gardenctl task edit 12 --title Write the long report
                  gardenctl task edit Write --due monday 10:00 --remind none
                  gardenctl task edit 3,4 --due friday
                  gardenctl task edit 12 +phone due:friday pri:H
                  gardenctl task edit 12 +phone --untag home
                  gardenctl task edit Bins --due tuesday
                  gardenctl task edit Bins --due tuesday 10:00 --series
                """,
            aliases: ["modify", "mod"])

        @Argument(
            parsing: .allUnrecognized,
            help: .tasks,
            completion: Completions.tasks)
        var words: [String] = []

        @Option(parsing: .upToNextOption, help: ArgumentHelp("Its new title.", valueName: "title"))
        var title: [String] = []

        @OptionGroup var fields: TaskFields

        @Option(
            parsing: .upToNextOption, help: ArgumentHelp("Tags that it loses.", valueName: "tags"),
            completion: Completions.tags)
        var untag: [String] = []

        @Flag(help: "The dates are those of all occurrences of a repeating task, from the open one on.")
        var series = false

        @Flag(help: "The dates are those of the open occurrence of a repeating task only.")
        var occurrenceOnly = false

        @OptionGroup var common: CommonOptions

        mutating func validate() throws {
            if let word = words.first(where: { $0.hasPrefix("--no-") }) {
                throw ValidationError("Unknown option '\(printable(word))'; to clear a field: --due none, --note none")
            }
            var given = (words, fields)
            try TaskMarks.take(from: &given.0, into: &given.1)
            (words, fields) = given
            guard try !freeText(taskWords).isEmpty else {
                let option = title.count > 1 ? "--title" : fields.firstWithWords
                throw ValidationError(missing("task", after: option, "gardenctl task edit TASK"))
            }
            try fields.requireValues(areCleared: true)
            guard fields.isGiven || !title.isEmpty || !untag.isEmpty || taskWords.count < words.count else {
                throw ValidationError("nothing to change: give --title, --due or another option")
            }
            if occurrenceOnly, series || !fields.repetition.isEmpty {
                throw ValidationError("--occurrence-only cannot be given with --\(series ? "series" : "repeat")")
            }
            if series || occurrenceOnly, !fields.hasDates {
                let flag = series ? "--series" : "--occurrence-only"
                throw ValidationError("\(flag) needs a date: --start, --end, --due or --remind")
            }
            if let title = joined(title) {
                guard try target.ids == nil else { throw ValidationError("--title is of one task; give one id") }
                // As the title of a new task, because the param of the edit has another name than the option.
                do { _ = try TaskAdd(json: TaskAdd(title: title).json) } catch { throw ValidationError(error.message) }
            }
            try validateRequest()
        }

        var category: Reference? { fields.category }

        var target: TaskTarget { get throws { try TaskTarget(words: taskWords) } }

        /// The words before those such as `+phone`, which are tags.
        private var taskWords: [String] {
            let count = words.reversed().prefix { !TagWords.split([$0]).tags.isEmpty }.count
            return count < words.count ? words.dropLast(count) : words
        }

        /// The tags: all that it has then, those that it gets, and those that it loses.
        private var tagChanges: (all: TagList?, added: TagList?, removed: TagList?) {
            get throws {
                let removed = try TagWords.tags(untag, "--untag")
                let marks = Array(words.dropFirst(taskWords.count))
                if let text = joined(fields.tagWords), TaskFields.isNone(text) {
                    guard marks.isEmpty, removed.isEmpty else {
                        throw ValidationError(
                            "--tag none clears the tags; give it alone, or the new ones as --tag phone")
                    }
                    return ([], nil, nil)
                }
                let added = try TagWords.tags(fields.tagWords + marks, "--tag")
                let lost = Set(removed.map(\.folded))
                if let both = added.first(where: { lost.contains($0.folded) }) {
                    throw ValidationError("--tag and --untag both have \(JSON.string(printable(both)).text)")
                }
                return (nil, added.isEmpty ? nil : TagList(added), removed.isEmpty ? nil : TagList(removed))
            }
        }

        func request(about target: TaskTarget, in category: String?) throws -> TaskEdit {
            let tags = try tagChanges
            return try TaskEdit(
                id: target.id, ids: target.ids, title: target.title, newTitle: joined(title), category: category,
                points: fields.points,
                priority: fields.priorityChange(), standing: fields.standing, note: TaskFields.change(fields.note),
                start: TaskFields.change(fields.start), end: TaskFields.change(fields.end),
                due: TaskFields.change(fields.due), remind: TaskFields.change(fields.remind),
                repeat: TaskFields.change(fields.repetition), estimate: fields.estimateChange(), tags: tags.all,
                addTags: tags.added, removeTags: tags.removed,
                series: series ? true : nil, occurrenceOnly: occurrenceOnly ? true : nil)
        }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            let before = try taskBefore(asking: client)
            try announcingCategory(client, context) { () throws(CommandError) in
                try performRequest(with: client, in: context)
            }
            guard !common.json else { return }
            for remark in try remarks(before, movedDates(in: client.meta), asking: client) {
                try context.print(context.style.hanging("  ", remark))
            }
        }

        /// What the answer does not have any more: a reminder that is past now, and the occurrence that was open. `nil` if neither
        /// can change, and for several tasks.
        func taskBefore(asking client: Client) throws(CommandError) -> TaskItem? {
            movesDates ? try reference().flatMap { task in Self.task(task, client) } : nil
        }

        /// Which dates an edit has moved.
        ///
        /// - Parameter meta: of the answer to it.
        func movedDates(in meta: JSON) -> MovedDates? {
            meta[TaskEdit.datesName]?.stringValue.flatMap(MovedDates.init)
        }

        /// What became of the reminder, and which occurrences have the dates.
        func remarks(
            _ before: TaskItem?, _ moved: MovedDates?, asking client: Client
        ) throws(CommandError) -> [String] {
            guard let before else {
                guard try namedTarget().ids != nil, let moved else { return [] }
                return [occurrencesText(moved)]
            }
            guard let after = Self.task(.id(before.id), client) else { return [] }
            return [remark(before, after), moved.map { occurrencesText($0, before, after, client) }]
                .compactMap(\.self)
        }

        private static func task(_ reference: Reference, _ client: Client) -> TaskItem? {
            try? client.ask(TaskGet(id: reference.id, title: reference.name)).value()
        }

        /// The task; `nil` for several.
        private func reference() throws(CommandError) -> Reference? {
            guard case .one(let reference) = try namedTarget() else { return nil }
            return reference
        }

        /// Which occurrences of several repeating tasks have the new dates (RULES T20).
        private func occurrencesText(_ moved: MovedDates) -> String {
            switch moved {
            case .series: "Of those that repeat, this is for all occurrences from the open one on."
            case .occurrence: "Of those that repeat, this is for the open occurrence only. For all of them: --series"
            case .skipped: "Of those that repeat, the occurrences before the new date are skipped without pay."
            }
        }

        private var movesDates: Bool { !common.json && fields.hasDates }

        /// What became of the reminder when the due date was changed.
        private func remark(_ before: TaskItem, _ after: TaskItem) -> String? {
            if before.snoozedUntil != nil, after.snoozedUntil == nil { return "It is no longer snoozed." }
            guard !fields.due.isEmpty, fields.remind.isEmpty else { return nil }
            if before.remindBefore != nil, after.remindBefore == nil { return "Its reminder went with the due date." }
            guard after.repeat == nil, after.remindBefore == nil, before.remind != after.remind else { return nil }
            return after.remind == nil
                ? "Its reminder moves with the due date, and will not ring: that is past."
                : "Its reminder moves with the due date."
        }

        /// Which occurrences of a repeating task have the new dates (RULES T20).
        private func occurrencesText(
            _ moved: MovedDates, _ before: TaskItem, _ after: TaskItem, _ client: Client
        ) -> String {
            switch moved {
            case .series: return "This is for all occurrences from this one on."
            case .skipped:
                let isEarlier = after.occurrence?.isBefore(before.occurrence) ?? false
                return isEarlier
                    ? "An earlier occurrence is open again." : "The occurrences before it are skipped without pay."
            case .occurrence:
                let list = try? client.ask(TaskOccurrenceList(id: after.id, count: 2)).value()
                let next = (list?.dropFirst().first).map { "; the next one is \($0.fullText(nil))" } ?? ""
                return "This is for this occurrence only\(next)." + (occurrenceOnly ? "" : " For all of them: --series")
            }
        }

        func answer(from client: Client) throws(CommandError) -> Client.Answer<OneOrList<TaskItem>> {
            do throws(CommandError) { return try client.ask(request(asking: client)) } catch {
                // The dates that it has, rather than those of the command line, are not for a standing task.
                guard fields.standing == true, case .refused(var refusal) = error,
                    let date = refusal.details["param"]?.stringValue, ["due", "start", "end"].contains(date)
                else { throw error }
                refusal.message += "; to clear it: --\(date) none"
                throw .refused(refusal)
            }
        }

        func text(about item: TaskItem, _ present: Present?, _ style: Style) -> String {
            let isReminderNew = !fields.due.isEmpty || !fields.remind.isEmpty
            return taskText("Changed", item, isReminderNew: isReminderNew, present, style)
        }

        func text(about items: [TaskItem], _ present: Present?, _ style: Style) -> String {
            tasksText("Changed", items, present, style)
        }
    }
}

/// The message for a title or a task that is missing because an option has taken its words.
private func missing(_ name: String, after option: String?, _ command: String) -> String {
    guard let option else { return "the \(name) is missing: \(command)" }
    return "the \(name) is missing: \(option) takes all words up to the next option; "
        + "write the \(name) first: \(command) \(option) …"
}
