import GardenAPI

extension ClientAction {
    /// Says to a person at a terminal what the daemon asks about sessions, whatever the command was: over ssh, no notification does
    /// (RULES P20).
    func mentionQuestions(asking client: Client, in context: ProcessContext) {
        guard context.mentionsQuestions, !options.json, !showsQuestions, client.isConnected else { return }
        // The command has done what it was for, whatever becomes of the daemon now.
        guard let status = try? client.askHere(DaemonStatus(), within: 1000).value(), let first = status.questions.first
        else { return }
        try? context.printError(questionText(first, of: status.questions.count, .plain))
    }
}
