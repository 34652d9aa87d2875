import ArgumentParser
import GardenAPI
import TextKit

struct PauseCommand: SettlingCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Pause the timer.",
        discussion: """
            The time is kept until `gardenctl resume`. If you forgot to pause, say how long you focused when the session has ended.

              gardenctl pause
              gardenctl session edit 12 --minutes 15
            """)

    @OptionGroup var common: CommonOptions

    func request() -> TimerPause { TimerPause() }

    func remark(about timer: FocusTimer) -> String? { timer.paused ? "It is already paused." : nil }
}

struct ResumeCommand: SettlingCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Resume the paused timer.",
        discussion: """
            A focus session is paused if the machine sleeps for longer than timer.sleep_grace_seconds. If you kept \
            working, --count-absence counts that time.

              gardenctl resume
              gardenctl resume --count-absence
            """,
        aliases: ["continue", "unpause"])

    @Flag(help: "Count the time the machine slept or was off as focus time.")
    var countAbsence = false

    @OptionGroup var common: CommonOptions

    func request() -> TimerResume { TimerResume(countAbsence: countAbsence ? true : nil) }

    func remark(about timer: FocusTimer) -> String? {
        timer.phase == .stopped || timer.paused || countAbsence ? nil : "The timer is not paused."
    }
}

struct ToggleCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle",
        abstract: "Pause, resume, or start a focus session, depending on the state.",
        discussion: """
            Useful for a hot key or a button in a status bar.

              gardenctl toggle
            """)

    @OptionGroup var common: CommonOptions

    func request() -> TimerToggle { TimerToggle() }
}

struct SkipCommand: EndingCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip",
        abstract: "End the current phase and start the next one.",
        discussion: """
            A skipped focus session earns nothing, unless timer.partial_sessions is true: then its minutes count.

              gardenctl skip
            """)

    @OptionGroup var common: CommonOptions

    func request() -> TimerSkip { TimerSkip() }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        try reportingDiscarded(client, context) { _ throws(CommandError) in
            try show(answer(from: client), in: context)
        }
    }
}

struct StopCommand: SettlingCommand, EndingCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "Stop the timer and reset the session number.",
        discussion: """
            A stopped focus session earns nothing, unless timer.partial_sessions is true: then its minutes count.

              gardenctl stop
            """,
        aliases: ["cancel"])

    @OptionGroup var common: CommonOptions

    func request() -> TimerStop { TimerStop() }

    func remark(about timer: FocusTimer) -> String? {
        timer.phase == .stopped ? "The timer is already stopped." : nil
    }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        try reportingDiscarded(client, context) { _ throws(CommandError) in try settle(with: client, in: context) }
    }
}

struct FinishCommand: EndingCommand {
    var mentionsRings: Bool { false }

    static let configuration = CommandConfiguration(
        commandName: "finish",
        abstract: "End the focus session now, and count its minutes.",
        discussion: """
            An open session (`gardenctl start --open`) is completed. It earns 1 exp for each 25 minutes; a shorter one \
            only leaves its minutes. A session with an end becomes a partial one, for which its minutes count and earn \
            alike; that needs timer.partial_sessions = true. The rest begins as after a completed session.

              gardenctl finish

            If you forgot it, give the session the end that it had, such as: gardenctl session edit 12 --end 10:15
            """)

    @OptionGroup var common: CommonOptions

    func request() -> TimerFinish { TimerFinish() }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        try reportingDiscarded(client, context) { before throws(CommandError) in
            if before?.open == true, before?.pauseReason == .unattended { try checkQuestion(client) }
            try show(answer(from: client), in: context)
        }
    }

    /// Before an open session ends, a person says whether the time without a sign counts: afterwards the question is gone.
    private func checkQuestion(_ client: Client) throws(CommandError) {
        guard let question = try client.ask(DaemonStatus()).value().questions.first(where: { $0.kind == .open }) else {
            return
        }
        let seconds = question.seconds < 60 ? question.seconds : question.seconds / 60 * 60
        throw .usage(
            "there was no sign of you for \(length(seconds)), since \(question.since.dateAndClock); first say whether that "
                + "time counts: gardenctl ack keep, or gardenctl ack untilIdle; then: gardenctl finish")
    }
}

