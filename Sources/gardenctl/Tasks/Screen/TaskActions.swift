import ArgumentParser
import GardenAPI
import TextKit

/// Carries out what the keys of `gardenctl tasks` ask for, and says what came of it in the words of the commands.
struct TaskActions {
    enum Outcome: Equatable {
        /// - Parameter id: the task to select, if it is another one.
        case done([String], selecting: Int? = nil)
        case asks(TaskBrowser.Question)
    }

    /// Not the client with the subscription: a change may need a new connection, which would end it.
    private let client: Client
    private let style: Style
    /// That of the list; `nil` if it has all.
    private let category: String?

    /// - Parameter columns: the width of a line of the answers.
    init(_ client: Client, category: String? = nil, columns: Int) {
        (self.client, self.category) = (client, category)
        style = Style.plain.limited(to: max(20, columns))
        client.asksForPresent = true
    }

    func perform(_ action: TaskBrowser.Action) throws(CommandError) -> Outcome {
        switch action {
        case .quit: return .done([])
        case .complete(let ids, let occurrence): return try complete(ids, occurrence)
        case .skip(let ids, let occurrence): return try skip(ids, occurrence)
        case .remove(let ids): return try remove(ids)
        case .snooze(let ids, let text): return try snooze(ids, text)
        case .edit(let ids, let text): return try edit(ids, text)
        case .add(let text): return try add(text)
        case .move(let id, let position):
            let moved = try client.ask(TaskMove(id: id, position: position)).value().elements
            return done(moved.map { headline("Moved", $0, position: true, style) })
        case .startFocus(let id, let restart): return try startFocus(id, restart: restart)
        case .undo:
            if let doubt = try client.doubtAboutUndo() {
                let reason = doubt.reason.prefix(1).uppercased() + doubt.reason.dropFirst()
                let text = "\(reason). Take back the change before that, \(doubt.change)? y/n"
                return .asks(TaskBrowser.Question(text: text, action: .undoAllTheSame))
            }
            return try undo()
        case .undoAllTheSame: return try undo()
        case .redo:
            return done([revertedText("Made again", try client.ask(JournalRedo()).value().redone, style)])
        }
    }

    /// The texts as single lines, with what the last change has done besides.
    private func done(_ texts: [String], selecting id: Int? = nil) -> Outcome {
        let besides = createdCategoriesText(in: client.meta) + reachedLevelsText(in: client.meta)
        let lines = texts.flatMap { $0.split(separator: "\n") }.map { printable(String($0)) }
        return .done((lines + besides).filter { !$0.isEmpty }, selecting: id)
    }

    private func complete(_ ids: [Int], _ occurrence: TaskDate?) throws(CommandError) -> Outcome {
        let request = TaskComplete(id: ids.only, ids: ids.several, occurrence: occurrence)
        let items = try client.ask(request).value().elements
        guard items.count != 1 else { return done([taskDoneText(items[0], client.present, style)]) }
        // The tasks between are those that were marked.
        let lines = tasksDoneText(items, category: nil, style).split(separator: "\n").map(String.init)
        return done([lines.first, lines.last].compactMap(\.self))
    }

    private func skip(_ ids: [Int], _ occurrence: TaskDate?) throws(CommandError) -> Outcome {
        let tasks = try client.ask(TaskSkip(id: ids.only, ids: ids.several, occurrence: occurrence)).value().elements
        let verb = occurrence.map { "Skipped \($0.fullText(nil)) of" } ?? "Skipped one occurrence of"
        return answer(verb, tasks)
    }

    private func remove(_ ids: [Int]) throws(CommandError) -> Outcome {
        let tasks = try client.ask(TaskRemove(id: ids.only, ids: ids.several)).value().elements
        let removed = tasks.count == 1 ? headline("Removed", tasks[0], style) : "Removed \(tasks.count.counted("task"))"
        return done(["\(removed). u takes it back."])
    }

    private func snooze(_ ids: [Int], _ text: String) throws(CommandError) -> Outcome {
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let minutes = text.isEmpty ? TaskCommand.Snooze.standardMinutes : Minutes(argument: text)?.count
        let request = TaskSnooze(
            id: ids.only, ids: ids.several, until: minutes == nil ? text : nil, minutes: minutes)
        return answer("Snoozed", try client.ask(request).value().elements)
    }

    private func add(_ text: String) throws(CommandError) -> Outcome {
        // A list of one category gets what is added there.
        let isNamed = text.contains { "#＃".contains($0) }
        let place = category.flatMap { isNamed || $0.contains("\"") ? nil : " #\"\($0)\"" }
        let added = try client.ask(TaskQuickAdd(text: text + (place ?? ""))).value()
        return done([quickAddText(added, isDryRun: false, client.present, style)], selecting: added.task.id)
    }

    /// - Parameter text: the words after `gardenctl task edit ID`.
    private func edit(_ ids: [Int], _ text: String) throws(CommandError) -> Outcome {
        let words = try ShellWords.split(text)
        guard let first = words.first, "-+＋".contains(first.prefix(1)) || TaskMarks.isMark(first) else {
            throw .usage("begin with an option, such as --title or --due, with due:friday or with +tag")
        }
        let command: TaskCommand.Edit
        do { command = try TaskCommand.Edit.parse(ids.map(String.init) + words) } catch {
            throw .usage(String(TaskCommand.Edit.message(for: error).split(separator: "\n").first ?? ""))
        }
        let before = try command.taskBefore(asking: client)
        let answer = try command.answer(from: client).value().elements
        let moved = command.movedDates(in: client.meta)
        let outcome = self.answer("Changed", answer)
        guard case .done(let lines, _) = outcome else { return outcome }
        return .done(lines + (try command.remarks(before, moved, asking: client)))
    }

    private func answer(_ verb: String, _ tasks: [TaskItem]) -> Outcome {
        done(
            tasks.count == 1
                ? [taskText(verb, tasks[0], client.present, style)] : ["\(verb) \(tasks.count.counted("task"))"])
    }

    private func startFocus(_ id: Int, restart: Bool) throws(CommandError) -> Outcome {
        do throws(CommandError) {
            let timer = try client.ask(TimerStart(phase: .focus, taskId: id, restart: restart ? true : nil)).value()
            let parts = [timerHeading(timer, style), timer.taskTitle.map(printable), timer.endText]
            return done([parts.compactMap(\.self).joined(separator: " · ")])
        } catch {
            guard !restart, case .refused(let refusal) = error, refusal.code == .alreadyRunning else { throw error }
            let timer = try client.ask(TimerGet()).value()
            let passed = length(timer.elapsedSeconds)
            let text =
                "A focus session is running: \(timer.category.map(printable) ?? ""), \(passed). Discard it, and start one on this "
                + "task? y/n"
            return .asks(TaskBrowser.Question(text: text, action: .startFocus(id, restart: true)))
        }
    }

    private func undo() throws(CommandError) -> Outcome {
        let changes = try client.ask(JournalUndo()).value()
        let passed = changes.passed.map { "Passed over: \(printable($0.what)), which cannot be taken back any more" }
        return done(passed + [revertedText("Took back", changes.undone, style), "U makes it again."])
    }
}

extension [Int] {
    fileprivate var only: Int? { count == 1 ? self[0] : nil }
    fileprivate var several: IDList? { count == 1 ? nil : IDList(self) }
}
