import GardenAPI
import GardenEngine
import TestSupport
import Testing

@testable import GardenCore

extension Simulation {
    private static let schema = JSONSchema(OpenRPC.document)

    private static let changesFocus: Set = [
        "focus.completed", "timer.stopped", "timer.skipped", "session.added", "session.edited", "session.removed",
        "focus.corrected", "task.reopened", "change.undone", "change.redone",
    ]

    /// An open task has the focus of its sessions (RULES T12).
    func checkFocus(_ types: [String]) throws {
        guard !Self.changesFocus.isDisjoint(with: types) else { return }
        let query = SessionsQuery(after: replayed.lastResetSeq, limit: .max)
        let sessions = try store.read(query).sessions.filter { $0.outcome == .completed || $0.outcome == .partial }
        let byTask = Dictionary(grouping: sessions) { $0.taskId ?? 0 }
        for task in replayed.tasks.inOrder {
            let sessions = byTask[task.id] ?? []
            let focus = TaskFocus(
                sessions: sessions.count { $0.outcome == .completed }, seconds: sessions.reduce(0) { $0 + $1.seconds })
            #expect(task.progress.focus == focus, "\(label): the focus on task \(task.id) is not that of its sessions")
        }
    }

    /// Subscribers get the published data, which contains nothing of the machine's.
    func checkData(_ data: JSON, of event: Event) throws {
        let problem = Self.schema.problem(ofEvent: event.type, data: data)
        #expect(problem == nil, "\(label), event \(event.seq): \(problem ?? "")")
        #expect(
            !data.text.contains(replayed.clock.bootId), "\(label): \(event.type) contains the boot id: \(data.text)")
    }

    /// What an import finds of focus sessions now.
    var importedSessions: ImportedSessions {
        get throws {
            let state = try state
            return try ImportedSessions(
                store, counters: state.inventory.items.inOrder.map(\.name), daysOff: state.daysOff,
                inProgress: SessionInProgress.timer.parts(state, machine.now))
        }
    }
}
