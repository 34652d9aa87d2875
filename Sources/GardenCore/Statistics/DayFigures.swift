import TimeKit

/// What happened in one category on one day, or in several: sums that events add to (RULES S1).
public struct DayFigures: Sendable, Equatable {
    /// The seconds of completed focus sessions.
    public var seconds = 0
    public var sessions = 0
    /// The sessions that brought experience (RULES S4).
    public var earning = 0
    /// The focus sessions that did not run to their end.
    public var interruptions = 0
    public var tasks = 0
    public var earned = 0
    public var spent = 0
    /// The money spent, by which the meter rose (RULES S9).
    public var money = 0
    /// By how much the balance changed.
    public var balance = 0
    /// The experience that the garden gained.
    public var exp = 0
    /// The part of it from tasks.
    public var taskExp = 0
    /// The seconds by the hour of the wall clock in which their session began (RULES S3).
    public var hours = [Int](repeating: 0, count: 24)

    public init() {}

    /// Its sums apart from the hours, with their names in tables.
    public static let sums: [(name: String, path: WritableKeyPath<DayFigures, Int> & Sendable)] = [
        ("seconds", \.seconds), ("sessions", \.sessions), ("earning", \.earning), ("interruptions", \.interruptions),
        ("tasks", \.tasks),
        ("earned", \.earned), ("spent", \.spent), ("money", \.money),
        ("balance", \.balance), ("exp", \.exp), ("taskExp", \.taskExp),
    ]

    var isZero: Bool { self == DayFigures() }
    var minutes: Int { seconds / 60 }
    /// Those that the totals of a category have.
    var ofCategory: DayFigures {
        var figures = self
        (figures.money, figures.balance, figures.exp, figures.taskExp) = (0, 0, 0, 0)
        figures.hours = DayFigures().hours
        return figures
    }

    /// The sums of a damaged journal must not end the program.
    public static func += (sum: inout DayFigures, other: DayFigures) { sum.add(other, &+) }
    static func -= (sum: inout DayFigures, other: DayFigures) { sum.add(other, &-) }

    private mutating func add(_ other: DayFigures, _ sum: (Int, Int) -> Int) {
        for (_, path) in Self.sums { self[keyPath: path] = sum(self[keyPath: path], other[keyPath: path]) }
        for hour in hours.indices where other.hours[hour] != 0 { hours[hour] = sum(hours[hour], other.hours[hour]) }
    }
}

/// A category on a day.
public struct CategoryDay: Hashable, Sendable, Comparable {
    public var day: CalendarDay
    /// 0 for points without a category.
    public var categoryId: Int

    public init(day: CalendarDay, categoryId: Int) {
        self.day = day
        self.categoryId = categoryId
    }

    public static func < (first: CategoryDay, second: CategoryDay) -> Bool {
        (first.day, first.categoryId) < (second.day, second.categoryId)
    }
}
