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

    static let categories = names(of: CategoryList(), "category")
    static let items = names(of: ShopList(), "item")
    static let counters = names(of: InventoryList(), "counter")

    static let decks = names(of: DrillDecks(), "deck")

    /// The levels of the deck before the word under the cursor.
    static let levels = CompletionKind.custom { words, _, _ in
        guard let play = words.firstIndex(of: "play"), play + 1 < words.count else { return [] }
        let levels = ask(DrillLevels(deck: words[play + 1]), words)?.arrayValue ?? []
        let open = levels.filter { $0["locked"] == .bool(false) }.compactMap { $0["id"]?.stringValue }
        return candidates((open + ["review"]).map { ($0, "level") })
    }

    static let labels = names(of: LabelList(), "label")
    static let groups = names(of: GroupList(), "group")
    static let members = names(of: MemberList(), "member")

    /// The newest visits.
    static let visits = CompletionKind.custom { words, _, _ in
        let visits = ask(VisitList(limit: 50), words)?["visits"]?.arrayValue ?? []
        return candidates(
            visits.map { visit in
                let name = ["title", "facility", "address"].lazy.compactMap { visit[$0]?.stringValue }.first
                return (visit["id"]?.integerValue.map(String.init) ?? "", name ?? "visit")
            })
    }

    /// The titles of open tasks; the id of a task with a long title or one that others have, too.
    static let tasks = CompletionKind.custom { words, _, _ in
        let longestTitle = 60
        let tasks = ask(TaskList(limit: 1000), words)?["tasks"]?.arrayValue ?? []
        let counts = Dictionary(tasks.map { ($0.title.folded, 1) }, uniquingKeysWith: +)
        return candidates(
            tasks.map { task in
                let title = task.title
                let isUsable = Reference(argument: title) == .name(title) && !title.hasPrefix("-")
                guard isUsable, title.columns <= longestTitle, counts[title.folded] == 1 else {
                    return (task["id"]?.integerValue.map(String.init) ?? "", title)
                }
                return (title, "task")
            })
    }

    /// The numbers of today's lines of the log, the newest first.
    static let logLines = CompletionKind.custom { words, _, _ in
        let lines = ask(LogList(), words)?["lines"]?.arrayValue ?? []
        return candidates(
            lines.reversed().map { ("\($0["id"]?.integerValue ?? 0)", $0["text"]?.stringValue ?? "") })
    }

    /// The numbers of today's purchases that can be returned, the newest first.
    static let purchases = CompletionKind.custom { words, _, _ in
        let list = JournalList(types: ["shop.bought", "shop.refunded", "shop.dayClosed"])
        var purchases: [Purchase] = []
        for event in ask(list, words)?.arrayValue ?? [] {
            guard let type = event["type"]?.stringValue, type != "shop.dayClosed" else {
                purchases = []
                continue
            }
            guard let data = event["data"], let purchase = try? Purchase(json: data) else { continue }
            purchases.removeAll { $0.purchaseId == purchase.purchaseId }
            if type == "shop.bought" { purchases.append(purchase) }
        }
        return candidates(purchases.reversed().map { ("\($0.purchaseId)", "\($0.item), \(points($0.price))") })
    }

    static let archivedDays = CompletionKind.custom { words, _, _ in
        let days = ask(LogArchives(), words)?.arrayValue?.compactMap { $0["day"]?.stringValue } ?? []
        return candidates(days.map { ($0, "day") })
    }

    static let methods = CompletionKind.custom { words, _, _ in
        let methods = ask(RPCDiscover(), words)?["methods"]?.arrayValue ?? []
        return candidates(methods.map { ($0["name"]?.stringValue ?? "", "method") })
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
        return candidates(topics.map { ($0, $0.hasSuffix(".*") ? "group of types" : "type of event") })
    }

    /// The names in a list, except those that look like an id or an option, and ambiguous ones.
    private static func names(of list: some Request, _ kind: String) -> CompletionKind {
        .custom { words, _, _ in
            let names = ask(list, words)?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
            let counts = Dictionary(names.map { ($0.folded, 1) }, uniquingKeysWith: +)
            return candidates(
                names.filter { name in
                    Reference(argument: name) == .name(name) && !name.hasPrefix("-") && counts[name.folded] == 1
                }.map { ($0, kind) })
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

    /// The words with their descriptions in the form that the shell reads. Without one, fish would show the help of the
    /// option with each; zsh passes candidates through _describe, where a colon begins a description.
    private static func candidates(_ words: [(word: String, description: String)]) -> [String] {
        let longestDescription = 40
        return words.map { word, description in
            switch CompletionShell.requesting {
            case .fish: return "\(word)\t\(printable(description).cut(to: longestDescription))"
            case .zsh:
                return word.reduce(into: "") { escaped, character in
                    if character == "\\" || character == ":" { escaped.append("\\") }
                    escaped.append(character)
                }
            default: return word
            }
        }
    }
}

extension JSON {
    /// The title of a task; empty if it has none.
    fileprivate var title: String { self["title"]?.stringValue ?? "" }
}
