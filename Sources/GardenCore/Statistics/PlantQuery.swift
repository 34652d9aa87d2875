import GardenAPI
import TimeKit

extension GardenPlant: Query {
    public func answer(in context: QueryContext) throws(GardenError) -> PlantData {
        let state = context.state
        let reading = try StatisticsReading(context)
        let history = try reading.category(named: category)
        guard let garden = state.gardens.first(where: { history.ids.contains($0.categoryId) }) else {
            throw .notFound(kind: "category", name: category)
        }
        // The oldest id stays the same when the category continues a removed one.
        let seed = Self.hash("\(state.identity.gardenId) \(history.ids[0])")
        return PlantData(
            garden: garden, seed: seed, lastGrewOn: garden.exp > 0 ? try reading.lastDayOfGrowth(of: history) : nil,
            lastLevelAt: garden.level > 0 ? try context.lastLevel(of: garden.categoryId) : nil)
    }

    /// FNV-1a with 32 bits, which every number of JSON holds.
    private static func hash(_ text: String) -> Int {
        Int(text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 })
    }
}

/// The last day on which categories of the table had a completed session or task.
public struct LastGrowthQuery: HistoryQuery {
    public typealias Answer = CalendarDay?

    public let categoryIds: [Int]

    public init(categoryIds: [Int]) { self.categoryIds = categoryIds }
}

extension QueryContext {
    /// How many levels of all gardens are looked through for the last one of a garden.
    private static let mostLevels = 1000

    fileprivate func lastLevel(of categoryId: Int) throws(GardenError) -> Timestamp? {
        let history = history
        return try readingJournal {
            let types = [EventKind.gardenLeveledUp.type]
            let events = try history.newestEvents(before: nil, limit: Self.mostLevels, types: types)
            for event in events.reversed() {
                do throws(ValidationError) {
                    if try EventKind.gardenLeveledUp.effect(of: event)?.categoryId == categoryId { return event.at }
                } catch {
                    throw StoreError("event \(event.seq), \(event.type), cannot be read: \(error.message)", .damaged)
                }
            }
            return nil
        }
    }
}
