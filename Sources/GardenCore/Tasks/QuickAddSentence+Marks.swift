import DatePhrases
import GardenAPI

/// The marks of a sentence (RULES T15, T22).
extension QuickAddSentence {
    /// Takes *due* out of the title if the date follows it: *Dentist due Friday*.
    ///
    /// - Parameters:
    ///   - labels: the indices of such words.
    ///   - indices: those of the words of the title.
    mutating func drop(
        _ labels: [Int], before found: FoundSchedule?, _ titleWords: inout [QuickAddWord], _ indices: [Int]
    ) {
        guard let found, let label = labels.first, titleWords.count > 1, scheduleText == nil,
            parts.contains(where: \.part.isSchedule),
            let place = indices.firstIndex(of: label), titleWords.indices.contains(place),
            !titleWords[place].isLiteral.contains(true)
        else { return }
        scheduleText = "\(titleWords[place].written) \(found.text)"
        titleWords.remove(at: place)
    }

    /// The marks, by the index of their words. A word that only looks like a mark stays in the title.
    mutating func marks(of words: [QuickAddWord], besides asked: QuickAddRequest) -> [Int: QuickAddMark] {
        var marks: [Int: QuickAddMark] = [:]
        for (index, word) in words.enumerated() where !asked.words.contains(index) {
            do throws(GardenError) { marks[index] = try QuickAddMark(word, isFirst: index == 0) } catch {
                // What is wrong with a request such as !9:00 is said already.
                if asked.isKeptInTitle, word.sign.map({ "!！".contains($0) }) ?? false { continue }
                problems.append(UnreadText(text: word.written, problem: error.message))
            }
        }
        return marks
    }

    /// Puts a tag back into the title that can be a word of it.
    mutating func keepInTitle(
        _ word: QuickAddWord, at index: Int, in place: Int, _ titleWords: inout [QuickAddWord]
    ) {
        guard let part = parts.firstIndex(where: { $0.word == index }), case .tag(_, let tag) = parts[part].part else {
            return
        }
        parts.remove(at: part)
        tags.removeAll { $0 == tag }
        tagsInTitle.append(word.written)
        titleWords.insert(word, at: place)
    }

    /// Reads the dates of marks such as `due:tomorrow`, `recur:weekly` and `wait:friday`. What is not understood is a part of the
    /// title.
    mutating func readAttributes(
        _ marks: inout [Int: QuickAddMark], _ words: [QuickAddWord], beside found: FoundSchedule?,
        _ reader: DatePhraseReader
    ) {
        func refuse(_ index: Int, _ reason: String) {
            problems.append(UnreadText(text: words[index].written, problem: reason))
            marks[index] = nil
        }
        var dates: [(index: Int, text: String, saysHowOften: Bool)] = []
        for (index, mark) in marks.sorted(by: { $0.key < $1.key }) {
            switch mark {
            case .start(let text):
                do throws(DatePhraseError) {
                    let date = try reader.read(text, looking: .ahead)
                    guard start == nil else {
                        refuse(index, "\(JSON.string(words[index].written).text) is a second start")
                        continue
                    }
                    start = date
                    parts.append((index, .start(text: words[index].written)))
                } catch { refuse(index, error.description) }
            case .due(let text): dates.append((index, text, false))
            case .repetition(let text): dates.append((index, text, true))
            case .until(let text): dates.append((index, "until \(text)", true))
            case .category, .priority, .priorityAtEnd, .tag, .tags, .points, .estimate: break
            }
        }
        let repeats = found?.schedule.repetition != nil || dates.contains { marks[$0.index]?.isRepetition ?? false }
        for date in dates {
            let isEnd = date.text.hasPrefix("until ")
            let isSecond =
                !date.saysHowOften && !repeats && (found?.namesDay ?? false) && !reader.isTimeAlone(date.text)
            guard isEnd && !repeats || isSecond else { continue }
            let reason =
                isEnd
                ? "it is the last day of a repetition; write recur:weekly, too"
                : "it is a second date beside \(JSON.string(found?.text ?? "").text)"
            refuse(date.index, "\(JSON.string(words[date.index].written).text): \(reason)")
            dates.removeAll { $0.index == date.index }
        }
        // The end follows the repetition.
        dates.sort {
            ($0.saysHowOften ? 1 : 0, $0.text.hasPrefix("until ") ? 1 : 0, $0.index) < (
                $1.saysHowOften ? 1 : 0, $1.text.hasPrefix("until ") ? 1 : 0, $1.index
            )
        }
        // Without the others, one that is fine still counts.
        while !dates.isEmpty {
            let text = [found?.text].compactMap(\.self) + dates.map(\.text)
            do throws(DatePhraseError) {
                schedule = try reader.schedule(text.joined(separator: " "))
                scheduleText = ([found?.text].compactMap(\.self) + dates.map { words[$0.index].written })
                    .joined(separator: " ")
                parts.append((dates.map(\.index).min() ?? 0, .schedule))
                return
            } catch {
                let wrong =
                    dates.count == 1
                    ? 0 : dates.firstIndex { (try? reader.schedule($0.text)) == nil } ?? dates.count - 1
                refuse(dates[wrong].index, error.description)
                dates.remove(at: wrong)
            }
        }
    }

