import GardenAPI
import TimeKit

extension PastState {
    /// Points, the rate, gardens and the day's sessions as a day ended, from the sums of the days (RULES S7).
    static let statistics = PastState { state, parts, past, context throws(GardenError) in
        guard !parts.isDisjoint(with: [.points, .rate, .gardens, .focus]) else { return }
        let reading = try StatisticsReading(context)
        let later = parts.isDisjoint(with: [.points, .gardens]) ? [:] : try reading.changes(after: past.day)
        if parts.contains(.points) || parts.contains(.rate) {
            let closing = try reading.closing(through: past.day)
            if parts.contains(.rate) { try state.setRate(closing, past, context) }
            if parts.contains(.points) {
                let figures = try reading.total(past.day...past.day)
                state.points = PointsSummary(
                    balance: state.points.balance &- later.values.reduce(0) { $0 &+ $1.balance },
                    multiplier: closing?.multiplier ?? 1, earnedToday: figures.earned, spentToday: figures.spent)
            }
        }
        if parts.contains(.gardens) {
            // To look for adopters reads an event of each category. What belongs to none has the id 0.
            let mayBeAdopted = later.keys.contains { $0 != 0 && !state.categories.knows($0) }
            state.setGardens(without: later, reading, adopters: mayBeAdopted ? try context.adopters : [:])
        }
        if parts.contains(.focus) {
            let figures = try reading.total(past.day...past.day)
            state.focusSums = FocusSums()
            state.focusSums.add(seconds: figures.seconds, sessions: figures.sessions, on: past.day)
        }
    }
}

extension GardenState {
    fileprivate mutating func setRate(
        _ closing: DayClosing?, _ past: PastDay, _ context: QueryContext
    ) throws(GardenError) {
        let history = context.history
        guard let closing else {
            // The day was before the garden began: only what was entered for such days counts.
            let last = Instant(milliseconds: past.endsAt.milliseconds - 1)
            let position = try readingJournal {
                try RateHistory(context).position(at: last, on: past.day)
            }
            (rate, rateTable) = (position.rate, position.table)
            return
        }
        rate = RateState(
            meter: closing.meter, floor: 0, tier: closing.tier, daysLeft: closing.daysLeft, applied: closing.isApplied)
        rateTable = try readingJournal { try RateHistory.table(before: closing.seq, history) }
    }

    /// A garden has what it has now without what it gained since, as has every removed category that it continues (RULES S1).
    ///
    /// - Parameters:
    ///   - later: what changed since, by the ids of the categories.
    ///   - adopters: the categories that adopted the gardens of removed ones, by their ids.
    fileprivate mutating func setGardens(
        without later: [Int: DayFigures], _ reading: StatisticsReading, adopters: [Int: Int]
    ) {
        var byGarden: [Int: DayFigures] = [:]
        for (id, figures) in later {
            var (id, steps) = (id, 0)
            // A damaged journal must not lead in a circle.
            while !categories.knows(id), let adopter = adopters[id], steps < adopters.count {
                (id, steps) = (categories.continuing(adopter), steps + 1)
            }
            let category = reading.category(ofId: id)
            guard let garden = category.id ?? categories.retired.named(category.name).first?.id else { continue }
            byGarden[garden, default: DayFigures()] += figures
        }
        for (id, figures) in byGarden { categories.takeBack(exp: figures.exp, taskExp: figures.taskExp, ofGarden: id) }
    }
}

extension QueryContext {
    /// The categories that adopted the gardens of removed ones, also if they have another name now.
    fileprivate var adopters: [Int: Int] {
        get throws(GardenError) {
            let (history, reset) = (history, state.lastResetSeq)
            let types = [EventKind.categoryAdded.type, EventKind.categoryEdited.type]
            return try readingJournal {
                var adopters: [Int: Int] = [:]
                for event in try history.events(after: reset, limit: .max, types: types) {
                    do throws(ValidationError) {
                        for kind in [EventKind.categoryAdded, .categoryEdited] {
                            guard let effect = try kind.effect(of: event), let retired = effect.retired else {
                                continue
                            }
                            adopters[retired.id] = effect.id
                        }
                    } catch {
                        throw StoreError.unreadable(event, error)
                    }
                }
                return adopters
            }
        }
    }
}

extension CategoryBook {
    /// Whether a category is there, or was removed and its garden is kept.
    fileprivate func knows(_ id: Int) -> Bool { entries[id] != nil || retired[id] != nil }

    /// Gives a garden, also one of a removed category, less experience.
    fileprivate mutating func takeBack(exp: Int, taskExp: Int, ofGarden id: Int) {
        guard var entry = entries[id] ?? retired[id] else { return }
        entry.exp = max(0, entry.exp &- exp)
        entry.taskExp = min(max(0, entry.taskExp &- taskExp), entry.exp)
        if entries[id] != nil {
            setExp(entry.exp, taskExp: entry.taskExp, ofCategory: id)
        } else {
            putRetired(entry)
        }
    }
}
