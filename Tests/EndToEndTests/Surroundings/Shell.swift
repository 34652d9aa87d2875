import Glibc

/// An interactive shell on its own terminal, with the completions of gardenctl and gardend at the installer's places.
enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// Which key the tabulator is.
    enum Completing: String {
        /// It inserts every candidate.
        case all
        /// It inserts what the candidates have in common, as for a person.
        case asUsual
    }

    static var bashCompletion: String { "/usr/share/bash-completion/bash_completion" }
    /// The folder of the user's completions, below the home.
    private func completions(of program: String) -> String {
        switch self {
        case .bash: return ".local/share/bash-completion/completions/\(program)"
        case .zsh: return ".local/share/zsh/site-functions/_\(program)"
        case .fish: return ".local/share/fish/vendor_completions.d/\(program).fish"
        }
    }

    private static let zshStart = """
        fpath=(~/.local/share/zsh/site-functions $fpath)
        autoload -Uz compinit; compinit -u -D
        all() { _main_complete; compstate[insert]=all }
        zle -C all complete-word all

        """

    /// Installs the completion scripts of the programs and the shell's start file.
    func install(in home: Home) throws {
        for program in ["gardenctl", "gardend"] {
            let file = "\(home.folder.path)/\(completions(of: program))"
            try makeFolders(String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)]))
            let script = try run(
                ["\(Binaries.folder)/\(program)", "--generate-completion-script", rawValue],
                environment: home.environment)
            guard script.end == .exited(0) else { throw TestFailure("no script of \(program): \(script.errors)") }
            try write(script.output, to: file)
        }
        try write("source \(Self.bashCompletion)\n", to: "\(home.folder.path)/.bashrc")
        try write(Self.zshStart, to: "\(home.folder.path)/.zshrc")
    }

    /// The shell's candidates for the last word of a line, sorted.
    func candidates(for line: String, in home: Home) throws -> [String] {
        guard self == .fish else {
            // A word without candidates stays unchanged.
            return try words(line, .all, in: home).dropFirst(
                line.split(separator: " ").count - (line.hasSuffix(" ") ? 0 : 1)
            )
            .sorted()
        }
        return try describedCandidates(for: line, in: home).map { String($0.prefix { $0 != "\t" }) }.sorted()
    }

    /// The candidates of fish, each with a tab and its description.
    func describedCandidates(for line: String, in home: Home) throws -> [String] {
        try type("complete -C '\(line)' > words\n", in: home)
        return try readText("\(home.folder.path)/words").split(separator: "\n").map(String.init)
    }

    /// The words of a line as a command gets them, once the tabulator was pressed at its end.
    func words(_ line: String, _ completing: Completing, in home: Home) throws -> [String] {
        // Control-A leads to the beginning of the line.
        let key =
            switch (self, completing) {
            case (.bash, .all): #"bind '"\t": insert-completions'"#
            case (.zsh, .all): "bindkey '^I' all"
            case (_, _): "true"
            }
        try type("\(key)\n\(line)\t\u{1}>words printf '%s\\n' \n", in: home)
        return try readText("\(home.folder.path)/words").split(separator: "\n").map(String.init)
    }

    /// Types into a new shell, and ends it.
    private func type(_ text: String, in home: Home) throws {
        var environment = home.environment.merging(["TERM": "xterm", "LC_ALL": "C.UTF-8", "SHELL": "/bin/sh"]) { $1 }
        environment["PATH"] = "\(Binaries.folder):/usr/bin:/bin"
        // Uses the default, as most machines do.
        environment["XDG_DATA_HOME"] = nil
        environment["XDG_CONFIG_HOME"] = nil
        unlink("\(home.folder.path)/words")
        let start = self == .zsh ? "zsh -d -i" : "\(rawValue) -i"
        let outcome = try run(
            ["/usr/bin/script", "-qec", "cd && exec \(start)", "/dev/null"], environment: environment,
            input: "\(text)exit\n")
        guard exists("\(home.folder.path)/words") else { throw TestFailure("\(self) did not come to it: \(outcome)") }
    }
}
