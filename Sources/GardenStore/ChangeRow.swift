import GRDB
import GardenAPI
import GardenCore

/// A row of the journal: a change with its events.
///
/// The events are lines of text, one each: type, version, how many events before it in the change the one stands that
/// caused it, and the effect, as in
///
///     focus.completed/1 [12,["focus",3,2,1500000,[1767258000000,0],20454],["Reading",17]]
///     garden.grew/1<1 [2,["Reading",17],"blue",8,1]
struct ChangeRow: Equatable {
    static let columns = "seq, at, \"offset\", recorded, method, actor, params, \"key\", events, digest"
    static let insertion = "INSERT INTO change (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

    /// Without the answer to its key, which has a row of its own.
    var change: Change
    var digest: [UInt8]

    init(_ change: Change, digest: [UInt8]) {
        self.change = change
        self.digest = digest
    }

    /// - Parameter row: of ``columns``.
    /// - Throws: ``DamagedRow`` when it was never written so.
    init(_ row: Row) throws {
        let seq: Int = try row.value(0, "a change's seq")
        let what = "a column of change \(seq)"
        let at = Timestamp(
            instant: Instant(milliseconds: try row.value(1, what)), offsetSeconds: try row.value(2, what))
        let recorded: Int? = try row.optional(3, what)
        let key: String? = try row.optional(7, what)
        let events = try Self.events(try row.bytes(8, what), from: seq, at: at)
        change = Change(
            at: at, recordedAt: recorded.map(Instant.init(milliseconds:)) ?? at.instant,
            method: try row.optional(4, what) ?? events[0].type, actor: try row.optional(5, what) ?? Actor.due,
            params: try row.optionalBytes(6, what) ?? [],
            reply: key.map { KeyedReply(key: $0, answer: [], rollovers: 0) }, events: events)
        digest = try row.bytes(9, what)
    }

    /// - Parameter statement: of ``insertion``.
    func insert(with statement: BareStatement) throws {
        statement.bind(change.seq)
        statement.bind(change.at.instant.milliseconds)
        statement.bind(change.at.offsetSeconds)
        statement.bind(change.recordedAt == change.at.instant ? nil : change.recordedAt.milliseconds)
        statement.bind(change.method == change.events[0].type ? nil : change.method)
        statement.bind(change.actor == Actor.due ? nil : change.actor)
        if change.params.isEmpty { statement.bindNull() } else { statement.bind(change.params) }
        statement.bind(change.reply?.key)
        statement.bind(Self.text(of: change.events))
        statement.bind(digest)
        try statement.run()
    }

    /// The last change; `nil` in an empty journal.
    static func last(_ db: Database) throws -> ChangeRow? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM change ORDER BY seq DESC LIMIT 1")
        return try Row.fetchOne(statement).map { try ChangeRow($0) }
    }

    /// The change that an event is of; `nil` when there is no such event.
    static func row(_ db: Database, withEvent seq: Int) throws -> ChangeRow? {
        let sql = "SELECT \(columns) FROM change WHERE seq <= ? ORDER BY seq DESC LIMIT 1"
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [seq]).map({ try ChangeRow($0) })
        else { return nil }
        return row.lastSeq >= seq ? row : nil
    }

    /// Calls `body` with each change, in order, until it returns `false`.
    ///
    /// - Parameter seq: where to begin: with the change that has the event after that one. From 0 on every row is passed,
    ///   also one whose seq no journal has.
    static func forEach(_ db: Database, after seq: Int, _ body: (ChangeRow) throws -> Bool) throws {
        let first = "ifnull((SELECT max(seq) FROM change WHERE seq <= ?), 0)"
        let sql = "SELECT \(columns) FROM change \(seq == 0 ? "" : "WHERE seq >= \(first)") ORDER BY seq"
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: seq == 0 ? [] : [seq &+ 1])
        while let row = try rows.next() {
            let row = try ChangeRow(row)
            guard row.lastSeq > seq || seq == 0 else { continue }
            guard try body(row) else { return }
        }
    }

    // A damaged seq may be any number, and is to be reported rather than to overflow.
    var lastSeq: Int { change.seq &+ change.events.count &- 1 }

    // MARK: The events' text

    private static let lineFeed = UInt8(ascii: "\n")
    private static let blank = UInt8(ascii: " ")

    /// - Precondition: effects are one line each, and causes stand before what they caused.
    static func text(of events: [Event]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(events.reduce(0) { $0 + $1.effect.count + 40 })
        for (index, event) in events.enumerated() {
            if index > 0 { text.append(lineFeed) }
            text += event.type.utf8
            text.append(UInt8(ascii: "/"))
            text += "\(event.version)".utf8
            if let cause = event.cause {
                precondition(
                    (events[0].seq..<event.seq).contains(cause.seq), "event \(event.seq) is caused by \(cause.seq)")
                text.append(UInt8(ascii: "<"))
                text += "\(event.seq - cause.seq)".utf8
            }
            text.append(blank)
            precondition(!event.effect.contains(lineFeed), "the effect of event \(event.seq) has several lines")
            text += event.effect
        }
        return text
    }

    private static func events(_ text: [UInt8], from seq: Int, at: Timestamp) throws -> [Event] {
        var events: [Event] = []
        for line in text.split(separator: lineFeed, omittingEmptySubsequences: false) {
            guard let end = line.firstIndex(of: blank),
                let event = event(line[..<end], line[(end + 1)...], &events, seq, at)
            else { throw DamagedRow(problem: "an event of change \(seq) cannot be read") }
            events.append(event)
        }
        return events
    }

    private static func event(
        _ head: ArraySlice<UInt8>, _ effect: ArraySlice<UInt8>, _ events: inout [Event], _ first: Int, _ at: Timestamp
    ) -> Event? {
        guard let slash = head.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let numbers = head[(slash + 1)...].split(separator: UInt8(ascii: "<"), maxSplits: 1)
        guard let version = numbers.first.flatMap(integer) else { return nil }
        let seq = first &+ events.count
        var cause: EventReference?
        if numbers.count == 2 {
            guard let distance = integer(numbers[1]), (1...max(1, events.count)).contains(distance), !events.isEmpty
            else { return nil }
            let event = events[events.count - distance]
            cause = EventReference(seq: event.seq, type: event.type)
        }
        let type = String(decoding: head[..<slash], as: UTF8.self)
        return Event(seq: seq, at: at, type: type, version: version, cause: cause, effect: Array(effect))
    }

    private static func integer(_ digits: ArraySlice<UInt8>) -> Int? { Int(String(decoding: digits, as: UTF8.self)) }
}

/// The chain of the changes' digests as far as it has been followed.
struct Chain {
    /// The last event.
    private(set) var seq: Int
    private(set) var digest: [UInt8]

    /// The chain before its first change.
    init() {
        seq = 0
        digest = RowDigest.beginning
    }

    /// The chain up to a row that is taken to be sound.
    init(upTo row: ChangeRow) {
        seq = row.lastSeq
        digest = row.digest
    }

    /// The row that would continue it with that change.
    func row(for change: Change) -> ChangeRow {
        ChangeRow(change, digest: RowDigest.digest(of: change, after: digest))
    }

    /// Follows it by one row.
    ///
    /// - Returns: whether the row continues it: the next seq, and the digest that belongs to it.
    mutating func follow(_ row: ChangeRow) -> Bool {
        guard row.change.seq == seq + 1, RowDigest.digest(of: row.change, after: digest) == row.digest else {
            return false
        }
        self = Chain(upTo: row)
        return true
    }
}
