import GardenAPI
import TimeKit

/// Tasks as `task import` of Taskwarrior reads them.
public enum Taskwarrior {
    /// The tasks as a JSON list with one task a line.
    ///
    /// - Parameter zone: a day begins at midnight there, as in Taskwarrior.
    public static func text(_ tasks: [TaskItem], zone: ZoneRules) -> String {
        let lines = tasks.map { json($0, zone).text }
        return lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n]"
    }

    static func json(_ task: TaskItem, _ zone: ZoneRules) -> JSON {
        let due = task.due.map { time($0, zone) }
        // Taskwarrior makes the tasks of a recurring one itself, and needs a due date for that.
        let rule = due == nil || task.completedAt != nil ? nil : task.repeat.flatMap(SimpleRule.init)
        var members: [(String, JSON)] = [
            ("uuid", .string(uuid(task.uid))), ("description", .string(task.title)),
            ("status", task.completedAt != nil ? "completed" : rule != nil ? "recurring" : "pending"),
            ("entry", .string(time(task.createdAt.instant))), ("modified", .string(time(task.updatedAt.instant))),
            ("project", .string(task.category)),
        ]
        if let due { members.append(("due", .string(due))) }
        if let start = task.start { members.append(("wait", .string(time(start, zone)))) }
        if let completedAt = task.completedAt { members.append(("end", .string(time(completedAt.instant)))) }
        if let rule { members.append(("recur", .string("\(rule.interval)\(Self.units[rule.unit] ?? "")"))) }
        if let priority = task.priority { members.append(("priority", priority < 4 ? "H" : priority < 7 ? "M" : "L")) }
        if !task.tags.isEmpty { members.append(("tags", .array(task.tags.map { .string($0) }))) }
        var notes = task.note?.split(separator: "\n").map(String.init) ?? []
        if rule == nil, let repetition = task.repeat { notes.append("repeats: \(repetition)") }
        if !notes.isEmpty {
            // Each annotation needs an instant of its own.
            let annotations = notes.enumerated().map { index, note -> JSON in
                let entry = task.createdAt.instant.advanced(byMilliseconds: index * 1000)
                return ["entry": .string(time(entry)), "description": .string(note)]
            }
            members.append(("annotations", .array(annotations)))
        }
        return .object(JSONObject(members))
    }

    private static let units: [Character: String] = ["d": "days", "w": "weeks", "m": "months", "y": "years"]

    private static func time(_ date: TaskDate, _ zone: ZoneRules) -> String {
        switch date {
        case .instant(let instant): time(instant.instant)
        case .day(let day): time(zone.instant(of: day, secondsOfDay: 0))
        }
    }

    /// `20261130T080000Z`
    private static func time(_ instant: Instant) -> String { instant.basicText }

    /// A UUID of version 8 with the same parts: the device, and the number of the event.
    static func uuid(_ uid: String) -> String {
        let parts = uid.split(separator: "-")
        let device = parts.first.flatMap { UInt32($0, radix: 16) } ?? 0
        let number = parts.count > 1 ? UInt64(parts[1]) ?? 0 : 0
        return "\(hex(UInt64(device), 8))-0000-8000-8000-\(hex(number & 0xFFFF_FFFF_FFFF, 12))"
    }

    private static func hex(_ value: UInt64, _ width: Int) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
