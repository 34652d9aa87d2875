/// How many tasks wait (API §2, Status).
public struct TaskCounts: WireObject, Equatable {
    public static let name = "TaskCounts"

    public var open = 0
    public var dueToday = 0

    public init() {}

    public static let fields: [Field<TaskCounts>] = [
        .required("open", \.open, "the number of open tasks"),
        .required("dueToday", \.dueToday, "the number of them due this logical day"),
    ]
}
