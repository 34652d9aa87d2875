import DatePhrases
import GardenAPI

/// The dates of a sentence that are not marks (RULES T15).
extension QuickAddSentence {
    /// Reads from when on something can be done: *not before thursday*.
    ///
    /// - Parameters:
    ///   - plain: the indices of the words that are no marks; those that say it are removed.
    ///   - end: the index in `plain` before which they end.
    /// - Returns: the indices of these words.
    mutating func readStart(
        _ plain: inout [Int], _ words: [QuickAddWord], before end: Int, isBesideDue: Bool, _ reader: DatePhraseReader
    ) -> [Int] {
        let masked = plain[..<end].map { words[$0].masked }
        guard takesStart, start == nil, let found = reader.start(atEndOf: masked, isBesideDue: isBesideDue) else {
            return []
        }
        let taken = Array(plain[(end - found.count)..<end])
        start = found.date
        parts.append((taken[0], .start(text: taken.map { words[$0].written }.joined(separator: " "))))
        plain.removeSubrange((end - found.count)..<end)
        return taken
    }

    /// More words would each take as long as a sentence.
    private static let mostWordsAfterDate = 6

    /// The date at the end, or in the middle. One that is not understood stays in the title.
    ///
    /// - Returns: also its words.
    mutating func dateAfterTitle(
        _ words: [QuickAddWord], _ reader: DatePhraseReader
    ) -> (FoundSchedule?, words: Range<Int>) {
        let masked = words.map(\.masked)
        // Contexts and marks that are not understood can follow it.
        let others = words.suffix(Self.mostWordsAfterDate).reversed().prefix { word in
            word.isContext || problems.contains { $0.text == word.written }
        }
        do throws(DatePhraseError) {
            for end in (words.count - others.count...words.count).reversed() {
                if let found = try reader.schedule(atEndOf: Array(masked[..<end])) {
                    return (found, end - found.count..<end)
                }
            }
        } catch {
            let problem = UnreadText(error, in: words)
            problems.append(problem)
            dateProblem = problem
            return (nil, 0..<0)
        }
        // One in front is read later.
        if let found = try? reader.schedule(atBeginningOf: masked), found.namesDay { return (nil, 0..<0) }
        guard let (found, end) = reader.schedule(inMiddleOf: masked) else { return (nil, 0..<0) }
        return (found, end - found.count..<end)
    }

    /// Adds what the sentence begins with to what it ends with, and removes it from the words of the title.
    ///
    /// - Parameter taken: the words of the ending, which return to the title if the two cannot be one date.
    mutating func read(
        _ ending: FoundSchedule?, _ taken: [QuickAddWord], at index: Int, _ words: inout [QuickAddWord],
        _ reader: DatePhraseReader
    ) {
        let all = words
        // *At 9 Friday dinner 19:00*: the time is that of the day in front.
        let endsWithTime = ending.map { !$0.namesDay && $0.schedule.repetition == nil } ?? false
        // Marks may have named it already, together with what is at the end.
        guard schedule == nil else { return }
        var beginningText: String?
        do throws(DatePhraseError) {
            // 明日買い物 家 18:00: the time alone is not what was meant.
            let beginning = try reader.schedule(
                atBeginningOf: words.map(\.masked), mustBeSeparated: ending?.namesDay ?? false,
                isBeforeTime: endsWithTime)
            guard let beginning else {
                schedule = ending?.schedule
                if ending != nil { parts.append((index, .schedule)) }
                return
            }
            beginningText = beginning.text
            var count = beginning.count
            while let first = words.first, count > first.characters.count {
                count -= first.characters.count + 1
                words.removeFirst()
            }
            if count > 0, !words.isEmpty {
                words[0].characters.removeFirst(count)
                words[0].isLiteral.removeFirst(count)
            }
            let texts = [beginning.text, ending?.text].compactMap(\.self)
            schedule = try ending == nil ? beginning.schedule : reader.schedule(texts.joined(separator: " "))
            if ending == nil, beginning.schedule.repetition != nil,
                let limit = reader.limit(atEndOf: words.map(\.masked), of: beginning.text)
            {
                schedule = limit.schedule
                words.removeLast(limit.count)
            }
            parts.append((-1, .schedule))
        } catch {
            // Only one of the two would be a date that was not meant.
            words = all + taken
            let problem = UnreadText(error, in: words)
            dateProblem = UnreadText(text: beginningText ?? problem.text, problem: problem.problem)
            problems.append(dateProblem ?? problem)
        }
    }
}

extension UnreadText {
    /// A date of a sentence that is not understood.
    fileprivate init(_ error: DatePhraseError, in words: [QuickAddWord]) {
        // Some reasons have an example of their own.
        let reason =
            switch error.problem {
            case .unseparated, .dateBeside, .howLong: error.reason
            default: error.description
            }
        let part = String(error.word.prefix { $0 != " " })
        let word = words.first { $0.text.contains(part) }?.written ?? part
        self.init(text: error.word.contains(" ") ? error.word : word, problem: reason)
    }
}
