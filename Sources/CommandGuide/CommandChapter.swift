/// The commands of a program on its manual page: arguments, meaning, examples.
struct CommandChapter {
    struct Group {
        var title: String
        var names: [String]
    }

    /// The options of every command.
    let common: [CommandOutline.Argument]
    /// The options that the page has already described.
    let described: [CommandOutline.Argument]

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

    /// - Parameter path: the command's words, as macros.
    private func write(_ command: CommandOutline, path: String, to page: inout Mdoc) {
        guard !command.subcommands.isEmpty else {
            let arguments = command.positionals + command.options.filter { !common.contains($0) }
            page.line("It \(([path] + arguments.map(\.synopsis)).joined(separator: " "))")
            writeWords(of: command, to: &page)
            let undescribed = arguments.filter { !described.contains($0) }
            if !undescribed.isEmpty { page.list(undescribed.map { ($0.term, $0.meaning) }, isCompact: true) }
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
        if !command.aliases.isEmpty { page.prose("Also: \(command.aliases.joined(separator: ", ")).") }
        page.paragraphs(command.discussion.paragraphs)
    }

    /// The examples of every command that takes arguments, below its description; the names of the others are enough.
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
    /// Its form in a synopsis: `[-c category]`.
    var synopsis: String {
        let dots = isRepeating ? " Ns ..." : ""
        let words = "\(names.first.map(Self.flag) ?? "")\(value)\(dots)".drop { $0 == " " }
        return isOptional ? "Oo \(words) Oc" : String(words)
    }

    /// Its form as a term of a list: `-c, --category category`.
    var term: String {
        "\(names.map(Self.flag).joined(separator: " , "))\(value)".drop { $0 == " " }.description
    }

    private var value: String { valueName.map { " Ar \(Mdoc.argument($0))" } ?? "" }

    /// `Fl` adds the first hyphen.
    private static func flag(_ name: String) -> String { "Fl \(Mdoc.escaped(String(name.dropFirst())))" }
}
