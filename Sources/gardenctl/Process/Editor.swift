import Glibc

/// The user's editor: `$VISUAL`, else `$EDITOR`, else vi.
struct Editor: CustomStringConvertible {
    /// What a shell ends with that does not find the program.
    static let notFoundStatus: Int32 = 127

    private let command: String
    private let environment: [String: String]

    init(environment: [String: String]) {
        let choices = [environment["VISUAL"], environment["EDITOR"]].compactMap(\.self)
        command = choices.first { !$0.isEmpty } ?? "vi"
        self.environment = environment
    }

    var description: String { printable(command) }

    /// Has a file edited and waits for the end.
    ///
    /// The variables may hold arguments too, `code --wait`: so a shell reads them, as git does it. What the keys of the
    /// terminal interrupt is the editor's business, and not to end who waits for it.
    ///
    /// - Returns: the editor's exit status.
    func edit(_ path: String) throws(CommandError) -> Int32 {
        let shell = Program(executable: "/bin/sh", environment: environment)
        let numbers = [SIGINT, SIGQUIT]
        let handlers = numbers.map { signal($0, SIG_IGN) }
        defer { for (number, handler) in zip(numbers, handlers) { signal(number, handler) } }
        return try shell.run(["-c", "\(command) \"$@\"", command, path])
    }
}
