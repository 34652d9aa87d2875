/// The content lines of an iCalendar file (RFC 5545 §3.1). Folds are undone before characters are read: one may be within
/// a character.
struct ContentLines {
    /// What was changed so that the text can be read: `it is not UTF-8; read as windows-1252`.
    let repair: String?
    private let text: [UInt8]
    private var index = 0
    /// The line of the file on which each line begins.
    private let numbers: [Int32]
    private var next = 0
    /// How many lines the file has.
    let count: Int

    init(_ bytes: [UInt8]) throws(UnreadableFile) {
        let bytes = UnicodeText.fromUTF16(bytes) ?? bytes
        var unfolded: [UInt8] = []
        unfolded.reserveCapacity(bytes.count)
        var numbers: [Int32] = []
        var number: Int32 = 0
        var start = 0
        while start < bytes.count {
            number += 1
            var end = start
            while end < bytes.count, bytes[end] != Self.lineFeed, bytes[end] != Self.carriageReturn { end += 1 }
            let isContinued = [Self.blank, Self.tab].contains(bytes[start]) && !numbers.isEmpty
            if isContinued, end > start {
                unfolded.removeLast()
                unfolded += bytes[start + 1..<end]
                unfolded.append(Self.lineFeed)
            } else if end > start {
                numbers.append(number)
                unfolded += bytes[start..<end]
                unfolded.append(Self.lineFeed)
            }
            start = end + 1
            if end + 1 < bytes.count, bytes[end] == Self.carriageReturn, bytes[end + 1] == Self.lineFeed { start += 1 }
        }
        (text, repair) = try UnicodeText.utf8(UnicodeText.withoutCutCharacter(unfolded))
        (self.numbers, count) = (numbers, Int(number))
    }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let blank = UInt8(ascii: " ")
    private static let tab = UInt8(ascii: "\t")

    /// The next line with a name that is wanted, or without a name; `nil` at the end.
    ///
    /// - Parameter isWanted: for names in upper case. The values of other lines, such as a file that is attached, are not read.
    mutating func next(_ isWanted: (String) -> Bool) -> ContentLine? {
        while index < text.count {
            var end = index
            while end < text.count, text[end] != Self.lineFeed { end += 1 }
            let bytes = text[index..<end]
            let number = next < numbers.count ? Int(numbers[next]) : count
            index = end + 1
            next += 1
            let name = bytes.prefix(min(Self.longestName, bytes.count)).prefix { !";:".utf8.contains($0) }
            let isNamed = name.count < bytes.count && name.count < Self.longestName && !name.isEmpty
            let upper = isNamed ? String(decoding: name, as: UTF8.self).uppercased() : ""
            guard isNamed, !isWanted(upper) else { return ContentLine(bytes, named: upper, line: number) }
        }
        return nil
    }

    private static let longestName = 200
}

/// A content line: `DUE;VALUE=DATE:20261201`.
struct ContentLine: Equatable {
    /// The line of the file on which it begins.
    let line: Int
    /// The name in upper case; empty if the line has none.
    let name: String
    /// The parameters by their names in upper case; of several values the first.
    private(set) var parameters: [String: String] = [:]
    /// The value, with its escapes.
    private(set) var value = ""

    /// - Parameter bytes: the line without its end.
    init(_ bytes: ArraySlice<UInt8>, named name: String, line: Int) {
        (self.name, self.line) = (name, line)
        guard !name.isEmpty else { return }
        var rest = bytes.drop { !";:".utf8.contains($0) }
        while rest.first == UInt8(ascii: ";") {
            rest.removeFirst()
            let parameter = rest.prefix { !"=;:".utf8.contains($0) }
            rest = rest[parameter.endIndex...]
            guard rest.first == UInt8(ascii: "=") else { continue }
            var values: [String] = []
            repeat {
                rest.removeFirst()
                values.append(Self.parameterValue(&rest))
            } while rest.first == UInt8(ascii: ",")
            // What follows a quoted value does not belong to anything.
            rest = rest.drop { !";:".utf8.contains($0) }
            parameters[String(decoding: parameter, as: UTF8.self).uppercased()] = values[0]
        }
        value = String(decoding: rest.dropFirst(), as: UTF8.self)
    }

    /// A value up to its end, with the characters that RFC 6868 writes otherwise.
    private static func parameterValue(_ rest: inout ArraySlice<UInt8>) -> String {
        let value: ArraySlice<UInt8>
        if rest.first == UInt8(ascii: "\"") {
            value = rest.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
            rest = rest[value.endIndex...].dropFirst()
        } else {
            value = rest.prefix { !",;:".utf8.contains($0) }
            rest = rest[value.endIndex...]
        }
        let text = String(decoding: value, as: UTF8.self)
        guard text.utf8.contains(UInt8(ascii: "^")) else { return text }
        return text.replacing("^n", with: "\n").replacing("^'", with: "\"").replacing("^^", with: "^")
    }

    /// The value as a text (RFC 5545 §3.3.11).
    var text: String { texts(separator: nil).first ?? "" }

    /// The value as a list of texts.
    var texts: [String] { texts(separator: ",") }

    private func texts(separator: Unicode.Scalar?) -> [String] {
        guard value.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: ",") }) else {
            return [value]
        }
        var texts: [String] = []
        var text: [UInt8] = []
        var isEscaped = false
        for byte in value.utf8 {
            if isEscaped {
                // A backslash before any other character is one that a program did not escape.
                switch byte {
                case UInt8(ascii: "n"), UInt8(ascii: "N"): text.append(UInt8(ascii: "\n"))
                case _ where "\\;,:\"".utf8.contains(byte): text.append(byte)
                default: text += [UInt8(ascii: "\\"), byte]
                }
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if let separator, byte == UInt8(ascii: separator) {
                texts.append(String(decoding: text, as: UTF8.self))
                text = []
            } else {
                text.append(byte)
            }
        }
        if isEscaped { text.append(UInt8(ascii: "\\")) }
        return texts + [String(decoding: text, as: UTF8.self)]
    }
}
