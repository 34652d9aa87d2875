import Testing

/// The walks in ARCHITECTURE name files and functions that exist, and its code is taken from the sources.
@Suite struct WalkTests {
    private static let article = "Sources/GardenEngine/GardenEngine.docc/ARCHITECTURE.md"

    private struct Step: Equatable {
        let file: String
        let function: String
    }

    /// The steps of each walk: the rows of the tables between that heading and the next.
    private static func walks() throws -> [[Step]] {
        let text = try Repository.text(article)
        let article = text.split(separator: "\n## ").first { $0.hasPrefix("Four walks\n") } ?? ""
        return article.split(separator: "| --- | --- | --- |\n").dropFirst().map { table in
            table.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("|") }.compactMap {
                row in
                let cells = row.split(separator: "|").map { $0.filter { $0 != "`" && $0 != " " } }
                return cells.count >= 2 ? Step(file: cells[0], function: cells[1]) : nil
            }
        }
    }

    @Test func everyStepOfTheFourWalksExists() throws {
        let walks = try Self.walks()
        // Otherwise a table in another form would leave nothing to check.
        #expect(walks.map(\.isEmpty) == [false, false, false, false])
        for step in walks.joined() {
            let source = SourceText(path: "Sources/\(step.file)", try Repository.text("Sources/\(step.file)"))
            let declarations = ["func \(step.function)(", "func \(step.function)<", "static let \(step.function) "]
            let isDeclared = source.lines.contains { line in declarations.contains { line.code.contains($0) } }
            #expect(isDeclared, "\(step.file) declares no \(step.function)")
        }
    }

    @Test func everyCodeExampleIsInASource() throws {
        let blocks = try Repository.text(Self.article).split(separator: "```swift\n").dropFirst()
        let examples = blocks.map { String($0.prefix(upTo: $0.firstRange(of: "```")?.lowerBound ?? $0.endIndex)) }
        #expect(examples.count == 1)
        let sources = try Repository.production().map { $0.lines.map(\.raw).joined(separator: "\n") }
        for example in examples { #expect(sources.contains { $0.contains(example) }, "no source has:\n\(example)") }
    }
}
