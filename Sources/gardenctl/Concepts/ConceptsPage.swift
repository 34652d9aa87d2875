import CommandGuide
import GardenAPI

/// The forms in which ``Concepts`` are read.
extension Concepts {
    /// The words after `help` that ask for them.
    static let helpWords = ["concepts", "glossary"]

    /// The answer to `help concepts` or `help concepts WORD`; `nil` for other arguments.
    func text(askedBy arguments: [String], _ style: Style) throws(CommandError) -> String? {
        guard arguments.first == "help", arguments.count > 1, Self.helpWords.contains(arguments[1]) else { return nil }
        let word = arguments.dropFirst(2).joined(separator: " ")
        if word.isEmpty { return text(style) }
        if let text = text(about: word, style) { return text }
        throw .usage(
            "no term has \(JSON.string(printable(word)).excerpt) in its name or its meaning; to list all: gardenctl help concepts"
        )
    }

    /// The sections that have the word in their titles, and of the others the entries that have it in their terms; otherwise
    /// the entries that have it in their meanings; `nil` if there are none.
    private func text(about word: String, _ style: Style) -> String? {
        let word = word.folded
        let named = sections(titled: { $0.contains(word) }, with: { $0.term.folded.contains(word) })
        let found = named.isEmpty ? sections(titled: { _ in false }, with: { $0.meaning.folded.contains(word) }) : named
        return found.isEmpty ? nil : Self.text(of: found, style)
    }

    private func sections(
        titled isTitle: (String) -> Bool, with isIncluded: (Entry) -> Bool
    ) -> [Section] {
        sections.compactMap { section in
            if isTitle(section.title.folded) { return section }
            let entries = section.entries.filter(isIncluded)
            return entries.isEmpty ? nil : Section(title: section.title, entries: entries)
        }
    }

    /// The text of `gardenctl help concepts`.
    func text(_ style: Style) -> String { Self.text(of: sections, style) }

    private static func text(of sections: [Section], _ style: Style) -> String {
        let width = min(style.columns ?? 80, 100)
        return sections.map { section in
            let entries = section.entries.map { entry in
                let lines = plain(entry.meaning).wrapped(to: max(20, width - 4))
                return ([style.bold("  \(entry.term)")] + lines.map { "    \($0)" }).joined(separator: "\n")
            }
            return ([style.bold(section.title.uppercased())] + entries).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    /// The manual page garden-concepts(7).
    var page: String {
        var page = Mdoc(
            name: "garden-concepts", section: 7, date: CommandPage.date, release: GardenVersion.current,
            about: "terms of Pocket Garden")
        page.heading("DESCRIPTION")
        page.prose(
            "The terms that gardenctl and gardend use. The rules behind them are in the documentation of the project.")
        for section in sections {
            page.heading(section.title.uppercased())
            page.list(section.entries.map { ("Sy \(Mdoc.argument($0.term))", $0.meaning) })
        }
        page.heading("SEE ALSO")
        for reference in ["gardenctl 1 ,", "gardend 1 ,", "garden-config 5"] { page.line("Xr \(reference)") }
        return page.text
    }

    /// The sections in Markdown, for the article.
    var markdown: String {
        sections.map { section in
            let rows = section.entries.map {
                "| \($0.term.hasPrefix("{") ? "`\($0.term)`" : $0.term) | \($0.meaning) |"
            }
            return (["## \(section.title)", "", "| Term | Meaning |", "| --- | --- |"] + rows).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    /// The text without the marks of words that are typed.
    private static func plain(_ text: String) -> String { text.split(separator: "`").joined() }
}
