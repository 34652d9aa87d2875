import ArgumentParser
import GardenAPI
import Glibc

/// What a shell is offered for the values that only a running daemon knows.
///
/// Where it is away, or slow, there is nothing to offer: whoever presses the tabulator wants no words of failure, and
/// waits for none. Nor is a daemon to be started by it, which is why systemd is asked first: at its socket it listens
/// for a daemon that rests.
enum Completions {
    private static let patienceMilliseconds: Int32 = 300

    static let categories = names(of: CategoryList())
    static let items = names(of: ShopList())
    static let counters = names(of: InventoryList())

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

    /// The types of events, each group of them after its `group.*`.
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

    /// The names of the things in a list; but not those that the command line would take for an id or an option, nor
    /// those that several of them have.
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
            let service = manager.service(listeningAt: place.socketPath, within: patienceMilliseconds), service.isAtRest
        {
            return nil
        }
        return try? Client(place: place, manager: manager).askHere(request, within: patienceMilliseconds).json
    }

    /// The socket that the line under the cursor names.
    private static func socket(in words: [String]) -> String? {
        guard let index = words.firstIndex(of: "--socket"), index + 1 < words.count else { return nil }
        return words[index + 1]
    }

    /// The words so that the shell takes them as they are: what zsh is told goes through _describe, where a colon
    /// would begin a description.
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
