/// How often a task is to be done in each week or month, and how often it was (RULES T19).
public struct TargetCount: WireObject, Equatable {
    public static let name = "TargetCount"

    /// A period of the calendar.
    public enum Period: String, WireWord {
        /// A week or a month.
        case week, month
    }

    /// How many times in the current period.
    public var count: Int
    /// How many completions count in it.
    public var done: Int
    /// The period.
    public var per: Period

    /// Creates the value from its members.
    public init(count: Int, done: Int, per: Period) {
        self.count = count
        self.done = done
        self.per = per
    }

    public static let fields = Fields(
        TargetCount.init,
        .required("count", \.count, "how many times in the current period"),
        .required("done", \.done, "how many completions count in it"),
        .required("per", \.per, "the period"))
}
