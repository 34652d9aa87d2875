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
        let (count, limit) = (questions.seen.count, environment.settings.unattendedSessions)
        guard count >= Self.leastAskedAbout || (limit > 0 && count >= limit) else { return nil }
        return DueItem(cause: EventKind.timerAsked.type, moment: now) { $0.askAboutUnattended() }
    }

    private static var leastAskedAbout: Int { 3 }
}

extension Transition {
    /// The state knows all that is asked: a repair that has to read the journal could fail, and would be tried for ever.
    fileprivate mutating func askAboutUnattended() {
        let sessions = state.questions.seen
        guard let time = QuestionedSession.time(of: sessions) else { return }
        let question = OpenQuestion(
            kind: .unattended, seq: state.seq + 1, sessions: sessions, since: time.since, until: time.until,
            milliseconds: time.milliseconds, rollovers: state.day.rollovers, lapse: .atSecondRollover)
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
