import ArgumentParser
import GardenAPI

struct EventsCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "List what has happened, or follow what happens.",
        discussion: """
            Without --since the newest events are listed, oldest first. --follow goes on with what happens, and leaves no \
            event out, not even those of a time when the daemon was away. A topic is an event's type, or its first word \
            with .* after it.

              gardenctl events --limit 20
              gardenctl events --topic 'garden.*' --topic focus.completed
              gardenctl events --follow --since 0 --json
            """)

    @Flag(help: "Go on with what happens.")
    var follow = false

    @Option(help: ArgumentHelp("Only events after that seq.", valueName: "seq"))
    var since: Int?

    @Option(
        name: .customLong("topic"), help: ArgumentHelp("Only events of that topic.", valueName: "topic"),
        completion: Completions.topics)
    var topics: [String] = []

    @Option(help: ArgumentHelp("How many at most; a list has 100 when left out.", valueName: "count"))
    var limit: Int?

    @OptionGroup var common: CommonOptions

    mutating func validate() throws {
        do {
            _ = try JournalList(json: listing.json)
            _ = try EventsSubscribe(json: subscription.json)
        } catch {
            throw ValidationError(error.message)
        }
    }

    var listing: JournalList {
        JournalList(since: since, limit: limit, types: topics.isEmpty ? nil : topics)
    }

    var subscription: EventsSubscribe { EventsSubscribe(topics: topics.isEmpty ? nil : topics, since: since) }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        if follow {
            try showWhatHappens(with: client, in: context)
        } else {
            let answer = try client.ask(listing)
            guard !common.json else { return try context.output.print(answer.json.text) }
            for event in try answer.value() {
                try context.output.print(eventText(event, context.style))
            }
        }
    }

    private func showWhatHappens(with client: Client, in context: ProcessContext) throws(CommandError) {
        var remaining = limit
        do throws(CommandError) {
            try client.follow(subscription, gapless: true, in: context) { news throws(CommandError) in
                switch news {
                case .began(let subscription):
                    guard !subscription.ignored.isEmpty else { return }
                    let topics = printable(subscription.ignored.joined(separator: ", "))
                    try context.errors.print("gardenctl: no event answers to \(topics)")
                case .away: try context.errors.print("gardenctl: the daemon is away; looking for it again")
                case .happened(let event):
                    try context.output.print(line(event, context.style))
                    remaining = remaining.map { $0 - 1 }
                    if remaining == 0 { throw .told(status: 0) }
                }
            }
        } catch .told(status: 0) {}
    }

    private func line(_ json: JSON, _ style: Style) -> String {
        guard !common.json, let event = try? EventMessage(json: json) else { return json.text }
        return eventText(event, style)
    }
}
