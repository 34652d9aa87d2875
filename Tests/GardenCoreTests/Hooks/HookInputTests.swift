import GardenAPI
import Testing

@testable import GardenCore

/// What a hook finds in its environment (RULES H1).
@Suite struct HookInputTests {
    struct Row: CustomTestStringConvertible {
        var name: String
        var commands: [any Command]
        var type: String
        /// The phase, the category and the task.
        var variables: [String]
        var testDescription: String { name }
    }

    static let start = TimerStart(taskId: 1)

    static let rows: [Row] = [
        Row(name: "a start", commands: [start], type: "timer.started", variables: ["focus", "Maths", "Sums"]),
        Row(
            name: "a pause", commands: [start, TimerPause()], type: "timer.paused",
            variables: ["focus", "Maths", "Sums"]
        ),
        Row(
            name: "a stop", commands: [start, TimerStop()], type: "timer.stopped",
            variables: ["focus", "Maths", "Sums"]),
        Row(
            name: "a stop without a task", commands: [TimerStart(category: "Maths"), TimerStop()],
            type: "timer.stopped",
            variables: ["focus", "Maths", ""]),
        Row(
            name: "a skipped focus", commands: [start, TimerSkip()], type: "timer.skipped",
            variables: ["focus", "Maths", "Sums"]),
        Row(
            name: "a skipped rest", commands: [start, TimerSkip(), TimerSkip()], type: "timer.skipped",
            variables: ["rest", "Maths", "Sums"]),
        Row(
            name: "a completed task", commands: [TaskComplete(id: 1)], type: "task.completed",
            variables: ["", "Maths", "Sums"]),
        Row(
            name: "points", commands: [PointsAdjust(amount: 1, reason: "found")], type: "points.adjusted",
            variables: ["", "", ""]),
    ]

    @Test("H1: the phase, the category and the task of an event", arguments: rows)
    func whatTheEventIsAbout(_ row: Row) throws {
        let garden = try CoreGarden()
        try garden.perform(CategoryAdd(name: "Maths"))
        try garden.perform(TaskAdd(title: "Sums", category: "Maths"))
        for command in row.commands { try garden.run(command) }
        let event = try #require(garden.events.first { $0.type == row.type })
        let input = try #require(try garden.context.hookInput(event))
        let names = ["GARDEN_PHASE", "GARDEN_CATEGORY", "GARDEN_TASK"]
        #expect(names.map { name in input.variables.first { $0.name == name }?.value } == row.variables)
    }
}
