import GardenAPI
import TextKit
import TimeKit

/// What the full screen of `gardenctl tasks` shows, and what its keys do.
struct TaskBrowser {
    /// What a key asks for.
    enum Action: Equatable {
        case quit, undo, redo
        /// Takes a change back although the timer was changed after it.
        case undoAllTheSame
        /// - Parameter occurrence: the one that the row shows, of one repeating task.
        case complete([Int], occurrence: TaskDate?)
        case skip([Int], occurrence: TaskDate?)
        case remove([Int])
        case snooze([Int], String)
        case edit([Int], String)
        case add(String)
        case move(Int, position: Int)
        case startFocus(Int, restart: Bool)
    }

    /// What is typed at the bottom of the screen.
    enum Prompt: Equatable {
        case filter, add
        case edit([Int])
        case snooze([Int])
    }

    /// A question that `y` answers.
    struct Question: Equatable {
        let text: String
        let action: Action
    }

    private(set) var list = ItemList<TaskRow>()
    private(set) var columns = TaskColumns()
    private(set) var present: Present?
    private var counts: TaskCounts?
    /// How many tasks are left out for now.
    private var hidden = 0
    /// Whether the tasks are in the order of their positions, which the keys J and K change.
    private var isByCategory = true
    private(set) var prompt: Prompt?
    private(set) var line = InputLine()
    var question: Question?
    /// What the last key did, or why it did nothing.
    var message: [String] = []
    var isAway = false
    private(set) var showsHelp = false
    /// The repeating tasks that were completed here, and the day: pressed again on that day, the key asks first.
    private var completedHere: (day: CalendarDay?, ids: Set<Int>) = (nil, [])
    /// The tasks that had an occurrence skipped since another key than that was pressed.
    private var skippedHere: Set<Int> = []
    /// The tasks that the last key completes. Their rows stay until the next key.
    private var completing: [Int] = []

    // MARK: What the daemon says

    /// Takes the tasks as they are now.
    mutating func take(_ tasks: [TaskItem], _ counts: TaskCounts?, hidden: Int, isByCategory: Bool, _ present: Present?)
    {
        (self.counts, self.hidden, self.isByCategory, self.present) = (counts, hidden, isByCategory, present)
        let rows = withDoneRows(tasks.map { TaskRow($0, isByCategory: isByCategory) })
        list.replace(with: rows)
        columns = TaskColumns(rows, present)
        isAway = false
    }

    /// The rows of the open tasks, and among them those that the last key completed, after what was before them.
    private func withDoneRows(_ open: [TaskRow]) -> [TaskRow] {
        guard !completing.isEmpty else { return open }
        let ids = Set(open.map(\.id))
        // The completed ones behind each open one; behind none at the beginning.
        var behind: [Int?: [TaskRow]] = [:]
        var last: Int?
        for row in list.all {
            if ids.contains(row.id) {
                last = row.id
            } else if completing.contains(row.id) {
                var done = row
                done.isDone = true
                behind[last, default: []].append(done)
            }
        }
        return (behind[nil] ?? []) + open.flatMap { [$0] + (behind[$0.id] ?? []) }
    }

    private mutating func dropDoneRows() {
        completing = []
        if list.all.contains(where: \.isDone) { list.replace(with: list.all.filter { !$0.isDone }) }
    }

    /// Takes the answer to an action that has been carried out.
    mutating func finish(_ action: Action, _ lines: [String], selecting id: Int? = nil) {
        message = lines
        switch action {
        case .complete(let ids, _):
            if completedHere.day != present?.today.day { completedHere = (present?.today.day, []) }
            completedHere.ids.formUnion(ids)
            list.unmarkAll()
        case .skip(let ids, _):
            skippedHere = Set(ids)
            list.unmarkAll()
        case .remove, .snooze, .edit: list.unmarkAll()
        case .undo, .undoAllTheSame:
            completedHere.ids = []
            dropDoneRows()
        default: break
        }
        if let id { list.select(id: id) }
    }

    /// Shows again what was typed for an action that was refused, so that it can be corrected.
    mutating func reopen(_ action: Action) {
        switch action {
        case .edit(let ids, let text): _ = open(.edit(ids), text)
        case .add(let text): _ = open(.add, text)
        case .snooze(let ids, let text): _ = open(.snooze(ids), text)
        case .complete: completing = []
        default: break
        }
    }

    /// The daemon went away: what was asked is asked no more.
    mutating func loseDaemon() { (isAway, question) = (true, nil) }

    /// Scrolls to the selected task, for a list of that many rows.
    mutating func scroll(to rows: Int) { list.scroll(to: rows) }

    /// `3 tasks open · 1 overdue`, the marks and the place in the list.
    func header(_ style: Style) -> (left: String, right: String) {
        var left = counts.map { countsText($0, style) } ?? ""
        if hidden > 0 { left += " · \(hidden) hidden for now" }
        let marks = list.marked.count
        let place = list.items.isEmpty ? "0/\(list.all.count)" : "\(list.place + 1)/\(list.items.count)"
        return (left, (marks > 0 ? "\(marks) marked  " : "") + place)
    }

