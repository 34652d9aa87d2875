public struct DayGet: Request {
    public static let method = "day.get"
    public static let summary = "Tells the current logical day and when it ends."
    public typealias Response = Today
    public static let fields: [Field<DayGet>] = []
    public init() {}
}
