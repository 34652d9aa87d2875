import ArgumentParser
import GardenAPI
import TextKit
import TimeKit

extension SessionCommand {
    struct Add: CategoryCreatingCommand, SessionChanging {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a focus session that the timer does not know.",
            usage: "gardenctl session add <time and category> [<options>]",
            discussion: """
                Say when it was, and in which category: two times, or a time and a length, with a date if it was not today. \
                The other words are the category, which is created if it does not exist. It counts on its own day, and what it pays on that of its end. A time without a date is the last one that has passed. A time that \
                belongs to another session is refused; --trim takes the longest part that is free.

                  gardenctl session add 9:00-10:25 Thesis yesterday
                  gardenctl session add mon 14:00 for 50m Reading
                  gardenctl session add 50m -t Write the report
                """)

        @Argument(
            parsing: .allUnrecognized,
            help: ArgumentHelp("When it was, and its category.", valueName: "time and category"))
        var words: [String] = []

        @OptionGroup var categoryOption: CategoryOption<CategoryOfSession>

        var category: Reference? { categoryOption.reference }

        @Option(
            name: .shortAndLong, parsing: .upToNextOption,
            help: ArgumentHelp("The task: its id, its title, or the beginning of it.", valueName: "task"),
            completion: Completions.tasks)
        var task: [String] = []

        @Option(parsing: .upToNextOption, help: ArgumentHelp("A note of one line.", valueName: "text"))
        var note: [String] = []

        @Flag(help: "Take the longest part that no other session covers.")
        var trim = false

        @OptionGroup var common: CommonOptions

        mutating func validate() throws {
            guard try !freeText(words).isEmpty else {
                throw ValidationError("say when it was: gardenctl session add 9:00-10:25 Thesis yesterday")
            }
            if category?.id == nil { try validateRequest() }
        }

        func request(in category: String?) throws -> SessionAdd {
            let task = try task.isEmpty ? nil : Reference(words: task)
            return SessionAdd(
                text: try freeText(words), category: category, task: task?.name, taskId: task?.id, note: joined(note),
                trim: trim ? true : nil)
        }

        func answer(from client: Client) throws(CommandError) -> Client.Answer<Session> {
            try client.askEvenIfCompleted(validRequest(in: client.name(of: category)))
        }

