/// The search for a date at the beginning of a sentence.
///
/// Japanese and Chinese put the date there, often without a blank: 明日9時に牛乳を買う. In English, *Friday* is more often
/// a word of the title there, so that a phrase counts only with a day and a time.
struct SentenceBeginning {
    let sentence: SentenceTokens
    let reader: DatePhraseReader

    /// The date that the longest possible part of the first words names.
    func schedule() throws(DatePhraseError) -> FoundSchedule? {
        let known = sentence.tokens.indices.prefix(SentenceTokens.mostTokens).prefix(while: sentence.isKnown)
        guard !known.isEmpty, !sentence.isPreposition(0) else { return nil }
        var refusal: DatePhraseError?
        let ends = (0..<known.count).reversed().map { $0 + 1 }
        for end in ends where sentence.isCertain(0..<end) && !sentence.isPreposition(end - 1) {
            let text = sentence.original(until: end)
            let schedule: SchedulePhrase
            do throws(DatePhraseError) { schedule = try reader.schedule(text) } catch {
                refusal = refusal ?? error
                continue
            }
            if let refusal, end < known.count, isPartOfDate(end, in: known) { throw refusal }
            // 毎日、日記を書く: 日 can be Sunday, but is the beginning of a word.
            let hasSeparatedPart = (1..<end).contains {
                (isSeparated($0) || isEndedByParticle($0)) && sentence.isCertain(0..<$0)
            }
            do throws(DatePhraseError) {
                let count = try separated(end)
                if count == nil, hasSeparatedPart { continue }
                return count.map { FoundSchedule(schedule: schedule, text: text, count: $0) }
            } catch {
                guard hasSeparatedPart else { throw error }
            }
        }
        // 3日おきに: read in two ways, also without its last word.
        if let refusal, case .ambiguous = refusal.problem { throw refusal }
        return nil
    }

    private static let separators: Set<Character> = [" ", "、", "，", ",", "：", ":"]

    /// Whether a blank or a comma follows a phrase.
    private func isSeparated(_ end: Int) -> Bool {
        let after = sentence.tokens[end - 1].range.upperBound
        return after < sentence.text.characters.count && Self.separators.contains(sentence.text.characters[after])
    }

    /// Whether a phrase ends with a particle, so that no blank is needed: 9時に水を飲む, 3日ごとに水をやる.
    private func isEndedByParticle(_ end: Int) -> Bool {
        let last = sentence.tokens[end - 1]
        guard sentence.spelling(end - 1).hasSuffix("に"), sentence.isUnspaced(0..<end) else { return false }
        return last.endsInterval || (last.isFiller && canEnd(end))
    }

    private func isPartOfDate(_ index: Int, in known: Range<Int>) -> Bool {
        sentence.namesTime(index, in: known) || sentence.names(index, in: known)
            || sentence.isCertain(index, in: index..<known.upperBound)
    }

    /// The number of characters of a phrase and of what separates it from the rest; `nil` if it is a part of the title.
    private func separated(_ end: Int) throws(DatePhraseError) -> Int? {
        let characters = sentence.text.characters
        let phrase = 0..<end
        let afterPhrase = sentence.tokens[end - 1].range.upperBound
        guard afterPhrase < characters.count else { return nil }
        let isUnspaced = sentence.isUnspaced(phrase)
        let isFull = sentence.hasTime(phrase) && sentence.hasDay(phrase)
        let separators = characters[afterPhrase...].prefix { Self.separators.contains($0) }
        let last = sentence.tokens[end - 1]
        if last.endsInterval, isEndedByParticle(end) { return separators.endIndex }
        if last.isFiller, isUnspaced {
            return canEnd(end) ? separators.endIndex : nil
        }
        if !separators.isEmpty { return isUnspaced || isFull ? separators.endIndex : nil }
        guard isUnspaced else { return nil }
        let next = characters[afterPhrase]
        if next.isHiragana || next == "的" { return nil }
        if isFull { return afterPhrase }
        let rest = String(characters[afterPhrase...].prefix(12).prefix { $0 != " " })
        let text = try Phrase(sentence.original(until: end)) { $0.ahead }
        throw text.error(Refusal(problem: .unseparated(from: rest), range: text.text.characters.indices))
    }

    /// Whether the particle at the end of a phrase makes it a date: 9時に, 明日までに, 今日中に, but not 明日の or 明日に備える.
    private func canEnd(_ end: Int) -> Bool {
        switch sentence.spelling(end - 1) {
        case "まで", "までに": return true
        case "に":
            return (0..<end - 1).contains { index in
                let token = sentence.tokens[index]
                return sentence.namesTime(index, in: 0..<end) || sentence.spelling(index).hasSuffix("中")
                    || token.weekday != nil && sentence.names(index, in: 0..<end)
                    || sentence.beginsRepetition(index) || token.endsInterval
                    || (!token.isWord && sentence.isCertain(index, in: 0..<end))
            }
        default: return false
        }
    }
}

extension Character {
    fileprivate var isHiragana: Bool {
        unicodeScalars.first.map { (0x3041...0x309F).contains($0.value) } ?? false
    }
}
