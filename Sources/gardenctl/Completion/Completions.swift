import ArgumentParser
import GardenAPI
import Glibc

/// Completion candidates that only a running daemon knows.
///
/// With a missing or slow daemon there are no candidates: a user who presses Tab wants no error message and no delay.
/// Completion must not start a daemon either, so systemd is queried first: it listens on the socket of a stopped
/// daemon.
enum Completions {
    private static let timeoutMilliseconds: Int32 = 300

    static let categories = names(of: CategoryList())
    static let items = names(of: ShopList())
    static let counters = names(of: InventoryList())

    /// The titles of open tasks; the id of a task with a long title or one that others have, too.
    static let tasks = CompletionKind.custom { words, _, _ in
        let longestTitle = 60
        let tasks = ask(TaskList(limit: 1000), words)?["tasks"]?.arrayValue ?? []
        let counts = Dictionary(tasks.map { ($0.title.folded, 1) }, uniquingKeysWith: +)
        return literally(
            tasks.map { task in
                let title = task.title
                let isUsable = Reference(argument: title) == .name(title) && !title.hasPrefix("-")
                guard isUsable, title.columns <= longestTitle, counts[title.folded] == 1 else {
                    return task["id"]?.integerValue.map(String.init) ?? ""
                }
                return title
            })
    }

    /// The numbers of today's lines of the log, the newest first.
    static let logLines = CompletionKind.custom { words, _, _ in
        let lines = ask(LogList(), words)?["lines"]?.arrayValue ?? []
        return lines.reversed().compactMap { $0["id"]?.integerValue }.map(String.init)
    }

    static let archivedDays = CompletionKind.custom { words, _, _ in
        ask(LogArchives(), words)?.arrayValue?.compactMap { $0["day"]?.stringValue } ?? []
    }

    static let methods = CompletionKind.custom { words, _, _ in
        literally(ask(RPCDiscover(), words)?["methods"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? [])
    }

    /// The types of events, each group followed by its `group.*`.
    static let topics = CompletionKind.custom { words, _, _ in
        let types = ask(RPCDiscover(), words)?["x-events"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
        var topics: [String] = []
        for type in types {
            let group = "\(type.prefix { $0 != "." }).*"
            if !topics.contains(group) { topics.append(group) }
            topics.append(type)
        }
        return literally(topics)
    }

    /// The names in a list, except those that look like an id or an option, and ambiguous ones.
    static func names(of list: some Request) -> CompletionKind {
        .custom { words, _, _ in
            let names = ask(list, words)?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
            let counts = Dictionary(names.map { ($0.folded, 1) }, uniquingKeysWith: +)
            return literally(
                names.filter { name in
                    Reference(argument: name) == .name(name) && !name.hasPrefix("-") && counts[name.folded] == 1
                })
        }
    }

    private static func ask<Asked: Request>(_ request: Asked, _ words: [String]) -> JSON? {
        let context = ProcessContext.ofThisProcess()
        let place = DaemonPlace(option: socket(in: words), in: context)
        let manager = ServiceManager(environment: place.managerEnvironment(context.environment))
        if access(place.socketPath, F_OK) == 0,
            let service = manager.service(listeningAt: place.socketPath, within: timeoutMilliseconds), service.isAtRest
        {
            return nil
        }
        return try? Client(place: place, manager: manager).askHere(request, within: timeoutMilliseconds).json
    }

    /// The value of `--socket` in the line under the cursor.
    private static func socket(in words: [String]) -> String? {
        guard let index = words.firstIndex(of: "--socket"), index + 1 < words.count else { return nil }
        return words[index + 1]
    }

    /// Quotes words for the shell: zsh passes candidates through _describe, where a colon begins a description.
    private static func literally(_ words: [String]) -> [String] {
        guard CompletionShell.requesting == .zsh else { return words }
        return words.map { word in
            word.reduce(into: "") { escaped, character in
                if character == "\\" || character == ":" { escaped.append("\\") }
                escaped.append(character)
            }
        }
    }
}

extension JSON {
    /// The title of a task; empty if it has none.
    fileprivate var title: String { self["title"]?.stringValue ?? "" }
}
