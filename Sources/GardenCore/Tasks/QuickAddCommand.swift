import DatePhrases
import GardenAPI
import TextKit
import TimeKit

extension TaskQuickAdd: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> QuickAddedTask {
        let reader = t.environment.phrases(at: t.moment.wall, today: t.state.day.day)
        let tasks = t.state.tasks
        var sentence = try QuickAddSentence(text, reader, hasTag: tasks.hasTag)
        if let problem = try problem(of: sentence, in: t) {
            sentence = try QuickAddSentence(text, keeping: problem, reader, hasTag: tasks.hasTag)
            if try self.problem(of: sentence, in: t) != nil { sentence = QuickAddSentence(text, onlyTitleFor: problem) }
        }
        let request = try sentence.request(in: t.environment.zone)
        let newTags = Set(sentence.tags.filter { !tasks.hasTag($0) }.map(\.folded))
        let isKnownCategory = t.state.categories.category(named: request.category ?? "") != nil
        let task: TaskItem
        if dryRun == true {
            t.isDryRun = true
            var trial = t.copied()
            task = try request.perform(in: &trial)
        } else {
            task = try request.perform(in: &t)
        }
        let understood = sentence.understood(
            as: task, isKnownCategory: isKnownCategory, newTags: newTags, in: t.environment.zone)
        return QuickAddedTask(
            task: task, understood: understood, datesInTitle: sentence.datesInTitle,
            unsetReminder: sentence.unsetReminder, tagsInTitle: sentence.tagsInTitle, problems: sentence.problems)
    }
}

extension TaskQuickAdd {
    /// What is wrong with the parts of a sentence together, such as a reminder that is past.
    ///
    /// - Throws: what is wrong whatever the sentence says.
    private func problem(of sentence: QuickAddSentence, in t: borrowing Transition) throws(GardenError) -> String? {
        do throws(GardenError) {
            var trial = t.copied()
            _ = try sentence.request(in: t.environment.zone).perform(in: &trial)
            return nil
        } catch {
            if error.details["reason"] == .string(RefusalReason.reminderInPast.rawValue) {
                return "\(error.message): write a time that is ahead, as in tomorrow 9:00"
            }
            guard error.code == .invalidParams else { throw error }
            return error.message
        }
    }
}

extension QuickAddSentence {
    /// The request that adds the task. Its date has the form of programs, so that it is the same at every moment.
    func request(in zone: ZoneRules) throws(GardenError) -> TaskAdd {
        func text(_ date: DatePhrase) -> String {
            switch date {
            case .instant(let instant): zone.timestamp(instant).description
            case .day(let day): day.description
            }
        }
        // Something to do so many times a week has no due date: a day is when it begins, and a time when it reminds.
        let target = schedule?.repetition?.target
        let date = schedule.flatMap { target == nil || $0.dateText != nil ? text($0.date) : nil }
        let isReminder = reminder?.isDateOfSentence == true
        let (begins, rings) = schedule.map { ($0.date.isDay, !$0.date.isDay) } ?? (false, false)
        let request = TaskAdd(
            title: title, category: category, points: points, priority: priority,
            start: (start ?? schedule?.start).map(text) ?? (target != nil && begins && !isReminder ? date : nil),
            end: target == nil && !isReminder ? schedule?.end.map(text) : nil,
            due: target != nil || isReminder ? nil : date,
            remind: reminder?.param(in: zone) ?? (target != nil && rings ? date : nil),
            repeat: schedule?.repetition?.rule, estimate: estimate,
            tags: tags.isEmpty ? nil : TagList(tags))
        // The bounds of the wire hold for its parts, too.
        do { return try TaskAdd(json: request.json) } catch { throw .quickAdd(error.message) }
    }

    /// What is not part of the title, in the order of the sentence.
    ///
    /// - Parameters:
    ///   - isKnownCategory: whether the category was there before.
    ///   - newTags: the folded tags that no other task has.
    func understood(
        as task: TaskItem, isKnownCategory: Bool, newTags: Set<String>, in zone: ZoneRules
    ) -> [UnderstoodText] {
        let isDateOfReminder = reminder?.isDateOfSentence ?? false
        return parts.flatMap { _, part -> [UnderstoodText] in
            switch part {
            case .category(let text):
                let meaning = isKnownCategory ? "category \(task.category)" : "new category \(task.category)"
                return [UnderstoodText(text: text, meaning: meaning)]
            case .points(let text): return [UnderstoodText(text: text, meaning: "pays \(points ?? 0) points")]
            case .priority(let text): return [UnderstoodText(text: text, meaning: "priority \(priority ?? 0)")]
            case .estimate(let text):
                let count = estimate ?? 0
                return [UnderstoodText(text: text, meaning: "estimate \(count) focus session\(count == 1 ? "" : "s")")]
            case .tag(let text, let tag):
                let kind = newTags.contains(tag.folded) ? "new tag" : "tag"
                return [
                    UnderstoodText(text: text, meaning: "\(kind) \(task.tags.first { $0.folded == tag.folded } ?? tag)")
                ]
            case .start(let text):
                return [UnderstoodText(text: text, meaning: "starts \(start.map { $0.text(in: zone) } ?? "")")]
            case .schedule:
                let found = schedule?.understood(isReminder: isDateOfReminder, in: zone) ?? []
                guard let scheduleText else { return found }
                return [UnderstoodText(text: scheduleText, meaning: found.map(\.meaning).joined(separator: ", "))]
            case .reminder:
                // The date of the sentence says when it reminds, unless it is among these words.
                guard let reminder, !isDateOfReminder || !parts.contains(where: { $0.part.isSchedule }) else {
                    return []
                }
                let repetition = isDateOfReminder ? schedule?.repetition?.text : nil
                let meaning = reminder.meaning(in: zone, repetition: repetition, next: task.remind)
                return [UnderstoodText(text: reminder.text, meaning: meaning)]
            }
        }
    }
}

extension SchedulePhrase {
    fileprivate func understood(isReminder: Bool, in zone: ZoneRules) -> [UnderstoodText] {
        var found: [UnderstoodText] = []
        let target = repetition?.target
        let verb = isReminder || target != nil && !date.isDay ? "reminds" : target != nil ? "starts" : "due"
        let date = date.text(in: zone)
        let from = start.map { "starts \($0.text(in: zone)), " } ?? ""
        let until = end.map { ", ends \($0.text(in: zone))" } ?? ""
        if let dateText {
            found.append(UnderstoodText(text: dateText, meaning: "\(from)\(verb) \(date)\(until)"))
        }
        if let repetition, let repetitionText {
            let beginning = dateText == nil && target == nil ? ", \(verb) \(date)\(until)" : ""
            found.append(UnderstoodText(text: repetitionText, meaning: "repeats \(repetition.text)\(beginning)"))
        }
        return found
    }
}

extension SchedulePhrase.Repetition {
    /// For people: `daily`, `every Monday`, `4 days after each completion`.
    fileprivate var text: String {
        switch self {
        case .every: return repetitionText(ofRule: rule) ?? rule
        case .afterCompletion(let delay):
            let unit = "\(delay.unit)"
            return "\(delay.count) \(delay.count == 1 ? String(unit.dropLast()) : unit) after each completion"
        }
    }
}
