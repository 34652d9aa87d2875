import Foundation
import TOMLReader
import Testing

/// The cases of toml-test, which other readers of TOML are tested with, too.
@Suite("The public cases of TOML 1.0")
struct PublicCaseTests {
    struct Case: Decodable, CustomTestStringConvertible {
        let name: String
        let toml: String?
        let base64: String?
        let expected: Tagged?

        var testDescription: String { name }
    }

    /// A value in toml-test's notation: `{"type": "integer", "value": "1"}`, a list, or a table.
    indirect enum Tagged: Decodable, Equatable {
        case scalar(type: String, value: String)
        case list([Tagged])
        case table([String: Tagged])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let list = try? container.decode([Tagged].self) {
                self = .list(list)
            } else if let scalar = try? container.decode([String: String].self), scalar.count == 2,
                let type = scalar["type"], let value = scalar["value"]
            {
                self = .scalar(type: type, value: value)
            } else {
                self = .table(try container.decode([String: Tagged].self))
            }
        }
    }

    /// A file with further cases, of contrib/compare/toml/run.sh.
    private static let otherFile = ProcessInfo.processInfo.environment["TOML_CASES"]

    private static let cases: [Case] = {
        let file =
            otherFile.map { URL(filePath: $0) }
            ?? URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases/cases.jsonl")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Case.self, from: Data($0.utf8)) }
    }()

    @Test func allCasesAreThere() {
        guard Self.otherFile == nil else { return #expect(Self.cases.count > 100) }
        #expect(Self.cases.count == 709)
        #expect(Self.cases.count { $0.expected != nil } == 210)
    }

    @Test func validDocumentsHaveTheirValues() throws {
        for row in Self.cases {
            guard let expected = row.expected, let text = row.toml else { continue }
            do throws(TOMLProblem) {
                let table = try TOMLDocument(text, limits: .init(values: 10_000, depth: 128)).table
                let found = Self.tagged(.table(table))
                #expect(Self.isSame(found, expected), "\(row.name): \(found)\n\(expected)")
            } catch {
                Issue.record("\(row.name): \(error)")
            }
        }
    }

    @Test func invalidDocumentsAreRefused() {
        for row in Self.cases where row.expected == nil {
            // A text that is not UTF-8 is refused before it is a text.
            guard let text = row.toml else { continue }
            do {
                let table = try TOMLDocument(text, limits: .init(values: 10_000, depth: 128)).table
                Issue.record("\(row.name) is read as \(table)")
            } catch {
                #expect(!error.message.isEmpty)
            }
        }
    }

    private static func tagged(_ value: TOMLValue) -> Tagged {
        switch value {
        case .string(let text): .scalar(type: "string", value: text)
        case .integer(let number): .scalar(type: "integer", value: "\(number)")
        case .float(let number): .scalar(type: "float", value: "\(number)")
        case .boolean(let value): .scalar(type: "bool", value: "\(value)")
        case .time(let time): .scalar(type: type(of: time.kind), value: time.text)
        case .array(let nodes): .list(nodes.map { tagged($0.value) })
        case .table(let table):
            .table(Dictionary(uniqueKeysWithValues: table.members.map { ($0.name, tagged($0.node.value)) }))
        }
    }

    private static func type(of kind: TOMLTime.Kind) -> String {
        switch kind {
        case .offsetDateTime: "datetime"
        case .localDateTime: "datetime-local"
        case .localDate: "date-local"
        case .localTime: "time-local"
        }
    }

    /// Numbers are compared as numbers, and times without what is only notation.
    private static func isSame(_ found: Tagged, _ expected: Tagged) -> Bool {
        switch (found, expected) {
        case (.scalar("float", let found), .scalar("float", let expected)):
            guard let found = Double(found), let expected = Double(expected) else { return false }
            return found == expected || (found.isNaN && expected.isNaN)
        case (.scalar(let type, let found), .scalar(let other, let expected)):
            guard type == other else { return false }
            return type.contains("date") || type.contains("time") ? plain(found) == plain(expected) : found == expected
        case (.list(let found), .list(let expected)):
            return found.count == expected.count && zip(found, expected).allSatisfy(isSame)
        case (.table(let found), .table(let expected)):
            return found.count == expected.count
                && found.allSatisfy { name, value in expected[name].map { isSame(value, $0) } ?? false }
        case (.scalar, _), (.list, _), (.table, _): return false
        }
    }

    private static func plain(_ time: String) -> String {
        var text = time.uppercased().replacing(" ", with: "T")
        for zero in ["+00:00", "-00:00"] where text.hasSuffix(zero) { text = text.dropLast(6) + "Z" }
        // Fractions of a second may have zeros at their end.
        if let match = text.firstMatch(of: /\.([0-9]+)/) {
            let digits = match.1.replacing(/0+$/, with: "")
            text.replaceSubrange(match.range, with: digits.isEmpty ? "" : ".\(digits)")
        }
        return text
    }
}
