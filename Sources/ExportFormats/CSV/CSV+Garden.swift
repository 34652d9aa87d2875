import GardenAPI

extension CSV {
    /// Tasks, with a row of names.
    public static func tasks(_ tasks: [TaskItem]) -> String {
        let head = [
            "id", "uid", "title", "category", "tags", "priority", "points", "start", "end", "due", "remind", "repeat",
            "estimate",
            "focuses", "minutes", "times_done", "standing", "note", "created", "completed",
        ]
        let rows = tasks.map { task -> [String] in
            let texts = [task.title, task.category, task.tags.joined(separator: " ")].map(harmless)
            let dates = [task.start, task.end, task.due].map { $0.map(text) ?? "" }
            let numbers = [task.estimate, task.focuses, task.minutes, task.doneCount].map { $0.map(String.init) ?? "" }
            return ["\(task.id)", task.uid] + texts + [task.priority.map(String.init) ?? "", "\(task.points)"] + dates
                + [task.remind?.description ?? "", task.repeat ?? ""] + numbers
                + [
                    "\(task.standing)", harmless(task.note ?? ""), task.createdAt.description,
                    task.completedAt?.description ?? "",
                ]
        }
        return text([head] + rows)
    }

    /// Focus sessions, with a row of names.
    public static func sessions(_ sessions: [Session]) -> String {
        let head = ["id", "start", "end", "day", "minutes", "seconds", "category", "task", "note", "outcome", "uid"]
        let rows = sessions.map { session in
            [
                "\(session.id)", session.start.description, session.end.description, "\(session.day)",
                "\(session.minutes)", "\(session.seconds)", harmless(session.category),
                harmless(session.taskTitle ?? ""), harmless(session.note ?? ""), session.outcome.rawValue,
                session.uid,
            ]
        }
        return text([head] + rows)
    }

    /// Lines of the log, with a row of names.
    public static func log(_ lines: [LogLineChanged]) -> String {
        let head = ["id", "uid", "day", "at", "kind", "text", "entered"]
        let rows = lines.map { entry in
            let line = entry.line
            return [
                "\(line.id)", line.uid, "\(entry.day)", line.at.description, line.kind.word, harmless(line.text),
                line.enteredAt?.description ?? "",
            ]
        }
        return text([head] + rows)
    }

    private static func text(_ date: TaskDate) -> String {
        switch date {
        case .instant(let instant): instant.description
        case .day(let day): "\(day)"
        }
    }
}
