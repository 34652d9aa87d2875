import GardenAPI

extension JournalList: Query {
    private static let defaultLimit = 100

    public func answer(from view: View) throws(GardenError) -> [EventMessage] {
        let types = EventCatalog.types(named: types)
        let limit = limit ?? Self.defaultLimit
        let events: [Event]
        do {
            if let since {
                events = try view.history.events(after: since, limit: limit, types: types)
            } else {
                events = try view.history.newestEvents(limit: limit, types: types)
            }
        } catch {
            throw .unreadable(error.reason)
        }
        return events.map { event in
            var message = EventMessage()
            message.seq = event.seq
            message.at = view.timestamp(event.at)
            message.type = event.type
            // The journal holds only what the writer wrote, and start-up has read it once already.
            message.data = (try? JSON.parse(event.data, depth: .max)) ?? .null
            return message
        }
    }
}

extension EventCatalog {
    /// The exact types that a list of topics names; `nil` for all.
    public static func types(named topics: [String]?) -> [String]? {
        let filter = TopicFilter(topics)
        return filter.topics == nil ? nil : types.filter(filter.admits)
    }

    /// The topics that name no type of this release.
    public static func unknownTopics(_ topics: [String]) -> [String] {
        topics.filter { topic in !types.contains { TopicFilter.topic(topic, names: $0) } }
    }
}
