import ArgumentParser
import GardenAPI
import TextKit

struct AckCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "ack",
        abstract: "Answer a notification, or list those that can be answered.",
        usage: "gardenctl ack [--json] [--socket <path>] [--timeout <seconds>] [<id>] [<action>]",
        discussion: """
            An answer does what the button of the notification does. Without an id, it goes to the oldest question that \
            has this answer, otherwise to the newest notification that has the action.

              gardenctl ack
              gardenctl ack startRest
              gardenctl ack untilIdle
              gardenctl ack 1507 snooze
            """)

    @Argument(
        help: ArgumentHelp("The notification's id (optional) and the action.", valueName: "answer"),
        completion: .list(NotificationAction.allCases.map(\.rawValue)))
    var words: [String] = []

    @OptionGroup var common: CommonOptions

    /// Without an answer, it lists them.
    var showsQuestions: Bool { words.isEmpty }

    func validate() throws { _ = try request() }

    /// - Returns: `nil` to list the notifications.
    private func request() throws -> NotificationAct? {
        if words.isEmpty { return nil }
        guard words.count <= 2 else { throw ValidationError("expected an id and an action, not \(words.count) words") }
        var id: Int?
        if words.count == 2 {
            guard let number = Int(words[0]), number > 0 else {
                throw ValidationError("\(words[0]) is not the id of a notification; to list them: gardenctl ack")
            }
            id = number
        }
        let word = words[words.count - 1]
        guard let action = NotificationAction(rawValue: word) else {
            let all = NotificationAction.allCases.map(\.rawValue)
            let hint = Suggestion.nearest(to: word, among: all).map { "; did you mean \($0)?" } ?? ";"
            throw ValidationError("\(word) is not an action\(hint) use one of: \(all.joined(separator: ", "))")
        }
        return NotificationAct(id: id, action: action)
    }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        let request: NotificationAct?
        do { request = try self.request() } catch { throw .usage("\(error)") }
        guard let request else {
            let answer = try client.ask(NotificationList())
            guard !common.json else { return try context.output.printData(answer.json.text) }
            let notifications = try answer.value()
            // A question that the status has already may have no notification yet (RULES P20).
            let asked = Set(notifications.map(\.kind.rawValue))
            let questions = try client.ask(DaemonStatus()).value().questions
            var lines = questions.filter { !asked.contains($0.kind.rawValue) }
                .map { questionText($0, of: 1, context.style) }
            if !notifications.isEmpty || lines.isEmpty { lines.append(notificationsText(notifications, context.style)) }
            return try context.print(lines.joined(separator: "\n"))
        }
        let before = request.action == .discard && !common.json ? try client.ask(TimerGet()).value() : nil
        guard let outcome = try outcome(of: request, client, context) else { return }
        if let before, before.phase == .focus, outcome.endsPhaseInProgress {
            let category = before.category.map { " of \(printable($0))" } ?? ""
            try context.print("\(length(before.elapsedSeconds))\(category) discarded.")
            return try context.printUndoHint()
        }
        if outcome.timer.isAtItsEnd, let ended = try client.session(endedFrom: outcome.timer) {
            return try context.print(completedText(ended, context.style))
        }
        try context.print(outcomeText(outcome, context.style))
        let consequences = sessionConsequences(in: client.meta)
        if !consequences.isEmpty { try context.print(consequences.joined(separator: ", ")) }
        // Undo takes back what an answer did to sessions that have ended (RULES P14, P20).
        let isCorrection = outcome.session != nil && outcome.action != .keep
        if isCorrection || outcome.removed?.isEmpty == false { try context.printUndoHint() }
        if let hint = correctionHint(outcome), context.isInteractive { try context.print(hint) }
        if let setting = client.meta[TimerResolve.settingName]?.stringValue {
            try context.print(settingHint(setting, context.style))
        }
    }

    /// What an answer did; `nil` if it has been printed. A question that the status has already, before it is asked, has no
    /// notification yet (RULES P20).
    private func outcome(
        of request: NotificationAct, _ client: Client, _ context: ProcessContext
    ) throws(CommandError) -> NotificationOutcome? {
        do throws(CommandError) {
            let answer = try client.ask(request)
            guard common.json else { return try answer.value() }
            try context.output.printData(answer.json.text)
        } catch {
            guard request.id == nil, case .refused(let refusal) = error,
                refusal.details["reason"]?.stringValue == RefusalReason.tooLate.rawValue,
                let word = LockAnswer(rawValue: request.action.rawValue),
                let question = try client.ask(DaemonStatus()).value().questions.first(where: {
                    $0.answers.contains(word)
                })
            else { throw request.advising(error) }
            let answer = try client.ask(TimerResolve(kind: question.kind, answer: word))
            guard common.json else {
                let resolution = try answer.value()
                return NotificationOutcome(
                    id: 0, kind: NotificationKind(rawValue: question.kind.rawValue) ?? .unattended,
                    action: request.action, timer: resolution.timer, session: resolution.session,
                    removed: resolution.removed, missingPoints: resolution.missingPoints)
            }
            try context.output.printData(answer.json.text)
        }
        return nil
    }
}

extension NotificationAct {
    /// Says how to correct what no question asks about any more.
    fileprivate func advising(_ error: CommandError) -> CommandError {
        guard LockAnswer(rawValue: action.rawValue) != nil, case .refused(var refusal) = error,
            refusal.details["reason"]?.stringValue == RefusalReason.tooLate.rawValue
        else { return error }
        refusal.message += "; to see what counts: gardenctl session; to take one out: gardenctl session remove ID"
        return .refused(refusal)
    }
}

struct NotifyTestCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "notify-test",
        abstract: "Show a sample notification on the desktop.",
        discussion: """
            It is shown even if its kind is switched off. Its buttons do nothing. Each kind has the name of its \
            setting in [notifications]. The exit status is 1 if it is not shown now.

              gardenctl notify-test
              gardenctl notify-test reminder
            """)

    @Argument(
        help: ArgumentHelp("The kind (default: focus_completed).", valueName: "kind"),
        completion: .list(NotificationKind.allCases.map(\.rawValue)))
    var kind: NotificationKind?

    @OptionGroup var common: CommonOptions

    func request() -> NotificationTest { NotificationTest(kind: kind) }

    func rendered(_ response: NotificationSample, _ style: Style) -> String { sampleText(response, style) }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        let answer = try answer(from: client)
        try show(answer, in: context)
        if try answer.value().server == nil { throw .alreadyReported(status: 1) }
    }
}

extension NotificationKind: @retroactive ExpressibleByArgument {}
