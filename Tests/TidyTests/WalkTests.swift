import Testing

/// The walks in ARCHITECTURE name files and functions that exist.
@Suite struct WalkTests {
    private struct Step: Equatable {
        let file: String
        let function: String
    }

    /// The steps of each walk: the rows of the tables between that heading and the next.
    private static func walks() throws -> [[Step]] {
        let text = try Repository.text("Sources/GardenEngine/GardenEngine.docc/ARCHITECTURE.md")
        let article = text.split(separator: "\n## ").first { $0.hasPrefix("Three walks\n") } ?? ""
        return article.split(separator: "| --- | --- | --- |\n").dropFirst().map { table in
            table.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("|") }.compactMap {
                row in
                let cells = row.split(separator: "|").map { $0.filter { $0 != "`" && $0 != " " } }
                return cells.count >= 2 ? Step(file: cells[0], function: cells[1]) : nil
            }
        }
    }

    @Test func thereAreThreeWalksOfAtMostTenFiles() throws {
        let walks = try Self.walks()
        #expect(walks.map(\.count) == [9, 9, 9])
        for walk in walks { #expect(Set(walk.map(\.file)).count <= 10) }
    }

    @Test func everyStepExists() throws {
        for step in try Self.walks().joined() {
            let source = SourceText(path: "Sources/\(step.file)", try Repository.text("Sources/\(step.file)"))
            let declarations = ["func \(step.function)(", "func \(step.function)<", "static let \(step.function) "]
            let isDeclared = source.lines.contains { line in declarations.contains { line.code.contains($0) } }
            #expect(isDeclared, "\(step.file) declares no \(step.function)")
        }
    }
}