    // MARK: Keys

    /// - Returns: what to do now; `nil` for nothing, or if the key changed only what is shown.
    mutating func press(_ key: Key) -> Action? {
        if showsHelp {
            showsHelp = false
            return nil
        }
        if prompt != nil { return type(key) }
        if let asked = question {
            question = nil
            guard [.character("y"), .character("Y")].contains(key) else {
                message = ["Nothing was changed."]
                return nil
            }
            if case .complete(let ids, _) = asked.action { completing = ids }
            return asked.action
        }
        // The first Esc lets a message go, so that a person who wants that does not leave.
        let leaves = message.isEmpty
        message = []
        if key == .escape, !leaves, list.filter.isEmpty, list.marked.isEmpty {
            dropDoneRows()
            return nil
        }
        // Lines that are pasted by mistake are no keys.
        if case .pasted = key { return nil }
        if isAboutDoneRows(key) { return nil }
        if key != .character("n") { skippedHere = [] }
        let action = list.press(key) ? nil : action(of: key)
        // Undo leaves the selection on the row that it opens again.
        if action != .undo { dropDoneRows() }
        if case .complete(let ids, _) = action { completing = ids }
        return action
    }

    /// Whether a key is about a task that the key before completed; then it only says so.
    private mutating func isAboutDoneRows(_ key: Key) -> Bool {
        guard let done = list.all.first(where: \.isDone) else { return false }
        let selected = list.selected.flatMap { $0.isDone ? $0 : nil }
        let about = Self.keysOfCompletion.contains(key) ? selected ?? done : selected
        guard let about, Self.keysOfTasks.contains(key) else {
            if selected == nil { dropDoneRows() }
            return false
        }
        message = ["\(quoted(about.task)) is done. u takes it back, j goes to the next task."]
        // The selected one is another task: the next press is about that.
        if selected == nil { dropDoneRows() }
        return true
    }

    private static let keysOfCompletion: [Key] = [.enter, .character("d")]
    private static let keysOfTasks =
        keysOfCompletion + [.delete, .shiftDown, .shiftUp] + "nsxzeJK ".map(Key.character)

    private mutating func action(of key: Key) -> Action? {
        switch key {
        case .character("q"), .character("Q"): return .quit
        case .escape: return leave()
        case .character("?"), .character("h"): showsHelp = true
        case .character("j"): list.move(by: 1)
        case .character("k"): list.move(by: -1)
        case .character("g"): _ = list.press(.home)
        case .character("G"): _ = list.press(.end)
        case .character(" "): list.toggleMark()
        case .character("/"): open(.filter, list.filter)
        case .character("a"): open(.add)
        case .character("u"): return .undo
        case .character("U"), .control("r"): return .redo
        case .character("J"), .shiftDown: return move(by: 1)
        case .character("K"), .shiftUp: return move(by: -1)
        default: return actionOnChosen(key)
        }
        return nil
    }

    /// Clears the filter or the marks, or leaves without either.
    private mutating func leave() -> Action? {
        if !list.filter.isEmpty {
            list.setFilter("")
        } else if !list.marked.isEmpty {
            list.unmarkAll()
        } else {
            return .quit
        }
        return nil
    }

    /// The action of a key that is about the marked tasks, or else the selected one.
    private mutating func actionOnChosen(_ key: Key) -> Action? {
        guard Self.keysOfTasks.contains(key) else { return nil }
        let tasks = list.chosen.map(\.task)
        guard !tasks.isEmpty else {
            message = ["There is no task here. To add one, press a."]
            return nil
        }
        switch key {
        case .character("n"): return skip(tasks)
        case .character("s"): return startFocus(tasks)
        case .character("x"), .delete: return remove(tasks)
        case .character("z"): return open(.snooze(tasks.map(\.id)))
        case .character("e"): return open(.edit(tasks.map(\.id)))
        default: return complete(tasks)
        }
    }

    /// One repeating task is completed with the occurrence that is shown, so that a second press does not complete the next one.
    private mutating func complete(_ tasks: [TaskItem]) -> Action? {
        guard tasks.count == 1, let occurrence = tasks[0].occurrence else {
            return .complete(tasks.map(\.id), occurrence: nil)
        }
        let task = tasks[0]
        let action = Action.complete([task.id], occurrence: occurrence)
        guard isDoneBefore(itComes: task) else { return action }
        let date = (task.due ?? occurrence).fullText(present)
        question = Question(
            text: "\(quoted(task)) was done; it comes again \(date). Complete that now? y/n", action: action)
        return nil
    }

    /// Whether the open occurrence of a task has not come yet or is today's, and the one before may have been completed just now.
    private func isDoneBefore(itComes task: TaskItem) -> Bool {
        guard let comes = task.due ?? task.occurrence, let present, task.doneCount > 0 else { return false }
        if completedHere.day == present.today.day, completedHere.ids.contains(task.id) { return true }
        return comes.isAhead(present) && !comes.isDueToday(present)
    }

