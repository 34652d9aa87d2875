extension [Token] {
    /// Whether a repetition begins at an index: *every*, *weekdays*, `after 4d`, or the number of 3日ごと.
    func beginsRepetition(_ index: Int) -> Bool {
        if self[index].means(.repeating), index + 1 < count { return beginsRepetition(index + 1) }
        if self[index].saysHowOften || isInterval(index) || delay(at: index) != nil || isListOfWeekdays(index)
            || isListOfDays(index) || isBeforePlural(index)
        {
            return true
        }
        return self[index].unclearInterval != nil && index + 1 < count && self[index + 1].number != nil
    }

    /// Whether several weekdays begin at an index, which together are no date: *mon, wed and fri*, *tue/thu*, *mon-fri*, 火曜と木曜.
    func isListOfWeekdays(_ index: Int) -> Bool {
        guard self[index].weekday != nil, self[index].range.count > 1,
            !self[..<index].contains(where: { $0.means(.spanStart) || $0.shift != nil })
        else { return false }
        let isJoined = index + 1 < count && self[index + 1].isJointOfWeekdays
        guard isJoined || self[index].isOfSeparatedWords else { return false }
        let next = isJoined ? index + 2 : index + 1
        guard next < count, let first = self[index].weekday, let other = self[next].weekday, other != first,
            self[next].range.count > 1
        else { return false }
        if isJoined, !self[index + 1].means(.and) {
            // 月曜日から金曜日まで and *monday to wednesday* are spans.
            return first == 1 && other == 5 && !self[index + 1].means(.from)
        }
        // *Friday and saturday* can be both days of this week.
        let isLong = self[next...].dropFirst().contains { $0.weekday != nil }
        let hasTime = contains { token in
            if case .time = token.content { true } else { token.isOfHour || token.singular != nil }
        }
        return isLong || hasTime
    }

    /// Whether a weekday is one of each week, because of the word after it: *saturday mornings*, *weekday evenings*.
    func isBeforePlural(_ index: Int) -> Bool {
        guard index + 1 < count, self[index + 1].singular != nil else { return false }
        return self[index].weekday != nil || self[index].weekdaySet != nil
    }

    /// Whether several days of each month begin at an index: *1st and 15th of every month*.
    private func isListOfDays(_ index: Int) -> Bool {
        guard index + 1 < count, self[index].number != nil, self[index + 1].means(.mark(.day)) else { return false }
        return daysOfMonth(from: index).map { $0.namesMonth && $0.days.count > 1 } ?? false
    }

    /// The days of a month that begin at an index: *the 1st, 10th and 20th of each month*, 1号和15号.
    ///
    /// - Parameter known: the days that were named before.
    /// - Returns: also whether each month is named after them, and the index after the last token.
    func daysOfMonth(
        from start: Int, after known: Set<Int> = []
    ) -> (days: Set<Int>, namesMonth: Bool, end: Int)? {
        var (days, end, index) = (known, start, start)
        while index < count {
            if self[index].isMonthEnd, !days.isEmpty { return (days.union([31]), true, index + 1) }
            if let repetition = self[index].repetition, !days.isEmpty {
                let others = repetition.isOnLastDay ? [31] : repetition.daysOfMonth
                if !others.isEmpty { return (days.union(others), true, index + 1) }
            }
            guard let day = self[index].number, (1...31).contains(day.value), !day.hasHalf, index + 1 < count,
                self[index + 1].means(.mark(.day))
            else { break }
            days.insert(day.value)
            end = index + 2
            index = end
            while index < count, self[index].means(.and) || self[index].isFiller { index += 1 }
        }
        guard end > start else { return nil }
        // *Of the month*
        let words = self[end...].prefix { $0.isFiller || $0.means(.every) }
        let month = end + words.count
        let namesMonth = !words.isEmpty && month < count && self[month].span == .month
        return (days, namesMonth, namesMonth ? month + 1 : end)
    }

    /// Whether the number, the unit and the word of an interval are at an index: 3日ごと, 3日おき.
    func isInterval(_ index: Int) -> Bool {
        guard index + 2 < count, self[index].number != nil, self[index + 1].unit?.period != nil,
            self[index + 2].endsInterval, self[index].range.upperBound == self[index + 1].range.lowerBound,
            self[index + 1].range.upperBound == self[index + 2].range.lowerBound
        else { return false }
        // 25日毎月: the word can also begin the next repetition.
        let isFollowed = index + 3 < count && (self[index + 3].span != nil || self[index + 3].weekday != nil)
        return !(self[index + 2].means(.every) && isFollowed)
    }
}

extension Token {
    var isMonthEnd: Bool { means(.end(.month)) || means(.end(nil)) }
}

extension [Token] {
    /// The interval after each completion that begins at an index, and the index after it: *every! 10 days*, *6 weeks after completion*.
    func delay(at index: Int) -> (DelayPhrase, end: Int)? {
        let isMarked = self[index].means(.everyCompletion)
        let first = isMarked ? index + 1 : index
        guard first < count else { return nil }
        if isMarked, let period = self[first].unit?.period { return (DelayPhrase(1, period), first + 1) }
        guard let number = self[first].number, !number.hasHalf, first + 1 < count,
            (1...RepeatPhrase.mostPeriods).contains(number.value), let period = self[first + 1].unit?.period
        else { return nil }
        let delay = DelayPhrase(number.value, period)
        if isMarked { return (delay, first + 2) }
        return first + 2 < count && self[first + 2].means(.afterCompletion) ? (delay, first + 3) : nil
    }

    /// Whether a day of a month with a name begins at an index: *14 june*, *june 14*, *christmas*.
    func isDateOfYear(_ index: Int) -> Bool {
        let rest = indices.dropFirst(index).filter { !self[$0].isFiller && !self[$0].means(.mark(.day)) }
        guard let first = rest.first, let next = rest.dropFirst().first ?? rest.first else { return false }
        if self[first].holiday != nil { return true }
        return self[first].month != nil && self[next].number != nil
            || self[first].number != nil && self[next].month != nil
    }
}

extension DelayPhrase {
    fileprivate init(_ count: Int, _ period: Meaning.Period) {
        switch period {
        case .day: self.init(count: count, unit: .days)
        case .week: self.init(count: count, unit: .weeks)
        case .month: self.init(count: count, unit: .months)
        case .year: self.init(count: count * 12, unit: .months)
        }
    }

    /// The same interval as that of a repetition; `nil` if that is on certain days.
    init?(_ phrase: RepeatPhrase) {
        guard phrase.weekdays.isEmpty, !phrase.isOnLastDay, phrase.weekdayOfMonth == nil, phrase.daysOfMonth.isEmpty,
            phrase.times == nil, phrase.hours.isEmpty, phrase.count == nil, phrase.until == nil
        else { return nil }
        switch phrase.frequency {
        case .hourly: self.init(count: phrase.interval, unit: .hours)
        case .daily: self.init(phrase.interval, .day)
        case .weekly: self.init(phrase.interval, .week)
        case .monthly: self.init(phrase.interval, .month)
        case .yearly: self.init(phrase.interval, .year)
        }
    }
}
