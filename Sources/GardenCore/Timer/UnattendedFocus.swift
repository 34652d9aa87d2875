import GardenAPI
import TimeKit

extension GardenState {
    /// There was a sign of the person (RULES P18, P27).
    mutating func noteSignOfPerson(at wall: Instant) {
        timer.noteSignOfPerson()
        timer.noteSignInOpenSession(at: wall)
        questions.noteSignOfPerson()
    }

    /// Asks about the unattended sessions up to the last sign of the person (RULES P20); `nil` if they are too few.
    func unattendedQuestion(at now: Moment, _ environment: Environment) -> Repair? {
        let sessions = questions.seen
        guard Self.areAskedAbout(sessions, environment) else { return nil }
        return DueItem(cause: EventKind.timerAsked.type, moment: now) { $0.askAboutUnattended(sessions) }
    }

    /// What would be asked at the next sign of the person, if the timer has stopped: a person who looks at the status first sees it,
    /// and can answer it.
    func pendingQuestion(_ environment: Environment) -> OpenQuestion? {
        guard case .stopped = timer, Self.areAskedAbout(questions.unattended, environment) else { return nil }
        return question(about: questions.unattended)
    }

    private static func areAskedAbout(_ sessions: [QuestionedSession], _ environment: Environment) -> Bool {
        let limit = environment.settings.unattendedSessions
        return sessions.count >= 3 || (limit > 0 && sessions.count >= limit)
    }

    /// The next event asks it.
    fileprivate func question(about sessions: [QuestionedSession]) -> OpenQuestion? {
        guard let time = QuestionedSession.time(of: sessions) else { return nil }
        return OpenQuestion(
            kind: .unattended, seq: seq + 1, sessions: sessions, since: time.since, until: time.until,
            milliseconds: time.milliseconds, rollovers: day.rollovers, lapse: .atSecondRollover)
    }
}

extension Transition {
    /// The state knows all that is asked: a repair that has to read the journal could fail, and would be tried for ever.
    fileprivate mutating func askAboutUnattended(_ sessions: [QuestionedSession]) {
        guard let question = state.question(about: sessions) else { return }
        let category = state.label(ofCategory: state.categories.lastUsedId)
        emit(.timerAsked, QuestionEffect(question: question, category: category))
    }

    /// Removes the sessions that a person does not know of. Of their points, it takes as many as there are.
    ///
    /// - Returns: the sessions as they were.
    mutating func removeUnattended(_ question: OpenQuestion) throws(GardenError) -> [Session] {
        var sessions: [StoredSession] = []
        for id in question.sessions.compactMap(\.id) {
            if let session = try storedSession(id) { sessions.append(session) }
        }
        return try remove(sessions, takesWhatIsThere: true)
    }
}
