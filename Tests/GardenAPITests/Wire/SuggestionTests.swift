import GardenAPI
import Testing

@Suite struct SuggestionTests {
    private static let known = ["timer.start", "timer.stop", "timer.pause", "category.add", "daemon.hello"]

    @Test(
        arguments: [
            ("timer.start", "timer.start"), ("timer.strat", "timer.start"), ("TIMER.START", "timer.start"),
            ("timer.stopp", "timer.stop"), ("imer.stop", "timer.stop"), ("timerstop", "timer.stop"),
            ("tiemr.puase", "timer.pause"), ("category.ad", "category.add"), ("catagory.addd", "category.add"),
            ("timer.begin", nil), ("deamon.helo", "daemon.hello"), ("shop.buy", nil), ("", nil), ("xyz", nil),
            (String(repeating: "t", count: 64), nil), (String(repeating: "t", count: 1 << 20), nil),
        ] as [(String, String?)])
    func findsTheNearestCandidate(word: String, nearest: String?) {
        #expect(Suggestion.nearest(to: word, among: Self.known) == nearest)
    }

    @Test(
        arguments: [
            ("i", "id"), ("di", "id"), ("idd", "id"), ("x", nil), ("xy", nil), ("", nil), ("xyz", nil), ("nme", "name"),
            ("nam", "name"), ("nmae", "name"), ("same", "name"), ("note", "name"), ("nothing", nil),
        ] as [(String, String?)])
    func aShortWordMustMatchByHalf(word: String, nearest: String?) {
        #expect(Suggestion.nearest(to: word, among: ["id", "name"]) == nearest)
    }

    @Test func emptyInputHasNoNearestWord() {
        #expect(Suggestion.nearest(to: "a", among: []) == nil)
        #expect(Suggestion.nearest(to: "", among: [""]) == "")
    }

    @Test func theFirstOfEquallyNearWordsIsReturned() {
        #expect(Suggestion.nearest(to: "cat", among: ["bat", "hat"]) == "bat")
    }

    @Test(arguments: [
        ("Europe/Berlim", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"), ("Tokio", "Asia/Tokyo"),
        ("New_York", "America/New_York"), ("utc", "UTC"), ("Middle-earth/Shire", nil), ("Europe", nil),
    ])
    func aPathIsAlsoFoundByItsLastPart(word: String, nearest: String?) {
        let zones = ["America/New_York", "Asia/Tokyo", "Etc/UTC", "Europe/Berlin", "UTC"]
        #expect(Suggestion.nearest(to: word, amongPaths: zones) == nearest)
    }
}
