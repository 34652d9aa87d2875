/// Those that have something to be read or decided, in turn: who asks for little before who asks for much.
struct RunQueue {
    var interactive: [Connection] = []
    var bulk: [Connection] = []

    var isEmpty: Bool { interactive.isEmpty && bulk.isEmpty }

    mutating func append(_ connection: Connection, isBulk: Bool) {
        guard !connection.isQueued, !connection.isClosed else { return }
        connection.isQueued = true
        if isBulk { bulk.append(connection) } else { interactive.append(connection) }
    }

    mutating func remove(_ connection: Connection) {
        guard connection.isQueued else { return }
        interactive.removeAll { $0 === connection }
        bulk.removeAll { $0 === connection }
    }
}
