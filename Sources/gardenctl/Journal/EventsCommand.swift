import ArgumentParser
import GardenAPI

struct EventsCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "List past events, or follow new ones.",
        discussion: """
            Without --since, it lists the newest events, oldest first. With --follow, it prints the events since \
            --since, if given, then each new one, and misses none if the daemon restarts. A topic is the type of an \
            event, or its first word (timer).

              gardenctl events -n 20
              gardenctl events --since yesterday 10:00
              gardenctl events --topic 'garden.*' --topic focus.completed
              gardenctl events --follow --since 0 --json
            """)

    @Flag(name: .shortAndLong, help: "Keep printing new events.")
    var follow = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Only events since a date or time, or after the event with this number (seq).", valueName: "date or seq"))
    var since: [String] = []

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

    private var seq: Int? { since.count == 1 ? Int(since[0]) : nil }
    private var from: String? { seq == nil ? joined(since) : nil }

    /// The topics of the protocol: one word is a topic and not a type.
    private var types: [String]? {
        topics.isEmpty ? nil : topics.map(Self.topic)
    }

    private static func topic(_ word: String) -> String { word.contains(".") ? word : "\(word).*" }

    var listing: JournalList { JournalList(since: seq, limit: limit, types: types, from: from) }

    var subscription: EventsSubscribe { EventsSubscribe(topics: types, since: seq) }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        do throws(CommandError) { try list(with: client, in: context) } catch {
            // The parameter of --since has another name in the protocol.
            guard case .refused(var refusal) = error, refusal.message.hasPrefix("from: ") else { throw error }
            refusal.message = "--since: \(refusal.message.dropFirst("from: ".count))"
            throw .refused(refusal)
        }
    }

    private func list(with client: Client, in context: ProcessContext) throws(CommandError) {
        if follow {
            try showWhatHappens(with: client, in: context)
        } else {
            let answer = try client.ask(listing)
            let events = try answer.value()
            if common.json {
                try context.output.printData(answer.json.text)
            } else {
                for event in events { try context.print(eventText(event, context.style)) }
            }
            // Nothing may mean that nothing of the kind has happened, or that there is no such kind.
            guard events.isEmpty, let types else { return }
            let ignored = try client.ask(EventsSubscribe(topics: types)).value().ignored
            if !ignored.isEmpty { throw .usage(message(about: ignored)) }
        }
    }

    private func showWhatHappens(with client: Client, in context: ProcessContext) throws(CommandError) {
        var remaining = limit
        var subscription = subscription
        if let from {
            // The number of the event before, so that the stream goes on there after an interruption.
            let first = try client.ask(JournalList(limit: 1, from: from)).value().first
            subscription.since = first.map { $0.seq - 1 }
        }
        do throws(CommandError) {
            try client.follow(subscription, gapless: true, in: context) { news throws(CommandError) in
                switch news {
                case .began(let subscription):
                    guard !subscription.ignored.isEmpty else { return }
                    try context.printError("gardenctl: \(message(about: subscription.ignored))")
                case .replaced(let seq):
                    let rest =
                        seq.map { "it has the same events up to \($0); going on after it" }
                        ?? "going on with new events"
                    try context.printError("gardenctl: the journal was replaced, such as by a restored backup; \(rest)")
                case .away: try context.printError("gardenctl: the daemon is away; reconnecting")
                case .happened(let event):
                    try show(event, in: context)
                    remaining = remaining.map { $0 - 1 }
                    if remaining == 0 { throw .alreadyReported(status: 0) }
                // It has no deadline.
                case .due, .input: return
                }
            }
        } catch .alreadyReported(status: 0) {}
    }

    /// - Parameter ignored: those of ``types`` that match no type.
    private func message(about ignored: [String]) -> String {
        let words = topics.filter { ignored.contains(Self.topic($0)) }
        return "no type of event matches \(printable(words.joined(separator: ", ")))"
    }

    private func show(_ json: JSON, in context: ProcessContext) throws(CommandError) {
        guard !common.json, let event = try? EventMessage(json: json) else {
            return try context.output.printData(json.text)
        }
        try context.output.print(eventText(event, context.style))
    }
}