        func rendered(_ response: Session, _ style: Style) -> String {
            let added = "Added: \(sessionLine(response, style))"
            guard response.exp == 0 else { return added }
            return added + "\nIts minutes count, but it brings no exp (1 for each rewards.exp_minutes)."
        }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            try sayingWhatFollows(client, context) { () throws(CommandError) in
                try performAnnouncing(with: client, in: context)
            }
        }
    }

    struct Edit: CategoryCreatingCommand, SessionChanging {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Correct focus sessions.",
            usage: "gardenctl session edit <id> ... [<options>]",
            discussion: """
                Minutes, gardens and points follow, on the day of each. none clears a field: --task none, --note none. \
                Several sessions can get the same category, task, note or outcome; each is a change of its own.

                  gardenctl session edit 12 -c Thesis
                  gardenctl session edit 12 13 15-18 -c Thesis
                  gardenctl session edit 12 --end 10:05
                  gardenctl session edit 12 -t Write the report
                  gardenctl session edit 12 --outcome discarded --keep-points
                  gardenctl session edit 12 --count-pauses
                """)

        @Argument(
            help: ArgumentHelp("The ids of the sessions: 12, 12 15 or 12-15.", valueName: "id"),
            completion: Completions.sessions)
        var ranges: [IDRange]

        @OptionGroup var categoryOption: CategoryOption<RightCategory>

        var category: Reference? { categoryOption.reference }

        @Option(
            name: .shortAndLong, parsing: .upToNextOption,
            help: ArgumentHelp(
                "The right task: its id, its title, or the beginning of it; or none.", valueName: "task"),
            completion: Completions.tasks)
        var task: [String] = []

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp("When it began; a time alone is the last one before its end.", valueName: "time"))
        var start: [String] = []

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp("When it ended; a time alone is the first one after its start.", valueName: "time"))
        var end: [String] = []

        @Option(help: ArgumentHelp("How long you focused in it, such as 25 or 1h30.", valueName: "minutes"))
        var minutes: Minutes?

        @Option(parsing: .upToNextOption, help: ArgumentHelp("A note of one line, or none.", valueName: "text"))
        var note: [String] = []

        @Option(
            help: ArgumentHelp(
                "How it ended: completed, partial, stopped, skipped, restarted or discarded.", valueName: "outcome"))
        var outcome: SessionOutcome?

        @Flag(help: "Its pauses were none: they count as focus.")
        var countPauses = false

        @Flag(help: "Leave the points as they are.")
        var keepPoints = false

        @OptionGroup var common: CommonOptions

        mutating func validate() throws {
            try IDRange.validate(ranges)
            let ids = IDRange.ids(ranges)
            guard
                category != nil || !task.isEmpty || !start.isEmpty || !end.isEmpty || minutes != nil || !note.isEmpty
                    || outcome != nil || countPauses
            else { throw ValidationError("nothing to correct: give -c, --end or another option") }
            if ids.count > 1, !start.isEmpty || !end.isEmpty || minutes != nil || countPauses {
                throw ValidationError(
                    "--start, --end, --minutes and --count-pauses correct one session, not \(ids.count)")
            }
            if let minutes, minutes.count == 0 {
                throw ValidationError(
                    "--minutes must be at least 1; to take the session out: gardenctl session remove \(ids[0])")
            }
            if category?.id == nil, try titleOfTask() == nil { try validateRequest() }
        }

        func request(in category: String?) throws -> SessionEdit {
            let note = joined(note)
            return SessionEdit(
                id: IDRange.ids(ranges)[0], start: joined(start), end: joined(end),
                seconds: minutes.map { $0.count * 60 },
                category: category, taskId: try taskChange(),
                note: note.map { $0 == "none" ? .clear : .set($0) } ?? .keep, outcome: outcome,
                countPauses: countPauses ? true : nil, points: keepPoints ? .keep : nil)
        }

        private var removesTask: Bool { task == ["none"] }

        private func taskChange() throws -> FieldChange<Int> {
            if removesTask { return .clear }
            return try task.isEmpty ? .keep : Reference(words: task).id.map(FieldChange.set) ?? .keep
        }

        /// What names the task if that is not its id, which the daemon wants.
        private func titleOfTask() throws -> String? {
            try task.isEmpty || removesTask ? nil : Reference(words: task).name
        }

        /// The same with the id of the task instead of its title.
        private func withTaskId(_ client: Client) throws(CommandError) -> Self {
            let title: String?
            do { title = try titleOfTask() } catch { throw .usage("\(error)") }
            guard let title else { return self }
            var edit = self
            edit.task = ["\(try client.askEvenIfCompleted(TaskGet(id: nil, title: title)).value().id)"]
            return edit
        }

        func rendered(_ response: Session, _ style: Style) -> String { "Corrected: \(sessionLine(response, style))" }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            guard try isCategoryIntended(client, context) else { return }
            // One that is missing is found before anything is changed.
            let ids = try existingSessions(in: ranges, client)
            let edit = try withTaskId(client)
            var changes = 0
            for (number, id) in ids.enumerated() {
                var one = edit
                one.ranges = [IDRange(id)]
                do {
                    if try one.correct(client, context) { changes += 1 }
                } catch {
                    let left = ids[number...].map(String.init).joined(separator: " ")
                    if ids.count > 1, !common.json {
                        try context.print("Not corrected: \(left)")
                        if changes > 0 { try context.printUndoHint(ofChanges: changes) }
                    }
                    throw error
                }
            }
            if !common.json { try context.printUndoHint(ofChanges: changes) }
        }

        /// Says that a new start or end has not made focus of the pauses.
        private func printPauses(
            _ answer: Client.Answer<Session>, in context: ProcessContext
        ) throws(CommandError) {
            guard !common.json, !start.isEmpty || !end.isEmpty else { return }
            let session = try answer.value()
            let seconds = session.pauses.reduce(0) { sum, pause in
                sum + Instant.milliseconds(from: pause.start.instant, to: pause.end.instant) / 1000
            }
            guard seconds >= 60 else { return }
            try context.print(
                "\(length(seconds / 60 * 60)) of pauses in it do not count; to count them: "
                    + "gardenctl session edit \(session.id) --count-pauses")
        }

        /// - Returns: whether that changed anything.
        private func correct(_ client: Client, _ context: ProcessContext) throws(CommandError) -> Bool {
            func perform() throws(CommandError) {
                try announcingCreated(client, context) { () throws(CommandError) in
                    let answer = try answer(from: client)
                    guard client.meta[RequestError.unchangedName] == true, !common.json else {
                        try show(answer, in: context)
                        return try printPauses(answer, in: context)
                    }
                    try context.print("It was like that already: \(sessionLine(try answer.value(), context.style))")
                }
            }
            guard common.json else { return try sayingConsequences(client, context, perform) }
            try perform()
            return true
        }
    }

    struct Remove: SessionChanging {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove focus sessions, with what they earned.",
            discussion: """
                  gardenctl session remove 12 14-16
                  gardenctl session remove 12 --keep-points
                """,
            aliases: ["rm", "delete"])

        @Argument(
            help: ArgumentHelp("The ids of the sessions: 12, 12 15 or 12-15.", valueName: "id"),
            completion: Completions.sessions)
        var ranges: [IDRange]

        @Flag(help: "Leave the points as they are.")
        var keepPoints = false

        @OptionGroup var common: CommonOptions

        func validate() throws {
            try IDRange.validate(ranges)
            try validateRequest()
        }

        func request() -> SessionRemove {
            SessionRemove(ids: IDList(IDRange.ids(ranges)), points: keepPoints ? .keep : nil)
        }

        func rendered(_ response: [Session], _ style: Style) -> String {
            response.map { "Removed: \(sessionLine($0, style))" }.joined(separator: "\n")
        }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            var remove = self
            remove.ranges = try existingSessions(in: ranges, client).map(IDRange.init)
            try sayingWhatFollows(client, context) { () throws(CommandError) in
                try remove.show(remove.answer(from: client), in: context)
            }
        }
    }
}

