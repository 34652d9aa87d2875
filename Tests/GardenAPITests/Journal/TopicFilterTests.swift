import GardenAPI
import Testing

@Suite struct TopicFilterTests {
    @Test(arguments: [nil, [], ["*"], ["timer.started", "*"]] as [[String]?])
    func anEmptyFilterAdmitsEveryTopic(topics: [String]?) {
        let filter = TopicFilter(topics)
        #expect(filter.topics == nil)
        #expect(filter.includes("timer.started") && filter.includes("day.rolledOver") && filter.includes(""))
    }

    @Test(arguments: [
        ("timer.started", "timer.started", true), ("timer.started", "timer.start", false),
        ("timer.start", "timer.started", false), ("timer.*", "timer.started", true),
        ("timer.*", "timers.started", false),
        ("timer.*", "timer", false), ("timer.*", "shop.bought", false), ("timer*", "timer.started", false),
        ("timer.st*", "timer.started", false), (".*", "timer.started", false), ("*.started", "timer.started", false),
        ("Timer.*", "timer.started", false), ("", "timer.started", false), ("*", "timer.started", true),
    ])
    func aTopicMatchesATypeOrAPrefix(topic: String, type: String, names: Bool) {
        #expect(TopicFilter.topic(topic, names: type) == names)
        #expect(TopicFilter([topic]).includes(type) == names)
        #expect(TopicFilter(["no.such", topic]).includes(type) == names)
    }
}
