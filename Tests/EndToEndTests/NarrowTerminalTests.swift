import GardenAPI
import Testing

/// What gardenctl prints in a terminal of 40 columns, on its output and as errors.
@Suite(Needs.program("/usr/bin/script"))
struct NarrowTerminalTests {
    private static let name =
        "A name that goes on and on until all of its hundred characters are used, and nobody reads it."

    private static let lines = [
        "shop", "inventory", "category list", "events", "log", "log note walked to the lake and then all the way back",
        "day", "rate", "points", "why balance", "why rate", "undo --dry-run", "undo", "redo", "doctor", "config show",
        "hook list", "ack", "presence", "task", "tasks", "pick task", "task show 1", "buy 1", "refund",
        "shop edit 1 --price 7", "help",
        "help start", "start -m", "shop add", "shop nope", "buy nothing", "events --topic nope", "reload", "verify",
        "stats", "stats streak", "stats off", "stats off tomorrow",
        "today", "stats day yesterday", "stats heatmap --month", "garden --all", "report --html /dev/null",
        "report",
        "drill", "drill records", "drill records flags", "drill play flags basic",
        "today", "stats day yesterday", "stats heatmap --month", "garden --all",
        "visit", "visit near 35.6812,139.7671", "visit list --trash", "label", "group", "member",
        "visit photo add 1 /nothing.jpg", "visit photo remove 1 9f86d081",
    ]

    private func words(of line: String, columns: Int, in home: Home) throws -> (lines: [String], words: [String]) {
        let command = "stty cols \(columns) && exec gardenctl \(line)"
        var environment = home.environment
        environment["PATH"] = "\(Binaries.folder):/usr/bin:/bin"
        environment["TERM"] = "dumb"
        let outcome = try run(["/usr/bin/script", "-qec", command, "/dev/null"], environment: environment)
        let lines = outcome.output.split(whereSeparator: \.isNewline).map(String.init)
        return (lines, lines.flatMap { $0.split(separator: " ").map(String.init) })
    }

    @Test func noLineIsTooLongAndNoWordIsBroken() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        try client.call("points.adjust", ["amount": 5000, "reason": .string(Self.name)])
        try client.call("shop.add", ["name": .string(Self.name), "price": 500, "category": .string(Self.name)])
        try client.call("shop.add", ["name": "Coffee", "price": 123_456, "countsAsSpending": true])
        try client.call("shop.buy", ["id": 1])
        try client.call("inventory.add", ["name": .string(Self.name), "count": 123_456])
        try client.call("rate.add", ["amount": 3200, "note": .string(Self.name)])
        try client.call("task.add", ["title": .string(Self.name), "due": "tomorrow"])
        // The same command changes nothing the second time.
        try client.call("stats.off", ["from": "tomorrow"])
        for line in Self.lines {
            let narrow = try words(of: line, columns: 40, in: home)
            let wide = try words(of: line, columns: 1000, in: home).words
            #expect(!narrow.lines.isEmpty, "\(line)")
            for text in narrow.lines { #expect(text.count <= 40, "\(line): \(text)") }
            // What is cut ends with an ellipsis, and a path can be longer than a line.
            let long = wide.filter { $0.count >= 34 }
            let broken = narrow.words.filter { word in
                !word.hasSuffix("…") && !word.contains { $0.isNumber } && !wide.contains(word)
                    && !long.contains { $0.contains(word) }
            }
            #expect(broken == [], "\(line)")
        }
    }
}
