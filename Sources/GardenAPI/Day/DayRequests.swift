public struct DayGet: Request {
    public static let method = "day.get"
    public static let summary = "Returns the current logical day and when it ends."
    public typealias Response = Today
    public static let fields = Fields(DayGet.init)
    public init() {}
}

public struct DayCorrect: ChangeRequest {
    public static let method = "day.correct"
    public static let summary = "Sets the current day back to the day of the clock, after a wrong clock put it ahead."
    public typealias Response = Today
    public static let fields = Fields(DayCorrect.init)
    public init() {}
}
