/// Requests in Chinese.
extension ReminderScanner {
    /// After *提醒我*, these are of other people: 提醒我妈 is *remind my mum*, 提醒我的 *who reminds me*.
    private static let others = "妈媽爸爷爺奶哥姐弟妹女儿兒老家们們的"
    /// What ends a question or a sentence.
    private static let endings = ["吗？", "嗎？", "吗?", "嗎?", "吗", "嗎", "吧", "谢谢", "謝謝", "，", "。", "！", "!", "？", "?", " "]

    /// 周五15点开会 提前1小时: without the word for a reminder, after a blank.
    private func distanceAtEnd() -> ReminderRequest? {
        let end = skipping(Self.endings, before: characters.count)
        guard let start = ["提前", "提早"].compactMap({ places(of: $0).last }).max(), start > 0, start < end,
            " ,，".contains(characters[start - 1]), let distance = distance(start..<end)
        else { return nil }
        let before = skipping("，,、 ", before: start)
        let due = joinedDue(0..<before)
        return ReminderRequest([due?.range ?? 0..<0, before..<characters.count], .before(distance), due: due?.text)
    }

    /// 前10分钟 before a place.
    private func distanceAfterBefore(_ place: Int) -> (ReminderDistance, start: Int)? {
        let first = max(0, place - Self.mostCharactersOfDistance)
        guard let start = (first..<place).last(where: { characters[$0] == "前" }), start + 1 < place,
            let distance = reader.distance(text(start + 1..<place) + "前")
        else { return nil }
        return (distance, start)
    }

    func chinese() throws(DatePhraseError) -> ReminderRequest? {
        guard let place = places(of: "提醒").last else { return distanceAtEnd() }
        // 提醒一下 is *remind*, too.
        let word = ["提醒我", "提醒一下"].first { starts($0, at: place) }
        let hasMe = word != nil
        let index = place + (word?.count ?? 2)
        let end = skipping(Self.endings, before: characters.count)
        // 周五15点开会 提前1小时提醒
        if index >= end, let (distance, start) = distance(before: place) {
            let before = skipping("，,、 ", before: start)
            let due = joinedDue(0..<before)
            return ReminderRequest(
                [due?.range ?? 0..<0, before..<characters.count], .before(distance), due: due?.text)
        }
        let before = text(max(0, place - Self.mostCharactersOfDistance)..<place)
        if index >= end, let start = ["提前", "提早"].lazy.compactMap({ before.firstRange(of: $0) }).first?.lowerBound {
            // 提前1小时和10分钟提醒我
            throw DatePhraseError(noDistance: String(before[start...]))
        }
        // 开会前10分钟提醒我
        if index >= end, let (count, start) = distanceAfterBefore(place) {
            let due = joinedDue(0..<start)
            return ReminderRequest([due?.range ?? 0..<0, start..<characters.count], .before(count), due: due?.text)
        }
        guard hasMe, index >= characters.count || !Self.others.contains(characters[index]) else { return nil }
        let beginning = skipping(ReminderWords.politeness, before: skipping(" ，,", before: place))
        if index >= end {
            // 買牛奶 明天15:00 提醒我; 明天提醒我 has no title.
            let start = skipping(" ，,", before: beginning)
            return ReminderRequest([start..<characters.count], .atDateOfSentence)
        }
        var polite = 0
        while let next = skipping(ReminderWords.politeness, at: polite) { polite = next }
        let title = skipping("：:，, ", from: skipping(["一下", "在"], at: index) ?? index)
        let removed = [0..<title, end..<characters.count]
        if polite >= beginning { return ReminderRequest(removed, .atDateOfSentence, isBeforeTitle: true) }
        let date = polite..<max(polite, skipping(" ，,", before: beginning))
        guard isDate(date) else {
            try refuseDate(date)
            return nil
        }
        try refuseHourOfNight(text(date), "下午", "凌晨")
        return ReminderRequest(removed, .at(text(date)), isBeforeTitle: true)
    }
}
