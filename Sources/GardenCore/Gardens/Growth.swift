import GardenAPI

/// Experience and levels (RULES P11).
enum Growth {
    static let expPerLevel = 10

    static func garden(of entry: CategoryBook.Entry) -> Garden {
        garden(of: entry.category, exp: entry.exp)
    }

    static func garden(of category: Category, exp: Int) -> Garden {
        var garden = Garden()
        garden.categoryId = category.id
        garden.category = category.name
        garden.color = category.color
        garden.exp = exp
        garden.level = exp / expPerLevel
        garden.expInLevel = exp % expPerLevel
        garden.expToNext = expPerLevel - garden.expInLevel
        return garden
    }
}

extension GardenState {
    /// Every garden: those of the categories in their order, then the fallow ones.
    var gardens: [Garden] { (categories.inOrder + categories.fallowInOrder).map(Growth.garden(of:)) }
}

extension Transition {
    /// Adds one point of experience to a category's garden, and tells of the level it reached, if it did.
    mutating func growGarden(categoryId: Int, cause: String) {
        guard let entry = state.categories.entry(categoryId) else {
            preconditionFailure("category \(categoryId) grows, and does not exist")
        }
        let before = Growth.garden(of: entry)
        let after = Growth.garden(of: entry.category, exp: entry.exp + 1)
        var growth = GardenChange()
        growth.garden = after
        growth.before = before.fieldsDiffering(from: after)
        growth.cause = cause
        emit(.gardenGrew, growth)
        tellOfLevels(of: entry.category, from: entry.exp, to: after.exp, cause: "garden.grew")
    }

    /// One event for each level that a garden crossed (RULES P11).
    mutating func tellOfLevels(of category: Category, from old: Int, to new: Int, cause: String) {
        let garden = Growth.garden(of: category, exp: new)
        var level = old / Growth.expPerLevel
        while level < garden.level {
            level += 1
            var growth = GardenChange()
            growth.garden = garden
            growth.garden.level = level
            growth.before = ["level": .integer(level - 1)]
            growth.cause = cause
            emit(.gardenLeveledUp, growth)
            writeLine(.level, LogText.level(growth.garden), cause: "garden.leveledUp")
        }
    }
}
