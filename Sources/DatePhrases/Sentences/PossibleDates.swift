/// What a person may have meant for a date in a sentence without one.
extension DatePhraseReader {
    /// The words of a sentence without a date that can be one: *tomorrow* in *tomorrow at nine call Ann*, *sat morning* or
    /// *mondays* at the end, 来月に at the beginning.
    public func possibleDates(in words: [String]) -> [String] {
        // Call Ann tomorrow!
        let plain = words.map { word in String(word.reversed().drop { "!?:;！？：；".contains($0) }.reversed()) }
        let isPunctuated = plain.last != words.last
        let found = dates(inside: isPunctuated ? plain + [""] : plain)
        guard found.isEmpty else { return found }
        return [possibleDate(atEndOf: plain) ?? possibleDate(atBeginningOf: plain)].compactMap(\.self)
    }

    private func possibleDate(atEndOf words: [String]) -> String? {
        guard words.count > 1, let sentence = SentenceTokens(endOf: words), sentence.words.count > 1 else { return nil }
        if let text = vaguePhrase(atEndOf: words) { return text }
        let end = SentenceEnd(sentence: sentence, reader: self)
        if let (text, _) = end.vagueDuration(before: sentence.words.count) ?? end.otherDate(sentence.words.count - 1) {
            return text
        }
        let known = sentence.tokens.indices.reversed().prefix(SentenceTokens.mostTokens).prefix(while: sentence.isKnown)
        for first in known.reversed() {
            guard let word = sentence.word(beginningAt: first), word > 0, !sentence.tokens[first].means(.ahead) else {
                continue
            }
            let isLimit = Language.all.contains { $0.limits.contains(sentence.words[word - 1].lowercased()) }
            let text = sentence.original(from: first)
            if isLimit || !end.isBinding(word - 1), isPossible(text, isClear: isLimit) { return text }
        }
        return nil
    }

    /// What is right before a date and looks like a part of it: *mon wed* in *Gym mon wed fri*, *0900* in *Call Ann 0900 tomorrow*.
    public func leftOver(atEndOf words: [String]) -> String? {
        let rest = words.reversed().prefix { word in
            let text = word.lowercased()
            if VaguePhrases.isRest(text) { return true }
            let tokens = PhraseText(text).map { Lexer.tokens(of: $0, .all) } ?? []
            return !tokens.isEmpty && tokens.allSatisfy { $0.weekday != nil } && text.utf8.allSatisfy { $0 < 0x80 }
        }
        if rest.isEmpty, !words.isEmpty, let phrase = vaguePhrase(atEndOf: words),
            phrase.contains(" past ") || phrase.contains(" to ") || phrase.contains(" and ")
        {
            return phrase
        }
        return rest.isEmpty || rest.count == words.count ? nil : rest.reversed().joined(separator: " ")
    }

    private func vaguePhrase(atEndOf words: [String]) -> String? {
        VaguePhrases.count(atEndOf: words.suffix(VaguePhrases.mostWords + 1).map { $0.lowercased() })
            .map { words.suffix($0).joined(separator: " ") }
    }

    /// A date with a particle or before a blank, in a language that does not separate words: 来月に旅行, 晚上 看书.
    private func possibleDate(atBeginningOf words: [String]) -> String? {
        guard let sentence = SentenceTokens(beginningOf: words) else { return nil }
        let known = sentence.tokens.indices.prefix(SentenceTokens.mostTokens).prefix(while: sentence.isKnown)
        for last in known.reversed() where !sentence.isOfSeparatedWords(last) {
            let after = sentence.tokens[last].range.upperBound
            guard after < sentence.text.characters.count else { continue }
            let rest = sentence.text.characters[after...]
            let isEnded =
                sentence.tokens[last].part != nil
                && TitleBeginnings.begins(rest, after: sentence.text.characters[after - 1])
                || Language.all.contains { $0.particles.contains(sentence.spelling(last)) }
                || sentence.text.characters[after] == " "
            let text = sentence.original(until: last + 1)
            if isEnded, isPossible(text, isClear: text.count > 1) { return text }
        }
        return nil
    }

    /// Whether a text is a date, as far as it can be read.
    ///
    /// - Parameter isClear: whether one word is enough. *Sat* alone is rather a verb.
    private func isPossible(_ text: String, isClear: Bool) -> Bool {
        guard let tokens = PhraseText(text).map({ Lexer.tokens(of: $0, .all).filter { !$0.isFiller } }) else {
            return false
        }
        let isWritten = tokens.contains { if case .date = $0.content { text.contains("/") } else { false } }
        guard isClear || isWritten || tokens.count > 1 else { return false }
        do throws(DatePhraseError) { _ = try schedule(text) } catch {
            if case .ambiguous = error.problem { return isWritten }
            return false
        }
        return tokens.contains { if case .date = $0.content { false } else { true } } || isWritten
    }
}