/// A command that changes sessions of the past. Its answer says what followed from that.
protocol SessionChanging: AskingCommand {}

extension SessionChanging {
    /// The ids of the sessions in some ranges.
    fileprivate func existingSessions(in ranges: [IDRange], _ client: Client) throws(CommandError) -> [Int] {
        try IDRange.existingIds(ranges) { id throws(CommandError) in _ = try client.ask(SessionGet(id: id)) }
    }

    /// Also says how to take back what was changed.
    func sayingWhatFollows(
        _ client: Client, _ context: ProcessContext, _ perform: () throws(CommandError) -> Void
    ) throws(CommandError) {
        guard !common.json else { return try perform() }
        let isChanged = try sayingConsequences(client, context, perform)
        try context.printUndoHint(ofChanges: isChanged ? 1 : 0)
    }

    /// - Returns: whether it changed anything.
    fileprivate func sayingConsequences(
        _ client: Client, _ context: ProcessContext, _ perform: () throws(CommandError) -> Void
    ) throws(CommandError) -> Bool {
        let before = try client.ask(StatsStreak()).value()
        try perform()
        let meta = client.meta
        // The change is made, whatever becomes of the daemon now.
        let isChanged = meta[RequestError.unchangedName] != true
        guard let after = try? client.ask(StatsStreak()).value() else { return isChanged }
        var parts = sessionConsequences(in: meta)
        if before.current != after.current { parts.append("streak \(before.current) → \(after.current)") }
        if !parts.isEmpty { try context.print(parts.joined(separator: ", ")) }
        return isChanged
    }
}

/// What a change of sessions did to gardens and to the balance, as the `meta` of its answer says: "Thesis −1 exp".
func sessionConsequences(in meta: JSON) -> [String] {
    var gardens: [(name: String, exp: Int)] = []
    for garden in meta[SessionConsequences.gardensName]?.arrayValue ?? [] {
        guard let name = garden["category"]?.stringValue, let exp = garden["exp"]?.integerValue else { continue }
        if let index = gardens.firstIndex(where: { $0.name == name }) {
            gardens[index].exp += exp
        } else {
            gardens.append((name, exp))
        }
    }
    var parts = gardens.filter { $0.exp != 0 }.map { "\(printable($0.name)) \(signed($0.exp)) exp" }
    if let points = meta[SessionConsequences.pointsName]?.integerValue {
        parts.append("\(signed(points)) \(points.magnitude == 1 ? "point" : "points")")
    }
    return parts
}

enum CategoryOfSession: CategoryUse {
    static let help = "The category, by name or id; then the words only say when."
}

enum RightCategory: CategoryUse { static let help = "The right category, by name or id." }
