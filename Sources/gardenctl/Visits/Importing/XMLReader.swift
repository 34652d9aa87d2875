/// Reads XML 1.0 in UTF-8, with namespaces: elements, attributes and text.
///
/// It is strict, and leaves out what files of other programs do not need and what attacks use: a document type declaration, and so
/// entities other than the five that XML itself has.
struct XMLReader {
    /// What a file that is no such XML has, and the line.
    struct SyntaxError: Error, Equatable {
        var line: Int
        var problem: String
    }

    /// A part of the document. An empty element is a start and an end.
    enum Node: Equatable {
        case start(Tag)
        case text(String)
        case end
    }

    /// The start of an element.
    struct Tag: Equatable {
        /// The namespace; empty for none.
        var namespace: String
        /// The name without a prefix.
        var name: String
        /// The values of attributes, by their names as written.
        var attributes: [String: String]
        var line: Int
    }

    private struct OpenElement {
        /// The name as written.
        var name: String
        /// The namespaces by prefix; the default one by an empty prefix.
        var namespaces: [String: String]
    }

    /// The deepest nesting of elements.
    static let mostDepth = 64

    private var source: XMLSource
    private var open: [OpenElement] = []
    private var hasRoot = false
    /// Whether the end of an empty element comes next.
    private var isEndDue = false

    /// - Throws: if the bytes are not UTF-8 text that XML allows.
    init(_ bytes: [UInt8]) throws(SyntaxError) { source = try XMLSource(bytes) }

    /// How many elements are open.
    var depth: Int { open.count }

    /// The next part of the document; `nil` at its end.
    mutating func next() throws(SyntaxError) -> Node? {
        if isEndDue {
            isEndDue = false
            open.removeLast()
            return .end
        }
        while !source.isAtEnd {
            if source.skip("<!--") {
                _ = try source.take(until: "-->", "a comment")
            } else if source.skip("<?") {
                try readInstruction()
            } else if source.skip("<![CDATA[") {
                let text = try source.take(until: "]]>", "CDATA")
                guard !open.isEmpty else { throw source.error("text is outside of the root element") }
                return .text(text)
            } else if source.skip("<!") {
                throw source.error("document type declarations are not read; remove it")
            } else if source.skip("</") {
                return try readEnd()
            } else if source.skip("<") {
                return try readStart()
            } else if let text = try readText() {
                return .text(text)
            }
        }
        if let element = open.last { throw source.error("the file ends within <\(printable(element.name))>") }
        guard hasRoot else { throw source.error("the file has no element") }
        return nil
    }

    /// The text up to the next tag; `nil` if it is the white space around the root element.
    private mutating func readText() throws(SyntaxError) -> String? {
        let text = try source.unescaped(source.take { $0 != UInt8(ascii: "<") })
        guard open.isEmpty else { return text }
        guard text.allSatisfy(\.isWhitespace) else { throw source.error("text is outside of the root element") }
        return nil
    }

    /// A processing instruction. The first one can be the declaration of XML with its encoding.
    private mutating func readInstruction() throws(SyntaxError) {
        let isFirst = source.isAfterStart
        let text = try source.take(until: "?>", "an instruction")
        guard text == "xml" || text.hasPrefix("xml ") || text.hasPrefix("xml\n") || text.hasPrefix("xml\t") else {
            return
        }
        guard isFirst else { throw source.error("<?xml is only allowed at the beginning of the file") }
        guard let declared = text.firstRange(of: "encoding") else { return }
        let value = text[declared.upperBound...].drop { $0.isWhitespace || $0 == "=" }
        guard let quote = value.first, quote == "\"" || quote == "'" else {
            throw source.error("the encoding is not in quotes")
        }
        let encoding = value.dropFirst().prefix { $0 != quote }
        guard ["utf-8", "us-ascii"].contains(encoding.lowercased()) else {
            throw source.error("the encoding is \(printable(String(encoding))); only UTF-8 is read")
        }
    }

    private mutating func readEnd() throws(SyntaxError) -> Node {
        let name = try source.name()
        source.skipBlanks()
        guard source.skip(">") else { throw source.error("</\(printable(name)) has no >") }
        guard let element = open.popLast() else { throw source.error("</\(printable(name))> ends nothing") }
        guard element.name.utf8.elementsEqual(name.utf8) else {
            throw source.error("</\(printable(name))> comes within <\(printable(element.name))>")
        }
        return .end
    }

    private mutating func readStart() throws(SyntaxError) -> Node {
        let line = source.line
        let name = try source.name()
        guard !open.isEmpty || !hasRoot else { throw source.error("<\(printable(name))> comes after the root element") }
        guard open.count < Self.mostDepth else {
            throw source.error("elements are nested more than \(Self.mostDepth) deep")
        }
        hasRoot = true
        let attributes = try readAttributes(of: name)
        var namespaces = open.last?.namespaces ?? ["xml": "http://www.w3.org/XML/1998/namespace"]
        for (name, value) in attributes {
            if name == "xmlns" { namespaces[""] = value }
            if name.hasPrefix("xmlns:") { namespaces[String(name.dropFirst("xmlns:".count))] = value }
        }
        open.append(OpenElement(name: name, namespaces: namespaces))
        let parts = name.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, !parts.contains("") else { throw source.error("<\(printable(name))> is no name") }
        let prefix = parts.count == 2 ? parts[0] : ""
        guard let namespace = namespaces[prefix] ?? (prefix.isEmpty ? "" : nil) else {
            throw source.error("the prefix of <\(printable(name))> has no namespace")
        }
        return .start(Tag(namespace: namespace, name: parts.last ?? "", attributes: attributes, line: line))
    }

    /// The attributes up to the end of a tag.
    private mutating func readAttributes(of element: String) throws(SyntaxError) -> [String: String] {
        var attributes: [String: String] = [:]
        while true {
            let hasBlank = source.skipBlanks()
            if source.skip(">") { return attributes }
            if source.skip("/>") {
                isEndDue = true
                return attributes
            }
            guard hasBlank, !source.isAtEnd else {
                throw source.error("the tag <\(printable(element)) is not complete")
            }
            let name = try source.name()
            source.skipBlanks()
            guard source.skip("=") else { throw source.error("the attribute \(printable(name)) has no value") }
            source.skipBlanks()
            guard attributes.updateValue(try source.quoted(name), forKey: name) == nil else {
                throw source.error("the attribute \(printable(name)) is there twice")
            }
        }
    }
}
