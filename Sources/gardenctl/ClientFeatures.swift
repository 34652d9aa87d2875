import GardenAPI

/// Every feature, in the order of the help.
enum ClientFeatures {
    static let all: [any ClientFeature.Type] = [
        TimerFeature.self, TaskFeature.self, ViewFeature.self, EconomyFeature.self, DrillFeature.self,
        CategoryFeature.self, VisitFeature.self, ExchangeFeature.self, JournalFeature.self, DesktopFeature.self,
        DaemonFeature.self,
    ]

    /// The glossary: the terms of all features, then the tables.
    static let concepts = Concepts(sections: all.flatMap { $0.concepts } + all.reversed().flatMap { $0.tables })

    /// The action of a command line that is read without the argument parser; `nil` for all others.
    static func action(of arguments: [String]) -> (any ClientAction)? {
        PlainCommandLine(arguments).flatMap { line in all.lazy.compactMap { $0.action(line) }.first }
    }

    /// The words of a command line, with the command itself in place of a short form of it.
    static func withoutAliases(_ words: ArraySlice<String>) -> ArraySlice<String> {
        for count in [2, 1] where words.count >= count {
            let name = words.prefix(count).joined(separator: " ")
            guard let command = all.lazy.compactMap({ $0.aliases[name] }).first else { continue }
            let rest = words.dropFirst(count)
            // The words of a sentence are not replaced by none, or by an option.
            if command.first == "add", rest.isEmpty || rest.first?.hasPrefix("-") ?? false { return words }
            return ArraySlice(command + rest)
        }
        return words
    }

    /// The words of a command line in the order in which the commands read them.
    static func reordered(_ words: [String]) -> [String] { all.reduce(words) { $1.reordered($0) } }

    /// Words of other programs, and the commands that do this here, those of the first features first.
    static func synonyms(of word: String) -> [String] { all.flatMap { $0.synonyms[word] ?? [] } }

    static func synonym(ofSubcommand words: String) -> String? {
        all.lazy.compactMap { $0.synonymsOfSubcommands[words] }.first
    }

    static func correction(of word: String, after command: String) -> String? {
        all.lazy.compactMap { $0.correction(of: word, after: command) }.first
    }

    static func remark(onSubcommandsOf command: String) -> String? {
        all.lazy.compactMap { $0.remark(onSubcommandsOf: command) }.first
    }

    /// What to type after a refusal: the command that helps, or the one that lists what there is.
    static func advice(on refusal: GardenError) -> String? {
        if let advice = all.lazy.compactMap({ $0.advice(on: refusal) }).first { return advice }
        // Some refusals already suggest a name or list candidates.
        guard refusal.code == .notFound, refusal.details["candidates"] == nil, !refusal.message.contains(";"),
            let kind = refusal.details["kind"]?.stringValue
        else { return nil }
        let list = all.lazy.compactMap { $0.listOfKind[kind] }.first.map { "to list: \($0)" }
        guard let list, let day = refusal.details["name"]?.stringValue.flatMap(PastTimeOption.day),
            let command = all.lazy.compactMap({ $0.pastOfKind[kind] }).first
        else { return list }
        return "\(list); for another day: \(command) … --at \(printable(day))"
    }
}
