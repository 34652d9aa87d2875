import ArgumentParser
import GardenAPI

struct EventsCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "List past events, or follow new ones.",
        discussion: """
            Without --since it lists the newest events, oldest first. With --follow it prints each new event instead, after \
            those since --since if given, and misses none even if the daemon restarts. A topic is the type of an event, or \
            its first word followed by .* (timer.*).

              gardenctl events -n 20
              gardenctl events --topic 'garden.*' --topic focus.completed
              gardenctl events --follow --since 0 --json
            """)

    @Flag(name: .shortAndLong, help: "Keep printing new events.")
    var follow = false

    @Option(help: ArgumentHelp("Only events after this sequence number.", valueName: "seq"))
    var since: Int?

    @Option(
        name: .customLong("topic"),
        help: ArgumentHelp("Only events of this topic. Can be repeated.", valueName: "topic"),
        completion: Completions.topics)
    var topics: [String] = []

    @Option(
        name: [.customShort("n", allowingJoined: true), .customLong("limit")],
        help: ArgumentHelp("At most this many (default: 100, or no limit with --follow).", valueName: "count"))
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
                    try context.errors.print("gardenctl: no type of event matches \(topics)")
                case .away: try context.errors.print("gardenctl: the daemon is away; reconnecting")
                case .happened(let event):
                    try context.output.print(line(event, context.style))
                    remaining = remaining.map { $0 - 1 }
                    if remaining == 0 { throw .alreadyReported(status: 0) }
                // It has no deadline.
                case .due: return
                }
            }
        } catch .alreadyReported(status: 0) {}
    }

    private func line(_ json: JSON, _ style: Style) -> String {
        guard !common.json, let event = try? EventMessage(json: json) else { return json.text }
        return eventText(event, style)
    }
}
