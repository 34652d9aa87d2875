import CExpat

/// What a reader does with an element when it begins.
enum XMLStep {
    /// Its children are looked at.
    case enter
    /// It is collected and taken as a whole.
    case collect
    /// It is passed over, with all that is in it.
    case skip
}

/// Takes the elements of a document while it is read, so that only one record of it is in memory.
protocol XMLTaker {
    /// - Parameter depth: how many elements are around it; 0 for the root.
    mutating func begin(_ tag: XMLTag, depth: Int) -> XMLStep
    mutating func take(_ element: XMLElement)
    mutating func leaveOut(_ tag: XMLTag, _ reason: String)
    /// The names of elements that are kept without their content in a collected one, so that their size does not matter.
    static var emptied: Set<String> { get }
}

extension XMLTaker {
    static var emptied: Set<String> { [] }
}

/// How the reading of a document ended.
enum XMLEnd: Equatable {
    case complete
    /// It cannot be read from a line on.
    case broken(line: Int, reason: String)
}

/// The parts of an XML document, as expat reads them.
///
/// Nothing outside of the document is read, and the entities that it declares are not expanded in texts.
enum XMLDocument {
    /// Reads a document. One that is not well-formed is read once more with the usual mistakes corrected.
    ///
    /// - Parameter makeTaker: a taker for each reading.
    /// - Returns: the taker of the reading that came furthest, what was corrected, and how it ended.
    static func read<Taker: XMLTaker>(
        _ bytes: [UInt8], _ makeTaker: () -> Taker
    ) -> (taker: Taker, repairs: [String], end: XMLEnd) {
        var best = run(XMLRepair.Attempt(bytes: bytes, encoding: nil, repairs: []), makeTaker())
        guard best.end != .complete else { return (best.taker, [], best.end) }
        for attempt in XMLRepair.attempts(bytes) {
            let again = run(attempt, makeTaker())
            if again.end == .complete { return (again.taker, again.repairs, again.end) }
            if again.share > best.share { best = again }
        }
        return (best.taker, best.repairs, best.end)
    }

    private struct Reading<Taker: XMLTaker> {
        let taker: Taker
        let repairs: [String]
        let end: XMLEnd
        /// Which part of the bytes was read.
        let share: Double
    }

    private static func run<Taker: XMLTaker>(_ attempt: XMLRepair.Attempt, _ taker: Taker) -> Reading<Taker> {
        let parse = XMLParse(taker, encoding: attempt.encoding)
        let end = parse.run(attempt.bytes)
        let share = Double(parse.bytesRead) / Double(max(1, attempt.bytes.count))
        return Reading(taker: parse.taker, repairs: attempt.repairs, end: end, share: share)
    }

    /// The tag of the root element; `nil` if no element is found.
    static func root(_ bytes: [UInt8]) -> XMLTag? {
        let beginning = Array(bytes.prefix(1 << 20))
        if let root = run(XMLRepair.Attempt(bytes: beginning, encoding: nil, repairs: []), RootTaker()).taker.root {
            return root
        }
        return XMLRepair.attempts(beginning).lazy.compactMap { run($0, RootTaker()).taker.root }.first
    }

    private struct RootTaker: XMLTaker {
        var root: XMLTag?

        mutating func begin(_ tag: XMLTag, depth: Int) -> XMLStep {
            if root == nil { root = tag }
            return .skip
        }

        mutating func take(_ element: XMLElement) {}
        mutating func leaveOut(_ tag: XMLTag, _ reason: String) {}
    }
}

/// What a run of expat does with the parts of a document. It is a class, because expat's handlers get its address.
private class XMLHandler {
    /// The parser that calls it.
    var parser: XML_Parser?

    /// How many lines are before the first byte that expat gets.
    var lineOffset = 0

    var line: Int { lineOffset + (parser.map { Int(XML_GetCurrentLineNumber($0)) } ?? 0) }

    func begin(_ tag: XMLTag) {}
    func append(_ text: String) {}
    func end() {}
}

/// One run of expat over a document.
private final class XMLParse<Taker: XMLTaker>: XMLHandler {
    private(set) var taker: Taker
    private let encoding: String?
    /// How many elements are open that are looked at.
    private var depth = 0
    /// How many elements are open in one that is passed over, with itself.
    private var skipped = 0
    private var builder: XMLElementBuilder?
    /// How many bytes were read before the end or the mistake.
    private(set) var bytesRead = 0

    init(_ taker: Taker, encoding: String?) { (self.taker, self.encoding) = (taker, encoding) }

