import ArgumentParser

/// The marks of Taskwarrior and todo.txt on a command line, `due:friday` and `pri:H`, in place of the options of the same meaning.
enum TaskMarks {
    /// Takes the marks at the end of the words of a command.
    ///
    /// - Parameters:
    ///   - words: those that name a task, then the marks and tags such as `+phone`, which stay.
    ///   - fields: the options; one that is given counts, and its mark is refused.
    static func take(from words: inout [String], into fields: inout TaskFields) throws {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        let marks = words[..<end].reversed().prefix { Mark($0) != nil || !TagWords.split([$0]).tags.isEmpty }
        // The first word names a task.
        let start = max(1, end - marks.count)
        guard start < end else { return }
        for word in words[start..<end] {
            guard let mark = Mark(word) else { continue }
            guard try mark.set(in: &fields) else {
                throw ValidationError("\(printable(word)) and \(mark.option) are both given; give one of them")
            }
        }
        words = words[..<start] + words[start..<end].filter { Mark($0) == nil } + words[end...]
    }

    /// Whether a word is a mark, with or without a value.
    static func isMark(_ word: String) -> Bool { Mark(word) != nil }

    private struct Mark {
        let option: String
        /// An empty value clears the field, as in Taskwarrior.
        let value: String

        init?(_ word: String) {
            guard let colon = word.firstIndex(of: ":"),
                let option = Self.options[word[..<colon].lowercased()]
            else { return nil }
            self.option = option
            let text = String(word[word.index(after: colon)...])
            let degree = option == "--priority" ? priorityNumber(of: text).map(String.init) : nil
            value = text.isEmpty ? "none" : degree ?? text
        }

        private static let options = [
            "due": "--due", "wait": "--start", "start": "--start", "scheduled": "--start", "end": "--end",
            "remind": "--remind", "recur": "--repeat", "rec": "--repeat", "priority": "--priority", "pri": "--priority",
            "project": "--category", "proj": "--category", "pro": "--category", "category": "--category",
        ]

        /// - Returns: whether the field is not given yet.
        func set(in fields: inout TaskFields) throws -> Bool {
            let dates: [String: WritableKeyPath<TaskFields, [String]>] = [
                "--due": \.due, "--start": \.start, "--end": \.end, "--remind": \.remind, "--repeat": \.repetition,
            ]
            if let date = dates[option] {
                guard fields[keyPath: date].isEmpty else { return false }
                fields[keyPath: date] = [value]
            } else if option == "--priority" {
                guard fields.priority == nil else { return false }
                fields.priority = value
            } else {
                guard fields.categoryOption.words.isEmpty else { return false }
                fields.categoryOption.words = [value]
                try fields.categoryOption.validate()
            }
            return true
        }
    }
}
