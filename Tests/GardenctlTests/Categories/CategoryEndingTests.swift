import GardenAPI
import Testing

@testable import gardenctl

/// `category merge` and `category remove` say what moves where (RULES T26).
@Suite struct CategoryEndingTests {
    private static let maths: JSON = ["id": 2, "uid": "a-2", "name": "Maths", "color": "blue", "position": 1]
    private static let mahts: JSON = ["id": 3, "uid": "a-3", "name": "Mahts", "color": "red", "position": 2]
    private static let moved: JSON = ["movedTasks": 3, "movedItems": 1, "movedPhase": "focus"]
    let home = Home()

    private static func listed(_ category: JSON, _ open: Int) -> JSON {
        guard case .object(var members) = category else { return category }
        members.append("open", .integer(open))
        return .object(members)
    }

    /// A daemon with the two categories.
    private func daemon(open: Int = 3) -> FakeDaemon {
        FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            while let request = client.receive() {
                switch request["method"]?.stringValue {
                case "category.list": client.answer([Self.listed(Self.maths, 0), Self.listed(Self.mahts, open)])
                case "shop.list": client.answer([])
                case "timer.get": client.answer(FocusTimer.stopped(after: 0).json)
                case "category.merge":
                    client.answer(
                        Self.maths,
                        meta: ["gardens": [["category": "Maths", "exp": 7]], "movedTasks": 3, "movedPhase": "rest"])
                default: client.answer(Self.mahts, meta: open > 0 ? Self.moved : .null)
                }
            }
        }
    }

    @Test("a merge names both, and what moved; ids become names", arguments: [["Mahts", "Maths"], ["3", "2"]])
    func merging(_ words: [String]) throws {
        let daemon = daemon()
        let outcome = try home.gardenctl(["category", "merge"] + words)
        #expect(
            outcome
                == Home.Outcome(
                    status: 0,
                    output: "Merged Mahts into Maths (id 2, blue): 3 open tasks, the rest in progress, +7 exp\n"))
        let merge = daemon.requests().first { $0["method"] == "category.merge" }
        #expect(merge?["params"]?["into"] == "Maths")
        #expect(merge?["params"]?["id"] == (words[0] == "3" ? 3 : nil))
        #expect(merge?["params"]?["name"] == (words[0] == "3" ? nil : "Mahts"))
    }

    @Test("a removed category cannot be merged: the refusal says how to bring it back")
    func mergingARemovedOne() throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.refuse(
                GardenError(.notFound, "no category is named \"Old\"", [("kind", "category"), ("name", "Old")]))
            client.receive()
        }
        let outcome = try home.gardenctl(["category", "merge", "Old", "Maths"])
        #expect(outcome.status != 0 && outcome.output == "")
        let advice = "if it was removed, it comes back with its garden: gardenctl category add NAME"
        #expect(outcome.errors.contains(advice))
    }

    @Test("on a terminal, a removal asks if anything moves", arguments: ["y", "n"])
    func removing(_ word: String) throws {
        let daemon = daemon()
        home.isInteractive = true
        home.typed = [word]
        let outcome = try home.gardenctl(["category", "remove", "mahts"])
        #expect(
            outcome.errors == "Remove Mahts, and move 3 open tasks to Default? [y/N]\n"
                + (word == "y" ? "" : "Nothing was changed.\n"))
        #expect(
            outcome.output
                == (word == "y"
                    ? "Removed Mahts (id 3, red); moved to Default: 3 open tasks, 1 item of the shop, the focus in progress\n"
                        + "To take it back: gardenctl undo\n" : ""))
        #expect(daemon.requests().contains { $0["method"] == "category.remove" } == (word == "y"))
    }

    @Test func removingAnEmptyOneDoesNotAsk() throws {
        _ = daemon(open: 0)
        home.isInteractive = true
        let outcome = try home.gardenctl(["category", "remove", "3"])
        #expect(outcome.errors == "")
        #expect(outcome.output == "Removed Mahts (id 3, red)\nTo take it back: gardenctl undo\n")
    }

    @Test("--yes and a script are not asked, and need one request", arguments: [true, false])
    func withoutAQuestion(isScript: Bool) throws {
        let daemon = daemon()
        home.isInteractive = !isScript
        let outcome = try home.gardenctl(["category", "remove", "Mahts"] + (isScript ? [] : ["--yes"]))
        #expect(outcome.errors == "")
        #expect(outcome.output.hasPrefix("Removed Mahts (id 3, red); moved to Default: 3 open tasks"))
        #expect(daemon.requests().map { $0["method"] } == ["category.remove"])
    }
}
