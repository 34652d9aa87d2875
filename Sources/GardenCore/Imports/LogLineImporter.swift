import GardenAPI

extension ImportedKind {
    /// Lines of the log, as they were. They make no archive file.
    static let logLine = ImportedKind(
        name: "logLine", noun: "log line", weight: 1, has: { $0.logLine != nil },
        begin: { _ in LogLineImporter() })
}

private struct LogLineImporter: EntryImporter {
    func expect(_ entries: [ImportEntry], in t: borrowing Transition) throws(GardenError) {}

    func add(_ entry: ImportEntry, in t: inout Transition) throws(GardenError) -> Int? {
        guard let line = entry.logLine else { return nil }
        _ = try entry.requiredOrigin()
        let today = t.state.day.day
        guard line.day <= today, line.at.instant <= t.moment.wall else {
            throw .refused(.inTheFuture, "its time, \(line.at.wallText), lies ahead of now", [("at", line.at.json)])
        }
        try t.checkYear(line.at.instant)
        let effect = LogLineEffect(
            id: t.state.log.lastId + 1, day: line.day, kind: line.kind, text: line.text, at: line.at,
            enteredAt: line.enteredAt, hasEnded: line.day == today ? nil : true, isImported: true)
        t.emit(.logWritten, effect)
        return effect.id
    }
}
