import GardenAPI
import Testing

@testable import GardenCore

/// Undo and redo of what the simulation does.
extension Simulation {
    /// The garden before a change.
    struct Undoable {
        let state: GardenState
        let tasks: TaskComparison?
    }

    /// The model of tasks follows an undo only by going back to an earlier state of itself (``goBack(to:)``), so an undo at
    /// any other time is of changes of other things.
    func mayUndo(_ method: String, _ params: JSON) throws -> Bool {
        guard method == "journal.undo" || method == "journal.redo" else { return true }
        let book = try state.undo
        let count = params["count"]?.integerValue ?? 1
        let next = try (method == "journal.undo" ? state.undoableChanges : book.undone).suffix(count)
        let entries =
            params["change"].map { number in book.done.filter { number == .integer($0.change) } } ?? Array(next)
        return try entries.allSatisfy { entry in
            let change = try store.change(ofEvent: entry.change)
            let name = change?.method ?? ""
            // A restart may have made a category.
            if change?.events.first?.type == EventKind.categoryAdded.type { return false }
            // What can be undone of the answers to notifications is of reminders.
            return !["task.", "category.", "notification."].contains { name.hasPrefix($0) }
        }
    }

    /// Whether what a request wrote can be undone. An answer to a notification is the change that its button names.
    func isUndoable(_ method: String, after seq: Int) throws -> Bool {
        guard method == "notification.act" else { return Features.undoableMethods.contains(method) }
        return try store.change(ofEvent: seq + 1).map { Features.canUndo($0) && $0.interruption == nil } ?? false
    }

    /// At times, undoes the changes since one of the last ones, and makes them again: the state is as before, field for
    /// field (RULES U5).
    func goBack(to earlier: Undoable) throws {
        undoable.append(earlier)
        guard workload.generator.chance(25), !store.isRefusing, try !isStorageFailing else { return }
        try check()
        let count = workload.generator.pick(Array(1...undoable.count))
        let (before, after) = (undoable[undoable.count - count], Undoable(state: try state, tasks: tasks))
        try revert("journal.undo", count, to: before)
        if workload.generator.chance(60) {
            try revert("journal.redo", count, to: after)
        } else {
            undoable.removeLast(count)
        }
    }

    private func revert(_ method: String, _ count: Int, to garden: Undoable) throws {
        sent = []
        let answer = try ask(method, ["count": .integer(count)])
        guard try !isStorageFailing else { return }
        let done = answer["result"]?["undone"] ?? answer["result"]?["redone"]
        #expect(done?.arrayValue?.count == count, "\(label): \(method) \(count): \(answer.text)")
        let differences = garden.state.revertible.differences(to: try state.revertible)
        #expect(differences == [], "\(label): \(method) \(count)")
        if let earlier = garden.tasks { tasks?.revert(to: earlier) }
        try check()
    }
}
