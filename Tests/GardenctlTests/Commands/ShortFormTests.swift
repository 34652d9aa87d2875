import ArgumentParser
import GardenAPI
import Testing

@testable import gardenctl

@Suite struct ShortFormTests {
    @Test(arguments: [
        ("next", "task next"), ("todo", "task"), ("todo -c Home", "task -c Home"), ("streak", "stats streak"),
        ("heatmap --month", "stats heatmap --month"), ("note hello there", "log note hello there"),
        ("remind call Bob tomorrow", "add remind me to call Bob tomorrow"),
        ("remind me to call Bob", "add remind me to call Bob"), ("search milk", "task list milk"),
        ("--json next", "task next --json"), ("help streak", "help stats streak"), ("undone 3", "task undone 3"),
        ("remind", "remind"), ("remind --dry-run", "remind --dry-run"), ("help remind", "help remind"),
        ("task +phone", "task list +phone"), ("todo +phone", "task list +phone"), ("ls +phone", "ls list +phone"),
        ("task next", "task next"), ("add next", "add next"), ("log note next", "log note next"),
    ])
    func aShortFormIsItsCommand(line: String, command: String) {
        let words = line.split(separator: " ").map(String.init)
        #expect(CommandWords.normalized(words) == command.split(separator: " ").map(String.init))
    }

    @Test func noShortFormHidesACommand() {
        let names = Gardenctl.commands.flatMap { command in
            [command.configuration.commandName].compactMap(\.self) + command.configuration.aliases
        }
        for name in ClientFeatures.all.flatMap({ Array($0.aliases.keys) }) { #expect(!names.contains(name), "\(name)") }
    }

    @Test(arguments: [("1,200", "1200"), ("+12,000,500", "+12000500"), ("-1,200", "-1200")])
    func aNumberWithCommasIsRefusedWithoutThem(word: String, number: String) {
        let error = #expect(throws: ArgumentParser.ValidationError.self) {
            try SignedAmount([word], name: "the amount")
        }
        #expect(error?.message == "the amount is written without commas: \(number), not \"\(word)\"")
    }

    @Test(arguments: [("＋５００", 500), ("－３", -3), ("１２", 12)])
    func fullWidthDigitsAreDigits(word: String, number: Int) throws {
        #expect(try SignedAmount([word], name: "points").amount == number)
    }

    @Test func anIdInFullWidthDigitsIsAnId() throws {
        #expect(Reference(argument: "１２") == .id(12))
        #expect(try TaskTarget(words: ["１", "３－５"]).ids == [1, 3, 4, 5])
        #expect(try TaskTarget(words: ["１２", "eggs"]).title == "１２ eggs")
    }
}
