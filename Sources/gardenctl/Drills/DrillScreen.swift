import GardenAPI

/// `gardenctl drill play` on a terminal.
///
/// The daemon has the drill: if this process ends, the drill runs on to its limit, and another client can take it up.
final class DrillScreen {
    private let context: ProcessContext
    /// Has the subscription.
    private let client: Client
    /// Carries out what the keys ask for, because a change may need a new connection, which would end a subscription.
    private let commands: Client
    private let screen: FullScreen
    private let speaker: Speaker
    private let chime: Chime
    private let beginning = ContinuousClock.now
    private var game: DrillGame
    /// The drill as it was last shown, for what is left on the terminal.
    var drill: Drill { game.drill }

    /// Ends the loop; not an error.
    private static let quit = CommandError.alreadyReported(status: 0)

    /// - Parameter drill: running.
    init(_ drill: Drill, _ client: Client, _ commands: Client, in context: ProcessContext) throws(CommandError) {
        (self.client, self.commands, self.context) = (client, commands, context)
        screen = FullScreen(context.output)
        let settings = try commands.ask(SettingsGet()).value()
        speaker = Speaker(settings, environment: context.environment)
        chime = Chime(settings, environment: context.environment)
        game = DrillGame(drill, at: 0)
        try readDeck()
    }

    private var now: Int { Int(beginning.duration(to: .now) / .milliseconds(1)) }

    /// Plays until the person leaves.
    func run() throws(CommandError) {
        defer {
            screen.leave()
            speaker.end()
            chime.end()
        }
        do throws(CommandError) {
            let deadline = { self.nextChange }
            let subscription = EventsSubscribe(topics: ["drill.*"])
            try client.follow(
                subscription, gapless: false, in: context, watching: screen.descriptors, until: deadline
            ) { news throws(CommandError) in
                try handle(news)
            }
        } catch Self.quit {}
    }

    private var nextChange: ContinuousClock.Instant? {
        game.nextChange(after: now).map { beginning + .milliseconds($0) }
    }

    private func handle(_ news: SubscriptionEvent) throws(CommandError) {
        switch news {
        case .began:
            let isFirst = !screen.isEntered
            try screen.enter()
            setMouse()
            game.isAway = false
            take(try commands.ask(DrillGet()).value())
            if isFirst { speak(game.drill) }
        case .happened(let event):
            guard let event = try? EventMessage(json: event), let drill = try? Drill(json: event.data) else { break }
            take(drill)
        case .away: game.isAway = true
        case .due, .replaced: break
        case .input:
            for input in screen.inputs() { try take(input) }
        }
        let layout = DrillLayout(game, at: now, size: screen.size, speaks: speaker.speaks, context.style)
        try screen.show(layout.canvas())
    }

    // MARK: News

    private func take(_ drill: Drill, isRight: Bool? = nil, place: Int? = nil) {
        let (sound, word) = game.take(drill, at: now, isRight: isRight, place: place)
        if let sound { chime.play(sound) }
        if let word { speak(word) }
    }

    private func speak(_ drill: Drill) {
        if drill.outcome == nil { speak(drill.asked) }
    }

    private func speak(_ word: DrillWord) {
        speaker.speak(word)
        if let problem = speaker.takeProblem() { game.message = problem }
    }

    /// What the result compares with, and what words look like.
    private func readDeck() throws(CommandError) {
        let drill = game.drill
        let levels = try commands.ask(DrillLevels(deck: drill.deck, language: drill.language)).value()
        game.level = levels.first { $0.id == drill.level }
        let entries = try commands.ask(DrillEntries(deck: drill.deck, language: drill.language)).value()
        game.shows = Dictionary(entries.map { ($0.word.text, $0.shows[0]) }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: Keys

    private func take(_ input: FullScreen.Input) throws(CommandError) {
        let action: DrillGame.Action?
        switch input {
        case .changed:
            setMouse()
            return
        case .ended: throw Self.quit
        case .key(.click(let row, let column)):
            let grid = DrillLayout(game, at: now, size: screen.size, speaks: speaker.speaks, context.style).grid
            action = grid.panel(row: row, column: column).flatMap { game.choose($0, at: now) }
        case .key(let key): action = game.press(key, at: now)
        }
        guard let action else { return }
        do throws(CommandError) { try perform(action) } catch {
            guard case .refused(let refusal) = error else { throw error }
            // Whoever wants to leave can, even if the drill cannot be ended.
            if case .leave = action, refusal.code == .storageFailed { throw error }
            // The limit, or another client, was faster: the drill says how it is now.
            if let drill = try? commands.ask(DrillGet()).value() { take(drill) }
            let isLate =
                refusal.code == .notRunning
                || ["not_this_question", "too_soon"].contains(refusal.details["reason"]?.stringValue)
            if !isLate { game.message = refusal.message }
        }
    }

    private func perform(_ action: DrillGame.Action) throws(CommandError) {
        switch action {
        case .answer(let question, let place):
            let answer = DrillAnswer(question: question, place: place, drill: game.drill.id)
            let answered = try commands.ask(answer).value()
            take(answered.drill, isRight: answered.isRight, place: place)
        case .speak(let word): speak(word)
        case .start(let level):
            let start = DrillStart(deck: game.drill.deck, level: level, language: game.drill.language)
            take(try commands.ask(start).value())
            try readDeck()
        case .leave:
            if game.drill.outcome == nil { take(try commands.ask(DrillQuit()).value()) }
            throw Self.quit
        }
    }

    /// The terminal reports clicks, if it can (xterm's private modes 1000 and 1006). The end of the full screen ends that.
    private func setMouse() { try? context.output.writeAsIs("\u{1B}[?1000h\u{1B}[?1006h") }
}
