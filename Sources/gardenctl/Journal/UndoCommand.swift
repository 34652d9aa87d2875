import ArgumentParser
import GardenAPI
import TextKit

struct UndoCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back the last changes.",
        discussion: """
            It takes back changes that a person made to tasks, categories, points, the shop, the rate, counters and \
            the log, newest first, and a stop, skip, restart or finish of the timer, after which the phase is back, paused, unless \
            another one has begun since. It is exact: points and exp go back by the amount of the change, everything else to \
            its previous value. What was done on an earlier day counts no longer on that day, and the rate is counted again. \
            Some changes cannot be taken back, for example if a reminder of the task has been shown since, or if the \
            points have been spent. Then older changes cannot be taken back with those after them, but one of them \
            alone can, if it is no edit or removal and nothing since depends on it: --only takes its number in the list of --dry-run. If you ask for several, undo takes back all or none; if there are fewer, it takes back those. Undo covers nothing else of the timer, no settings, \
            and no reset and anything before it. If the timer was changed since, it asks first; without a terminal, it \
            needs --yes for that, and to pass over a stop, skip or restart. gardend remembers the last 1000 changes.

              gardenctl undo
              gardenctl undo 3
              gardenctl undo --dry-run
              gardenctl undo --only 4
            """)

    @Argument(help: ArgumentHelp("How many changes, at most 100 (default: 1; 10 with --dry-run).", valueName: "count"))
    var count: Int?

    @Option(
        help: ArgumentHelp("Take back only the change with this number in the list of --dry-run.", valueName: "number"))
    var only: Int?

    @Option(
        help: ArgumentHelp(
            "Take back only the change with this number in the journal, which refusals and --json name.",
            valueName: "number"))
    var change: Int?

    @Flag(help: "List the changes that undo would take back, and whether it can.")
    var dryRun = false

    @Flag(help: "Do not ask, and pass over a stop, skip or restart that cannot be taken back.")
    var yes = false

    @OptionGroup var common: CommonOptions

    mutating func validate() throws {
        guard [count, only, change].count(where: { $0 != nil }) <= 1 else {
            throw ValidationError("give a count, --only or --change, not several of them")
        }
        guard !dryRun || only ?? change == nil else {
            throw ValidationError("--dry-run lists the last changes; it has no --only and no --change")
        }
        if let only, !(1...100).contains(only) { throw ValidationError("--only must be from 1 to 100, not \(only)") }
        do {
            _ = try JournalUndo(json: JournalUndo(count: count).json)
            _ = try JournalUndo(json: JournalUndo(change: change).json)
        } catch { throw ValidationError(error.message) }
    }

    /// A change in parts, such as an import, takes a while.
    static let answerSeconds = ImportTransfer.answerSeconds

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        client.explainSilence("gardend is still taking it back; Ctrl-C leaves it as it was", in: context)
        if dryRun {
            let answer = try client.ask(JournalUndoable(limit: count))
            guard !common.json else { return try context.output.printData(answer.json.text) }
            try context.print(undoableText(answer.value(), context.style))
        } else {
            var change = change
            if let only { change = try self.change(at: only, client) }
            if change == nil { guard try isMeant(client, context) else { return } }
            let answer = try undo(change, client, context)
            guard !common.json else { return try context.output.printData(answer.json.text) }
            let (undone, passed) = (try answer.value().undone, try answer.value().passed)
            for change in passed {
                let text = "Passed over: \(printable(change.what)), which cannot be taken back any more"
                try context.print(context.style.dim(text))
            }
            try context.print(revertedText("Took back", undone, context.style))
            if undone.contains(where: { Self.endings.contains($0.method) }) {
                try context.print(timerText(client.ask(TimerGet()).value(), context.style))
            }
            if undone.count < count ?? 1 {
                let were = undone.count == 1 ? "was" : "were"
                try context.print(context.style.dim("There \(were) only \(undone.count.counted("change"))."))
            }
        }
    }

    /// The number of a change in the journal, by its number in the list of the last changes.
    private func change(at number: Int, _ client: Client) throws(CommandError) -> Int {
        let changes = try client.ask(JournalUndoable(limit: number)).value()
        guard changes.count == number else {
            let verb = changes.count == 1 ? "is" : "are"
            throw .usage(
                "there \(verb) only \(changes.count.counted("change")) to take back; gardenctl undo --dry-run lists them"
            )
        }
        return changes[number - 1].seq
    }

    private func undo(
        _ change: Int?, _ client: Client, _ context: ProcessContext
    ) throws(CommandError) -> Client.Answer<UndoneChanges> {
        if let change { return try client.ask(JournalUndo(change: change)) }
        let mayPass = yes || context.isInteractive
        do throws(CommandError) {
            return try client.ask(JournalUndo(count: count, passing: mayPass ? nil : false))
        } catch {
            guard !mayPass, case .refused(let refusal) = error, refusal.details["why"] == "passed" else { throw error }
            throw .usage("\(refusal.message); to take back the change before it, add --yes")
        }
    }

    /// After a change of the timer, a person may expect that this is taken back. It is not, so one at a terminal is asked; anything
    /// else, such as a key of the desktop, says with --yes that the change before it is meant.
    private func isMeant(_ client: Client, _ context: ProcessContext) throws(CommandError) -> Bool {
        guard !yes, count ?? 1 == 1, let (reason, what) = try client.doubtAboutUndo() else { return true }
        guard context.isInteractive, !common.json else {
            throw .usage("\(reason); to take back the change before it, \(what), add --yes")
        }
        try context.printError("\(reason.prefix(1).uppercased())\(reason.dropFirst()).")
        return try context.isConfirmed(
            "Take back the change before that: \(what)", effect: "takes back an older change")
    }

    /// The methods that end a phase early, which undo brings back, paused.
    private static let endings: Set = [TimerStop.method, TimerSkip.method, TimerStart.method]
}

