extension ProcessContext {
    /// Asks the person at the terminal whether to go on; without a terminal, it is an error.
    ///
    /// - Parameters:
    ///   - question: without its question mark.
    ///   - effect: what the command does, for the error.
    func isConfirmed(_ question: String, effect: String) throws(CommandError) -> Bool {
        guard isInteractive else { throw .usage("this \(effect); to confirm, add --yes") }
        try printError("\(question)? [y/N]")
        let isYes = ["y", "yes"].contains(readLine()?.lowercased() ?? "")
        if !isYes { try printError("Nothing was changed.") }
        return isYes
    }

    /// Asks the person at the terminal whether to open the editor again; at the end of the input, no.
    func wantsToEditAgain() throws(CommandError) -> Bool {
        try printError("Edit the file again? [Y/n]")
        return readLine().map { ["", "y", "yes"].contains($0.lowercased()) } ?? false
    }
}
