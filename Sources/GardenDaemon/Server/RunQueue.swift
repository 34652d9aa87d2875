/// The connections that have something to read or decide, in order: interactive clients before those in bulk.
struct RunQueue {
    enum Priority { case interactive, bulk }

    private var interactive: [Connection] = []
    private var bulk: [Connection] = []
    private var members: Set<ObjectIdentifier> = []

    var isEmpty: Bool { members.isEmpty }

    /// The connections of a priority, in order.
    subscript(priority: Priority) -> [Connection] {
        switch priority {
        case .interactive: interactive
        case .bulk: bulk
        }
    }

    func contains(_ connection: Connection) -> Bool { members.contains(ObjectIdentifier(connection)) }

    /// Appends a connection that is not in the queue yet.
    mutating func append(_ connection: Connection, _ priority: Priority) {
        guard !connection.isClosed, members.insert(ObjectIdentifier(connection)).inserted else { return }
        switch priority {
        case .interactive: interactive.append(connection)
        case .bulk: bulk.append(connection)
        }
    }

    mutating func remove(_ connection: Connection) {
        guard members.remove(ObjectIdentifier(connection)) != nil else { return }
        interactive.removeAll { $0 === connection }
        bulk.removeAll { $0 === connection }
    }

    mutating func removeFirst(_ count: Int, of priority: Priority) {
        for connection in self[priority][..<count] { members.remove(ObjectIdentifier(connection)) }
        switch priority {
        case .interactive: interactive.removeFirst(count)
        case .bulk: bulk.removeFirst(count)
        }
    }
}
