import GardenAPI
import TimeKit

/// Experience and levels (RULES P11).
enum Experience {
    static let perLevel = 10

    static func garden(of entry: CategoryBook.StoredCategory) -> Garden {
        let category = entry.category
        return garden(
            ofCategory: category.id, uid: category.uid, name: category.name, color: category.color, exp: entry.exp,
            taskExp: entry.taskExp)
    }

    static func garden(
        ofCategory id: Int, uid: String, name: String, color: CategoryColor, exp: Int, taskExp: Int
    ) -> Garden {
        Garden(
            categoryId: id, categoryUid: uid, category: name, color: color, exp: exp, level: exp / perLevel,
            expInLevel: exp % perLevel, expToNext: perLevel - exp % perLevel, focusExp: exp - taskExp, taskExp: taskExp)
    }
}

extension GardenState {
    /// Every garden: those of the categories in their order, then those of removed ones.
    var gardens: [Garden] { (categories.entries.byPosition + categories.retired.inOrder).map(Experience.garden(of:)) }

    /// How an effect names a category, or the one that continues it.
    func label(ofCategory id: Int) -> CategoryLabel {
        let category = categories[id] ?? categories[categories.continuing(id)]
        return CategoryLabel(
            name: category?.name ?? CategoryBook.defaultName,
            uid: identity.reference(to: category?.uid ?? GardenIdentity.defaultUid))
    }
}

extension Transition {
    /// Adds experience to a category's garden, and records each level that it reached.
    ///
    /// - Parameters:
    ///   - day: the day on which it counts; `nil` for the day of this change.
    ///   - cause: `nil` for that of the whole change.
    mutating func growGarden(
        categoryId: Int, by source: GrowthSource, amount: Int = 1, on day: CalendarDay? = nil,
        because cause: EventReference? = nil
    ) {
        guard let entry = state.categories.entries[categoryId] else {
            preconditionFailure("category \(categoryId) grows, and does not exist")
        }
        let taskExp = entry.taskExp + (source == .task ? amount : 0)
        var effect = growth(of: entry.category, to: entry.exp + amount, taskExp: taskExp, amount: amount)
        effect.taskAmount = source == .task ? amount : nil
        effect.day = ended(day)
        let grew = emit(.gardenGrew, effect, because: cause)
        recordLevels(of: entry.category, from: entry.exp, to: effect.exp, because: grew)
    }

    /// Takes back experience of focus sessions, never below 0 (RULES P14, P30). A garden of a removed category keeps its own.
    ///
    /// - Parameter day: the day on which it counted.
    mutating func shrinkGarden(
        categoryId: Int, by amount: Int, on day: CalendarDay, because cause: EventReference
    ) {
        guard let entry = state.categories.entries[categoryId] else { return }
        let amount = min(amount, entry.exp - entry.taskExp)
        guard amount > 0 else { return }
        var effect = growth(of: entry.category, to: entry.exp - amount, taskExp: entry.taskExp, amount: -amount)
        effect.day = ended(day)
        emit(.gardenGrew, effect, because: cause)
    }

    private func ended(_ day: CalendarDay?) -> CalendarDay? {
        let day = day ?? self.day
        return day == state.day.day ? nil : day
    }

    /// Emits one event for each level that a garden reached (RULES P11).
    mutating func recordLevels(of category: Category, from old: Int, to new: Int, because cause: EventReference) {
        var level = old / Experience.perLevel
        while level < new / Experience.perLevel {
            level += 1
            let taskExp = state.categories.entries[category.id]?.taskExp ?? 0
            let effect = growth(of: category, to: new, taskExp: taskExp, amount: 0, level: level)
            let reached = emit(.gardenLeveledUp, effect, because: cause)
            let text = "\(category.name) reached level \(level)"
            writeLine(.level, text, categoryId: category.id, because: reached)
        }
    }

    private func growth(
        of category: Category, to exp: Int, taskExp: Int, amount: Int, level: Int? = nil
    ) -> GrowthEffect {
        GrowthEffect(
            categoryId: category.id, category: state.label(ofCategory: category.id), color: category.color, exp: exp,
            amount: amount, level: level, taskExp: taskExp == 0 ? nil : taskExp)
    }
}

/// What a garden grows by.
enum GrowthSource {
    case focus, task, drill
}
