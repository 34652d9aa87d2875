import Testing

/// The manual pages, as the programs write them and as man(1) shows them.
@Suite(Needs.program("/usr/bin/mandoc"))
struct ManualTests {
    private static let pages = [
        ("gardenctl", "gardenctl.1"), ("gardenctl", "garden-concepts.7"), ("gardend", "gardend.1"),
        ("gardend", "garden-config.5"),
    ]

    private func source(_ program: String, _ page: String) throws -> String {
        let outcome = try run(["\(Binaries.folder)/\(program)", "--generate-manual", page])
        try #require(outcome.end == .exited(0) && outcome.errors == "")
        return outcome.output
    }

    /// The page on a terminal wide enough to break few lines, without emphasis, its blanks and line feeds all one blank.
    private func read(_ program: String, _ page: String) throws -> String {
        let outcome = try run(["/usr/bin/mandoc", "-T", "utf8", "-O", "width=400"], input: source(program, page))
        var text: [Character] = []
        for character in outcome.output {
            // A letter struck twice is a bold one, a letter over a line an underlined one.
            if character == "\u{8}" { text.removeLast() } else { text.append(character) }
        }
        return String(text).split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    }

    private func help(_ words: [String]) throws -> String {
        try run(["\(Binaries.folder)/\(words[0])"] + words.dropFirst() + ["--help"]).output
    }

    @Test(arguments: pages)
    func aPageIsWellFormed(program: String, page: String) throws {
        let outcome = try run(["/usr/bin/mandoc", "-T", "lint", "-W", "warning"], input: source(program, page))

        #expect(outcome == Outcome(end: .exited(0), output: "", errors: ""))
    }

    /// The commands in the help of a program, down to the last one.
    private func check(_ words: [String], in page: String) throws -> Int {
        var commands: [String] = []
        var names: [String] = []
        var isListingCommands = false
        for line in try help(words).split(separator: "\n") where !line.hasPrefix("   ") {
            if !line.hasPrefix(" ") { isListingCommands = line.hasSuffix("SUBCOMMANDS:") }
            let first = line.split(separator: " ").first.map(String.init) ?? ""
            if line.hasPrefix("  -") {
                names += line.split { $0 == " " || $0 == "," }.filter { $0.hasPrefix("-") }.map(String.init)
            } else if isListingCommands, line.hasPrefix("  "), !["help", "See"].contains(first) {
                // Other names follow a comma.
                commands.append(first.split(separator: ",").first.map(String.init) ?? first)
            }
        }
        let path = words.dropFirst().joined(separator: " ")
        // The manual says of a default subcommand that it may be left out.
        let optional = words.dropFirst().dropLast().joined(separator: " ") + " [\(words.last ?? "")]"
        #expect(page.contains(" \(path)") || page.contains(" \(optional)"), "\(path)")
        for name in names { #expect(page.contains(" \(name)"), "\(path) \(name)") }
        return try commands.reduce(1) { try $0 + check(words + [$1], in: page) }
    }

    @Test func everyCommandAndOptionIsDocumented() throws {
        #expect(try check(["gardenctl"], in: read("gardenctl", "gardenctl.1")) > 25)
        #expect(try check(["gardend"], in: read("gardend", "gardend.1")) > 5)
    }

    @Test func everySettingIsDocumentedWithItsDefault() throws {
        let page = try read("gardend", "garden-config.5")
        let example = try run([Binaries.gardend, "example-config"]).output.split(separator: "\n")
        var count = 0
        // The manual shows each row of a list of tables like the example does.
        let tiers = example.drop { $0 != "#[[rate.tiers]]" }.prefix { $0.hasPrefix("#") && !$0.hasPrefix("# ") }
        #expect(tiers.count == 18)
        #expect(page.contains(tiers.map { $0.dropFirst() }.joined(separator: " ")))
        var section = page[...]
        for line in example {
            if line.hasPrefix("["), let heading = page.firstRange(of: line) { section = page[heading.lowerBound...] }
            let isSetting = line.hasPrefix("#") && !line.hasPrefix("# ") && line.contains(" = ")
            guard isSetting, !tiers.contains(line) else { continue }
            let parts = line.dropFirst().split(separator: " = ", maxSplits: 1)
            let rest = section.split(separator: " \(parts[0]) ", maxSplits: 1).dropFirst().first ?? ""
            let itsOwn = rest.prefix(upTo: rest.firstRange(of: "Default: \(parts[1]).")?.upperBound ?? rest.startIndex)
            #expect(itsOwn.split(separator: "Default:").count == 2, "\(line)")
            count += 1
        }
        #expect(count > 10)
        for line in example where line.hasPrefix("[") { #expect(page.contains(line)) }
    }
}
