extension RepeatPhrase {
    /// Reads a phrase in any language. It throws if anything in it is not understood.
    public init(_ text: String) throws(DatePhraseError) {
        let phrase = try Phrase(text) { $0.repeats }
        do throws(Refusal) {
            self = try RepetitionParser.wholePhrase(phrase)
        } catch {
            throw phrase.error(error)
        }
    }
}
