import GRDB

extension DatabaseQueue {
    /// Closes the database for good.
    ///
    /// The closed queue is kept until the process ends, because releasing one costs more than its few kilobytes: GRDB
    /// marks its dispatch queues (`setSpecific`), libdispatch cleans up such marks in a thread, and with its first
    /// thread it starts a monitor that wakes once a second forever. An idle daemon must never wake (RULES P3).
    func closeForGood() throws {
        _ = Unmanaged.passRetained(self)
        try close()
    }
}
