/// How many tasks wait (API §2, Status).
public struct TaskCounts: WireObject, Equatable {
    public static let name = "TaskCounts"

    public var open: Int
    public var dueToday: Int

    public init(open: Int, dueToday: Int) {
        self.open = open
        self.dueToday = dueToday
    }

    public static let fields = Fields(
        TaskCounts.init,
        .required("open", \.open, "the number of open tasks"),
        .required("dueToday", \.dueToday, "the number of them due this logical day"))
}
