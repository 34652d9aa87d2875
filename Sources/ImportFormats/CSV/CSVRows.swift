/// The rows of a table as RFC 4180 writes them, also with other separators and line ends.
struct CSVRows {
    struct Row: Equatable {
        /// The line of the file on which it begins.
        let line: Int
        let cells: [String]
    }

    /// A row that cannot be read, and why.
    struct Mistake: Error, Equatable {
        let line: Int
        let reason: String
    }

    private let text: [UInt8]
    private let separator: UInt8
    private var index: Int
    private var line = 1
    /// How many cells the header has, by which the end of the file is judged.
    var columns = 0
    /// From where on the file cannot be read.
    private(set) var damage: LeftOut?
    /// How many bytes may be read once more after rows that cannot be read, so that the time stays linear.
    private var spareBytes: Int

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// - Parameter text: in UTF-8, without a byte order mark.
    init(_ text: [UInt8], separator: UInt8) {
        (self.text, self.separator, index) = (text, separator, 0)
        spareBytes = 4 * text.count
    }

    /// The next row with a text; `nil` at the end.
    mutating func next() -> Result<Row, Mistake>? {
        while index < text.count {
            let (start, first) = (index, line)
            do throws(Mistake) {
                let (cells, isEnded) = try row()
                guard !cells.allSatisfy(\.isEmpty) else { continue }
                if !isEnded, cells.count < columns {
                    damage = LeftOut(position: "line \(first)", reason: "the file ends within this row")
                    return nil
                }
                return .success(Row(line: first, cells: cells))
            } catch {
                let end = index
                (index, line) = (start, first)
                skipLine()
                spareBytes -= end - index
                let isCut = end == text.count && (index == text.count || cellsOfLine() != columns)
                guard !isCut, spareBytes > 0 else {
                    index = text.count
                    damage = LeftOut(position: "line \(first)", reason: error.reason)
                    return nil
                }
                return .failure(error)
            }
        }
        return nil
    }

    private mutating func skipLine() {
        while index < text.count, !isLineEnd(text[index]) { index += 1 }
        takeLineEnd()
    }

    private func isLineEnd(_ byte: UInt8) -> Bool { byte == Self.lineFeed || byte == Self.carriageReturn }

    private mutating func takeLineEnd() {
        guard index < text.count else { return }
        let isPair = text[index] == Self.carriageReturn && index + 1 < text.count && text[index + 1] == Self.lineFeed
        index += isPair ? 2 : 1
        line += 1
    }

    /// The number of cells on the next line, if none has a quotation mark.
    private func cellsOfLine() -> Int {
        text[index...].prefix { !isLineEnd($0) }.count { $0 == separator } + 1
    }

    private mutating func row() throws(Mistake) -> (cells: [String], isEnded: Bool) {
        var cells: [String] = []
        let first = line
        while true {
            cells.append(try cell(first))
            guard index < text.count else { return (cells, false) }
            if text[index] == separator {
                index += 1
                continue
            }
            takeLineEnd()
            return (cells, true)
        }
    }

    private mutating func cell(_ first: Int) throws(Mistake) -> String {
        guard index < text.count, text[index] == Self.quote else {
            let start = index
            while index < text.count, text[index] != separator, !isLineEnd(text[index]) { index += 1 }
            return String(decoding: text[start..<index], as: UTF8.self)
        }
        index += 1
        var start = index
        var parts: [UInt8] = []
        while index < text.count {
            let byte = text[index]
            if byte == Self.quote {
                parts += text[start..<index]
                index += 1
                guard index < text.count, text[index] == Self.quote else {
                    try endQuotes(first)
                    return String(decoding: parts, as: UTF8.self)
                }
                start = index
            } else if byte == Self.lineFeed {
                line += 1
            }
            index += 1
        }
        throw Mistake(line: first, reason: "a quotation mark is not closed")
    }

    private mutating func endQuotes(_ first: Int) throws(Mistake) {
        while index < text.count, text[index] == UInt8(ascii: " "), text[index] != separator { index += 1 }
        guard index == text.count || text[index] == separator || isLineEnd(text[index]) else {
            throw Mistake(line: first, reason: "there is text after a quotation mark that closes a cell")
        }
    }
}

extension CSVRows {
    /// The separator of a text: the one that gives the first row the most cells.
    static func separator(of text: [UInt8]) -> UInt8 {
        let separators = [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")]
        var (best, most) = (UInt8(ascii: ","), 1)
        for separator in separators {
            var rows = CSVRows(text, separator: separator)
            guard case .success(let row)? = rows.next(), row.cells.count >= most else { continue }
            (best, most) = (separator, row.cells.count)
        }
        return best
    }
}
