import GardenAPI

/// `gardenctl tasks` on a terminal: the open tasks on a full screen, with keys.
///
/// It sleeps until an event, a key, or the moment at which a task becomes overdue.
final class TaskScreen {
    /// Has the subscription.
    private let client: Client
    /// Carries out what the keys ask for.
    private let commands: Client
    private let context: ProcessContext
    private let screen: FullScreen
    private let list: TaskList
    /// Whether the tasks are in the order of their positions.
    private let isInOrder: ([TaskItem]) -> Bool
    private var browser = TaskBrowser()
    private var nextChange: ContinuousClock.Instant?
    private var shownSeq = 0

    /// Ends the loop; not an error.
    private static let quit = CommandError.alreadyReported(status: 0)
    /// The types of event that are worth a line.
    private static let notedTypes: Set = [
        "focus.completed", "rest.completed", "task.reminded", "task.due", "task.dayNotice",
    ]

    init(
        _ list: TaskList, isInOrder: @escaping ([TaskItem]) -> Bool, _ client: Client, in context: ProcessContext
    ) {
        (self.list, self.isInOrder, self.client, self.context) = (list, isInOrder, client, context)
        commands = client.sibling()
        screen = FullScreen(context.output)
    }

    /// Runs until the person quits.
    func run() throws(CommandError) {
        defer { screen.leave() }
        do throws(CommandError) {
            let deadline = { self.nextChange }
            try client.follow(
                EventsSubscribe(), gapless: false, in: context, watching: screen.descriptors, until: deadline
            ) { news throws(CommandError) in
                try handle(news)
            }
        } catch Self.quit {}
    }

    private func handle(_ news: SubscriptionEvent) throws(CommandError) {
        switch news {
        case .began:
            // Why a key did nothing while the daemon was away is over.
            if browser.isAway { browser.message = [] }
            browser.isAway = false
            // A list that is refused at first, such as that of an unknown category, is an error of the command.
            if screen.isEntered { try readAgain() } else { try read() }
            try screen.enter()
        case .happened(let event): try take(event)
        case .away:
            browser.loseDaemon()
            nextChange = nil
        case .due: try readAgain()
        case .replaced: break
        case .input:
            for input in screen.inputs() { try take(input) }
        }
        try draw()
    }

    private func draw() throws(CommandError) {
        guard screen.isEntered else { return }
        try screen.show(TaskBrowserLayout(screen.size, context.style).canvas(&browser))
    }

    // MARK: News

    private func read() throws(CommandError) {
        let snapshot = try TaskSnapshot(list, asking: client)
        (shownSeq, nextChange) = (snapshot.seq, snapshot.nextChange)
        browser.take(
            snapshot.tasks, snapshot.counts, hidden: snapshot.hidden, isByCategory: isInOrder(snapshot.tasks),
            snapshot.present)
    }

    /// Reads the tasks; a refusal, such as that the category is gone, does not end the program.
    private func readAgain() throws(CommandError) {
        do throws(CommandError) { try read() } catch {
            guard case .refused = error, !error.isTransient else { throw error }
            nextChange = nil
            browser.message = Self.words(of: error)
        }
    }

    private func take(_ json: JSON) throws(CommandError) {
        guard let event = try? EventMessage(json: json) else { return }
        if Self.notedTypes.contains(event.type) { browser.message = [printable(event.text)] }
        // The events of one change come together, so one query shows the effect of all.
        guard event.seq > shownSeq else { return }
        try readAgain()
    }

    // MARK: Keys

    private func take(_ input: FullScreen.Input) throws(CommandError) {
        switch input {
        case .changed: return
        case .ended: throw Self.quit
        case .key(let key):
            guard let action = browser.press(key) else { return }
            guard action != .quit else { throw Self.quit }
            do throws(CommandError) { try perform(action) } catch {
                if case .unwritable = error { throw error }
                if case .readerGone = error { throw error }
                browser.reopen(action)
                browser.message = Self.words(of: error)
            }
        }
    }

    private func perform(_ action: TaskBrowser.Action) throws(CommandError) {
        let outcome = try TaskActions(commands, category: list.category, columns: screen.size.columns - 2).perform(
            action)
        switch outcome {
        case .asks(let question): browser.question = question
        case .done(let lines, let id):
            // What the next key is about must be the list after this change.
            if !browser.isAway { try? readAgain() }
            browser.finish(action, lines, selecting: id)
        }
    }

    private static func words(of error: CommandError) -> [String] {
        let lines = (error.prose ?? "").trimmingPrefix("gardenctl: ").split(separator: "\n").map {
            printable(String($0))
        }
        return lines.filter { !$0.isEmpty }
    }
}
