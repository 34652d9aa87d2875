extension String {
    /// The text in lines of at most that many columns, broken at blanks; one line for `nil`. Only a word that is longer than
    /// a line is broken itself.
    ///
    /// - Parameter indentation: of the lines after the first.
    func wrapped(to width: Int?, indentedBy indentation: Int = 0) -> [String] {
        guard let width, columns > width else { return [self] }
        let blanks = String(repeating: " ", count: min(indentation, width - 1))
        var lines: [String] = []
        var line = ""
        var gap = ""
        /// Whether the line has a word, and not only its indentation.
        var hasWord = false
        func endLine() {
            lines.append(line)
            (line, gap, hasWord) = (blanks, "", false)
        }
        for (index, piece) in split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            // The text between two of several blanks is empty.
            if index > 0 { gap += " " }
            guard !piece.isEmpty else { continue }
            var word = piece
            while true {
                let part = word.beginning(of: width - line.columns - gap.count)
                guard part.endIndex < word.endIndex else { break }
                let isLong = word.beginning(of: width - blanks.count).endIndex < word.endIndex
                if isLong, !part.isEmpty {
                    line += gap + part
                    word = word[part.endIndex...]
                } else if !hasWord {
                    // At least one character, even if it is wider than the line.
                    line += gap + String(word.removeFirst())
                }
                endLine()
            }
            guard !word.isEmpty else { continue }
            line += gap + word
            (gap, hasWord) = ("", true)
        }
        return hasWord ? lines + [line] : lines
    }

    /// The text with each line that is too long wrapped, as far as possible below itself: below the second column of a line
    /// with a gap of several blanks, otherwise a little deeper than the line begins.
    func fitted(to width: Int?) -> String {
        guard let width else { return self }
        return split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let line = String(line)
            guard line.columns > width else { return line }
            let leading = line.prefix { $0 == " " }
            let text = line.dropFirst(leading.count)
            if let gap = text.firstRange(of: "  ") {
                let label = text[..<gap.lowerBound]
                let rest = text[gap.lowerBound...]
                let head = "\(leading)\(label)\(rest.prefix { $0 == " " })"
                return String(rest.drop { $0 == " " }).hanging(after: head, to: width)
            }
            guard !leading.isEmpty else { return line.wrapped(to: width).joined(separator: "\n") }
            guard leading.count + leastHangingColumns <= width else { return String(text).block(at: 6, to: width) }
            // A command with a long path: without line breaks, it can be copied from the terminal.
            let indentation = leading.count + 2
            guard text.split(separator: " ").allSatisfy({ String($0).columns <= width - indentation }) else {
                return line
            }
            return line.wrapped(to: width, indentedBy: indentation).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// The text after a head: beside it, or on lines of its own if the head leaves too little room.
    ///
    /// The choice depends on the head alone, so the lines of a list with heads of the same width look alike.
    fileprivate func hanging(after head: String, to width: Int?) -> String {
        let line = head + self
        let indentation = head.columns
        guard let width, indentation + leastHangingColumns > width, !isEmpty else {
            return line.wrapped(to: width, indentedBy: indentation).joined(separator: "\n")
        }
        let label = head.trimmingEnd
        let leading = label.isEmpty ? 0 : head.prefix { $0 == " " }.count
        let lines = label.isEmpty ? [] : label.wrapped(to: width)
        return (lines + [block(at: leading + 4, to: width)]).joined(separator: "\n")
    }

    /// The text in lines that begin with that many blanks.
    private func block(at indentation: Int, to width: Int) -> String {
        let blanks = String(repeating: " ", count: indentation)
        return (blanks + self).wrapped(to: width, indentedBy: indentation).joined(separator: "\n")
    }
}

/// The room that a text needs beside its head; with less, it goes below.
private let leastHangingColumns = 20

extension Style {
    /// A text after a head, wrapped below itself.
    func hanging(_ head: String, _ text: String) -> String { text.hanging(after: head, to: columns) }

    /// Facts with a dot between them, in as few lines as the width allows.
    func facts(_ facts: [String]) -> String {
        let separator = " · "
        var lines: [String] = []
        for fact in facts {
            if let last = lines.last, columns.map({ (last + separator + fact).columns <= $0 }) ?? true {
                lines[lines.count - 1] = last + separator + fact
            } else {
                lines.append(fact)
            }
        }
        return lines.joined(separator: "\n")
    }
}
