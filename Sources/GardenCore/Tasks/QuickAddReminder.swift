import DatePhrases
import GardenAPI
import Recurrence
import TimeKit

/// What a sentence says about a reminder, with the words that say it (RULES T18).
struct QuickAddRequest {
    private(set) var request: ReminderRequest?
    /// The words as they were written; `nil` if there are none.
    private(set) var text: String?
    /// The indices of the words that leave nothing for the title or the date.
    private(set) var words: Set<Int> = []
    /// When words that have the form of no request are meant as one.
    private(set) var likeness = FoundReminder.Likeness.always

    /// The words, if they are meant as a request in a sentence with or without a date.
    func words(hasDate: Bool) -> String? {
        switch likeness {
        case .always: text
        case .withDate: hasDate ? text : nil
        case .withoutDate: hasDate ? nil : text
        }
    }

    /// Whether all that is left is the title.
    var takesNoDate: Bool {
        if isKeptInTitle { return true }
        guard let request, request.takesNoDate, case .at = request.when else { return false }
        return true
    }

    /// Whether the words of a request that is not understood are in the title, with its dates.
    private(set) var isKeptInTitle = false

    /// The words of a request that is not understood.
    static var keptInTitle: QuickAddRequest {
        var request = QuickAddRequest()
        request.isKeptInTitle = true
        return request
    }

    private init() {}

    /// Takes a request out of the words of a sentence.
    ///
    /// - Throws: if a sentence asks for two reminders, or for one at a time that is not understood.
    init(in words: inout [QuickAddWord], _ reader: DatePhraseReader) throws(GardenError) {
        try readMark(words, reader)
        let marks = self.words
        let plain = words.indices.filter { index in
            !marks.contains(index) && ((try? QuickAddMark(words[index], isFirst: index == 0)) ?? nil) == nil
        }
        // Joined as characters: a word that begins with a combining mark would take the blank before it.
        let sentence = Array(plain.map { Array(words[$0].masked) }.joined(separator: [" "]))
        let found: FoundReminder?
        do throws(DatePhraseError) { found = try reader.reminder(in: sentence) } catch {
            throw .quickAdd(error.description)
        }
        switch found {
        case nil: return
        case .likeRequest(let words, let likeness):
            if request == nil { (text, self.likeness) = (words, likeness) }
        case .request(let request):
            let mark = (self.request?.when, text)
            self.request = request
            text = take(request.ranges, of: plain, &words)
            guard let when = mark.0 else { return }
            // *Remind me to buy milk !14:00*: the mark is the time.
            guard request.when == .atDateOfSentence || request.when == .atDue else {
                throw .quickAdd("\(JSON.string(mark.1 ?? "").text) is a second reminder; a task has one")
            }
            self.request = ReminderRequest(mark: when)
            text = [text, mark.1].compactMap(\.self).joined(separator: " … ")
        }
    }

    /// The mark `!14:00`, which can go on over some words: `!thu 18:00`, `!30 min before`.
    private mutating func readMark(_ words: [QuickAddWord], _ reader: DatePhraseReader) throws(GardenError) {
        for (index, word) in words.enumerated() where !self.words.contains(index) {
            guard let sign = word.sign, "!！".contains(sign), word.characters.count > 2 else { continue }
            let ends = (1...Self.mostWordsOfMark).reversed().map { index + $0 }.filter { end in
                end <= words.count
                    && words[index + 1..<max(end, index + 1)].allSatisfy { $0.sign != "!" && $0.sign != "#" }
            }
            for end in ends {
                let text = words[index..<end].map(\.masked).joined(separator: " ")
                // !30m is before the due date, as !30m before.
                let length = /[0-9]{1,3} ?(?:m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)/
                let isLength = String(text.dropFirst()).wholeMatch(of: length) != nil
                guard let when = when(String(text.dropFirst()) + (isLength ? " before" : ""), reader) else { continue }
                guard request == nil else {
                    throw .quickAdd("\(JSON.string(text).text) is a second reminder; a task has one")
                }
                request = ReminderRequest(mark: when)
                self.text = text
                self.words.formUnion(index..<end)
                break
            }
        }
    }

    private static let mostWordsOfMark = 5

    private func when(_ text: String, _ reader: DatePhraseReader) -> ReminderRequest.When? {
        if let distance = reader.distance(text) { return .before(distance) }
        return (try? reader.schedule(text)) == nil ? nil : .at(text)
    }

    /// Takes characters of the sentence out of its words.
    ///
    /// - Returns: what was taken out, as it was written.
    private mutating func take(_ ranges: [Range<Int>], of plain: [Int], _ words: inout [QuickAddWord]) -> String {
        var taken: [String] = []
        var start = 0
        var isBroken = true
        for index in plain {
            let count = words[index].characters.count
            let kept = words[index].characters.indices.filter { character in
                !ranges.contains { $0.contains(start + character) }
            }
            if kept.count < count {
                let removed = words[index].characters.indices.filter { !kept.contains($0) }
                taken.append(
                    (isBroken && !taken.isEmpty ? "… " : "") + String(removed.map { words[index].characters[$0] }))
            }
            isBroken = kept.count == count
            if kept.isEmpty {
                self.words.insert(index)
            } else if kept.count < count {
                words[index].characters = kept.map { words[index].characters[$0] }
                words[index].isLiteral = kept.map { words[index].isLiteral[$0] }
            }
            start += count + 1
        }
        return taken.joined(separator: " ")
    }
}

