import GardenAPI
import TimeKit

extension GardenPlant: Query {
    public func answer(in context: QueryContext) throws(GardenError) -> PlantData {
        let reading = try StatisticsReading(context)
        let ids = try reading.categoryIds(named: category)
        let own = try reading.ownIds(ofCategory: category)
        guard let garden = context.state.gardens.first(where: { own.contains($0.categoryId) }) else {
            throw .notFound(kind: "category", name: category)
        }
        let lastGrewOn = garden.exp > 0 ? try reading.lastDayOfGrowth(of: ids) : nil
        return PlantData(
            garden: garden,
            // The oldest id stays the same when the category continues a removed one, or one that is merged into it.
            seed: Self.hash("\(context.state.identity.gardenId) \(own[0])"),
            season: lastGrewOn.map(Season.init(of:)) ?? .spring, lastGrewOn: lastGrewOn,
            lastLevelAt: garden.level > 0 ? try context.lastTime(at: garden.level, of: own) : nil)
    }

    /// FNV-1a with 32 bits, which every number of JSON holds.
    private static func hash(_ text: String) -> Int {
        Int(text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 })
    }
}

extension Season {
    /// The season of a day on the northern half of the earth.
    fileprivate init(of day: CalendarDay) {
        switch day.month {
        case 3...5: self = .spring
        case 6...8: self = .summer
        case 9...11: self = .autumn
        default: self = .winter
        }
    }
}

extension QueryContext {
    /// How many levels of all gardens are looked through for the last one of a garden: few at first, then the others.
    private static let (levelsAtFirst, mostLevels) = (64, 1000)

    /// When a garden last reached a level. It may have had a higher one since, before a correction.
    fileprivate func lastTime(at level: Int, of categoryIds: [Int]) throws(GardenError) -> Timestamp? {
        let history = history
        return try readingJournal {
            let types = [EventKind.gardenLeveledUp.type]
            var (readCount, before, atOnce) = (0, Int?.none, Self.levelsAtFirst)
            while readCount < Self.mostLevels {
                let events = try history.newestEvents(before: before, limit: atOnce, types: types)
                for event in events.reversed() {
                    do throws(ValidationError) {
                        let growth = try EventKind.gardenLeveledUp.effect(of: event)
                        if let growth, growth.level == level, categoryIds.contains(growth.categoryId) {
                            return event.at
                        }
                    } catch {
                        throw StoreError.unreadable(event, error)
                    }
                }
                guard events.count == atOnce else { break }
                (before, readCount, atOnce) = (events.first?.seq, readCount + events.count, Self.mostLevels)
            }
            return nil
        }
    }
}
