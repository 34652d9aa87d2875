import GardenAPI
import TimeKit

/// An open task and its place, as undo sees it.
struct PlacedTask: WireObject {
    static let name = "PlacedTask"

    var task: StoredTask
    var position: Int

    static let fields = Fields(
        PlacedTask.init,
        .inlined(\.task),
        .required("position", \.position, "its position in its category"))
}

/// A mark of a task that is completed and closed.
private struct ClosedMark: WireObject {
    static let name = "ClosedTaskMark"

    static let fields = Fields(ClosedMark.init)
}

extension StatePart {
    /// An open task. The positions of the others follow.
    static let task = StatePart(
        "task",
        Members(
            sums: ["progress.doneCount", "progress.focuses", "progress.focusMilliseconds"],
            following: ["progress.focuses", "progress.focusMilliseconds"],
            yielding: ["updatedAt", "progress.lastCompletion"]),
        read: { state, id in
            state.tasks[id].map { PlacedTask(task: $0, position: state.tasks.position(of: $0)) }
        },
        write: { state, id, placed in
            guard let placed else { return state.tasks.remove(id) }
            let old = state.tasks[id]
            let stays =
                old?.categoryId == placed.task.categoryId && old.map(state.tasks.position) == placed.position
            state.tasks.put(placed.task, at: stays ? nil : placed.position)
        },
        conflict: { state, placed in
            state.categories.entries[placed.task.categoryId] == nil ? "its category is gone" : nil
        },
        use: { state, id in
            guard let run = state.timer.run, run.taskId == id else { return nil }
            return "a \(run.phase.rawValue) on it is in progress"
        },
        restored: { placed, t in
            var placed = placed
            placed.task.progress = t.restored(placed.task)
            return placed
        })

    /// A completed task. Only the history has it, and follows the events.
    static let closedTask = StatePart(inHistory: "closedTask")
}

extension Transition {
    /// The progress of a task that undo brings back: its dates follow the zone in force, and a reminder that has passed
    /// does not fire again (RULES T7, T14).
    fileprivate func restored(_ task: StoredTask) -> TaskProgress {
        let occurrences = occurrences(of: task)
        var progress = rescheduled(task)
        if let armed = progress.armed, armed <= moment.wall {
            progress.arm(occurrences.nextReminder(after: moment.wall, from: occurrences.start(of: progress)))
        }
        if let snoozed = progress.snoozedUntil, snoozed <= moment.wall { progress.snoozedUntil = nil }
        return progress
    }
}

extension ReversalConsequence {
    /// A task that comes back, or that has sessions that do, has the focus of the sessions that there are. Those can have been corrected
    /// while it was completed or removed.
    static let taskFocus = ReversalConsequence { t, _, cause throws(GardenError) in
        guard let event = t.events.last(where: { $0.seq == cause.seq }) else { return }
        let ids = try readingJournal {
            var ids: Set<Int> = []
            for replacement in try EventKind.replacements(in: .task, by: event) where replacement.before == nil {
                ids.insert(replacement.id)
            }
            for source in TaskFocusSource.all { ids.formUnion(try source.replacedTasks(t, event)) }
            return ids
        }
        let open = ids.sorted().compactMap { t.state.tasks[$0] }
        let focus = try t.state.focus(onTasks: open.map(\.id), t.history, after: t.events)
        for before in open {
            var task = before
            task.progress.focus = focus[before.id] ?? TaskFocus()
            if task.progress != before.progress { t.change(.taskEdited, before, to: task, because: cause) }
        }
    }
}

extension TaskEffect {
    var title: String { facts.details.title }

    /// What the event replaced: an open task, or one that it closed or reopened.
    func replacements(_ context: ReplacementContext) -> [Replacement] {
        let seq = context.origin.seq
        let after = placed(facts, updatedAt: context.origin.at.instant, context)
        let prior = before.map { placed(facts(before: $0), updatedAt: $0.updatedAt, context) }
        if note?.closedOn != nil {
            return [
                Replacement(.task, id, from: prior, to: nil, at: seq),
                Replacement(.closedTask, id, from: nil, to: ClosedMark(), at: seq),
            ]
        }
        if note?.closedAt != nil {
            return [
                Replacement(.closedTask, id, from: ClosedMark(), to: nil, at: seq),
                Replacement(.task, id, from: nil, to: after, at: seq),
            ]
        }
        return [Replacement(.task, id, from: prior, to: after, at: seq)]
    }

    func replacementsByRemoval(_ context: ReplacementContext) -> [Replacement] {
        let seq = context.origin.seq
        if note?.closedAt != nil { return [Replacement(.closedTask, id, from: ClosedMark(), to: nil, at: seq)] }
        let task = placed(facts, updatedAt: before?.updatedAt ?? context.origin.at.instant, context)
        return [Replacement(.task, id, from: task, to: nil, at: seq)]
    }

    private func placed(_ facts: Facts, updatedAt: Instant, _ context: ReplacementContext) -> PlacedTask {
        var effect = self
        effect.facts = facts
        var task = effect.task(context.identity, context.origin)
        task.updatedAt = updatedAt
        return PlacedTask(task: task, position: facts.place.position)
    }
}
