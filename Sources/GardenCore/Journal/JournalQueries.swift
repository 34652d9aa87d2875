import GardenAPI

extension JournalList {
    private static let defaultLimit = 100

    /// The events as the journal holds them: a thousand are not read and written anew for everybody who asks.
    @Sendable func answer(from view: View) throws(GardenError) -> [UInt8] {
        let types = EventCatalog.types(named: types)
        let limit = limit ?? Self.defaultLimit
        let events: [Event]
        do {
            if let since {
                events = try view.history.events(after: since, limit: limit, types: types)
            } else {
                events = try view.history.newestEvents(before: nil, limit: limit, types: types)
            }
        } catch {
            throw .unreadable(error.reason)
        }
        var writer = JSONWriter()
        writer.beginArray()
        for event in events { writer.encoded(event.message(in: view.conditions.zone)) }
        writer.endArray()
        return writer.bytes
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
