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
        let daemon = Self.daemon(
            home, creating: word == "y" ? CreatedCategory(name: "Rading", similar: "Reading") : nil)
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
        arguments: ["Piano", "reading", "READING ", "1"])
    func anythingElseIsNotQuestioned(name: String) throws {
        let home = Home()
        let created = name == "Piano" ? CreatedCategory(name: "Piano") : nil
        _ = Self.daemon(home, creating: created)
        home.isInteractive = true
        let outcome = try home.gardenctl(["start", name])
        #expect(outcome.errors.isEmpty)
        #expect(outcome.output.hasSuffix("Piano is a new category.\n") == (created != nil))
        #expect(outcome.output.contains("new category") == (created != nil))
    }

    /// A script needs one request: the answer says what was created.
    @Test func withoutATerminalOneRequestIsEnough() throws {
        let home = Home()
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(
                FocusTimer.stopped(after: 0).json, meta: Self.meta(CreatedCategory(name: "Rading", similar: "Reading")))
            client.receive()
        }
        let outcome = try home.gardenctl(["start", "Rading"])
        #expect(outcome.output.hasSuffix("Rading is a new category; there is also Reading.\n"))
        #expect(daemon.requests().map { $0["method"] } == ["timer.start"])
    }

    private static func meta(_ created: CreatedCategory) -> JSON { ["created": [created.json]] }

    /// A daemon that lists the categories, then starts a session.
    private static func daemon(_ home: Home, creating created: CreatedCategory?) -> FakeDaemon {
        FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(categories)
            client.receive()
            client.answer(FocusTimer.stopped(after: 0).json, meta: created.map(meta) ?? .null)
            client.receive()
        }
    }
}
