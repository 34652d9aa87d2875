import ArgumentParser
import GardenAPI

/// Tags as people write them on a command line: `phone`, `phone,home`, `+phone`, `#phone`.
enum TagWords {
    /// Reads the words of an option.
    ///
    /// - Parameter option: the option, for the error about a word that is no tag.
    static func tags(_ words: [String], _ option: String) throws -> [String] {
        var (tags, known): ([String], Set<String>) = ([], [])
        for text in words.flatMap({ $0.split { $0 == "," || $0 == "、" || $0 == "，" || $0 == " " } }) {
            let tag = text.first.map("+＋#＃".contains) ?? false ? String(text.dropFirst()) : String(text)
            guard TaskTag.isTag(tag) else {
                throw ValidationError(
                    "\(option): \(JSON.string(printable(tag)).excerpt) is no tag, which has letters, digits, - and _, and at most "
                        + "\(TaskTag.mostCharacters) of them")
            }
            if known.insert(tag.folded).inserted { tags.append(tag) }
        }
        guard tags.count <= TaskTag.mostOfTask else {
            throw ValidationError("\(option): a task has at most \(TaskTag.mostOfTask) tags, not \(tags.count)")
        }
        return tags
    }

    /// The tags of words such as `+phone`, which a person writes without an option, and the other words.
    static func split(_ words: [String]) -> (tags: [String], others: [String]) {
        var (tags, others): ([String], [String]) = ([], [])
        for word in words {
            if let first = word.first, "+＋".contains(first), TaskTag.isTag(word.dropFirst()) {
                tags.append(word)
            } else {
                others.append(word)
            }
        }
        return (tags, others)
    }
}

/// The filters of a list that are written as in Taskwarrior: `+phone`, `due:today`, `project:Home`, `pri:H`.
struct ListMarks {
    private(set) var tags: [String] = []
    private(set) var due: String?
    private(set) var category: String?
    private(set) var priority: Int?
    /// `status:completed`: whether it asks for what was done, or for all tasks.
    private(set) var (isDone, isAll) = (false, false)
    /// All other words.
    private(set) var others: [String] = []

    init(_ words: [String]) {
        let isOver = words.firstIndex(of: "--") ?? words.endIndex
        let split = TagWords.split(Array(words[..<isOver]))
        // The virtual tags of Taskwarrior.
        for tag in split.tags {
            if ["OVERDUE", "TODAY", "TOMORROW"].contains(tag) { due = tag.lowercased() } else { tags.append(tag) }
        }
        for word in split.others {
            let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
            let value = parts.count == 2 ? parts[1] : ""
            switch (parts.first?.lowercased(), value.isEmpty) {
            case ("due", false): due = value
            case ("due.before", false): due = "<\(value)"
            case ("due.after", false): due = ">\(value)"
            case ("due.by", false): due = "<=\(value)"
            case ("project", false), ("proj", false), ("pro", false), ("category", false): category = value
            case ("tag", false), ("tags", false): tags.append(value)
            case ("status", false):
                switch value.lowercased() {
                case "completed", "done": isDone = true
                case "waiting": isAll = true
                case "pending": break
                default: others.append(word)
                }
            case ("pri", false), ("priority", false):
                if let number = priorityNumber(of: value) {
                    priority = number
                } else {
                    others.append(word)
                }
            default:
                // /text/ is a text to look for.
                let isPattern = word.count > 2 && word.hasPrefix("/") && word.hasSuffix("/")
                others.append(isPattern ? String(word.dropFirst().dropLast()) : word)
            }
        }
        others += words[isOver...]
    }
}

/// The priority that a mark names as a number, as `H`, `M` and `L` of Taskwarrior, or as a letter of todo.txt.
func priorityNumber(of word: String) -> Int? {
    let degrees = ["H": 1, "M": 5, "L": 9]
    if let number = degrees[word.uppercased()] ?? Int(word) { return number }
    guard word.count == 1, let letter = word.uppercased().first?.asciiValue,
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter)
    else { return nil }
    return min(9, Int(letter - UInt8(ascii: "A")) + 1)
}

/// `+phone +home`
func tagsText(_ task: TaskItem) -> String { task.tags.map { "+\(printable($0))" }.joined(separator: " ") }

extension Completions {
    /// The tags of open tasks.
    static let tags = CompletionKind.custom { words, _, _ in
        let tasks = ask(TaskList(limit: 1000), words)?["tasks"]?.arrayValue ?? []
        let tags = Set(tasks.flatMap { $0["tags"]?.arrayValue ?? [] }.compactMap(\.stringValue))
        return candidates(tags.sorted().map { ($0, "tag") })
    }
}