extension Client {
    /// Why undo may not be what a person means, and the change that it takes back: the timer was changed after that. `nil` if there is
    /// no doubt.
    func doubtAboutUndo() throws(CommandError) -> (reason: String, change: String)? {
        guard let change = try ask(JournalUndoable(limit: 1)).value().first, change.possible,
            let latest = try ask(JournalList(limit: 1, types: Self.timerChanges + Self.reversals)).value().first,
            latest.seq > change.seq, latest.data["cause"] == nil, !Self.reversals.contains(latest.type)
        else { return nil }
        let reason = "undo cannot take back what the timer did last (\(latest.type), \(latest.at.clock))"
        return (reason, printable(change.what))
    }

    /// What undo and redo do, which is no change of the timer to a person.
    private static let reversals = ["change.undone", "change.redone"]

    /// What a person does with the timer.
    private static let timerChanges = [
        "timer.started", "timer.paused", "timer.resumed", "timer.extended", "timer.edited", "timer.skipped",
        "timer.stopped",
    ]
}

struct RedoCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Make again the changes that undo took back.",
        discussion: """
            This is possible until you make another change.

              gardenctl redo
              gardenctl redo 3
            """)

    @Argument(help: ArgumentHelp("How many changes (default: 1).", valueName: "count"))
    var count: Int?

    @OptionGroup var common: CommonOptions

    /// A change in parts, such as an import, takes a while.
    static let answerSeconds = ImportTransfer.answerSeconds

    func request() -> JournalRedo { JournalRedo(count: count) }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        client.explainSilence("gardend is still making it again; Ctrl-C leaves it undone", in: context)
        try show(try answer(from: client), in: context)
    }

    func rendered(_ response: RedoneChanges, _ style: Style) -> String {
        revertedText("Made again", response.redone, style)
    }
}

extension ProcessContext {
    /// Says that a change that can hurt can be taken back, to a person at a terminal.
    func printUndoHint(after request: any Request.Type, isUnchanged: Bool = false) throws(CommandError) {
        let hurting: [any Request.Type] = [
            CategoryRemove.self, CategoryMerge.self, InventoryRemove.self, LogRemove.self, ShopRemove.self,
            PointsAdjust.self, RateAdd.self, RateForce.self, RateSet.self, ShopBuy.self, TaskRemove.self,
            TaskCompleteAll.self,
        ]
        if hurting.contains(where: { $0 == request }) { try printUndoHint(ofChanges: isUnchanged ? 0 : 1) }
    }

    /// Says to a person at a terminal how to take a change back.
    ///
    /// - Parameter count: of how many changes it consists.
    func printUndoHint(ofChanges count: Int = 1) throws(CommandError) {
        let hint =
            switch count {
            case 0: "Nothing had to be changed."
            case 1: "To take it back: gardenctl undo"
            default: "To take them back: gardenctl undo \(count)"
            }
        if isInteractive { try print(style.dim(hint)) }
    }
}
