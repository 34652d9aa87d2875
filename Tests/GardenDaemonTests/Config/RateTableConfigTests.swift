import GardenCore
import GardenEngine
import Testing

@testable import GardenDaemon

/// The table of the rate in the settings file (RULES M9, API §6).
struct RateTableConfigTests {
    private func settings(_ text: String) throws(SettingsProblem) -> Settings {
        try ConfigFile(path: "/c.toml") { (_) throws(SettingsProblem) in text }.reading().settings
    }

    nonisolated private static func rows(_ rows: (from: String, rate: String)...) -> String {
        rows.map { "[[rate.tiers]]\nfrom = \($0.from)\nrate = \($0.rate)\n" }.joined()
    }

    nonisolated static let badTables: [(text: String, words: String)] = [
        (rows(("0", "1.0"), ("3000", "1.5"), ("3000", "2.0")), "row 3: from must be more than 3000 (the row before)"),
        (rows(("0", "1.0"), ("3000", "1.5"), ("2999", "2.0")), "row 3: from must be more than 3000 (the row before)"),
        (rows(("5", "1.0")), "row 1: from must be 0 in the first row, not 5"),
        (rows(("0", "1.0"), ("-1", "1.5")), "row 2: from must be an integer of at least 0, not -1"),
        (rows(("0", "1.0"), ("1.5", "1.5")), "row 2: from must be an integer of at least 0, not 1.5"),
        (rows(("0", "1.0"), ("10", "0.9")), "row 2: rate must be from 1.0 to 1000.0, not 0.9"),
        (rows(("0", "1.0"), ("10", "1000.1")), "row 2: rate must be from 1.0 to 1000.0, not 1000.1"),
        (rows(("0", "1.0"), ("10", "1.25")), "row 2: rate must be a number with one decimal, not 1.25"),
        (rows(("0", "1.0"), ("10", "nan")), "row 2: rate must be a number with one decimal, not \"nan\""),
        (rows(("0", "1.0"), ("10", "inf")), "row 2: rate must be a number with one decimal, not \"inf\""),
        (rows(("0", "1.0"), ("10", "\"2.0\"")), "row 2: rate must be a number with one decimal, not \"2.0\""),
        ("[[rate.tiers]]\nfrom = 0\n", "row 1: rate is missing"),
        ("[[rate.tiers]]\nrate = 1.0\n", "row 1: from is missing"),
        ("[[rate.tiers]]\nfrom = 0\nrate = 1.0\nform = 3\n", "row 1: form is unknown; did you mean from?"),
        ("[rate]\ntiers = [{ from = 0, rate = 1.0 }, 7]\n", "row 2: the row must be an object, not 7"),
        ("[rate]\ntiers = []\n", "must have 1 to 100 rows, not 0"),
        ("[rate]\ntiers = 5\n", "a list of 1 to 100 rows"),
        (
            "[rate]\ntiers = [\(( 0...100).map { "{from=\($0),rate=1}" }.joined(separator: ","))]\n",
            "must have 1 to 100 rows, not 101"
        ),
    ]

    @Test("M9: an invalid row is refused with its number", arguments: badTables)
    func anInvalidRowIsRefusedWithItsNumber(text: String, words: String) throws {
        let problem = try #require(throws: SettingsProblem.self) { try settings(text) }
        #expect(problem.setting == "rate.tiers")
        let line = text.hasPrefix("[rate]") ? 2 : 1
        #expect(problem.message.hasPrefix("/c.toml, line \(line): rate.tiers "), "\(problem.message)")
        #expect(problem.message.contains(words), "\(problem.message)")
    }

    @Test("M9: a table is equal in every TOML form")
    func everyTOMLFormOfTheTableIsEqual() throws {
        let inRows = try settings(Self.rows(("0", "1"), ("3000", "1.5"), ("6000", "2")))
        let inLine = try settings("[rate]\ntiers = [{from=0,rate=1.0},{from=3_000,rate=1.5},{from=6000,rate=2.0}]\n")
        #expect(inRows == inLine)
        #expect(inRows.rateTable.rows.map(\.from) == [0, 3000, 6000])
        #expect(inRows.rateTable.rows.map(\.rate.tenths) == [10, 15, 20])
    }
}
