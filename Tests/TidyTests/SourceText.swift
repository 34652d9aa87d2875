import Glibc

/// A Swift file in the form of the tidy rules: every line, and its code part.
struct SourceText {
    struct Line {
        let raw: String
        /// The line with the inside of comments and string literals blanked out. Code within `\(…)` stays.
        let code: String
        let hasComment: Bool

        /// The inside of comments and string literals, with everything else blanked out.
        var prose: String {
            String(decoding: zip(raw.utf8, code.utf8).map { $0 == $1 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
        }
    }

    /// The file's place below the root of the repository.
    let path: String
    let lines: [Line]

    init(path: String, _ text: String) {
        self.path = path
        var scanner = Scanner(Array(text.utf8))
        scanner.scanCode(untilClosingParenthesis: false)
        let raw = text.split(separator: "\n", omittingEmptySubsequences: false)
        let code = String(decoding: scanner.code, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        precondition(raw.count == code.count, "\(path): \(raw.count) lines became \(code.count)")
        let commented = scanner.commentedLines
        lines = raw.indices.map {
            Line(raw: String(raw[$0]), code: String(code[$0]), hasComment: commented.contains($0))
        }
    }

    /// The file's code in one piece.
    var code: String { lines.map(\.code).joined(separator: "\n") }

    /// The places of `word` in the code as a separate word: `path:line: text of the line`.
    func places(of word: String) -> [String] {
        lines.indices.filter { lines[$0].code.hasWord(word) }.map(place)
    }

    func place(_ index: Int) -> String {
        "\(path):\(index + 1): \(lines[index].raw.drop { $0 == " " })"
    }
}

extension String {
    /// Whether the ASCII `word` is here and is not part of a longer name.
    ///
    /// - Parameter isForbidden: whether it counts after that beginning of the line.
    func hasWord(_ word: String, where isForbidden: (String) -> Bool = { _ in true }) -> Bool {
        // In bytes: there are many lines and many words, and tests are not optimised.
        var (text, word) = (self, word)
        return text.withUTF8 { line in
            word.withUTF8 { word in
                guard let base = line.baseAddress, let wordBase = word.baseAddress else { return false }
                var next = 0
                while let found = memchr(base + next, Int32(word[0]), line.count - next) {
                    let start = UnsafeRawPointer(found) - UnsafeRawPointer(base)
                    let end = start + word.count
                    next = start + 1
                    guard end <= line.count, memcmp(found, wordBase, word.count) == 0 else { continue }
                    let isTail = Self.isNamePart(word[0]) && start > 0 && Self.isNamePart(line[start - 1])
                    let isHead = Self.isNamePart(word[word.count - 1]) && end < line.count && Self.isNamePart(line[end])
                    if !isTail, !isHead, isForbidden(String(decoding: line[..<start], as: UTF8.self)) { return true }
                }
                return false
            }
        }
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): return true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: return true
        default: return false
        }
    }
}

/// Walks over Swift's literals and comments, as far as this repository uses them: no regex literals.
private struct Scanner {
    let bytes: [UInt8]
    var position = 0
    private(set) var code: [UInt8] = []
    private(set) var commentedLines: Set<Int> = []
    private var line = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        code.reserveCapacity(bytes.count)
    }

    private func matches(_ text: StaticString, at offset: Int = 0) -> Bool {
        let start = position + offset
        guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[start + $0] == text.utf8Start[$0] }
    }

    private mutating func take(_ count: Int = 1, blank: Bool) {
        for _ in 0..<count where position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\n") { line += 1 }
            code.append(blank && byte != UInt8(ascii: "\n") ? UInt8(ascii: " ") : byte)
            position += 1
        }
    }

    /// Takes what begins no literal and no comment, quickly.
    private mutating func takePlain(upTo delimiters: StaticString, blank: Bool) {
        let end = delimiters.withUTF8Buffer { delimiters in bytes[position...].firstIndex { delimiters.contains($0) } }
        take((end ?? bytes.count) - position, blank: blank)
    }

    mutating func scanCode(untilClosingParenthesis: Bool) {
        var open = 0
        while position < bytes.count {
            takePlain(upTo: "/\"#()", blank: false)
            if matches("//") {
                commentedLines.insert(line)
                takePlain(upTo: "\n", blank: true)
            } else if matches("/*") {
                blockComment()
            } else if matches("\"") || isRawString {
                string()
            } else {
                if matches("(") { open += 1 }
                if matches(")") {
                    if untilClosingParenthesis, open == 0 { return }
                    open -= 1
                }
                take(blank: false)
            }
        }
    }

    private mutating func blockComment() {
        var depth = 0
        repeat {
            commentedLines.insert(line)
            if matches("/*") {
                depth += 1
                take(2, blank: true)
            } else if matches("*/") {
                depth -= 1
                take(2, blank: true)
            } else {
                take(blank: true)
            }
        } while depth > 0 && position < bytes.count
    }

    private var isRawString: Bool {
        guard matches("#") else { return false }
        let rest = bytes[position...].drop { $0 == UInt8(ascii: "#") }
        return rest.first == UInt8(ascii: "\"")
    }

    private mutating func string() {
        var hashes = 0
        while matches("#") {
            hashes += 1
            take(blank: false)
        }
        let quotes = matches("\"\"\"") ? 3 : 1
        take(quotes, blank: false)
        while position < bytes.count {
            takePlain(upTo: "\\\"", blank: true)
            if matches("\\"), hasHashes(hashes, at: 1) {
                take(1 + hashes, blank: true)
                if matches("(") {
                    take(blank: false)
                    scanCode(untilClosingParenthesis: true)
                    take(blank: false)
                } else {
                    take(blank: true)
                }
            } else if quotes == 3 ? matches("\"\"\"") : matches("\""), hasHashes(hashes, at: quotes) {
                take(quotes + hashes, blank: false)
                return
            } else {
                take(blank: true)
            }
        }
    }

    private func hasHashes(_ count: Int, at offset: Int) -> Bool {
        (0..<count).allSatisfy { matches("#", at: offset + $0) }
    }
}
