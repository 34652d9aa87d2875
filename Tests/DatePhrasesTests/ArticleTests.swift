import Foundation
import Testing

@testable import DatePhrases

/// The article for people: its examples run, and its tables have exactly the words that are understood.
@Suite struct ArticleTests {
    private static func article() throws -> String {
        var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let path = "Sources/DatePhrases/DatePhrases.docc/DatePhrases.md"
        while !FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path), folder.path != "/" {
            folder.deleteLastPathComponent()
        }
        return try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
    }

    @Test func itsExamplesAreUnderstood() throws {
        let blocks = try Self.article().components(separatedBy: "```phrases\n").dropFirst().map { block in
            block.components(separatedBy: "```")[0]
        }
        #expect(blocks.count == 4)
        for row in try blocks.flatMap({ try PhraseTable.rows($0) }) {
            #expect(row.setting.result(row.phrase) == row.expected, "\(row)")
        }
    }

    @Test(arguments: Language.all.map(\.name))
    func itsTablesHaveTheWordsOfTheLanguage(name: String) throws {
        let sections = try Self.article().components(separatedBy: "\n## ")
        let section = try #require(sections.first { $0.hasPrefix("Words in \(name)\n") })
        // Every other piece between backquotes is a word.
        let pieces = section.components(separatedBy: "`").enumerated()
        let listed = Set(pieces.filter { !$0.offset.isMultiple(of: 2) }.map(\.element))
        let language = try #require(Language.all.first { $0.name == name })
        let known = Set(language.words.flatMap { $0.value })
        #expect(known.subtracting(listed).sorted() == [])
        #expect(listed.subtracting(known).sorted() == [])
    }
}
