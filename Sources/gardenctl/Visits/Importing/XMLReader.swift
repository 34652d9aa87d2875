import CExpat

/// The parts of an XML document in UTF-8, with namespaces, as expat reads them: elements, attributes and text.
///
/// Document type declarations are refused: files of other programs need none, and attacks use them.
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
        /// The values of attributes that have no namespace, by their names.
        var attributes: [String: String]
        var line: Int
    }

    /// The deepest nesting of elements.
    static let mostDepth = 64

    private var rest: ArraySlice<Node>
    /// How many elements are open.
    private(set) var depth = 0

    init(_ bytes: [UInt8]) throws(SyntaxError) {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw SyntaxError(line: 1, problem: "the file is not UTF-8")
        }
        rest = try XMLParse(bytes).nodes[...]
    }

    /// The next part of the document; `nil` at its end.
    mutating func next() -> Node? {
        let node = rest.popFirst()
        switch node {
        case .start?: depth += 1
        case .end?: depth -= 1
        case .text?, nil: break
        }
        return node
    }
}

/// One run of expat over a document. It is a class, because expat's handlers get its address.
private final class XMLParse {
    private(set) var nodes: [XMLReader.Node] = []
    private let parser: XML_Parser
    private var depth = 0
    /// Why a handler stopped the run.
    private var refusal: String?

    /// Between a namespace and a name. Neither can contain it.
    private static let separator: Character = "\n"

    init(_ bytes: [UInt8]) throws(XMLReader.SyntaxError) {
        guard let separator = Self.separator.asciiValue, let parser = XML_ParserCreateNS(nil, XML_Char(separator))
        else {
            preconditionFailure("expat has no memory for a parser")
        }
        self.parser = parser
        defer { XML_ParserFree(parser) }
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        setHandlers()
        let status = bytes.withUnsafeBytes { bytes in
            XML_Parse(parser, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), 1)
        }
        guard status != XML_STATUS_OK else { return }
        let reason = String(cString: XML_ErrorString(XML_GetErrorCode(parser)))
        throw XMLReader.SyntaxError(line: line, problem: refusal ?? "the file is not XML: \(reason)")
    }

    private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

    private func setHandlers() {
        XML_SetXmlDeclHandler(parser) { data, _, encoding, _ in
            guard let encoding else { return }
            XMLParse.run(data).check(encoding: String(cString: encoding))
        }
        XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
            XMLParse.run(data).refuse("document type declarations are not read; remove it")
        }
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let name, let attributes else { return }
                XMLParse.run(data).begin(String(cString: name), attributes)
            }, { data, _ in XMLParse.run(data).end() })
        XML_SetCharacterDataHandler(parser) { data, text, count in
            guard let text else { return }
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
            XMLParse.run(data).nodes.append(.text(String(decoding: bytes, as: UTF8.self)))
        }
    }

    private static func run(_ data: UnsafeMutableRawPointer?) -> XMLParse {
        guard let data else { preconditionFailure("expat has lost its user data") }
        return Unmanaged<XMLParse>.fromOpaque(data).takeUnretainedValue()
    }

    private func refuse(_ problem: String) {
        refusal = refusal ?? problem
        XML_StopParser(parser, XML_FALSE)
    }

    private func check(encoding: String) {
        guard !["utf-8", "us-ascii"].contains(encoding.lowercased()) else { return }
        refuse("the encoding is \(printable(encoding)); only UTF-8 is read")
    }

    private func begin(_ name: String, _ pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>) {
        guard depth < XMLReader.mostDepth else {
            return refuse("elements are nested more than \(XMLReader.mostDepth) deep")
        }
        depth += 1
        var attributes: [String: String] = [:]
        var index = 0
        while let name = pairs[index], let value = pairs[index + 1] {
            attributes[String(cString: name)] = String(cString: value)
            index += 2
        }
        let parts = name.split(separator: Self.separator, maxSplits: 1).map(String.init)
        nodes.append(
            .start(
                XMLReader.Tag(
                    namespace: parts.count > 1 ? parts[0] : "", name: parts.last ?? "", attributes: attributes,
                    line: line)))
    }

    private func end() {
        depth -= 1
        nodes.append(.end)
    }
}
