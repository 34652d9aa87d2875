/// Requests in Japanese.
extension ReminderScanner {
    private static let requests = ["リマインド", "知らせて", "思い出させて", "通知"]
    private static let politeEndings = ["してください", "して下さい", "してくれ", "してほしい", "お願いします", "お願い", "して", "ください", "下さい", "くれ"]
    private static let connectives = ["するのを", "のを", "ことを", "ように", "よう", "と", "を"]
    private static let signs = "。！!？? "

    func japanese() throws(DatePhraseError) -> ReminderRequest? {
        if let request = withColon() { return request }
        for word in Self.requests {
            for start in places(of: word) {
                if let request = try request(word, at: start) { return request }
            }
        }
        return nil
    }

    /// リマインド：明日15時に牛乳を買う
    private func withColon() -> ReminderRequest? {
        guard let title = skipping(["リマインド:", "リマインダー:", "リマインドして:", "リマインダー ", "リマインド "], at: 0) else { return nil }
        return ReminderRequest([0..<skipping(" ", from: title)], .atDateOfSentence, isBeforeTitle: true)
    }

    private func request(_ word: String, at start: Int) throws(DatePhraseError) -> ReminderRequest? {
        let polite = skipping(["すみませんが、", "すみませんが"], at: 0) ?? 0
        let index = skipping(Self.politeEndings, at: start + word.count) ?? start + word.count
        let isAtEnd = skipping(Self.signs, from: index) == characters.count
        // 午後5時にリマインドして 会社を出る
        if !isAtEnd {
            let date = polite..<max(polite, dateEnd(before: start))
            guard index < characters.count, " 、".contains(characters[index]), date.upperBound < start, isDate(date),
                word != "通知"
            else { return nil }
            try refuseHourOfNight(text(date), "午後", "未明")
            return ReminderRequest([0..<skipping(" 、", from: index)], .at(text(date)), isBeforeTitle: true)
        }
        // 会議 金曜15時 1時間前にリマインド
        if let (distance, begin) = distance(before: start) {
            let before = skipping("、, を", before: begin)
            let due = joinedDue(min(polite, before)..<before)
            return ReminderRequest(
                [0..<polite, due?.range ?? 0..<0, before..<characters.count], .before(distance), due: due?.text)
        }
        guard word != "通知" else { return nil }
        return atDate(before: start, after: polite)
    }

    /// 明日9時に電話するのをリマインド, 牛乳を買う 明日15時にリマインド; not 山田さんにリマインド.
    private func atDate(before start: Int, after polite: Int) -> ReminderRequest? {
        let removed = [0..<polite]
        if let connective = Self.connectives.first(where: { ends($0, at: start) }) {
            // 電話するのを: the verb belongs to the title.
            let length = connective == "するのを" ? "のを".count : connective.count
            return ReminderRequest(removed + [start - length..<characters.count], .atDateOfSentence)
        }
        let end = max(polite, dateEnd(before: start))
        let isOfDate = end < start || isDate(polite..<end)
        guard isOfDate else { return nil }
        // The date is after a blank, or all there is.
        let blank = characters[..<end].lastIndex(of: " ").map { $0 + 1 } ?? polite
        var date = blank
        while date > polite, !isDate(date..<end), let blank = characters[..<(date - 1)].lastIndex(of: " ") {
            date = blank + 1
        }
        guard isDate(date..<end) else { return nil }
        return ReminderRequest(removed + [end..<characters.count], .atDateOfSentence)
    }

    /// Without the particle after a date.
    private func dateEnd(before start: Int) -> Int { skipping(["に", "、", " "], before: start) }
}

extension ReminderScanner {
    /// Refuses an hour of the night that a number alone names: by 三点 and 5時, people mean the afternoon.
    func refuseHourOfNight(_ text: String, _ afternoon: String, _ night: String) throws(DatePhraseError) {
        guard !text.contains(":"), !text.contains("："), reader.isTimeAlone(text),
            let time = reader.timeOfDay(text), (1...5).contains(time.hour),
            ![afternoon, night, "午前", "上午", "早", "朝", "晚", "夜", "半"].contains(where: text.contains)
        else { return }
        throw DatePhraseError(problem: .ambiguous(afternoon + text, night + text), word: text, examples: [])
    }
}
