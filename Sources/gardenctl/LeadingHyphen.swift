import CommandGuide
import GardenAPI

/// A word of the command line that begins with a hyphen but is not an option: usually a name.
///
/// The parser takes `-health` for the short options -h, -e, -a and so on, prints the help and exits with 0, so a script
/// believes that the category was added.
struct LeadingHyphen {
    private let words: [String]
    private let index: Int
    private let options: [CommandOutline.Argument]
    /// Whether the command has arguments that are no options, and can begin with a hyphen: texts, not ids and days.
    private let takesWords: Bool

    /// Finds the first such word; `nil` if there is none.
    ///
    /// - Parameter arguments: the words after `gardenctl`.
    init?(in arguments: [String], of program: CommandOutline) {
        words = arguments
        let isSuspect = { (word: String) in
            word.hasPrefix("-") && word != "-" && !word.isNumberLike && !word.hasPrefix("--no-")
        }
        guard arguments.prefix(while: { $0 != "--" }).contains(where: isSuspect) else { return nil }
        var outline = program
        var depth = 0
        while depth < arguments.count, let next = outline.subcommand(named: arguments[depth]) {
            outline = next
            depth += 1
        }
        if let name = outline.defaultSubcommand, let next = outline.subcommand(named: name) {
            outline = next
        }
        options = outline.options
        takesWords = outline.positionals.contains { !Self.namesWithoutHyphen.contains($0.valueName ?? "") }
        let known = Set(options.flatMap(\.names).flatMap { $0.split(separator: "/") }.map(String.init) + Self.general)
        let takingValue = Set(options.filter { $0.valueName != nil }.flatMap(\.names))
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let first = arguments[..<end].indices.first { index in
            isSuspect(arguments[index]) && !known.contains(arguments[index].optionName)
                && !(takingValue.contains(String(arguments[index].prefix(2))) && arguments[index].isJoinedNumber)
        }
        guard let first else { return nil }
        index = first
    }

    /// The options that the parser accepts with every command, also those that it does not list.
    private static let general = [
        "-h", "--help", "--version", "--help-hidden", "--generate-completion-script", "--experimental-dump-help",
    ]

    /// The options of this command with the meaning of others in Taskwarrior.
    private var otherName: String? {
        let meanings = [
            "--wait": "--start", "--scheduled": "--start", "--project": "--category", "--recur": "--repeat",
            "--until": "--repeat", "--tags": "--tag", "--deadline": "--due", "--prio": "--priority",
        ]
        return meanings[word.optionName].flatMap { name in
            options.contains { $0.names.contains { $0.split(separator: "/").contains { $0 == name } } } ? name : nil
        }
    }

    private static let namesWithoutHyphen = ["date", "day", "from", "id"]

    var word: String { words[index] }

    /// Whether it is written as a long option, and is not in the place of an option's value.
    var isUnknownOption: Bool { word.hasPrefix("--") && !(words[..<index].last.map(takesValue) ?? false) }

    /// Whether the parser may respond to it with its help: several letters follow the first hyphen.
    static func mayBeTakenForHelp(_ word: String) -> Bool {
        word.hasPrefix("-") && !word.hasPrefix("--") && word.count > 2 && !word.contains("=") && !word.isNumberLike
    }

    /// The correct command line, or the option that is probably meant, for the message; `nil` if the command takes no words.
    var advice: String? {
        if word.hasPrefix("--"), let meant = otherName ?? nearestOption { return "Did you mean \(meant)?" }
        let before = words[..<index]
        let after = words[(index + 1)...]
        if let option = before.last, takesValue(option) {
            return "Put a value that begins with \"-\" after \"=\": "
                + Self.line(Array(before.dropLast()) + ["\(option)=\(word)"] + Array(after))
        }
        guard takesWords else { return nil }
        var (moved, rest) = ([String](), [String]())
        var remaining = after
        while let next = remaining.popFirst() {
            if next == "--" { continue }
            guard next.hasPrefix("-"), !next.isNumberLike else {
                rest.append(next)
                continue
            }
            moved.append(next)
            if takesValue(next), let value = remaining.popFirst() { moved.append(value) }
        }
        return
            "Put words that begin with \"-\" after \"--\": "
            + Self.line(Array(before) + moved + ["--", word] + rest)
    }

    private var nearestOption: String? {
        let names = options.flatMap(\.names).filter { $0.hasPrefix("--") }
        return Suggestion.nearest(to: word.optionName, among: names)
    }

    private func takesValue(_ word: String) -> Bool {
        options.contains { $0.valueName != nil && $0.names.contains(word) }
    }

    private static func line(_ words: [String]) -> String {
        (["gardenctl"] + words.map(\.quotedForShell)).joined(separator: " ")
    }
}

/// A negative number as the value of an option. The parser takes `-5` for options and says that the value is missing.
struct NegativeValue {
    private let option: String
    private let value: String

    /// Finds the first of them, among the options for numbers; `nil` if there is none.
    init?(in arguments: [String], of program: CommandOutline) {
        let words = Array(arguments.prefix { $0 != "--" })
        var outline = program
        for word in words {
            guard let next = outline.subcommand(named: word) else { break }
            outline = next
        }
        if let name = outline.defaultSubcommand, let next = outline.subcommand(named: name) {
            outline = next
        }
        let numeric = outline.options.filter { Self.valueNames.contains($0.valueName ?? "") }.flatMap(\.names)
        let found = zip(words, words.dropFirst()).first { option, value in
            value.hasPrefix("-") && Double(value) != nil && numeric.contains(option)
        }
        guard let found else { return nil }
        (option, value) = found
    }

    private static let valueNames = [
        "1-9", "count", "date or seq", "days", "id", "metres", "minutes", "points", "price", "seq", "tier",
    ]

    /// Finds the first number in place of an argument that the parser missed: it took the number for an option.
    ///
    /// - Parameter message: the parser's message.
    init?(in arguments: [String], missedIn message: String) {
        let name =
            if let begin = message.firstRange(of: "Missing expected argument '<") {
                message[begin.upperBound...].prefix { $0 != ">" }
            } else if message.contains("Unknown option '-"), message.contains("[<count>]") {
                "count"[...]
            } else if message.contains("nothing to change: give a count") { "count"[...] } else { ""[...] }
        let value = arguments.prefix { $0 != "--" }.first { $0.hasPrefix("-") && Int($0) != nil }
        guard let value, !name.isEmpty else { return nil }
        (option, self.value) = ("<\(name)>", value)
    }

    var message: String { "\(option) must not be negative: \(value)" }
}

extension String {
    /// The text quoted for a shell, as one word.
    var quotedForShell: String {
        let isPlain = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...: true
            default: byte.isDigit || "-_=+.,:/@%".utf8.contains(byte)
            }
        }
        guard !isPlain || isEmpty else { return printable(self) }
        let escaped = printable(self).split(separator: "'", omittingEmptySubsequences: false)
        return "'\(escaped.joined(separator: "'\\''"))'"
    }
}

extension String {
    /// `-5`, `-.5`: a number or a text that begins with one, as commands with amounts accept it.
    fileprivate var isNumberLike: Bool {
        guard let next = utf8.dropFirst().first else { return false }
        return next.isDigit || next == UInt8(ascii: ".")
    }

    /// `-m50`: a short option and a number.
    fileprivate var isJoinedNumber: Bool { !hasPrefix("--") && dropFirst(2).utf8.first?.isDigit == true }

    /// `--color` of `--color=blue`.
    fileprivate var optionName: String { String(prefix { $0 != "=" }) }
}
