import Testing

/// A declaration that other modules can see, and whether a doc comment belongs to it.
private struct PublicDeclaration: Equatable {
    /// `var`, `func`, `case` …
    var keyword: String
    /// `name`, `notFound`; empty for an operator.
    var name: String
    /// The first argument label, of a function, initializer or subscript.
    var label: String
    var isStatic: Bool
    /// Whether it is a requirement of a protocol.
    var isRequirement: Bool
    var line: Int

    /// Whether a protocol already documents it: requirements of `Request`, `WireObject` and `WireValue`, and of the
    /// standard library's protocols.
    var inheritsDocumentation: Bool {
        guard !isRequirement else { return false }
        if name.isEmpty { return true }
        switch keyword {
        case "init": return label == "json" || label == "record" || label.hasSuffix("Literal")
        case "typealias": return name == "Response"
        case "func":
            return ["write", "writeRecord", "isIdentical", "hash", "valueIfPresent"].contains(name)
                || name == "validate"
        case "let", "var":
            let statics = [
                "method", "summary", "fields", "name", "schema", "refusesUnknownNames", "referredObjects", "errors",
                "paramsSchema", "looksThrough",
            ]
            return isStatic ? statics.contains(name) : ["description", "json", "recordSteps"].contains(name)
        default: return false
        }
    }
}

/// A pair of braces: what the declaration before it makes of the declarations inside.
private enum Scope {
    /// Members need a `public` of their own.
    case type
    case publicProtocol
    case publicEnum
    /// The body of a function or a property, or a closure.
    case body
}

/// The words of a line of code, without its attributes; every other character is a word of its own.
private func words(of code: String) -> [String] {
    var words: [String] = []
    var isInName = false
    for character in code where character != "`" {
        let isNamePart = character.isLetter || character.isNumber || character == "_"
        if isNamePart, isInName {
            words[words.count - 1].append(character)
        } else if !character.isWhitespace {
            words.append(String(character))
        }
        isInName = isNamePart
    }
    while words.first == "@", words.count > 1 {
        words.removeFirst(2)
        if words.first == "(", let end = words.firstIndex(of: ")") { words.removeSubrange(...end) }
    }
    return words
}

private let types: Set = ["struct", "enum", "class", "protocol", "extension", "actor"]
private let members: Set = ["func", "init", "var", "let", "subscript", "case", "typealias", "associatedtype"]
private let modifiers: Set = [
    "public", "package", "internal", "fileprivate", "private", "static", "mutating", "final", "indirect",
    "nonisolated", "(", "set", ")",
]

private func publicDeclarations(in source: SourceText) -> [PublicDeclaration] {
    var found: [PublicDeclaration] = []
    var scopes: [Scope] = []
    // A declaration whose brace has not come yet.
    var next = Scope.body
    for (line, text) in source.lines.enumerated() {
        let words = words(of: text.code)
        let start = words.firstIndex { !modifiers.contains($0) } ?? words.count
        let (before, rest) = (words[..<start], words[start...])
        let scope = scopes.last ?? .type
        if let keyword = rest.first, types.contains(keyword) || members.contains(keyword), scope != .body {
            let isPublic = before.contains("public")
            switch keyword {
            case "protocol": next = isPublic ? .publicProtocol : .type
            case "enum": next = isPublic ? .publicEnum : .type
            default: next = types.contains(keyword) ? .type : .body
            }
            let isVisible = isPublic || scope == .publicProtocol || (scope == .publicEnum && keyword == "case")
            if isVisible, keyword != "extension" {
                let name = keyword == "init" || keyword == "subscript" ? keyword : rest.dropFirst().first ?? ""
                let label = rest.firstIndex(of: "(").flatMap { rest[$0...].dropFirst().first } ?? ""
                let isName = name.first.map { $0.isLetter || $0 == "_" } ?? false
                found.append(
                    PublicDeclaration(
                        keyword: keyword, name: isName ? name : "", label: label, isStatic: before.contains("static"),
                        isRequirement: scope == .publicProtocol, line: line))
            }
        }
        for word in words {
            if word == "{" {
                scopes.append(next)
                next = .body
            } else if word == "}" {
                _ = scopes.popLast()
            }
        }
    }
    return found
}

