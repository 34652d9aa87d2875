import ArgumentParser
import GardenAPI
import Glibc

/// What a shell is offered for the values that only a running daemon knows.
///
/// Where it is away, or slow, there is nothing to offer: whoever presses the tabulator wants no words of failure, and
/// waits for none. Nor is a daemon to be started by it, which is why systemd is asked first: at its socket it listens
/// for a daemon that rests.
enum Offers {
    private static let patienceMilliseconds: Int32 = 300

    /// The names of the categories; but not those that the command line would take for an id or an option.
    static let categories = CompletionKind.custom { words, _, _ in
        let names = ask(CategoryList(), words)?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
        return literally(names.filter { Reference(argument: $0) == .name($0) && !$0.hasPrefix("-") })
    }

    static let methods = CompletionKind.custom { words, _, _ in
        literally(ask(RPCDiscover(), words)?["methods"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? [])
    }

    /// The types of events, each group of them after its `group.*`.
    static let topics = CompletionKind.custom { words, _, _ in
        let types = ask(RPCDiscover(), words)?["x-events"]?.arrayValue?.compactMap(\.stringValue) ?? []
        var topics: [String] = []
        for type in types {
            let group = "\(type.prefix { $0 != "." }).*"
            if !topics.contains(group) { topics.append(group) }
            topics.append(type)
        }
        return literally(topics)
    }

    private static func ask<Asked: Request>(_ request: Asked, _ words: [String]) -> JSON? {
        let environment = Surroundings.processEnvironment()
        guard let path = socket(in: words) ?? Endpoint.socketPath(environment: environment), access(path, F_OK) == 0
        else { return nil }
        let manager = ServiceManager(environment: environment)
        let service = manager.service(listeningAt: path, within: patienceMilliseconds)
        if let service, service.isAtRest { return nil }
        return try? Client(socketPath: path, manager: manager).askHere(request, within: patienceMilliseconds).json
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
