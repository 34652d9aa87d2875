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
            let number = /[0-2][0-9][0-5][0-9]|[0-9]{1,2}-[0-9]{1,2}|[0-9]{1,2}(?:st|nd|rd|th)|early|mid|late/
            if text.wholeMatch(of: number) != nil { return true }
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

    /// English phrases that name no date exactly, or none that is understood: *at 5*, *in january*, *1st and 15th*.
    private func vaguePhrase(atEndOf words: [String]) -> String? {
        let last = words.suffix(Self.mostWordsOfVague).map { $0.lowercased() }
        for count in (1...min(Self.mostWordsOfVague, last.count)).reversed() where count < words.count {
            let phrase = last.suffix(count).joined(separator: " ")
            let hour = /(?:at|by|around|until|till) [0-2]?[0-9](?:h|ish|:[0-5][0-9])?/
            let delay = /(?:after|in) [0-9]+ (?:business |working )?(?:min|minute|hour|day|week|month|year)s?/
            let spoken = /(?:at )?(?:a )?(?:half|quarter) (?:past|to) [a-z0-9]+|in (?:a )?quarter of an hour/
            let part =
                /(?:early|mid|late)[- ](?:january|february|march|april|may|june|july|august|september|october|november|december)/
            let days =
                /(?:on )?(?:the )?[0-9]+(?:st|nd|rd|th)(?:,| and| &) (?:the )?[0-9]+(?:st|nd|rd|th)(?: of (?:the|each|every) month)?/
            let distance = /\+[0-9]+ (?:day|week|month|year)s?/
            let span = /(?:between|from) [0-9]{1,2} (?:and|to|till|until|-) [0-9]{1,2}/
            let weekdays = /(?:mon|tue|wed|thu|fri|sat|sun)[a-z]* ?- ?(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*/
            let isVague =
                Self.isSeldom(phrase)
                || [
                    phrase.wholeMatch(of: hour) != nil, phrase.wholeMatch(of: delay) != nil,
                    phrase.wholeMatch(of: spoken) != nil, phrase.wholeMatch(of: part) != nil,
                    phrase.wholeMatch(of: days) != nil, phrase.wholeMatch(of: span) != nil,
                    phrase.wholeMatch(of: distance) != nil, phrase.wholeMatch(of: weekdays) != nil,
                ].contains(true)
            if isVague || Self.vaguePhrases.contains(phrase) { return words.suffix(count).joined(separator: " ") }
        }
        return nil
    }

    /// *Every spring*, *in january*
    private static func isSeldom(_ phrase: String) -> Bool {
        guard let match = phrase.wholeMatch(of: /(in|every) ([a-z]+)/) else { return false }
        let isSeason = ["spring", "summer", "autumn", "fall", "winter"].contains(match.2) && match.1 == "every"
        return isSeason || monthNames.contains(String(match.2))
    }

    /// Without *may* and *march*, which are words of titles.
    private static let monthNames: Set = [
        "january", "february", "april", "june", "july", "august", "september", "october", "november", "december",
    ]

    private static let mostWordsOfVague = 7

    private static let vaguePhrases: Set = [
        "at midnight", "asap", "someday", "from monday", "from tomorrow", "in the morning", "after lunch",
        "before lunch",
        "on the first", "by the first", "at lunch", "at lunchtime", "after work", "before work", "after dinner",
        "before dinner", "after school",
    ]

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
