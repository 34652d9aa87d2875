import GardenAPI
import Testing

/// Completed tasks are in the history, which does not have the changes of the same turn yet (RULES T10).
@Suite("Completed tasks in one turn")
struct ClosedTaskTurnTests {
    private static func request(_ method: String, _ params: JSON) -> JSON {
        ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
    }

    private static func word(_ answer: JSON) -> JSON? {
        let data = answer["error"]?["data"]
        return data?["reason"] ?? data?["code"] ?? answer["result"]?["completedAt"]
    }

    private static func ids(_ answer: JSON) -> [JSON?]? { answer["result"]?["tasks"]?.arrayValue?.map { $0["id"] } }

    @Test("a task that is added, done, undone, done again and removed in one turn")
    func aTaskPassesThroughAllItsStates() throws {
        let garden = try Garden()
        let id: JSON = ["id": 1]
        let answers = try garden.askTogether([
            Self.request("task.add", ["title": "Report", "points": 5]), Self.request("task.done", id),
            Self.request("task.done", id), Self.request("task.get", id), Self.request("task.undone", id),
            Self.request("task.undone", id), Self.request("task.get", id), Self.request("task.done", id),
            Self.request("task.remove", id), Self.request("task.get", id), Self.request("task.undone", id),
        ])
        let now: JSON = "2026-01-01T09:00:00.000+00:00"
        #expect(
            answers.map(Self.word) == [
                .null, nil, "already_done", now, .null, "not_done", .null, nil, now, "not_found", "not_found",
            ])
        #expect(answers[1]["result"]?.only("paid", "exp", "balance") == ["paid": 5, "exp": 1, "balance": 5])
        #expect(answers[7]["result"]?.only("paid", "exp", "balance") == ["paid": 0, "exp": 0, "balance": 5])
        #expect(
            try garden.ask("task.list", ["status": "all"]).only("tasks", "more", "next") == [
                "tasks": [], "more": false, "next": .null,
            ])
        #expect(try garden.ask("journal.verify")["ok"] == true)
    }

    @Test("changes of a turn to tasks that were completed in an earlier one")
    func earlierTasksAreReopenedAndRemoved() throws {
        let garden = try Garden()
        for title in ["a", "b", "c", "d"] as [JSON] {
            try garden.ask("task.add", ["title": title])
            try garden.ask("task.done", ["title": title])
            try garden.send(["advance": 60])
        }
        let list = Self.request("task.list", ["status": "done"])
        let answers = try garden.askTogether([
            list, Self.request("task.undone", ["id": 2]), list, Self.request("task.remove", ["id": 4]), list,
            Self.request("task.done", ["id": 2]), list, Self.request("task.get", ["id": 4]),
            Self.request("task.list", ["status": "done", "limit": 1]),
        ])
        #expect(
            answers.map(Self.ids) == [
                [4, 3, 2, 1], nil, [4, 3, 1], nil, [3, 1], nil, [2, 3, 1], nil, [2],
            ])
        #expect(Self.word(answers[7]) == "not_found")
        #expect(answers[8]["result"]?.only("more", "next") == ["more": true, "next": 2])
        #expect(try garden.ask("task.list", ["status": "done"])["tasks"] == answers[6]["result"]?["tasks"])
    }

    @Test("tasks completed in one turn are listed in the order in which a later turn lists them")
    func theOrderOfATurnIsThatOfTheHistory() throws {
        let garden = try Garden()
        for title in ["a", "b", "c"] as [JSON] { try garden.ask("task.add", ["title": title]) }
        let list = Self.request("task.list", ["status": "done"])
        let answers = try garden.askTogether(
            [2, 1, 3].map { Self.request("task.done", ["id": .integer($0)]) } + [list])
        #expect(Self.ids(answers[3]) == [3, 2, 1])
        #expect(try Self.ids(garden.askTogether([list])[0]) == [3, 2, 1])
    }

    @Test("a turn that the disk refuses leaves completed tasks as they were")
    func aRefusedTurnChangesNothing() throws {
        let garden = try Garden()
        try garden.ask("task.add", ["title": "a"])
        let done = try garden.ask("task.done", ["id": 1])["task"]
        garden.store.isRefusing = true
        let answers = try garden.askTogether([
            Self.request("task.undone", ["id": 1]), Self.request("task.get", ["id": 1]),
            Self.request("task.remove", ["id": 1]),
        ])
        for answer in answers { #expect(answer["error"]?["data"]?["code"] == "storage_failed") }
        garden.store.isRefusing = false
        #expect(try garden.ask("task.get", ["id": 1]) == done)
    }
}