    /// As with completions, a second press does not skip the next occurrence without a question.
    private mutating func skip(_ tasks: [TaskItem]) -> Action? {
        let action = Action.skip(tasks.map(\.id), occurrence: tasks.count == 1 ? tasks[0].occurrence : nil)
        guard tasks.contains(where: { skippedHere.contains($0.id) }) else { return action }
        let date = tasks.count == 1 ? (tasks[0].due ?? tasks[0].occurrence)?.fullText(present) : nil
        let what = tasks.count == 1 ? quoted(tasks[0]) : "One of them"
        question = Question(
            text: "\(what) was skipped just now. Skip \(date ?? "the next occurrence"), too? y/n", action: action)
        return nil
    }

    private mutating func startFocus(_ tasks: [TaskItem]) -> Action? {
        guard tasks.count == 1 else {
            message = ["A focus session is on one task; \(tasks.count) are marked. Esc takes the marks away."]
            return nil
        }
        return .startFocus(tasks[0].id, restart: false)
    }

    private mutating func remove(_ tasks: [TaskItem]) -> Action? {
        let what = tasks.count == 1 ? quoted(tasks[0]) : tasks.count.counted("task")
        question = Question(text: "Remove \(what)? y/n", action: .remove(tasks.map(\.id)))
        return nil
    }

    /// Moves the selected task to the place of its neighbour that is shown.
    private mutating func move(by step: Int) -> Action? {
        guard let task = list.selected?.task else { return nil }
        guard isByCategory else {
            message = ["These tasks are not in the order of their positions, so they cannot be moved here."]
            return nil
        }
        let place = list.place + step
        guard list.items.indices.contains(place), list.items[place].task.categoryId == task.categoryId else {
            message = ["It is the \(step < 0 ? "first" : "last") one of its category here."]
            return nil
        }
        return .move(task.id, position: list.items[place].task.position)
    }

    /// A title in a question, short enough that the question stays readable.
    private func quoted(_ task: TaskItem) -> String {
        let longestTitle = 40
        return JSON.string(printable(task.title).cut(to: longestTitle)).text
    }

    // MARK: The line at the bottom

    @discardableResult
    private mutating func open(_ prompt: Prompt, _ text: String = "") -> Action? {
        (self.prompt, line) = (prompt, InputLine(text))
        return nil
    }

    /// What is typed, and how it is written.
    var promptLabel: (label: String, hint: String)? {
        func about(_ ids: [Int]) -> String { ids.count == 1 ? "\(ids[0])" : ids.count.counted("task") }
        return switch prompt {
        case nil: nil
        case .filter: ("Filter: ", "words of the title or the note, or +tag; enter keeps it, esc clears it")
        case .add: ("Add: ", "such as: Buy milk tomorrow 18:00 every week #Home +200 ~2")
        case .edit(let ids):
            ("Edit \(about(ids)): ", "such as: --due friday 18:00, --title New title, --points 50, +phone, --due none")
        case .snooze(let ids):
            ("Snooze \(about(ids)) for or until: ", "minutes, such as 30 or 1h, or a date; 10 if empty")
        }
    }

    private mutating func type(_ key: Key) -> Action? {
        guard let prompt else { return nil }
        message = []
        switch key {
        case .escape:
            self.prompt = nil
            if prompt == .filter { list.setFilter("") }
            return nil
        case .enter:
            self.prompt = nil
            return action(of: prompt)
        case .up, .down, .pageUp, .pageDown:
            if prompt == .filter { _ = list.press(key) }
            return nil
        default:
            if line.press(key), prompt == .filter { list.setFilter(line.text) }
            return nil
        }
    }

    private func action(of prompt: Prompt) -> Action? {
        let isEmpty = line.text.allSatisfy(\.isWhitespace)
        switch prompt {
        case .filter: return nil
        case .add: return isEmpty ? nil : .add(line.text)
        case .edit(let ids): return isEmpty ? nil : .edit(ids, line.text)
        case .snooze(let ids): return .snooze(ids, line.text)
        }
    }

    /// The lines for messages: that the daemon is away, a question, or what the last key did.
    var note: (lines: [String], isWarning: Bool)? {
        if isAway { return (["gardend is away; reconnecting …"], true) }
        if let question { return ([question.text], true) }
        if !message.isEmpty { return (message, false) }
        if present?.isStale == true { return (["Changes cannot be saved to disk: gardenctl doctor"], true) }
        guard !list.filter.isEmpty else { return nil }
        return (["Filter: \(printable(list.filter)), which esc clears"], false)
    }

    /// What an empty list means.
    var emptyText: String {
        if !list.all.isEmpty { return "No task has these words. Esc clears the filter." }
        return hidden > 0 ? "Nothing to do for now." : "No open tasks. To add one, press a."
    }
}
