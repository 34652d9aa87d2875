import Glibc

/// The program fzf, which lets a person choose a line.
struct Fzf {
    private let program: Program

    /// - Returns: `nil` if it is not installed.
    init?(in environment: EnvironmentVariables) {
        guard let path = Program.path(of: "fzf", in: environment) else { return nil }
        program = Program(executable: path, environment: environment)
    }

    /// - Returns: the row that a person chooses; `nil` if none is.
    func choice(from rows: [PickRow], _ heading: String) throws(CommandError) -> PickRow? {
        let lines = rows.map { "\($0.id)\t\(printable($0.name))  \($0.remark)\n" }.joined()
        let arguments = ["--no-multi", "--delimiter=\t", "--with-nth=2..", "--prompt=\(heading): "]
        let (status, output) = try program.answer(to: lines, arguments)
        switch status {
        case 0: break
        // Nothing has what was typed, or it was left.
        case 1, 130: return nil
        default: throw .system("fzf ended with status \(status); without it: gardenctl pick --no-fzf")
        }
        // The options in the person's environment can make it print more lines before this one.
        let field = output.split(separator: "\n").last?.prefix { $0 != "\t" } ?? ""
        guard let row = rows.first(where: { "\($0.id)" == field }) else {
            throw .system("fzf printed no line of the list; without it: gardenctl pick --no-fzf")
        }
        return row
    }
}
