import Foundation
import GRDB
import Testing

@testable import GardenStore

struct PreparedStatementTests {
    private let queue: DatabaseQueue

    init() throws {
        queue = try DatabaseQueue()
        try queue.write { try $0.execute(sql: "CREATE TABLE t (i INTEGER UNIQUE, t TEXT, b BLOB) STRICT") }
    }

    @Test func boundValuesAreWrittenAndCleared() throws {
        let long = String(repeating: "ein Gärtner ", count: 500)
        try queue.write { db in
            let statement = try PreparedStatement(db, "INSERT INTO t VALUES (?, ?, ?)")
            for (integer, text, bytes) in [
                (Int.min, "", []), (0, nil, [0, 1, 255]), (.max, long, [UInt8](repeating: 7, count: 9000)),
            ] as [(Int, String?, [UInt8])] {
                statement.bind(integer)
                statement.bind(text)
                statement.bind(bytes)
                try statement.run()
            }
        }
        let rows = try queue.read { try Row.fetchAll($0, sql: "SELECT * FROM t ORDER BY i") }
        #expect(
            rows == [
                ["i": Int.min, "t": "", "b": Data()], ["i": 0, "t": nil, "b": Data([0, 1, 255])],
                ["i": Int.max, "t": long, "b": Data(repeating: 7, count: 9000)],
            ])
    }

    @Test func anErrorHasItsCodeAndTheStatementStaysUsable() throws {
        try queue.write { db in
            let statement = try PreparedStatement(db, "INSERT INTO t (i) VALUES (?)")
            statement.bind(1)
            try statement.run()
            statement.bind(1)
            let refusal = #expect(throws: DatabaseError.self) { try statement.run() }
            #expect(refusal?.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE)
            #expect(refusal?.message == "UNIQUE constraint failed: t.i")
            statement.bind(2)
            try statement.run()
            #expect(try Int.fetchAll(db, sql: "SELECT i FROM t ORDER BY i") == [1, 2])
            let wrong = #expect(throws: DatabaseError.self) {
                try PreparedStatement(db, "INSERT INTO nowhere VALUES (1)")
            }
            #expect(wrong?.message == "no such table: nowhere")
        }
    }
}