/// The reminder of a sentence.
struct QuickAddReminder {
    /// The date or the distance, in the form of programs.
    enum Time {
        case at(Instant)
        case before(ReminderDistance)
    }

    let time: Time
    /// Whether the date of the sentence is that of the reminder, and no due date.
    let isDateOfSentence: Bool
    /// The words that ask for it.
    let text: String

    /// - Parameter schedule: the date of the sentence, which takes a repetition of the reminder's own date.
    /// - Returns: `nil` if the words name no time.
    /// - Throws: if the two dates do not go together.
    init?(
        _ request: ReminderRequest, text: String, beside schedule: inout SchedulePhrase?, _ reader: DatePhraseReader
    ) throws(DatePhraseError) {
        self.text = text
        switch request.when {
        case .before(let distance): (time, isDateOfSentence) = (.before(distance), false)
        case .atDue:
            guard let date = schedule?.date else { return nil }
            (time, isDateOfSentence) = (.before(date.isDay ? .days(0, at: nil) : .minutes(0)), false)
        case .atDateOfSentence:
            guard let schedule else { return nil }
            (time, isDateOfSentence) = (.at(try Self.instant(of: schedule, reader)), true)
        case .at(let own):
            guard let due = schedule else {
                let found = try reader.schedule(own)
                schedule = found
                (time, isDateOfSentence) = (.at(try Self.instant(of: found, reader)), true)
                return
            }
            if request.isBeforeTitle, let joined = try Self.joined(own, due, reader) {
                schedule = joined
                (time, isDateOfSentence) = (.at(try Self.instant(of: joined, reader)), true)
            } else {
                // *Remind me friday 14:00 to go to the dentist at 15:00*: both are on Friday.
                let named = try reader.schedule(own)
                if reader.timeOfDay(own) == nil, let moved = reader.schedule(due, onDayOf: named.date) {
                    schedule = moved
                }
                let reminder = try Self.instant(own, beside: schedule ?? due, request, reader)
                (time, isDateOfSentence) = (.at(reminder), false)
            }
        }
    }

    /// When a reminder is that has the date of the sentence; at 09:00 if that names no time.
    private static func instant(
        of schedule: SchedulePhrase, _ reader: DatePhraseReader
    ) throws(DatePhraseError) -> Instant {
        if schedule.repetition == nil, let text = schedule.dateText {
            return try reader.instant(text, looking: .ahead, at: DateReader.reminderTime)
        }
        return reader.instant(of: schedule.date, at: DateReader.reminderTime)
    }

    /// A day beside the request and a time at the end of the sentence: *remind me tomorrow to call Bob at 15:00*.
    private static func joined(
        _ own: String, _ due: SchedulePhrase, _ reader: DatePhraseReader
    ) throws(DatePhraseError) -> SchedulePhrase? {
        guard let time = due.dateText, due.repetition == nil, reader.isTimeAlone(time) else { return nil }
        let day = try reader.schedule(own)
        return day.date.isDay ? try reader.schedule("\(own) \(time)") : nil
    }

    /// A reminder with a date of its own beside a due date; a time alone is on the due day.
    private static func instant(
        _ own: String, beside due: SchedulePhrase, _ request: ReminderRequest, _ reader: DatePhraseReader
    ) throws(DatePhraseError) -> Instant {
        let found = try reader.schedule(own)
        if found.repetition != nil { throw DatePhraseError(secondDate: own, beside: due) }
        guard let time = reader.timeOfDay(own) else {
            let reminder = try instant(of: found, reader)
            if case .instant(let dueAt) = due.date, reader.day(of: due.date) == reader.day(of: .instant(reminder)),
                reminder > dueAt
            {
                throw DatePhraseError(afterDue: own, due.dateText ?? own)
            }
            return reminder
        }
        if request.isBeforeTitle {
            // *At 15:00 remind me to call Bob tomorrow*: today or tomorrow?
            guard due.date.isDay else { return try instant(of: found, reader) }
            throw DatePhraseError(secondDate: own, beside: due)
        }
        let reminder = reader.instant(of: .day(reader.day(of: due.date)), at: time)
        if case .instant(let dueAt) = due.date, reminder > dueAt {
            throw DatePhraseError(afterDue: own, due.dateText ?? own)
        }
        return reminder
    }

    /// Whether it is at a distance from the due date.
    var isBeforeDue: Bool { if case .before = time { true } else { false } }

    /// The param `remind` of the task.
    func param(in zone: ZoneRules) -> String {
        switch time {
        case .at(let instant): zone.timestamp(instant).description
        case .before(let distance): StoredDistance(distance).text
        }
    }

    /// For people: `reminds Thu 2026-01-08 09:00`, `reminds every Monday, first …`.
    ///
    /// - Parameter next: when the task reminds next: of a repetition, the first date can be past.
    func meaning(in zone: ZoneRules, repetition: String? = nil, next: Timestamp? = nil) -> String {
        switch time {
        case .at(let instant):
            let first = DatePhrase.instant(next?.instant ?? instant).text(in: zone)
            return repetition.map { "reminds \($0), first \(first)" } ?? "reminds \(first)"
        case .before(let distance):
            let at = next.map { ", \(DatePhrase.instant($0.instant).text(in: zone))" } ?? ""
            return "reminds \(StoredDistance(distance).text)\(at)"
        }
    }
}
