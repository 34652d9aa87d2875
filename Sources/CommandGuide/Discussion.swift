/// The parsed text below the usage in a command's help.
///
/// A line in capitals is a heading. An indented line is an example of a command, or below `EXIT STATUS` a number and
/// its meaning. Everything else is prose.
public struct Discussion: Sendable, Equatable {
    public struct ExitStatus: Sendable, Equatable {
        public var number: String
        public var meaning: String
    }

    public var paragraphs: [String] = []
    public var examples: [String] = []
    public var exitStatuses: [ExitStatus] = []

    public init(_ text: String) {
        var heading = ""
        var isOpen = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = String(line.drop { $0 == " " })
            if words.isEmpty {
                isOpen = false
            } else if line.hasPrefix("  ") {
                if heading == "EXIT STATUS" {
                    let number = words.prefix { $0 != " " }
                    let meaning = words.dropFirst(number.count).drop { $0 == " " }
                    exitStatuses.append(ExitStatus(number: String(number), meaning: String(meaning)))
                } else {
                    examples.append(words)
                }
            } else if words == words.uppercased() {
                heading = words
            } else if isOpen {
                paragraphs[paragraphs.count - 1] += " \(words)"
            } else {
                paragraphs.append(words)
                isOpen = true
            }
        }
    }
}
