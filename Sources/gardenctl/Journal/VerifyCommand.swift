import ArgumentParser
import GardenAPI

struct VerifyCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check the whole journal.",
        discussion: """
            The daemon replays all events, checks the hash chain and compares the result with the current state; then it \
            checks the visits, as `gardenctl visit verify` does. The exit status is 1 if something is wrong.

              gardenctl verify
            """)

    @OptionGroup var common: CommonOptions

    // A million events take seconds on a fast machine.
    static let answerSeconds = 600

    func request() -> JournalVerify { JournalVerify() }

    func rendered(_ response: Verification, _ style: Style) -> String { verificationText(response, style) }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        client.explainSilence("gardend is checking the journal; others go on meanwhile", in: context)
        let answer = try client.ask(request())
        try show(answer, in: context)
        if try !answer.value().ok { throw .alreadyReported(status: 1) }
        let visits = try client.ask(VisitVerify()).value()
        guard !common.json || !visits.ok else { return }
        if !common.json, visits.visits > 0 { try context.print(visitCheckText(visits, context.style)) }
        if !visits.ok { throw .alreadyReported(status: 1) }
    }
}
