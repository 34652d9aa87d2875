import GardenAPI

extension Feature {
    /// The log of each day, and its archive.
    static let log = Feature(
        "log", undo: .possible,
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
        reactions: Reactions(
            crossing: { t, crossing in t.turnLog(crossing) },
            dayCorrected: { t, correction in
                var effect = LogMoveEffect()
                effect.after = t.state.log.closedThrough
                (effect.from, effect.to) = (correction.from, correction.to)
                t.emit(.logMoved, effect, because: correction.cause)
                let text = LogText.corrected(from: correction.from, to: correction.to)
                t.writeLine(.day, text, because: correction.cause)
            }))
}

extension Transition {
    /// Closes the log of the day that ended and begins the new one (RULES L5).
    fileprivate mutating func turnLog(_ crossing: Crossing) {
        let before = crossing.before
        var effect = LogCloseEffect()
        effect.day = before.day.day
        effect.lines = state.log.lineCount
        effect.archives = state.log.hasMoreThanHeader
        let daysAhead = crossing.today.daysSinceEpoch - state.day.day.daysSinceEpoch
        if daysAhead > Self.plausibleDaysAway { effect.keptThrough = crossing.today }
        let closed = emit(.logClosed, effect, because: crossing.cause)
        let header = LogText.header(
            state.day.day, balance: state.points.balance, rate: rateView, before: before.rateView(environment))
        writeLine(.header, header, because: crossing.cause)
        pruneArchives(because: closed)
    }

    /// An absence that is longer is more likely a clock that is wrong, and what retention takes cannot be brought back.
    private static let plausibleDaysAway = 366
}

extension LogList: Query {
    public func answer(from view: QueryContext) throws(GardenError) -> DayLog {
        let (state, today) = (view.state, view.state.day.day)
        var log = DayLog()
        log.day = day ?? today
        // Of a day that is current once more, by a correction, the file lacks what is written now.
        log.archived = log.day != today && state.log.isArchived(log.day)
        // Of a day that had nothing but its header no archive is pruned, and yet it is past.
        let isPast = state.firstArchiveDay(view.environment.settings).map { log.day < $0 } ?? false
        if isPast, !log.archived { return log }
        do throws(StoreError) {
            log.lines = try view.history.read(LogLinesQuery(of: log.day)).map { LogLine($0, state.identity) }
        } catch {
            throw .unreadable(error.reason)
        }
        if log.day == today {
            // A day may have come twice, by a correction: of the lines of the first time only the history knows.
            log.lines = log.lines.filter { $0.id <= state.log.closedThrough } + state.log.inOrder
        }
        return log
    }
}

extension LogArchives: Query {
    public func answer(from view: QueryContext) -> [ArchivedDay] { view.state.log.archives }
}

extension LogNote: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> LogLine {
        t.writeLine(.note, text, because: nil)
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
        var effect = t.effect(on: after)
        effect.kindBefore = before.kind == after.kind ? nil : before.kind
        effect.textBefore = before.text
        t.emit(.logEdited, effect)
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
        t.emit(.logRemoved, t.effect(on: line))
        return line
    }
}

extension Transition {
    /// The effect of an event on a line that is there already.
    fileprivate func effect(on line: LogLine) -> LogLineEffect {
        var effect = LogLineEffect()
        effect.id = line.id
        effect.day = state.day.day
        effect.kind = line.kind
        effect.text = line.text
        effect.categoryId = line.categoryId
        effect.categoryUid = line.categoryUid.map(state.identity.reference)
        effect.created = state.identity.seq(ofOwn: line.uid)
        effect.at = line.at
        return effect
    }
}

extension LogBook {
    fileprivate func editableLine(_ id: Int) throws(GardenError) -> LogLine {
        if let line = self[id] { return line }
        guard id <= closedThrough else { throw .notFound(kind: "line", id: id) }
        throw .refused(
            .archived, "line \(id) belongs to a closed log; only lines of the current day can be changed",
            [("id", .integer(id))])
    }
}
