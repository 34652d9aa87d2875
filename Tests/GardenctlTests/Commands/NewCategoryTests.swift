import GardenAPI
import Testing

@testable import gardenctl

/// A category that is a letter away from another one may be a typo: on a terminal, gardenctl asks.
@Suite("New categories") struct NewCategoryTests {
    private static let categories: JSON = [
        ["id": 1, "uid": "a-0", "name": "Reading", "color": "blue", "position": 0, "open": 0]
    ]

    @Test(arguments: ["y", "n"])
    func aTypoIsQuestionedOnATerminal(word: String) throws {
        let home = Home()
        let daemon = FakeDaemon(home.socketPath, answering: Self.categories, FocusTimer.stopped(after: 0).json)
        home.isInteractive = true
        home.typed = [word]
        let outcome = try home.gardenctl(["start", "Rading"])
        let question = "There is already a category Reading. Create the new category Rading? [y/N]\n"
        #expect(outcome.errors == question + (word == "y" ? "" : "Nothing was changed.\n"))
        #expect(outcome.status == 0)
        #expect(daemon.requests().map { $0["method"] } == ["category.list"] + (word == "y" ? ["timer.start"] : []))
        #expect(outcome.output.hasSuffix(word == "y" ? "Rading is a new category; there is also Reading.\n" : ""))
    }

    @Test(
        "a name that is more than a letter away is not questioned, nor is a known one",
        arguments: [
            ("Piano", "Piano is a new category."), ("reading", nil), ("READING ", nil), ("1", nil),
        ])
    func anythingElseIsNotQuestioned(name: String, announcement: String?) throws {
        let home = Home()
        _ = FakeDaemon(
            home.socketPath, answering: Self.categories, FocusTimer.stopped(after: 0).json)
        home.isInteractive = true
        let outcome = try home.gardenctl(["start", name])
        #expect(outcome.errors.isEmpty)
        #expect(outcome.output.contains("new category") == (announcement != nil))
        #expect(announcement.map { outcome.output.hasSuffix("\($0)\n") } ?? true)
    }
}
