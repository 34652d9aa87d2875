import Foundation
import GardenAPI
import GardenCore
import TestSupport
import Testing

@testable import gardenctl

/// The articles match the code.
@Suite("Articles")
struct ReferenceTests {
    private static let protocolArticle = SourceFile(path: "GardenAPI/Sources/GardenAPI/GardenAPI.docc/Protocol.md")
    private static let rulesArticle = SourceFile(path: "Sources/GardenEngine/GardenEngine.docc/Rules.md")
    private static let configurationArticle = SourceFile(
        path: "Sources/GardenEngine/GardenEngine.docc/Configuration.md")

    @Test("the tables of the protocol match the code")
    func theProtocolTablesMatchTheCode() throws {
        let events = try GoldenScript.all.flatMap { golden in
            GoldenScript.events(in: try golden.run.output(of: try golden.script.text()))
        }
        let article = Self.protocolArticle
        var text = try article.text()
        text = try Self.replacing("methods", in: text, with: Reference.methods)
        text = try Self.replacing("params", in: text, with: Reference.params)
        text = try Self.replacing("values", in: text, with: Reference.values)
        text = try Self.replacing("errors", in: text, with: Reference.errors)
        text = try Self.replacing("reasons", in: text, with: Reference.reasons)
        text = try Self.replacing("method errors", in: text, with: Reference.methodErrors)
        text = try Self.replacing("looked through", in: text, with: Reference.lookedThrough)
        text = try Self.replacing("limits", in: text, with: Reference.limits)
        text = try Self.replacing("events", in: text, with: Reference.events(events))
        try article.expect(text, "the code says something else")
    }

    @Test("the table of the features matches the code")
    func theFeaturesTableMatchesTheCode() throws {
        let article = SourceFile(path: "GardenAPI/Sources/GardenAPI/GardenAPI.docc/Versions.md")
        try article.expect(
            try Self.replacing("features", in: try article.text(), with: Reference.features),
            "the code says something else")
    }

    @Test("the table of the settings matches the code")
    func theSettingsTableMatchesTheCode() throws {
        let article = Self.configurationArticle
        try article.expect(
            try Self.replacing("settings", in: try article.text(), with: Reference.settings),
            "the code says something else")
    }

    @Test("the tables of an export of everything match the code")
    func theExportTablesMatchTheCode() throws {
        let article = SourceFile(path: "Sources/ExportFormats/ExportFormats.docc/ExportFormats.md")
        try article.expect(
            try Self.replacing("everything", in: try article.text(), with: Reference.export),
            "the code says something else")
    }

    @Test("the article of the terms, and the help, are those of the code")
    func theTermsMatchTheCode() throws {
        let article = SourceFile(path: "GardenAPI/Sources/GardenAPI/GardenAPI.docc/Concepts.md")
        try article.expect(
            try Self.replacing("concepts", in: try article.text(), with: "\n\(ClientFeatures.concepts.markdown)\n\n"),
            "the code says something else")
    }

    @Test("each rule that why cites is explained among the terms")
    func everyRuleOfAnExplanationIsExplained() throws {
        var cited: Set<String> = []
        for file in try SourceFile.all(below: "Sources/GardenCore", ending: ".swift") {
            let text = try file.text()
            guard text.contains("ExplainedStep(") else { continue }
            cited.formUnion(text.matches(of: /"([A-Z]\d+)"/).map { String($0.1) })
        }
        let explained = ClientFeatures.concepts.sections.flatMap(\.entries).map(\.term).filter {
            $0.contains(/^[A-Z]\d+$/)
        }
        #expect(Set(explained) == cited)
        #expect(explained.count == cited.count)
    }

    @Test("the Rules article contains every rule that the code or a test cites")
    func everyCitedRuleIsInTheRulesArticle() throws {
        let documented = Set(
            try Self.rulesArticle.text().matches(of: /^\| ([A-Z]\d+) \|/.anchorsMatchLineEndings()).map { String($0.1) }
        )
        let citation = /RULES ((?:[A-Z]\d+(?:[–-][A-Z]?\d+)?(?:, | and )?)+)/
        for file in try SourceFile.all(below: "Sources", ending: ".swift")
            + SourceFile.all(below: "GardenAPI/Sources", ending: ".swift")
            + SourceFile.all(below: "Tests", ending: ".swift")
        {
            for match in try file.text().matches(of: citation) {
                for id in match.1.matches(of: /[A-Z]\d+/) {
                    #expect(documented.contains(String(id.0)), "\(file.path) cites \(id.0)")
                }
            }
        }
    }

    /// The text with another body between the two marks of a section.
    private static func replacing(_ section: String, in text: String, with body: String) throws -> String {
        let begin = "<!-- begin generated: \(section) -->\n"
        let end = "<!-- end generated: \(section) -->"
        let start = try #require(text.range(of: begin), "no section \(section)").upperBound
        let stop = try #require(text.range(of: end), "the section \(section) has no end").lowerBound
        return "\(text[..<start])\n\(body)\n\n\(text[stop...])"
    }
}
