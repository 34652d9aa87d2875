/// The number of open tasks (API §2, TaskCounts). Zeros in this release, which has no tasks.
public struct TaskCounts: WireObject, Equatable {
    public static let name = "TaskCounts"

    /// The number of open tasks.
    public var open: Int
    /// The number of open tasks that are due this logical day.
    public var dueToday: Int

    /// Creates the value from its members.
    public init(open: Int, dueToday: Int) {
        self.open = open
        self.dueToday = dueToday
    }

    public static let fields = Fields(
        TaskCounts.init,
        .required("open", \.open, "the number of open tasks"),
        .required("dueToday", \.dueToday, "the number of them due this logical day"))
}