/// A command that ends the phase. If that is a focus session, it says how much time will not count.
protocol EndingCommand: AskingCommand where Asked.Response == FocusTimer {}

extension EndingCommand {
    fileprivate func reportingDiscarded(
        _ client: Client, _ context: ProcessContext, _ perform: (FocusTimer?) throws(CommandError) -> Void
    ) throws(CommandError) {
        guard !common.json else { return try perform(nil) }
        let before = try client.ask(TimerGet()).value()
        try perform(before)
        guard before.phase == .focus, before.elapsedSeconds > 0 else { return }
        let category = before.category.map { " of \(printable($0))" } ?? ""
        var correctable: Session?
        if let seconds = client.meta[TimerFinish.partialName]?.integerValue {
            let earned = session(endedFrom: before, client)?.earned.map { " It earned \($0)." } ?? ""
            try context.output.print("\(length(seconds))\(category) counted, as a partial session.\(earned)")
        } else if Asked.self == TimerFinish.self {
            correctable = session(endedFrom: before, client)
            let earned = correctable?.earned.map { ": \($0)" } ?? ""
            try context.output.print("\(length(before.elapsedSeconds / 60 * 60))\(category) completed\(earned).")
        } else if before.open {
            try context.output.print(
                "\(length(before.elapsedSeconds))\(category) discarded: `gardenctl finish` completes an open session.")
        } else {
            try context.output.print(
                "\(length(before.elapsedSeconds))\(category) discarded: only a completed session counts.")
        }
        try context.printUndoHint()
        if let correctable { try context.printEndHint(of: correctable) }
    }

    /// The session that has just ended; `nil` if the daemon ends meanwhile: it is finished.
    private func session(endedFrom timer: FocusTimer, _ client: Client) -> Session? {
        do throws(CommandError) { return try client.session(endedFrom: timer) } catch { return nil }
    }
}

extension Session {
    /// What it earned, in words; `nil` if that is nothing.
    fileprivate var earned: String? { exp > 0 ? earnedText(self) : nil }
}

extension ProcessContext {
    /// Says to a person at a terminal how to correct the end of a session, which usually is forgotten for a while.
    fileprivate func printEndHint(of session: Session) throws(CommandError) {
        guard isInteractive else { return }
        try print(style.dim("If it ended earlier: gardenctl session edit \(session.id) --end TIME"))
    }
}

extension Client {
    /// The session that the phase in progress has become. Others that were entered meanwhile may have begun later.
    func session(endedFrom timer: FocusTimer) throws(CommandError) -> Session? {
        try ask(SessionList(limit: 100)).value().sessions.first { $0.source == .timer && $0.start == timer.startedAt }
    }
}

/// A command that brings the timer into a state, and succeeds if the timer is in that state already: scripts and keys need not
/// ask first.
protocol SettlingCommand: AskingCommand where Asked.Response == FocusTimer {
    /// What people read if the timer is in that state already; `nil` if it is not.
    func remark(about timer: FocusTimer) -> String?
}

extension SettlingCommand {
    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        try settle(with: client, in: context)
    }

    fileprivate func settle(with client: Client, in context: ProcessContext) throws(CommandError) {
        do throws(CommandError) { try show(answer(from: client), in: context) } catch {
            guard case .refused(let refusal) = error, refusal.code == .notRunning || refusal.code == .alreadyRunning
            else {
                throw error
            }
            let timer = try client.ask(TimerGet())
            guard let remark = try remark(about: timer.value()) else { throw error }
            guard !common.json else { return try context.output.printData(timer.json.text) }
            let state = try timer.value().phase == .stopped ? "" : "\n\(rendered(timer.value(), context.style))"
            try context.output.print(remark + state)
        }
    }
}