    /// - Returns: whether the word is a mark here.
    mutating func read(
        _ mark: QuickAddMark, _ word: QuickAddWord, at index: Int, isAtEnd: Bool
    ) -> Bool {
        do throws(GardenError) { return try readMark(mark, word, at: index, isAtEnd: isAtEnd) } catch {
            problems.append(UnreadText(text: word.written, problem: error.message))
            return false
        }
    }

    mutating func readMark(
        _ mark: QuickAddMark, _ word: QuickAddWord, at index: Int, isAtEnd: Bool
    ) throws(GardenError) -> Bool {
        let text = word.written
        switch mark {
        case .due, .start, .repetition, .until: break
        case .tags(let all):
            for tag in all where !tags.contains(where: { $0.folded == tag.folded }) {
                guard tags.count < TaskTag.mostOfTask else {
                    throw .quickAdd("a task has at most \(TaskTag.mostOfTask) tags")
                }
                tags.append(tag)
                parts.append((index, .tag(text: tag == all.first ? text : tag, tag)))
            }
        case .tag(let tag):
            guard isAtEnd else { return false }
            if !tags.contains(where: { $0.folded == tag.folded }) {
                guard tags.count < TaskTag.mostOfTask else {
                    throw .quickAdd("a task has at most \(TaskTag.mostOfTask) tags")
                }
                tags.append(tag)
            }
            parts.append((index, .tag(text: text, tag)))
        case .category(let name):
            guard category == nil else { throw word.isSecond("category") }
            category = name
            parts.append((index, .category(text: text)))
        case .priorityAtEnd where !isAtEnd: return false
        case .priority(let number), .priorityAtEnd(let number):
            guard priority == nil else { throw word.isSecond("priority") }
            priority = number
            parts.append((index, .priority(text: text)))
        case .points:
            guard isAtEnd else { return false }
            guard points == nil else { throw word.isSecond("number of points") }
            points = try mark.number(word)
            parts.append((index, .points(text: text)))
        case .estimate:
            guard isAtEnd || text.contains(":") else { return false }
            guard estimate == nil else { throw word.isSecond("estimate") }
            estimate = try mark.number(word)
            parts.append((index, .estimate(text: text)))
        }
        return true
    }
}

extension QuickAddWord {
    fileprivate func isSecond(_ kind: String) -> GardenError {
        .quickAdd("\(JSON.string(written).text) is a second \(kind)")
    }
}

extension QuickAddMark {
    /// Whether it can be a word of a title; then it does not prove that another one is a mark.
    var isOfNumberOrTag: Bool {
        switch self {
        case .tag, .points, .estimate, .priorityAtEnd: true
        case .category, .priority, .tags, .due, .start, .repetition, .until: false
        }
    }
}
