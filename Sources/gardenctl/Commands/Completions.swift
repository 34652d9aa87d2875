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
    /// The names in a list, except those that look like an id or an option, and ambiguous ones.
    static func names(of list: some Request, _ kind: String) -> CompletionKind {
        .custom { words, _, _ in
            let names = ask(list, words)?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
            let counts = Dictionary(names.map { ($0.folded, 1) }, uniquingKeysWith: +)
            return candidates(
                names.filter { name in
                    Reference(argument: name) == .name(name) && !name.hasPrefix("-") && counts[name.folded] == 1
                }.map { ($0, kind) })
        }
    }

    static func ask<Asked: Request>(_ request: Asked, _ words: [String]) -> JSON? {
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
    ///
    /// A name that no daemon accepts would add lines of its own to the list, or act on the terminal.
    static func candidates(_ words: [(word: String, description: String)]) -> [String] {
        let longestDescription = 40
        return words.filter { !$0.word.hasTerminalControls }.map { word, description in
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
