import GardenAPI
import GardenCore
import TestSupport
import Testing

/// What can be answered on the desktop: what `notification.list` offers is accepted, and nothing else (RULES N2).
struct NotificationComparison {
    /// What a notification can be about: the kind of each event, and the task of a reminder.
    private var subjects: [Int: (kind: String, taskId: Int?)] = [:]

    private static let kinds = [
        "focus.completed": "focus_completed", "rest.completed": "rest_completed", "task.reminded": "reminder",
        "task.due": "due",
        "garden.leveledUp": "level_up", "timer.paused": "woke", "timer.asked": "locked", "rate.raised": "tier_raised",
        "timer.stillPaused": "paused", "timer.endingSoon": "ending_soon",
    ]

    /// RULES N2.
    private static let actions: [String: [String]] = [
        "focus_completed": ["startRest", "skipRest", "extend"], "rest_completed": ["startFocus", "snooze", "stop"],
        "reminder": ["done", "snooze"], "due": ["done", "snooze"], "woke": ["resume", "discard", "count"],
        "locked": ["keep", "discard", "untilLock"], "idle": ["keep", "discard", "untilIdle"],
        "unattended": ["keep", "discard"], "paused": ["resume"], "open": ["keep", "discard", "untilIdle"],
        "ending_soon": ["extend"],
    ]

    mutating func enter(_ event: Event, _ data: JSON) {
        // A pause that a person asked for shows nothing.
        guard let kind = Self.kinds[event.type], kind != "woke" || data["pauseReason"] == "sleep" else { return }
        let asked = kind == "locked" ? data["kind"]?.stringValue : nil
        subjects[event.seq] = (asked ?? kind, ["reminder", "due"].contains(kind) ? data["id"]?.integerValue : nil)
    }

    /// The params, with a notification and its action in place of the placeholders.
    func naming(_ params: JSON, _ listed: JSON, _ generator: inout SeededGenerator) -> JSON {
        guard case .object(let object) = params else { return params }
        var members = object.members.map { ($0.name, $0.value) }
        let open = listed.arrayValue ?? []
        let chosen: JSON = open.isEmpty ? .null : generator.pick(open)
        for (index, member) in members.enumerated() {
            switch member.1 {
            case Workload.openNotification: members[index].1 = chosen["id"] ?? .integer(1)
            case Workload.pastNotification:
                let past = subjects.keys.sorted().suffix(8)
                members[index].1 = .integer(past.isEmpty ? 0 : generator.pick(Array(past)))
            case Workload.openAction:
                let actions = chosen["actions"]?.arrayValue ?? []
                members[index].1 = actions.isEmpty ? "snooze" : generator.pick(actions)["action"] ?? .null
            default: break
            }
        }
        return .object(JSONObject(members))
    }

    /// Checks an answer to `notification.act`.
    ///
    /// - Parameters:
    ///   - listed: what `notification.list` returned right before.
    ///   - hasChanged: whether the request wrote events.
    /// - Returns: the request that does the same, with its answer; `nil` if the models of tasks and locks know of none.
    func check(
        _ params: JSON, _ answer: JSON, _ listed: JSON, hasChanged: Bool, _ label: String
    ) -> (method: String, params: JSON, answer: JSON)? {
        let label = "\(label): notification.act \(params.text) → \(answer.text), listed \(listed.text)"
        let action = params["action"] ?? .null
        let open = listed.arrayValue ?? []
        // Without an id, the oldest question that has the answer comes first (RULES P14, P29).
        let questions = open.filter { ["locked", "idle", "unattended", "open"].contains($0["kind"]) }.reversed()
        let found = (params["id"] == nil ? questions + open : open).first { notification in
            (params["id"] ?? notification["id"]) == notification["id"]
                && notification["actions"]?.arrayValue?.contains { $0["action"] == action } == true
        }
        let data = answer["error"]?["data"]
        let reason = data?["reason"]?.stringValue ?? data?["code"]?.stringValue
        if reason != nil { #expect(!hasChanged, "\(label): a refusal wrote events") }
        guard let found, let kind = found["kind"]?.stringValue, let id = found["id"]?.integerValue else {
            #expect(reason == refusal(params), "\(label)")
            return nil
        }
        #expect(Self.actions[kind]?.contains(action.stringValue ?? "") == true, "\(label): of another kind")
        let result = answer["result"]
        if let result {
            #expect(result["id"] == found["id"] && result["kind"] == found["kind"], "\(label)")
            #expect(result["action"] == action, "\(label)")
        } else {
            // The points of a task, or the length of a rest, may be too large.
            #expect(["done", "extend"].contains(action) && reason == "out_of_range", "\(label)")
        }
        switch (kind, action) {
        case ("reminder", _), ("due", _): return taskRequest(action, subjects[id]?.taskId, answer)
        case ("locked", _), ("idle", _), ("open", _):
            return ("timer.resolve", ["answer": action, "notification": .integer(id)], answer)
        default: return nil
        }
    }

    /// Why an action that is not listed is refused.
    private func refusal(_ params: JSON) -> String {
        let action = params["action"]?.stringValue ?? ""
        guard Self.actions.values.contains(where: { $0.contains(action) }) else { return "invalid_params" }
        guard let id = params["id"]?.integerValue else { return "too_late" }
        guard id > 0 else { return "invalid_params" }
        guard let (kind, _) = subjects[id] else { return "not_found" }
        return Self.actions[kind]?.contains(action) == true ? "too_late" : "invalid_params"
    }

    private func taskRequest(
        _ action: JSON, _ taskId: Int?, _ answer: JSON
    ) -> (method: String, params: JSON, answer: JSON)? {
        guard let taskId else { return nil }
        guard action == "snooze" else {
            // The answer has the task, and not what it paid.
            let error = answer["error"].map { [("error", $0)] } ?? []
            return ("task.done", ["id": .integer(taskId), "early": true], .object(JSONObject(error)))
        }
        let task = answer["result"]?["task"] ?? .null
        return ("task.snooze", ["id": .integer(taskId), "minutes": 10], ["result": task])
    }
}
