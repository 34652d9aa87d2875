/// The commands of a program on its page: what each takes and does, and examples.
struct CommandChapter {
    struct Group {
        var title: String
        var names: [String]
    }

    /// The options that every command takes.
    let common: [CommandOutline.Argument]
    /// The options that the page has told of already.
    let told: [CommandOutline.Argument]

    func write(_ program: CommandOutline, _ groups: [Group], to page: inout Mdoc) {
        for group in groups {
            let commands = group.names.compactMap { name in program.subcommands.first { $0.name == name } }
            guard !commands.isEmpty else { continue }
            if !group.title.isEmpty { page.subheading(group.title) }
            page.line("Bl -tag -width Ds")
            for command in commands { write(command, path: "Cm \(Mdoc.argument(command.name))", to: &page) }
            page.line("El")
        }
    }

    /// - Parameter path: the words that lead to the command, as macros.
    private func write(_ command: CommandOutline, path: String, to page: inout Mdoc) {
        guard !command.subcommands.isEmpty else {
            let arguments = command.positionals + command.options.filter { !common.contains($0) }
            page.line("It \(([path] + arguments.map(\.synopsis)).joined(separator: " "))")
            writeWords(of: command, to: &page)
            let untold = arguments.filter { !told.contains($0) }
            if !untold.isEmpty { page.list(untold.map { ($0.term, $0.meaning) }, isCompact: true) }
            return
        }
        if !command.discussion.paragraphs.isEmpty {
            page.line("It \(path) Ar command")
            writeWords(of: command, to: &page)
        }
        for inner in command.subcommands {
            let word = "Cm \(Mdoc.argument(inner.name))"
            write(inner, path: "\(path) \(inner.name == command.defaultSubcommand ? "Oo \(word) Oc" : word)", to: &page)
        }
    }

    private func writeWords(of command: CommandOutline, to page: inout Mdoc) {
        page.prose(command.abstract)
        page.paragraphs(command.discussion.paragraphs)
    }

    /// The examples of every command that takes something, below what it does; the others are told by their names.
    static func writeExamples(_ program: CommandOutline, to page: inout Mdoc) {
        let own = program.discussion.examples
        if !own.isEmpty {
            page.prose("To begin with:")
            page.literal(own)
        }
        for (path, command) in program.leaves {
            let bare = path.joined(separator: " ")
            let examples = command.discussion.examples.filter { $0 != bare && !own.contains($0) }
            guard !examples.isEmpty else { continue }
            page.line("Pp")
            page.prose("\(command.abstract.hasSuffix(".") ? String(command.abstract.dropLast()) : command.abstract):")
            page.literal(examples)
        }
    }
}

extension CommandOutline.Argument {
    /// How it stands behind its command: `[-c category]`.
    var synopsis: String {
        let dots = isRepeating ? " Ns ..." : ""
        let words = "\(names.first.map(Self.flag) ?? "")\(value)\(dots)".drop { $0 == " " }
        return isOptional ? "Oo \(words) Oc" : String(words)
    }

    /// How it stands before its meaning: `-c, --category category`.
    var term: String {
        "\(names.map(Self.flag).joined(separator: " , "))\(value)".drop { $0 == " " }.description
    }

    private var value: String { valueName.map { " Ar \(Mdoc.argument($0))" } ?? "" }

    /// `Fl` adds the first hyphen.
    private static func flag(_ name: String) -> String { "Fl \(Mdoc.escaped(String(name.dropFirst())))" }
}
