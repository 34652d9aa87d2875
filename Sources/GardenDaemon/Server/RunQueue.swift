/// The connections that have something to read or decide, in order: interactive clients, then those that have asked nothing yet,
/// then those in bulk.
struct RunQueue {
    enum Priority { case interactive, newcomer, bulk }

    private var interactive: [Connection] = []
    /// What they will ask for is unknown. Hundreds at once would be many large answers before the next small one.
    private var newcomers: [Connection] = []
    private var bulk: [Connection] = []

    var isEmpty: Bool { interactive.isEmpty && newcomers.isEmpty && bulk.isEmpty }

    /// The connections of a priority, in order.
    subscript(priority: Priority) -> [Connection] {
        switch priority {
        case .interactive: interactive
        case .newcomer: newcomers
        case .bulk: bulk
        }
    }

    /// Appends a connection that is not in the queue yet.
    mutating func append(_ connection: Connection, _ priority: Priority) {
        guard !connection.isClosed, !connection.isQueued else { return }
        connection.isQueued = true
        switch priority {
        case .interactive: interactive.append(connection)
        case .newcomer: newcomers.append(connection)
        case .bulk: bulk.append(connection)
        }
    }

    mutating func remove(_ connection: Connection) {
        guard connection.isQueued else { return }
        connection.isQueued = false
        interactive.removeAll { $0 === connection }
        newcomers.removeAll { $0 === connection }
        bulk.removeAll { $0 === connection }
    }

    mutating func removeFirst(_ count: Int, of priority: Priority) {
        for connection in self[priority][..<count] { connection.isQueued = false }
        switch priority {
        case .interactive: interactive.removeFirst(count)
        case .newcomer: newcomers.removeFirst(count)
        case .bulk: bulk.removeFirst(count)
        }
    }
}
