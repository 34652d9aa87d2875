import GRDB

/// Reads a database that a daemon may have open, in one transaction.
enum SharedRead {
    static func read<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.closeForGood() }
        return try queue.read(body)
    }
}