/// Whether the line above, or above the attributes of the declaration, is a doc comment.
private func isDocumented(_ declaration: PublicDeclaration, in source: SourceText) -> Bool {
    var line = declaration.line - 1
    while line >= 0, source.lines[line].code.drop(while: \.isWhitespace).first == "@" { line -= 1 }
    return line >= 0 && source.lines[line].raw.drop(while: \.isWhitespace).hasPrefix("///")
}

/// The places of public declarations that have no doc comment and inherit none.
private func undocumented(in source: SourceText) -> [String] {
    publicDeclarations(in: source)
        .filter { !$0.inheritsDocumentation && !isDocumented($0, in: source) }
        .map { source.place($0.line) }
}

/// The modules that a client in Swift uses document all that they declare.
@Suite struct DocumentationTests {
    @Test(arguments: ["DatePhrases", "FileKit", "GardenAPI", "GardenClient", "Recurrence", "TimeKit"])
    func everyPublicDeclarationIsDocumented(target: String) throws {
        let sources = try Repository.sources(of: target)
        #expect(sources.flatMap(undocumented) == [])
        #expect(sources.flatMap(publicDeclarations).count > 20)
    }

    // MARK: The rule itself

    @Test(arguments: [
        ("public struct A {}", false), ("/// B.\npublic struct A {}", true), ("// B.\npublic struct A {}", false),
        ("/// B.\n\npublic struct A {}", false), ("/// B.\n@inlinable\n@b(c) public func a() {}", true),
        ("@inlinable public func a() {}", false), ("@inlinable func a() {}", true), ("struct A {}", true),
        ("package struct A {}", true), ("public private(set) var a = 1", false), ("public init?(_ a: Int) {}", false),
        ("public enum `internal` {}", false), ("let a = \"public struct A {}\"", true),
        ("struct A {\n    public var b: Int\n}", false), ("extension A {\n    public var b: Int { 1 }\n}", false),
        ("/// B.\npublic enum A {\n    case b\n}", false), ("/// B.\npublic enum A {\n    /// C.\n    case b\n}", true),
        ("enum A {\n    case b\n}", true), ("func a() {\n    switch b {\n    case c: d()\n    }\n}", true),
        ("/// B.\npublic protocol A {\n    var b: Int { get }\n}", false),
        ("/// B.\npublic protocol A {\n    /// C.\n    static func b()\n}", true),
        ("protocol A {\n    func b()\n}", true),
    ])
    func aMissingDocCommentIsFound(text: String, isFine: Bool) {
        #expect(undocumented(in: SourceText(path: "a.swift", text)).isEmpty == isFine)
    }

    @Test(arguments: [
        ("public static let name = a", true), ("public var name: String", false), ("public let summary: String", false),
        ("public typealias Response = A", true), ("public typealias A = B", false),
        ("public init(json: JSON) {}", true), ("public init(name: String) {}", false),
        ("public init(stringLiteral a: String) {}", true), ("public func write(to a: inout B) {}", true),
        ("public static func < (a: A, b: A) -> Bool { true }", true),
        ("public static func == (a: A, b: A) -> Bool { true }", true),
        ("public func value(_ a: JSON) {}", false),
        ("/// B.\npublic protocol A {\n    static var name: String { get }\n}", false),
    ])
    func requirementsAreDocumentedInTheirProtocol(text: String, isFine: Bool) {
        #expect(undocumented(in: SourceText(path: "a.swift", text)).isEmpty == isFine)
    }

    @Test func thePlaceOfAMissingDocCommentIsReported() {
        let text = "/// B.\npublic struct A: C,\n    D\n{\n    public var b: Int {\n        1\n    }\n}\n"
        let source = SourceText(path: "Sources/A/a.swift", text)
        #expect(undocumented(in: source) == ["Sources/A/a.swift:5: public var b: Int {"])
    }
}
