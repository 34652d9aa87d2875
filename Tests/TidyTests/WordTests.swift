import Testing

/// Words and phrases that readers stumble over, or that hide a term of the field (STYLE: English).
private let avoided = [
    "told", "tells of", "stands", "stood", "nobody", "somebody", "whose", "anew", "of which", ", where it",
    ", where that", "at a glance", "in vain", "takes up", "taken away", "hangs on", "what holds", "what held",
    "feeds the", "fed the", "fed to", "polite",
]

/// The places of such words in comments and in texts.
private func stumblingBlocks(in source: SourceText) -> [String] {
    source.lines.indices.filter { index in
        let prose = source.lines[index].prose
        return avoided.contains { prose.hasWord($0) }
    }.map(source.place)
}

@Suite struct WordTests {
    @Test func commentsAndTextsUsePlainWords() throws {
        #expect(try Repository.production().flatMap(stumblingBlocks) == [])
    }

    // MARK: The rule itself

    @Test(arguments: [
        ("// what it was told", false), ("a(\"nobody is there\")", false), ("a() // a day whose file is gone", false),
        ("a(\"its uid, where it was there before\")", false), ("let told = whose(nobody)", true),
        ("a(\"\\(told)\")", true), ("// an untold number", true), ("a(\"its uid, if it existed before\")", true),
    ])
    func anAvoidedWordIsFound(text: String, isFine: Bool) {
        #expect(stumblingBlocks(in: SourceText(path: "a.swift", text)).isEmpty == isFine)
    }
}
