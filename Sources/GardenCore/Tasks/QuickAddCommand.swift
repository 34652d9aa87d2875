import DatePhrases
import GardenAPI
import TextKit
import TimeKit

extension TaskQuickAdd: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> QuickAddedTask {
        let reader = t.environment.phrases(at: t.moment.wall, today: t.state.day.day)
        let sentence = try QuickAddSentence(text, reader)
        let request = try sentence.request(in: t.environment.zone)
        let isKnownCategory = t.state.categories.category(named: request.category ?? "") != nil
        let task: TaskItem
        do throws(GardenError) {
            if dryRun == true {
                t.isDryRun = true
                var trial = t.copied()
                task = try request.perform(in: &trial)
            } else {
                task = try request.perform(in: &t)
            }
        } catch {
            if error.code == .invalidParams { throw .quickAdd(error.message) }
            guard error.details["reason"] == .string(RefusalReason.reminderInPast.rawValue) else { throw error }
            var refusal = error
            refusal.message += ": write a time that is ahead, as in tomorrow 9:00"
            throw refusal
        }
        let understood = sentence.understood(as: task, isKnownCategory: isKnownCategory, in: t.environment.zone)
        return QuickAddedTask(
            task: task, understood: understood, datesInTitle: sentence.datesInTitle,
            unsetReminder: sentence.unsetReminder)
    }
}

extension QuickAddSentence {
    /// The request that adds the task. Its date has the form of programs, so that it is the same at every moment.
    func request(in zone: ZoneRules) throws(GardenError) -> TaskAdd {
        let due = schedule.map { schedule in
            switch schedule.date {
            case .instant(let instant): zone.timestamp(instant).description
            case .day(let day): day.description
            }
        }
        let request = TaskAdd(
            title: title, category: category, points: points, priority: priority,
            due: reminder?.isDateOfSentence == true ? nil : due, remind: reminder?.param(in: zone),
            repeat: schedule?.repetition?.rule, estimate: estimate)
        // The bounds of the wire hold for its parts, too.
        do { return try TaskAdd(json: request.json) } catch { throw .quickAdd(error.message) }
    }

    /// What is not part of the title, in the order of the sentence.
    ///
    /// - Parameter isKnownCategory: whether the category was there before.
    func understood(as task: TaskItem, isKnownCategory: Bool, in zone: ZoneRules) -> [UnderstoodText] {
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
            case .schedule: return schedule?.understood(isReminder: isDateOfReminder, in: zone) ?? []
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
        let date = date.text(in: zone)
        let verb = isReminder ? "reminds" : "due"
        if let dateText { found.append(UnderstoodText(text: dateText, meaning: "\(verb) \(date)")) }
        if let repetition, let repetitionText {
            let beginning = dateText == nil ? ", \(verb) \(date)" : ""
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
