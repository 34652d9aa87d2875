/// Those that have something to be read or decided, in turn: who asks for little before who asks for much.
struct Ranks {
    var modest: [Connection] = []
    var greedy: [Connection] = []

    var isEmpty: Bool { modest.isEmpty && greedy.isEmpty }

    mutating func append(_ connection: Connection, isGreedy: Bool) {
        guard !connection.isQueued, !connection.isClosed else { return }
        connection.isQueued = true
        if isGreedy { greedy.append(connection) } else { modest.append(connection) }
    }

    mutating func remove(_ connection: Connection) {
        guard connection.isQueued else { return }
        modest.removeAll { $0 === connection }
        greedy.removeAll { $0 === connection }
    }
}
