/// A value of a TOML document.
public indirect enum TOMLValue: Sendable, Equatable {
    case string(String)
    case integer(Int)
    case float(Double)
    case boolean(Bool)
    case time(TOMLTime)
    case array([TOMLNode])
    case table(TOMLTable)
}

/// A date, a time of day, or both, which has been checked and is kept as it was written.
public struct TOMLTime: Sendable, Equatable {
    public enum Kind: Sendable {
        /// A moment: a date, a time and an offset.
        case offsetDateTime
        case localDateTime
        case localDate
        case localTime
    }

    public let kind: Kind
    public let text: String
}

/// A value and its place.
public struct TOMLNode: Sendable, Equatable {
    public let value: TOMLValue
    /// The bytes of the text that are the value. Those of a table with a header are its header; those of a list of such tables begin
    /// at the first and end at the last header.
    public let range: Range<Int>
}

/// A table.
public struct TOMLTable: Sendable, Equatable {
    /// How a table is written.
    public enum Form: Sendable {
        /// The document itself.
        case document
        /// Below a header, `[name]`.
        case header
        /// In a list, each below a header of its own, `[[name]]`.
        case listed
        /// Only in the names of headers: `a` in `[a.b]`.
        case implied
        /// By dotted names: `a` in `a.b = 1`.
        case dotted
        /// Within braces.
        case inline
    }

    public struct Member: Sendable, Equatable {
        public let name: String
        public let node: TOMLNode
    }

    public let form: Form
    /// In the order of the document. No two have the same bytes as their name.
    public let members: [Member]

    public var isEmpty: Bool { members.isEmpty }

    /// The value of a name; `nil` for a name that is not in the table.
    public subscript(name: String) -> TOMLNode? {
        members.first { $0.name.utf8.elementsEqual(name.utf8) }?.node
    }
}

/// A TOML document: its tables, and the text that they are from.
public struct TOMLDocument: Sendable {
    /// How much a document may have.
    public struct Limits: Sendable {
        /// Values, tables and elements of lists.
        public let values: Int
        /// How many tables and lists a value may be within.
        public let depth: Int

        public init(values: Int, depth: Int) {
            self.values = values
            self.depth = depth
        }
    }

    public let table: TOMLTable
    private let bytes: [UInt8]

    /// Reads a document of TOML 1.0 (https://toml.io/en/v1.0.0).
    ///
    /// - Throws: the first problem. Time and memory are linear in the length of the text, whatever it is.
    public init(_ text: String, limits: Limits) throws(TOMLProblem) {
        bytes = Array(text.utf8)
        do throws(TOMLFault) { table = try TOMLParser.table(in: bytes, limits) } catch {
            let place = TOMLPlace(of: error.offset, in: bytes)
            throw TOMLProblem(line: place.line, column: place.column, message: error.message)
        }
    }

    /// Where a byte of the text is.
    public func place(of offset: Int) -> TOMLPlace { TOMLPlace(of: offset, in: bytes) }
}

/// A place in a text, for a person: both count from 1.
public struct TOMLPlace: Sendable, Equatable {
    public let line: Int
    /// In characters of Unicode.
    public let column: Int

    init(of offset: Int, in bytes: [UInt8]) {
        let before = bytes[..<min(offset, bytes.count)]
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        line = before.count { $0 == UInt8(ascii: "\n") } + 1
        // Each byte but those that continue a character.
        column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
    }
}

/// Why a text is not a document.
public struct TOMLProblem: Error, Sendable, Equatable {
    public let line: Int
    /// In characters of Unicode.
    public let column: Int
    public let message: String

    public init(line: Int, column: Int, message: String) {
        self.line = line
        self.column = column
        self.message = message
    }
}
