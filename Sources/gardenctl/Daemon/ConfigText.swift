/// The text of a settings file in which one value is changed and everything else, comments included, stays as it is.
struct ConfigText {
    private var lines: [String]

    init(_ text: String) {
        // By bytes, because a carriage return and a line feed are one character.
        lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    var text: String { lines.joined(separator: "\n") }

    /// Why a value cannot be changed here.
    enum Problem: Error, Equatable {
        /// The value takes several lines.
        case isLong
        /// The setting is given more than once.
        case isAmbiguous
    }

    /// Sets a value: in its line if there is one, otherwise below the example of it (`#focus_minutes = 25`), otherwise at the
    /// end of its section, which is added if it is missing.
    ///
    /// - Parameters:
    ///   - setting: the full name: `timer.focus_minutes`.
    ///   - value: in the notation of TOML.
    mutating func set(_ setting: String, to value: String) throws(Problem) {
        let parts = setting.split(separator: ".", omittingEmptySubsequences: false)
        let section = parts.dropLast().joined(separator: ".")
        let key = parts.last.map(String.init) ?? setting
        let places = lines.indices.filter { name(at: $0) == setting }
        guard places.count < 2 else { throw .isAmbiguous }
        if let place = places.first {
            lines[place] = try replacingValue(in: lines[place], with: value)
        } else if let example = example(of: key, in: section) {
            lines.insert("\(key) = \(value)", at: example + 1)
        } else if let end = end(of: section) {
            lines.insert("\(key) = \(value)", at: end)
        } else {
            while lines.last?.isEmpty == true { lines.removeLast() }
            lines += (lines.isEmpty ? [] : [""]) + ["[\(section)]", "\(key) = \(value)", ""]
        }
    }

    // MARK: Lines

    /// The section that a line begins: `timer` of `[timer]`; `nil` for other lines. A list of tables, `[[rate.tiers]]`, is one
    /// of its own.
    private func section(at index: Int) -> String? {
        // Some editors write a byte order mark at the beginning.
        let line = lines[index].drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        guard line.hasPrefix("["), let end = line.lastIndex(of: "]") else { return nil }
        return line[line.index(after: line.startIndex)..<end].filter { !$0.isWhitespace && $0 != "\"" }
    }

    private func section(of index: Int) -> String {
        lines[...index].indices.last { section(at: $0) != nil }.flatMap(section(at:)) ?? ""
    }

    /// The full name of the setting that a line gives a value; `nil` for other lines.
    private func name(at index: Int) -> String? {
        let line = lines[index].drop(while: \.isWhitespace)
        guard !line.hasPrefix("#"), !line.hasPrefix("["), let equals = line.firstIndex(of: "=") else { return nil }
        let key = line[..<equals].filter { !$0.isWhitespace && $0 != "\"" }
        let section = section(of: index)
        return section.isEmpty ? key : "\(section).\(key)"
    }

    private func example(of key: String, in wanted: String) -> Int? {
        lines.indices.last { index in
            let line = lines[index].drop(while: \.isWhitespace)
            guard line.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { return false }
            return line.dropFirst()[..<equals].filter { !$0.isWhitespace } == key && section(of: index) == wanted
        }
    }

    /// The place after the last line of a section that is not blank; `nil` if there is no such section.
    private func end(of wanted: String) -> Int? {
        guard let begin = wanted.isEmpty ? 0 : lines.indices.last(where: { section(at: $0) == wanted }) else {
            return nil
        }
        var end = lines.indices.first { $0 > begin && section(at: $0) != nil } ?? lines.endIndex
        while end > begin + 1, lines[end - 1].allSatisfy(\.isWhitespace) { end -= 1 }
        return end
    }

    /// The line with another value, and with its comment.
    private func replacingValue(in line: String, with value: String) throws(Problem) -> String {
        let equals = line.firstIndex(of: "=") ?? line.endIndex
        let old = line[equals...].dropFirst().drop(while: \.isWhitespace)
        guard !old.hasPrefix("\"\"\""), !old.hasPrefix("'''"), !old.hasPrefix("[") || old.contains("]"),
            !old.hasPrefix("{")
        else {
            throw .isLong
        }
        let ending = line.hasSuffix("\r") && !old.contains("#") ? "\r" : ""
        return "\(line[..<equals])= \(value)\(Self.comment(after: old))\(ending)"
    }

    /// The comment at the end of a line, with the blanks before it.
    private static func comment(after value: Substring) -> Substring {
        var quote: Character?
        var isEscaped = false
        for index in value.indices {
            let character = value[index]
            if isEscaped {
                isEscaped = false
            } else if let open = quote {
                if character == "\\", open == "\"" { isEscaped = true }
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == "#" {
                let blanks = value[..<index].reversed().prefix(while: \.isWhitespace).count
                return value[value.index(index, offsetBy: -blanks)...]
            }
        }
        return ""
    }
}
