import DatePhrases
import Testing

/// RULES T9, phrase by phrase.
@Suite struct PhraseTests {
    @Test(arguments: ["english.txt", "japanese.txt", "chinese.txt"])
    func phrasesAreUnderstood(file: String) throws {
        let rows = try PhraseTable.rows(file: file)
        #expect(rows.count > 150)
        for row in rows {
            #expect(row.setting.result(row.phrase) == row.expected, "\(row)")
        }
    }

    @Test func nothingIsGuessed() throws {
        let rows = try PhraseTable.rows(file: "refusals.txt")
        #expect(rows.count > 120)
        for row in rows {
            #expect(row.setting.result(row.phrase) == row.expected, "\(row)")
        }
    }

    /// What is echoed can be read again, and means the same.
    @Test(arguments: ["english.txt", "japanese.txt", "chinese.txt"])
    func theInterpretationIsAPhraseItself(file: String) throws {
        for row in try PhraseTable.rows(file: file) {
            #expect(row.setting.result(row.expected) == row.expected, "\(row)")
        }
    }
}
