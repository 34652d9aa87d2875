import FileKit
import GardenAPI
import GardenCore

/// A file in the hooks directory.
struct HookFile: Equatable {
    /// The type of the events that start it, or `all`. For a file with another name, that name.
    var event: String
    /// The file, relative to the folder.
    var file: String
    var path: String
    /// The path with links followed. A program that is linked under several names is one file (RULES H2).
    var target: String
    /// Why it is not started, and how to correct that; `nil` if it is started.
    var problem: String?

    /// - Parameter target: `nil` if it is no link.
    init(event: String, file: String, path: String, target: String? = nil, problem: String? = nil) {
        self.event = event
        self.file = file
        self.path = path
        self.target = target ?? path
        self.problem = problem
    }

    /// The author of the changes that it makes, for `daemon.hello`: `hook:focus.completed`.
    var author: String {
        let name = file.unicodeScalars.prefix(Self.mostAuthorCharacters).map { character -> Character in
            let isPlain = character.properties.isAlphabetic || character.properties.numericType != nil
            return isPlain || "._-/".unicodeScalars.contains(character) ? Character(character) : "_"
        }
        return Actor.hookPrefix + String(name)
    }

    /// Whether a change was made by a hook.
    static func isHook(author: String) -> Bool { author.hasPrefix(Actor.hookPrefix) }
    /// `daemon.hello` takes 100, with the prefix.
    private static let mostAuthorCharacters = 90
}

/// The folder with the user's hooks (RULES H1): `EVENT`, `EVENT.d/*`, `all`, `all.d/*`. It is read at
/// each event, so that nothing has to be watched.
struct HookFolder {
    let path: String

    /// The name of hooks that every event starts.
    static let all = "all"
    private static let folderSuffix = ".d"

    var isPresent: Bool { exists("") }

    /// The files that an event starts, in order, with those that have a problem.
    func files(for event: String) -> [HookFile] {
        [event, Self.all].flatMap(files(named:))
    }

    private func files(named event: String) -> [HookFile] {
        (exists(event) ? [file(event, event)] : [])
            + names(in: event + Self.folderSuffix).map { file("\(event)\(Self.folderSuffix)/\($0)", event) }
    }

    /// All files, those with unknown names last.
    func files() -> [HookFile] {
        let found = names(in: "")
        let known = EventCatalog.types.filter(EventCatalog.startsHooks) + [Self.all]
        let started = known.filter { found.contains($0) || found.contains($0 + Self.folderSuffix) }
        let others = found.filter { name in !known.contains { $0 == name || $0 + Self.folderSuffix == name } }
        return started.flatMap(files(named:)) + others.map { unknown($0, known) }
    }

    private func file(_ file: String, _ event: String) -> HookFile {
        let path = "\(self.path)/\(file)"
        let problem = folderProblem ?? nameProblem(file) ?? OwnFile.problem(of: path)
        return HookFile(event: event, file: file, path: path, target: OwnFile.target(of: path), problem: problem)
    }

    /// The folder itself may be a link, so that the one around it matters, too.
    private var folderProblem: String? {
        guard let slash = path.lastIndex(of: "/") else { return nil }
        return OwnFile.folderProblem(String(path[..<slash])) ?? OwnFile.folderProblem(path)
    }

    private func nameProblem(_ file: String) -> String? {
        let isPrintable = file.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f && $0.value != 0xfffd }
        return isPrintable ? nil : "has a control character in its name; rename it"
    }

    private func unknown(_ name: String, _ known: [String]) -> HookFile {
        let word = name.hasSuffix(Self.folderSuffix) ? String(name.dropLast(Self.folderSuffix.count)) : name
        let hint = Suggestion.nearest(to: word, among: known).map { "; did you mean \($0)?" } ?? ""
        let problem =
            EventCatalog.types.contains(word)
            ? "\(word) starts no hooks" : "no event is named \(word.printable(limit: 100, keepsLines: false))\(hint)"
        return HookFile(event: name, file: name, path: "\(path)/\(name)", problem: problem)
    }

    private func exists(_ name: String) -> Bool { OwnFile.exists("\(path)/\(name)") }

    /// The names in a folder within this one, in order; without hidden files and those that editors leave behind.
    private func names(in folder: String) -> [String] {
        ((try? Folder.names(in: "\(path)/\(folder)")) ?? []).filter { !$0.hasPrefix(".") && !$0.hasSuffix("~") }
            .sorted()
    }
}
