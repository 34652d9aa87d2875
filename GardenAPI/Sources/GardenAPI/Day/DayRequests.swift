/// Returns the current logical day (RULES L1, L7).
public struct DayGet: Request {
    public static let method = "day.get"
    public static let summary = "Returns the current logical day and when it ends."
    public typealias Response = Today
    public static let fields = Fields(DayGet.init)

    /// Creates the request.
    public init() {}
}

/// Sets the current day back to the day of the clock, after a wrong clock put it ahead (RULES L10).
///
/// The open lines of the log move to the corrected day. If the day is not ahead, nothing changes. Returns the current
/// day.
public struct DayCorrect: ChangeRequest {
    public static let method = "day.correct"
    public static let looksThrough: [LookedThrough] = [.tasks]
    public static let summary = "Sets the current day back to the day of the clock, after a wrong clock put it ahead."
    public typealias Response = Today
    public static let fields = Fields(DayCorrect.init)

    /// Creates the request.
    public init() {}
}
