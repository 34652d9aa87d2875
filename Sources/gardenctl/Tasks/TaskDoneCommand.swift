import ArgumentParser
import GardenAPI
import TextKit
import TimeKit

extension TaskCommand {
    struct Done: TaskCompleting {
        static let configuration = CommandConfiguration(
            commandName: "done",
            abstract: "Complete a task, or all tasks of a category.",
            usage: usage("task done"),
            discussion: discussion("task done"))

        @OptionGroup var completion: TaskCompletionArguments
        @OptionGroup var common: CommonOptions
    }

    struct Skip: TasksAnswering {
        static let configuration = CommandConfiguration(
            commandName: "skip",
            abstract: "Skip one occurrence of a repeating task, without pay.",
            discussion: """
                A task that repeats some time after you complete it, such as after 4d, has no next occurrence to skip \
                to.

                  gardenctl task skip Take out the trash
                  gardenctl task skip 12 15
                  gardenctl task skip 12 --occurrence 2026-11-21
                """)

        @OptionGroup var words: TaskWords
        @OptionGroup var meant: OccurrenceOption
        @OptionGroup var common: CommonOptions

        var target: TaskTarget { words.target }

        mutating func validate() throws {
            try meant.validate(for: target)
            try validateRequest()
        }

        func request(about target: TaskTarget) -> TaskSkip {
            TaskSkip(id: target.id, ids: target.ids, title: target.title, occurrence: meant.complete)
        }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            guard target.ids == nil else { return try performRequest(with: client, in: context) }
            var skip = request(about: target)
            skip.occurrence = try meant.date(of: skip.id, skip.title, asking: client)
            guard !common.json else { return try context.output.printData(client.ask(skip).json.text) }
            if skip.occurrence == nil {
                // The answer has only the next occurrence.
                skip.occurrence = try client.ask(TaskGet(id: skip.id, title: skip.title)).value().occurrence
            }
            client.asksForPresent = true
            let tasks = try client.ask(skip).value().elements
            let present = client.present
            let skipped = skip.occurrence.map { "Skipped \($0.fullText(nil)) of" } ?? "Skipped"
            for task in tasks { try context.print(taskText(skipped, task, present, context.style)) }
        }

        func suits(_ task: TaskItem) -> Bool { task.completedAt == nil && task.repeat != nil }

        func text(about item: TaskItem, _ present: Present?, _ style: Style) -> String {
            taskText("Skipped one occurrence of", item, present, style)
        }

        func text(about items: [TaskItem], _ present: Present?, _ style: Style) -> String {
            tasksText("Skipped one occurrence of", items, present, style)
        }
    }

    /// The occurrence that a person means.
    struct OccurrenceOption: ParsableArguments {
        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp(
                "Only if this is the open occurrence: YYYY-MM-DD, or with the time HH:MM.", valueName: "date"))
        var occurrence: [String] = []

        var isGiven: Bool { !occurrence.isEmpty }

        func validate(for target: TaskTarget) throws {
            guard target.ids != nil, isGiven else { return }
            throw ValidationError("--occurrence is of one task; give one id")
        }

        /// The date if it needs nothing else; `nil` if its zone is missing, or if none is given.
        var complete: TaskDate? { joined(occurrence).flatMap { try? TaskDate(json: .string($0)) } }

        /// The date, with the zone of the open occurrence. A day is the occurrence on that day, even if it has a time.
        func date(of id: Int?, _ title: String?, asking client: Client) throws(CommandError) -> TaskDate? {
            guard let text = joined(occurrence) else { return nil }
            if case .instant? = complete { return complete }
            let task = try client.ask(TaskGet(id: id, title: title)).value()
            if case .instant(let open)? = task.occurrence {
                if text == open.dateAndClock || text == String(open.dateAndClock.prefix(10)) { return .instant(open) }
                let zone = open.description.suffix(6)
                let written = text.split(separator: " ")
                if written.count == 2, let other = Timestamp("\(written[0])T\(written[1]):00\(zone)") {
                    return .instant(other)
                }
            }
            guard let complete else {
                throw .usage(
                    "--occurrence must be a date such as 2026-11-21 or 2026-11-21 09:00, not "
                        + JSON.string(printable(text)).excerpt)
            }
            return complete
        }
    }
}
