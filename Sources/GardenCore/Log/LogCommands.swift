import GardenAPI

extension Feature {
    /// The log of each day, and its archive.
    static let log = Feature(
        "log", undo: .possible, parts: [.logLine, .lateLine, .subtotal],
        methods: [
            .query(LogList.self), .command(LogNote.self), .command(LogEdit.self), .command(LogRemove.self),
            .query(LogArchives.self),
        ],
        events: {
            EventKind.logWritten
            EventKind.logEdited
            EventKind.logRemoved
            EventKind.logClosed
            EventKind.logMoved
            EventKind.logArchived
            EventKind.archivePruned
        },
        reset: { $0.log.subtotal = $1.log.subtotal },
        reactions: [
            .to(.dayBegin) { t, crossing in t.turnLog(crossing) },
            .to(.dayCorrection) { t, correction in
                let effect = LogMoveEffect(after: t.state.log.closedThrough, from: correction.from, to: correction.to)
                t.emit(.logMoved, effect, because: correction.cause)
                let text = LogText.corrected(from: correction.from, to: correction.to)
                t.writeLine(.day, text, because: correction.cause)
            },
        ])
}

/// The header of a new day's log (RULES A3). Features add their parts to it, after all of them have reacted to the new day.
final class DayHeader {
    let crossing: Crossing
    private(set) var parts: [String] = []

    fileprivate init(of crossing: Crossing) { self.crossing = crossing }

    func add(_ part: String) { parts.append(part) }
}

extension Occasion where Details == DayHeader {
    /// Each feature may add to it; none changes anything.
    static let dayHeader = Occasion("dayHeader")
}

extension Transition {
    /// Closes the log of the day that ended and begins the new one (RULES L5).
    fileprivate mutating func turnLog(_ crossing: Crossing) {
        let before = crossing.before
        var effect = LogCloseEffect(
            day: before.day.day, lines: state.log.lineCount, archives: state.log.hasMoreThanHeader)
        let daysAhead = crossing.today.daysSinceEpoch - state.day.day.daysSinceEpoch
        if daysAhead > Self.plausibleDaysAway { effect.keptThrough = crossing.today }
        let closed = emit(.logClosed, effect, because: crossing.cause)
        let header = DayHeader(of: crossing)
        react(to: .dayHeader, header)
        writeLine(.header, LogText.header(state.day.day, header.parts), because: crossing.cause)
        pruneArchives(because: closed)
    }

    /// A longer absence more likely means a wrong clock, and files that retention removes cannot be restored.
    private static let plausibleDaysAway = 366
}

extension LogList: Query {
    public func answer(in context: QueryContext) throws(GardenError) -> DayLog {
        let (state, today) = (context.state, context.state.day.day)
        let day = try context.pastDay(day, "day") ?? today
        // If a correction made the day current again, its file lacks the lines written now.
        let isArchived = day != today && state.log.isArchived(day)
        var log = DayLog(
            day: day, lines: [], archived: isArchived, more: false,
            source: day == today ? .day : isArchived ? .archive : .journal)
        // One more than asked for shows whether there are more.
        let (before, limit) = (before ?? .max, (limit ?? Limits.logLines) + 1)
        if day == today { log.lines = state.log.newest(before: before, limit: limit) }
        if log.lines.count < limit {
            // A correction can make a day occur twice. Only the history has the lines of the first time.
            let through = day == today ? min(before - 1, state.log.closedThrough) : before - 1
            let query = LogLinesQuery(of: day, through: through, limit: limit - log.lines.count)
            let rows = try readingJournal { try context.history.read(query) }
            log.lines = rows.map { LogLine($0, state.identity) } + log.lines
        }
        for index in log.lines.indices {
            guard let id = log.lines[index].categoryId, let other = state.continuation(ofCategory: id) else { continue }
            (log.lines[index].categoryId, log.lines[index].categoryUid) = (other.id, other.uid)
        }
        log.more = log.lines.count == limit
        if log.more { log.lines.removeFirst() }
        if day < today {
            let next = try readingJournal { try context.history.read(NextLogDayQuery(after: day)) }
            log.nextDay = next.flatMap { $0 <= today ? $0 : nil }
        }
        return log
    }
}

extension LogArchives: Query {
    public func answer(in context: QueryContext) -> [ArchivedDay] { context.state.log.archives }
}

extension LogNote: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> LogLine {
        try t.happened(at)
        return t.writeLine(.note, text, because: nil)
    }
}

extension LogEdit: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> LogLine {
        let before = try t.state.log.editableLine(id)
        var after = before
        after.text = Self.hasTime(text) ? text : "\(before.text.prefix { $0 != " " }) \(text)"
        guard after != before else { return after }
        // An edited header is worth a file of its own, so it becomes a note.
        if after.kind == .header { after.kind = .note }
        var effect = t.effect(on: after)
        effect.kindBefore = before.kind == after.kind ? nil : before.kind
        effect.textBefore = before.text
        t.emit(.logEdited, effect)
        return after
    }

    /// Whether a text begins with a log line's time, `[HH:mm]` (RULES A2).
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
        t.emit(.logRemoved, t.effect(on: line))
        return line
    }
}

extension Transition {
    /// The effect of an event on an existing line.
    fileprivate func effect(on line: LogLine) -> LogLineEffect {
        LogLineEffect(
            id: line.id, day: state.day.day, kind: line.kind, text: line.text, categoryId: line.categoryId,
            categoryUid: line.categoryUid.map(state.identity.reference), created: GardenIdentity.seq(ofOwn: line.uid),
            at: line.at, enteredAt: line.enteredAt)
    }
}

extension LogBook {
    fileprivate func editableLine(_ id: Int) throws(GardenError) -> LogLine {
        if let line = self[id] { return line }
        guard id <= lastId else { throw .notFound(kind: "line", id: id) }
        throw .refused(
            .archived, "line \(id) is not in today's log, and only lines of today can be changed",
            [("id", .integer(id))])
    }
}
