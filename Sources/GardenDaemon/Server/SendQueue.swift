/// The subscribers with events to send: for thousands of them that takes longer than a turn.
///
/// They are served in passes. A connection that gets events during a pass belongs to the next one. Between two passes, clients in bulk
/// have their turn.
struct SendQueue {
    /// The pass, in order; those before `position` are served.
    private var pass: [Connection] = []
    private var position = 0
    private var later: [Connection] = []

    var isEmpty: Bool { !isInPass && later.isEmpty }

    /// Whether a pass has begun and is not over.
    var isInPass: Bool { position < pass.count }

    /// Appends a connection that does not wait in the queue yet.
    mutating func append(_ connection: Connection) {
        guard !connection.isInSendQueue else { return }
        connection.isInSendQueue = true
        later.append(connection)
    }

    /// Takes the next connection out. After the last one of a pass, a new pass begins.
    mutating func removeFirst() -> Connection? {
        if !isInPass {
            (pass, later) = (later, [])
            position = 0
        }
        guard isInPass else { return nil }
        let connection = pass[position]
        connection.isInSendQueue = false
        position += 1
        // A connection that is closed later must not live on in a pass that is over.
        if !isInPass { pass = [] }
        return connection
    }
}
