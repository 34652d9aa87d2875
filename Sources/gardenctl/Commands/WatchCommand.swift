import ArgumentParser
import GardenAPI

struct WatchCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show the garden now and whenever it changes.",
        discussion: """
            Prints one line now and another whenever it changes, also when a task becomes overdue, for status bars and scripts. If the daemon goes away, the \
            phase reads away; watch reconnects by itself. With --json it prints each event as it arrives.

              gardenctl watch
              gardenctl watch -f '{phase} {category} {endsAt}'
              gardenctl watch --json

            \(FormatOptions.placeholders)
            """)

    @OptionGroup var format: FormatOptions
    @OptionGroup var common: CommonOptions

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        if common.json {
            try client.follow(EventsSubscribe(), gapless: false, in: context) { news throws(CommandError) in
                if case .happened(let event) = news { try context.output.print(event.text) }
            }
        } else {
            try showChanges(with: client, in: context)
        }
    }

    private func showChanges(with client: Client, in context: ProcessContext) throws(CommandError) {
        let format = format.chosen ?? .plain
        var shown: String?
        var shownSeq = 0
        // A task becomes overdue without an event, because the daemon does not wake up for it (RULES P3).
        var redrawAt: ContinuousClock.Instant?
        func show(_ snapshot: StatusSnapshot) throws(CommandError) {
            redrawAt = format.showsDueTasks ? snapshot.nextDueAt : nil
            let text = format.rendered(snapshot, context.style)
            guard text != shown else { return }
            try context.output.print(text)
            shown = text
        }
        func deadline() -> ContinuousClock.Instant? { redrawAt }
        func update() throws(CommandError) {
            let status = try client.askHere(DaemonStatus()).value()
            shownSeq = status.seq
            try show(.home(status))
        }
        let subscribe = EventsSubscribe()
        try client.follow(subscribe, gapless: false, in: context, until: deadline) { news throws(CommandError) in
            switch news {
            case .due: try update()
            case .away: try show(.away)
            case .began(let subscription):
                shownSeq = subscription.seq
                try show(.home(subscription.snapshot))
            case .happened(let event):
                // The events of one change come together, so one query shows the effect of all.
                guard let seq = event["seq"]?.integerValue, seq > shownSeq else { return }
                try update()
            }
        }
    }
}
