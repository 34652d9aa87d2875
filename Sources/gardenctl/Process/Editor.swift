import GardenAPI
import Glibc

/// The user's editor: `$VISUAL`, then `$EDITOR`, then vi.
struct Editor: CustomStringConvertible {
    /// A shell's exit status if it cannot find the program.
    private static let notFoundStatus: Int32 = 127

    private let command: String
    private let environment: EnvironmentVariables

    init(environment: EnvironmentVariables) {
        let choices = [environment["VISUAL"], environment["EDITOR"]].compactMap(\.self)
        command = choices.first { !$0.isEmpty } ?? "vi"
        self.environment = environment
    }

    var description: String { printable(command) }

    /// Opens a file in the editor and waits until it exits.
    ///
    /// The variables may contain arguments, as in `code --wait`, so a shell reads them, as git does. The terminal's
    /// interrupt keys are for the editor; they must not end gardenctl while it waits.
    ///
    /// - Parameter effect: what follows if the editor fails, for the message.
    func edit(_ path: String, onFailure effect: String) throws(CommandError) {
        let shell = Program(executable: "/bin/sh", environment: environment)
        let numbers = [SIGINT, SIGQUIT]
        let handlers = numbers.map { signal($0, SIG_IGN) }
        defer { for (number, handler) in zip(numbers, handlers) { signal(number, handler) } }
        let status = try shell.run(["-c", "\(command) \"$@\"", command, path])
        guard status != Self.notFoundStatus else {
            throw .usage("cannot find the editor \(self): set VISUAL or EDITOR; \(effect)")
        }
        guard status == 0 else { throw .system("\(self) exited with status \(status); \(effect)") }
    }
}
