import GardenAPI
import TimeKit

extension SessionAdd: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Session {
        let (first, end, name) = try times(in: t)
        let isInWords = text != nil || start.map { Timestamp($0) == nil } ?? false
        try t.checkTimes(t.timestamp(first), t.timestamp(end))
        try t.checkLength(of: t.newSession(first..<end, in: t.state.categories.lastUsedId), seconds: seconds)
        let isExact = self.end.map { Timestamp($0) != nil } ?? false
        let (start, last) = isInWords ? try t.afterLastSeconds(first, end, isExact: isExact) : (first, end)
        let time = try t.freePart(of: start..<last, trim: trim ?? false)
        let task = try t.task(of: self)
        // An end at the beginning of a day is of the day before (RULES P13).
        t.happened(at: time.upperBound, on: t.day(of: time.upperBound.advanced(byMilliseconds: -1)))
        let categoryId = try (category ?? name).map { name throws(GardenError) in try t.category(named: name) }
        // The category of a completed task may have been removed.
        let ofTask = task.flatMap { t.state.categories[t.state.categories.continuing($0.categoryId)]?.id }
        var session = t.newSession(time, in: categoryId ?? ofTask ?? t.state.categories.lastUsedId)
        if let seconds { session.seconds = min(seconds, session.seconds) }
        t.setHours(of: &session)
        (session.taskId, session.taskTitle) = (task?.id, task?.details.title)
        session.note = note == "" ? nil : note
        try t.setReward(of: &session)
        return try t.add(session)
    }
}

extension SessionAdd {
    /// When it began and ended, and the category that its text names.
    private func times(in t: borrowing Transition) throws(GardenError) -> (Instant, Instant, String?) {
        let dates = t.sessionDates
        if let text {
            let phrase = try dates.session(text, "text")
            let rest = phrase.rest.withoutMark
            guard rest.isEmpty || category == nil else {
                throw .invalidParam("category", "conflicts with \(JSON.string(rest).text) in the text; give one")
            }
            if phrase.isEndTimeAlone {
                try t.checkEndOfTimesAlone(t.timestamp(phrase.start), t.timestamp(phrase.end))
            }
            let known = t.state.categories.category(named: phrase.restWithJoints)?.name
            let name = known ?? t.state.categories.category(named: rest)?.name
            guard name == nil, !rest.isEmpty else { return (phrase.start, phrase.end, name) }
            let categories = t.state.categories
            let word = dates.wordThatIsNoName(in: rest) { categories.category(named: $0) != nil }
            if let word { throw dates.unknown(word, "text") }
            return (phrase.start, phrase.end, rest)
        }
        let start = try dates.pastInstant(start ?? "", "start")
        let end = try end.map { text throws(GardenError) in
            let end = try dates.pastInstant(text, near: .after(start), "end")
            if dates.isTimeAlone(text) { try t.checkEndOfTimesAlone(t.timestamp(start), t.timestamp(end)) }
            return end
        }
        return (start, end ?? start.advanced(byMilliseconds: (minutes ?? 0) * 60_000), nil)
    }
}

extension String {
    /// The name of a category without the mark that it has in sentences for tasks: `#Thesis`.
    fileprivate var withoutMark: String { count > 1 && hasPrefix("#") ? String(dropFirst()) : self }
}

extension SessionEdit: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Session {
        let before = try t.session(id)
        var after = before
        try t.move(&after, self)
        switch taskId {
        case .keep: break
        case .clear: (after.taskId, after.taskTitle) = (nil, nil)
        case .set(let id):
            let (task, _) = try t.task(TaskGet(id: id))
            (after.taskId, after.taskTitle) = (task.id, task.details.title)
        }
        switch note {
        case .keep: break
        case .clear: after.note = nil
        case .set(let text): after.note = text == "" ? nil : text
        }
        if let outcome { after.outcome = outcome }
        // In an older journal, they are not known, and stay as they are.
        if !after.hasTime(of: before) { t.setHours(of: &after) }
        if let category {
            let id = try t.category(named: category)
            if id != t.state.categories.continuing(after.categoryId) {
                (after.categoryId, after.category) = (id, t.label(ofCategory: id, for: after))
            }
        }
        guard after != before else { return try t.view(of: before) }
        try t.checkOverlap(of: after, from: before)
        if after.seconds != before.seconds || after.outcome != before.outcome || after.start != before.start {
            try t.changeReward(of: &after, from: before, keeps: points == .keep)
        }
        try t.checkBalance(before.points - after.points, for: "correcting session \(id)")
        let changes = t.state.present(before).changes(to: t.state.present(after))
        try t.correct(
            .sessionEdited, before, to: after, "corrected session \(id): \(changes)",
            reason: "corrected session \(id)")
        return try t.view(of: after)
    }
}

extension SessionSplit: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> [Session] {
        let before = try t.session(id)
        let at = try instant(in: before, t)
        let (first, second) = try t.parts(of: before, splitAt: at)
        return try t.split(before, into: first, second)
    }
}

extension SessionSplit {
    /// The instant within a session that is meant, by the clock on the wall of its beginning or of its end.
    private func instant(in session: StoredSession, _ t: borrowing Transition) throws(GardenError) -> Timestamp {
        let (start, end) = (session.start.instant, session.end.instant)
        var candidates: [Timestamp] = []
        for zone in [t.zone(of: session.start), t.zone(of: session.end)] {
            for anchor in [TimeAnchor.after(start), .before(end)] {
                let at = try t.pastTime(at, in: zone, near: anchor, "at")
                // The minute in which it ended, as lists show it, is its end.
                let isLast = Instant.milliseconds(from: at.instant, to: end) < 60_000
                if start < at.instant, at.instant < end, !isLast || !at.isMinute(of: session.end, saidAs: self.at) {
                    return at
                }
                candidates.append(at)
            }
        }
        let at = candidates.first { $0.date == session.start.date } ?? candidates.first ?? session.start
        throw .refused(
            .outOfRange, "\(t.text(at)) is not within session \(id), \(t.text(session.start))–\(t.text(session.end))",
            [("start", session.start.json), ("end", session.end.json)])
    }
}

extension SessionRemove: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> [Session] {
        let sessions = try (ids?.ids ?? [id ?? 0]).map { id throws(GardenError) in try t.session(id) }
        if points != .keep {
            let what =
                sessions.count == 1 ? "removing session \(sessions[0].id)" : "removing \(sessions.count) sessions"
            try t.checkBalance(sessions.reduce(0) { $0.addingUpToLimit($1.points) }, for: what)
        }
        return try t.remove(sessions, keepsPoints: points == .keep)
    }
}
