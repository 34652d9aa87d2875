import GardenAPI

/// Experience and levels (RULES P11).
enum Experience {
    static let perLevel = 10

    static func garden(of entry: CategoryBook.Entry) -> Garden {
        garden(of: entry.category, exp: entry.exp)
    }

    static func garden(of category: Category, exp: Int) -> Garden {
        var garden = Garden()
        garden.categoryId = category.id
        garden.categoryUid = category.uid
        garden.category = category.name
        garden.color = category.color
        garden.exp = exp
        garden.level = exp / perLevel
        garden.expInLevel = exp % perLevel
        garden.expToNext = perLevel - garden.expInLevel
        return garden
    }
}

extension GardenState {
    /// Every garden: those of the categories in their order, then those of removed ones.
    var gardens: [Garden] { (categories.inOrder + categories.retiredInOrder).map(Experience.garden(of:)) }

    /// How an effect names a category.
    func label(ofCategory id: Int) -> CategoryLabel {
        var label = CategoryLabel()
        label.name = categories[id]?.name ?? CategoryBook.defaultName
        label.uid = identity.reference(to: categories[id]?.uid ?? GardenIdentity.defaultUid)
        return label
    }
}

extension Transition {
    /// Adds one point of experience to a category's garden, and records the level it reached, if it did.
    mutating func growGarden(categoryId: Int, because cause: EventReference) {
        guard let entry = state.categories.entry(categoryId) else {
            preconditionFailure("category \(categoryId) grows, and does not exist")
        }
        var effect = growth(of: entry.category, to: entry.exp + 1)
        effect.amount = 1
        let grew = emit(.gardenGrew, effect, because: cause)
        recordLevels(of: entry.category, from: entry.exp, to: effect.exp, because: grew)
    }

    /// One event for each level that a garden crossed (RULES P11).
    mutating func recordLevels(of category: Category, from old: Int, to new: Int, because cause: EventReference) {
        var level = old / Experience.perLevel
        while level < new / Experience.perLevel {
            level += 1
            var effect = growth(of: category, to: new)
            effect.level = level
            let reached = emit(.gardenLeveledUp, effect, because: cause)
            let text = "\(category.name) reached level \(level)"
            writeLine(.level, text, categoryId: category.id, because: reached)
        }
    }

    private func growth(of category: Category, to exp: Int) -> GrowthEffect {
        var effect = GrowthEffect()
        effect.categoryId = category.id
        effect.category = state.label(ofCategory: category.id)
        effect.color = category.color
        effect.exp = exp
        return effect
    }
}
