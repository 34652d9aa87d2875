import GardenAPI

extension LogList: Query {
    public func answer(from view: View) throws(GardenError) -> DayLog {
        let (state, today) = (view.state, view.state.day.day)
        var log = DayLog()
        log.day = day ?? today
        // Of a day that is current once more, by a correction, the file lacks what is written now.
        log.archived = log.day != today && state.log.isArchived(log.day)
        // Of a day that had nothing but its header no archive is pruned, and yet it is past.
        let isPast = state.firstArchiveDay(view.conditions.settings).map { log.day < $0 } ?? false
        if isPast, !log.archived { return log }
        do { log.lines = try view.history.logLines(of: log.day) } catch { throw .unreadable(error.reason) }
        if log.day == today {
            // A day may have come twice, by a correction: of the lines of the first time only the history knows.
            log.lines = log.lines.filter { $0.id <= state.log.closedThrough } + state.log.inOrder
        }
        return log
    }
}

extension LogArchives: Query {
    public func answer(from view: View) -> [ArchivedDay] { view.state.log.archives }
}

extension LogNote: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> LogLine {
        t.writeLine(.note, text, cause: nil)
    }
}

extension LogEdit: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> LogLine {
        let before = try t.state.log.editableLine(id)
        var after = before
        after.text = Self.hasTime(text) ? text : "\(before.text.prefix { $0 != " " }) \(text)"
        guard after != before else { return after }
        // What somebody wrote is worth a file of its own.
        if after.kind == .header { after.kind = .note }
        var change = LogChange()
        change.line = after
        change.day = t.state.day.day
        change.before = before.fieldsDiffering(from: after)
        t.emit(.logEdited, change)
        return after
    }

    /// Whether a text begins as a line does, `[HH:mm]` (RULES A2).
    private static func hasTime(_ text: String) -> Bool {
        let parts = text.prefix { $0 != " " }.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].first == "[", parts[1].last == "]", text.utf8.count > 8 else { return false }
        let (hour, minute) = (parts[0].dropFirst(), parts[1].dropLast())
        guard hour.utf8.count == 2, minute.utf8.count == 2, let hour = Int(hour), let minute = Int(minute) else {
            return false
        }
        return (0...23).contains(hour) && (0...59).contains(minute)
    }
}

extension LogRemove: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> LogLine {
        let line = try t.state.log.editableLine(id)
        var change = LogChange()
        change.line = line
        change.day = t.state.day.day
        t.emit(.logRemoved, change)
        return line
    }
}

extension LogBook {
    fileprivate func editableLine(_ id: Int) throws(GardenError) -> LogLine {
        if let line = self[id] { return line }
        guard id <= closedThrough else { throw .notFound(kind: "line", id: id) }
        throw .refused(
            .archived, "line \(id) is of a log that was closed; only lines written since then can be changed",
            [("id", .integer(id))])
    }
}
