/// What other programs write in several words of a sentence, or in a form of their own, as marks; and 每周健身3次.
extension QuickAddWord {
    /// The words with each such form as a mark.
    static func joiningForms(_ words: [QuickAddWord]) -> [QuickAddWord] {
        var joined: [QuickAddWord] = []
        var rest = words[...]
        while let word = rest.first {
            // (A) 2026-11-29 Call Ann: the day on which it was written down.
            if joined.count == 1, joined[0].sign == "(", joined[0].text.wholeMatch(of: /\([A-Z]\)/) != nil,
                rest.count > 1,
                word.text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil
            {
                var date = word
                date.isLiteral = Array(repeating: true, count: date.characters.count)
                joined.append(date)
                rest = rest.dropFirst()
                continue
            }
            if let (marks, count) = rtmRepetition(rest) ?? rtmDate(rest) ?? deadline(rest) ?? orgStamp(rest)
                ?? orgPriority(rest, isFirst: joined.isEmpty)
            {
                joined += marks
                rest = rest.dropFirst(count)
            } else {
                joined.append(word)
                rest = rest.dropFirst()
            }
        }
        if joined.first?.text == openKeyword, joined.contains(where: { $0.isForm && $0.written.contains(": <") }) {
            joined.removeFirst()
        }
        guard let first = joined.first, let parts = timesAround(first) else { return joined }
        return parts + joined.dropFirst()
    }

    private init(_ text: String, written: String) {
        characters = Array(text)
        isLiteral = Array(repeating: false, count: characters.count)
        self.written = written
        isForm = true
    }

    private static let mostWordsOfStamp = 5
    /// The keyword with which org mode begins the title of an open task. In two pieces: whole, it would mark unfinished code.
    private static let openKeyword = ["TO", "DO"].joined()

    /// `*every 2 weeks` and `*after 3 months` of Remember The Milk: what follows is as in a sentence.
    private static func rtmRepetition(_ words: ArraySlice<QuickAddWord>) -> ([QuickAddWord], count: Int)? {
        guard let word = words.first, word.sign == "*", !word.isLiteral.contains(true) else { return nil }
        let next = words.dropFirst().prefix(2).map { $0.text.lowercased() }
        let units = /(?:days?|weeks?|months?|years?)/
        let isCount = next.count == 2 && Int(next[0]) != nil && next[1].wholeMatch(of: units) != nil
        let isPeriod =
            next.first?.wholeMatch(of: /(?:day|week|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)/) != nil
        switch word.text.lowercased() {
        case "*every" where isCount || isPeriod: return ([QuickAddWord("every", written: word.written)], 1)
        case "*after" where isCount: return ([QuickAddWord("every!", written: word.written)], 1)
        default: return nil
        }
    }

    /// `^June 15`
    private static func rtmDate(_ words: ArraySlice<QuickAddWord>) -> ([QuickAddWord], count: Int)? {
        let texts = words.prefix(2).map { $0.text.lowercased() }
        guard texts.count == 2, texts[0].first == "^",
            !words.prefix(2).contains(where: { $0.isLiteral.contains(true) }),
            texts[0].wholeMatch(of: /\^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*/) != nil,
            texts[1].wholeMatch(of: /[0-9]{1,2}(?:st|nd|rd|th)?/) != nil
        else { return nil }
        let written = words.prefix(2).map(\.written).joined(separator: " ")
        return ([QuickAddWord("due:\(texts[0].dropFirst()) \(texts[1])", written: written)], 2)
    }

    /// `{dec 10}` of Todoist
    private static func deadline(_ words: ArraySlice<QuickAddWord>) -> ([QuickAddWord], count: Int)? {
        let texts = words.prefix(mostWordsOfStamp).map(\.text)
        guard texts.first?.first == "{", let last = texts.firstIndex(where: { $0.last == "}" }),
            !words.prefix(last + 1).contains(where: { $0.isLiteral.contains(true) })
        else { return nil }
        let date = texts[...last].joined(separator: " ").dropFirst().dropLast()
        guard !date.isEmpty else { return nil }
        let written = words.prefix(last + 1).map(\.written).joined(separator: " ")
        return ([QuickAddWord("due:\(date)", written: written)], last + 1)
    }

    /// `DEADLINE: <2026-12-04 Fri 14:00 +1w>`, and the stamp alone
    private static func orgStamp(_ words: ArraySlice<QuickAddWord>) -> ([QuickAddWord], count: Int)? {
        let texts = words.prefix(mostWordsOfStamp).map(\.text)
        let isScheduled = texts.first == "SCHEDULED:"
        let begin = isScheduled || texts.first == "DEADLINE:" ? 1 : 0
        guard begin < texts.count, texts[begin].first == "<",
            let last = texts.indices.dropFirst(begin).first(where: { texts[$0].last == ">" }),
            !words.prefix(last + 1).contains(where: { $0.isLiteral.contains(true) })
        else { return nil }
        let stamp = texts[begin...last].joined(separator: " ")
        let form =
            #/<([0-9]{4}-[0-9]{2}-[0-9]{2})(?: \p{L}+\.?)?(?: ([0-9]{1,2}:[0-9]{2}))?(?: (\.\+|\+\+?)([0-9]+)([hdwmy]))?>/#
        guard let match = stamp.wholeMatch(of: form) else { return nil }
        let written = words.prefix(last + 1).map(\.written).joined(separator: " ")
        let date = [String(match.1), match.2.map(String.init)].compactMap(\.self).joined(separator: " ")
        // What is scheduled again and again has this date each time.
        let name = isScheduled && match.4 == nil ? "scheduled" : "due"
        var marks = [QuickAddWord("\(name):\(date)", written: written)]
        if let count = match.4, let unit = match.5 {
            let isAfter = match.3 == ".+"
            let text = isAfter ? "after \(count)\(unit == "m" ? "mo" : unit)" : "\(count)\(unit)"
            marks.append(
                QuickAddWord("recur:\(text)", written: String(stamp.dropLast().split(separator: " ").last ?? "")))
        }
        return (marks, last + 1)
    }

    /// `[#A]`, also after the keyword of an open task.
    private static func orgPriority(
        _ words: ArraySlice<QuickAddWord>, isFirst: Bool
    ) -> ([QuickAddWord], count: Int)? {
        guard isFirst else { return nil }
        let start = words.prefix(1).map(\.text) == [openKeyword] ? 1 : 0
        guard let cookie = words.dropFirst(start).first, cookie.text.first == "[",
            let match = cookie.text.wholeMatch(of: /\[#([A-Z])\]/)
        else {
            return nil
        }
        let written = words.prefix(start + 1).map(\.written).joined(separator: " ")
        return ([QuickAddWord("(\(match.1))", written: written)], start + 1)
    }

    /// 每周健身3次, with the title between how often and how many times.
    private static func timesAround(_ word: QuickAddWord) -> [QuickAddWord]? {
        guard word.text.contains("次"), !word.isLiteral.contains(true),
            let match = word.text.wholeMatch(
                of: /(每(?:周|週|星期|月|个月|個月))([^0-9次]{1,20}?)([0-9]{1,2}|[一二两兩三四五六七])次/),
            !["一", "1"].contains(match.3)
        else { return nil }
        let title = QuickAddWord(String(match.2), written: String(match.2))
        return [QuickAddWord("\(match.1)\(match.3)次", written: word.written), title]
    }
}
