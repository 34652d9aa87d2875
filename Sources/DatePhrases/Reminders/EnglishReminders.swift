/// Requests in English.
extension ReminderScanner {
    func english() throws(DatePhraseError) -> ReminderRequest? {
        if let request = try leading() { return request }
        return try trailing()
    }

    // MARK: Before the title

    private static let openings = ["remind me", "set a reminder", "set reminder", "reminder"]
    /// How many of the same words are looked at.
    private static let mostPlaces = 3
    private static let thanks = [", please", " please", ", thanks", " thanks", ", thank you", " thank you"]
    private static let connectives = ["to ", "that ", "about "]

    /// *remind me to call Bob tomorrow 9:00*, *tomorrow at 9:00 remind me to call Bob*
    private func leading() throws(DatePhraseError) -> ReminderRequest? {
        for opening in Self.openings {
            for start in places(of: opening).reversed().prefix(Self.mostPlaces) where isBoundary(start) {
                if let request = try leading(opening, at: start) { return request }
            }
        }
        return nil
    }

    private func leading(_ opening: String, at start: Int) throws(DatePhraseError) -> ReminderRequest? {
        let politeStart = skipping(ReminderWords.politeness, before: start)
        let dateEnd = skipping(" ,", before: politeStart)
        let index = start + opening.count
        guard dateEnd == 0 || opening == "remind me" else { return nil }
        if dateEnd > 0, !isDate(0..<dateEnd) {
            // *Tomorrow at 9 remind me to call Bob*
            if skipping(Self.connectives, at: index + 1) != nil { try refuseDate(0..<dateEnd) }
            return nil
        }
        let when: ReminderRequest.When = dateEnd == 0 ? .atDateOfSentence : .at(text(0..<dateEnd))
        func request(
            _ when: ReminderRequest.When, title: Int, takesNoDate: Bool = false
        ) -> ReminderRequest? {
            let end = max(title, endOfTitle)
            return ReminderRequest(
                [0..<title, end..<characters.count], when, isBeforeTitle: true, takesNoDate: takesNoDate)
        }
        if opening != "set a reminder", let title = skipping([": ", ":"], at: index) {
            return request(when, title: title)
        }
        guard opening != "reminder" || dateEnd == 0 else { return nil }
        let next = skipping(" ,", from: index)
        guard next > index else { return nil }
        if let title = skipping(Self.connectives, at: next) {
            // *Reminder to Bob* is for him, and *reminder about* a title.
            if opening != "remind me", !starts("to ", at: next) || !original[title].isLowercase { return nil }
            return request(when, title: title)
        }
        guard opening != "reminder", dateEnd == 0 else { return nil }
        // A title is missing.
        if isDate(next..<max(next, endOfTitle)) { return request(.atDateOfSentence, title: characters.count) }
        return try ownDate(opening, at: next, request)
    }

    /// *remind me tomorrow at 9:00 to …*, *remind me 1h before the meeting fri 15:00*
    private func ownDate(
        _ opening: String, at start: Int,
        _ request: (ReminderRequest.When, _ title: Int, _ takesNoDate: Bool) -> ReminderRequest?
    ) throws(DatePhraseError) -> ReminderRequest? {
        let start = skipping(opening == "remind me" ? [] : ["for ", "at ", "on "], at: start) ?? start
        for place in places(of: "before ").reversed()
        where place > start && place - start < Self.mostCharactersOfDistance {
            let end = place + "before".count
            guard let distance = distance(start..<end) else { continue }
            return request(.before(distance), skipping(Self.connectives, at: end + 1) ?? end + 1, false)
        }
        for word in Self.connectives {
            guard let place = places(of: " \(word)").last(where: { $0 > start }) else { continue }
            let date = start..<max(start, skipping(" ,", before: place))
            let title = place + 1 + word.count
            if isDate(date) { return request(.at(text(date)), title, word == "that ") }
            if let distance = distance(date) { return request(.before(distance), title, false) }
            try refuseDate(date)
        }
        // *remind me tomorrow 9:00 call Bob*
        let words = text(start..<characters.count).split(separator: " ").map(String.init)
        guard opening == "remind me", let found = try? reader.schedule(atBeginningOf: words), found.namesDay else {
            return nil
        }
        return request(.at(found.text), start + found.count, false)
    }

    /// Without the sign at the end of a sentence.
    private var endOfTitle: Int {
        skipping(Self.thanks, before: skipping("?!. ", before: characters.count))
    }

    // MARK: After the title

    private static let closings = [
        "remind me", "remind", "with a reminder", "with reminder", "reminder", "notify me", "alert me", "alert",
    ]

    /// *call Bob tomorrow 9:00 and remind me*, *pay rent 1 feb remind 2 days before*
    private func trailing() throws(DatePhraseError) -> ReminderRequest? {
        for closing in Self.closings {
            for start in places(of: closing).prefix(Self.mostPlaces)
            where start > 0 && " ,(".contains(characters[start - 1]) {
                if let request = try trailing(closing, at: start) { return request }
            }
        }
        return nil
    }

    private func trailing(_ closing: String, at start: Int) throws(DatePhraseError) -> ReminderRequest? {
        let polite = skipping(ReminderWords.politeness, before: start)
        let titleEnd = skipping(" ,;-—–(", before: skipping([" and", ", and"], before: skipping(" ,", before: polite)))
        guard titleEnd > 0, !ReminderWords.bindings.contains(where: { ends($0, at: titleEnd) }) else { return nil }
        let index = start + closing.count
        let end = skipping(Self.thanks, before: skipping("?!. )", before: characters.count))
        let removed = [titleEnd..<characters.count]
        guard index < end else {
            // A title without a date can end with these words: *Why does Siri never remind me*.
            return closing == "remind me" ? ReminderRequest(removed, .atDue) : nil
        }
        guard characters[index] == " " || characters[index] == "," || characters[index] == ":" else { return nil }
        let rest = min(end, skipping(" ,:", from: index))..<end
        guard !rest.isEmpty else { return nil }
        if let distance = distance(rest) { return ReminderRequest(removed, .before(distance)) }
        // *Call Bob, reminder tomorrow 9:00*
        let isAfterComma = ",(".contains(characters[skipping(" ", before: start) - 1])
        guard closing.hasPrefix("remind me") || closing == "remind" || closing == "reminder" && isAfterComma else {
            return nil
        }
        if isDate(rest) { return ReminderRequest(removed, .at(text(rest))) }
        let title = text(0..<titleEnd).split(separator: " ").map(String.init)
        // *Dentist friday 15:00 remind me some time before*: the date is no word of the title.
        let isAfterDate = ((try? reader.schedule(atEndOf: title)) ?? nil) != nil
        if isAfterDate || reader.isLikeDistance(text(rest)) { throw DatePhraseError(noDistance: text(rest)) }
        return nil
    }
}