    func run(_ bytes: [UInt8]) -> XMLEnd {
        guard let parser = XML_ParserCreate(encoding) else { preconditionFailure("expat has no memory for a parser") }
        self.parser = parser
        defer {
            self.parser = nil
            XML_ParserFree(parser)
        }
        XML_SetUserData(parser, Unmanaged.passUnretained(self as XMLHandler).toOpaque())
        XMLCallbacks.set(on: parser)
        let slice = 64 << 10
        // Blanks before a declaration are a common mistake, also after a byte order mark.
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let blanks = bytes.dropFirst(mark).prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        lineOffset = blanks.count { $0 == 0x0A }
        let first = blanks.isEmpty ? 0 : mark + blanks.count
        var start = first
        defer { bytesRead = first + max(0, Int(XML_GetCurrentByteIndex(parser))) }
        repeat {
            let end = min(start + slice, bytes.count)
            let status = bytes[start..<end].withUnsafeBytes { part in
                XML_Parse(
                    parser, part.bindMemory(to: CChar.self).baseAddress, Int32(part.count), end == bytes.count ? 1 : 0)
            }
            guard status == XML_STATUS_OK else {
                let reason = String(cString: XML_ErrorString(XML_GetErrorCode(parser)))
                return .broken(line: line, reason: reason)
            }
            start = end
        } while start < bytes.count
        return .complete
    }

    override func begin(_ tag: XMLTag) {
        guard skipped == 0 else { return skipped += 1 }
        guard builder == nil else {
            builder?.begin(tag)
            if Taker.emptied.contains(tag.name) { skipped = 1 }
            return
        }
        switch taker.begin(tag, depth: depth) {
        case .enter: depth += 1
        case .collect: builder = XMLElementBuilder(tag)
        case .skip: skipped = 1
        }
    }

    override func append(_ text: String) {
        if skipped == 0 { builder?.append(text) }
    }

    override func end() {
        guard skipped <= 1 else { return skipped -= 1 }
        let isSkipped = skipped == 1
        skipped = 0
        // What is passed over in a collected element still ends in it.
        guard builder != nil else {
            if !isSkipped { depth -= 1 }
            return
        }
        guard let element = builder?.end() else { return }
        if builder?.isTooLarge == true {
            taker.leaveOut(element.tag, "it is too large")
        } else {
            taker.take(element)
        }
        builder = nil
    }
}

/// Expat's handlers.
private enum XMLCallbacks {
    static func set(on parser: XML_Parser) {
        // Undeclared entities, such as those of HTML, then are no error, and declared ones are not expanded in texts.
        XML_UseForeignDTD(parser, XML_TRUE)
        XML_SetDefaultHandler(parser) { data, text, count in
            guard let text, count > 2, text[0] == CChar(UInt8(ascii: "&")) else { return }
            let name = UnsafeRawBufferPointer(start: text + 1, count: Int(count) - 2)
            XMLCallbacks.handler(data).append(HTMLEntities.text(String(decoding: name, as: UTF8.self)))
        }
        XML_SetUnknownEncodingHandler(
            parser,
            { _, name, encoding in
                guard let name, let encoding, let map = SingleByteEncoding(String(cString: name)) else {
                    return Int32(XML_STATUS_ERROR.rawValue)
                }
                withUnsafeMutableBytes(of: &encoding.pointee.map) { bytes in
                    let numbers = bytes.bindMemory(to: Int32.self)
                    for byte in 0..<256 { numbers[byte] = map.scalar(UInt8(byte)) }
                }
                encoding.pointee.convert = nil
                encoding.pointee.release = nil
                return Int32(XML_STATUS_OK.rawValue)
            }, nil)
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let name, let attributes else { return }
                let handler = XMLCallbacks.handler(data)
                handler.begin(XMLCallbacks.tag(String(cString: name), attributes, line: handler.line))
            }, { data, _ in XMLCallbacks.handler(data).end() })
        XML_SetCharacterDataHandler(parser) { data, text, count in
            guard let text else { return }
            let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
            XMLCallbacks.handler(data).append(String(decoding: bytes, as: UTF8.self))
        }
    }

    private static func handler(_ data: UnsafeMutableRawPointer?) -> XMLHandler {
        guard let data else { preconditionFailure("expat has lost its user data") }
        return Unmanaged<XMLHandler>.fromOpaque(data).takeUnretainedValue()
    }

    private static func tag(
        _ name: String, _ pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>, line: Int
    ) -> XMLTag {
        var attributes: [String: String] = [:]
        var index = 0
        while let name = pairs[index], let value = pairs[index + 1] {
            attributes[String(cString: name)] = String(cString: value)
            index += 2
        }
        let parts = name.split(separator: ":", maxSplits: 1)
        let isPrefixed = parts.count == 2
        return XMLTag(
            prefix: isPrefixed ? String(parts[0]) : "", name: isPrefixed ? String(parts[1]) : name,
            attributes: attributes, line: line)
    }
}
