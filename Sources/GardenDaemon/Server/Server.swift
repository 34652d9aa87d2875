import GardenAPI
import GardenCore
import GardenEngine
import Glibc
import Logging
import SystemdKit

/// Lets clients in and gives each its turn (API §1, ARCHITECTURE: one thread, one loop).
///
/// All sockets live in one epoll, whose descriptor is a single source of the loop. One turn reads a share of what every
/// ready client has sent, decides all of it in order, commits once, answers, and then tells subscribers. No client can
/// hold up another: shares are bounded, the queue goes round, and nothing here waits for anybody.
final class Server {
    /// How long one turn may take before the rest waits for the next.
    private static let turnMilliseconds = 5
    /// How long a connection over its limit may take nothing (API §1).
    static let stuckMilliseconds = 60_000

    private let listener: Int32
    private let engine: Engine
    private let machine: MachineClock
    private let log: Logger
    private let owner: uid_t
    private let epoll: Epoll
    private let loop: EventLoop
    private var source: IOSource?
    private var stuckTimer: TimerSource?
    private var connections: [Int32: Connection] = [:]
    /// Those that have something to be read or decided, in turn.
    private var queue: [Connection] = []
    private var isTurnDeferred = false
    /// Held so that one more connection can be let in and told that it is one too many.
    private var spareDescriptor: Int32
    private let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Connection.turnBytes, alignment: 16)
    /// Called after each turn with the events it committed.
    var onEvents: ([Event]) -> Void = { _ in }
    /// Called at the end of each turn.
    var onTurnEnd: () -> Void = {}

    init(
        listener: Int32, engine: Engine, machine: MachineClock, loop: EventLoop, log: Logger, owner: uid_t = getuid()
    ) throws(SystemError) {
        self.listener = listener
        self.engine = engine
        self.machine = machine
        self.loop = loop
        self.log = log
        self.owner = owner
        epoll = try Epoll()
        spareDescriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        try epoll.add(listener, .readable)
        stuckTimer = try loop.timer(on: .monotonic) { [unowned self] in self.closeStuck() }
        source = try loop.io(epoll.descriptor, .readable) { [unowned self] _ in self.turn() }
    }

    isolated deinit {
        for descriptor in connections.keys { Glibc.close(descriptor) }
        if spareDescriptor >= 0 { Glibc.close(spareDescriptor) }
        readBuffer.deallocate()
    }

    var connectionCount: Int { connections.count }

    // MARK: A turn

    /// One turn: everything that is ready gets its share.
    func turn() {
        for ready in epoll.ready() {
            if ready.descriptor == listener {
                letIn()
            } else if let connection = connections[ready.descriptor] {
                if !ready.events.isDisjoint(with: [.hangUp, .error]) { connection.hangUp() }
                if ready.events.contains(.writable) { connection.unblock() }
                enqueue(connection)
            }
        }
        serveQueue()
    }

    private func enqueue(_ connection: Connection) {
        guard !connection.isQueued else { return }
        connection.isQueued = true
        queue.append(connection)
    }

    private func serveQueue() {
        let now = machine.now()
        publish(engine.catchUp(to: now))
        let served = decideQueue(at: now)
        let events = engine.commit()
        for (connection, reply) in served.replies { take(reply, for: connection) }
        publish(events)
        publish(engine.catchUp(to: now))
        for connection in served.connections { settle(connection) }
        workOn()
        if !queue.isEmpty { deferTurn() }
        onTurnEnd()
    }

    /// Reads and decides a share of each queued connection, until the turn's time is over.
    private func decideQueue(at now: Moment) -> (connections: [Connection], replies: [(Connection, Reply)]) {
        var replies: [(Connection, Reply)] = []
        let deadline = now.awakeMilliseconds + Self.turnMilliseconds
        var count = 0
        while count < queue.count, count == 0 || machine.awakeMilliseconds < deadline {
            let connection = queue[count]
            count += 1
            connection.receive(into: readBuffer)
            for _ in 0..<Connection.turnRequests {
                guard let line = connection.nextLine() else { break }
                if let reply = engine.decide(line, at: now) { replies.append((connection, reply)) }
            }
        }
        let connections = Array(queue[..<count])
        queue.removeSubrange(..<count)
        for connection in connections { connection.isQueued = false }
        return (connections, replies)
    }

    /// What is left to do for a connection after a turn: sending, more history, another turn, or its end.
    private func settle(_ connection: Connection) {
        if connection.wantsHistory { sendHistory(to: connection) }
        connection.flush(nowMilliseconds: machine.awakeMilliseconds)
        if connection.isDone { return close(connection) }
        if connection.hasLine || connection.wantsHistory { enqueue(connection) }
        var interest: IOEvents = []
        if connection.wantsToRead { interest.insert(.readable) }
        if connection.hasOutput { interest.insert(.writable) }
        if interest != connection.interest {
            connection.interest = interest
            attempt("epoll_ctl") { () throws(SystemError) in try epoll.change(connection.descriptor, to: interest) }
        }
        if connection.isOverLimit { armStuckTimer() }
    }

    /// Goes on with the queue in the loop's next turn, so that other sources get theirs between.
    private func deferTurn() {
        guard !isTurnDeferred else { return }
        isTurnDeferred = true
        loop.defer { [weak self] in
            self?.isTurnDeferred = false
            self?.turn()
        }
    }

    /// Does a slice of the verification somebody asked for, and sees to it that the next follows.
    private func workOn() {
        guard engine.hasWork else { return }
        engine.work()
        deferTurn()
    }

    // MARK: Replies and events

    private func take(_ reply: Reply, for connection: Connection) {
        guard reply.isReady else {
            connection.pendingReplies += 1
            reply.onReady = { [weak self, weak connection, unowned reply] in
                guard let self, let connection else { return }
                connection.pendingReplies -= 1
                connection.send(answer: reply.line)
                self.enqueue(connection)
            }
            return
        }
        connection.send(answer: reply.line)
        switch reply.subscription {
        case .begin(let subscriber): connection.subscriber = subscriber
        case .end: connection.subscriber = nil
        case nil: break
        }
    }

    /// Tells subscribers of committed events, and whoever else wants to know.
    func publish(_ events: [Event]) {
        guard !events.isEmpty else { return }
        var lines: [Int: [UInt8]] = [:]
        for connection in connections.values {
            guard let wanted = connection.subscriber?.take(events), !wanted.isEmpty else { continue }
            for event in wanted {
                let line = lines[event.seq] ?? Self.line(event, engine.conditions.zone)
                lines[event.seq] = line
                connection.send(event: line, seq: event.seq)
            }
            if !connection.isQueued { settle(connection) }
        }
        onEvents(events)
    }

    private func sendHistory(to connection: Connection) {
        do throws(StoreError) {
            let events = try connection.subscriber?.nextPage(of: engine.history, head: engine.state.seq) ?? []
            for event in events {
                connection.send(event: Self.line(event, engine.conditions.zone), seq: event.seq)
            }
        } catch {
            log.error("the journal cannot be read for a subscriber: \(error.reason)")
            connection.breakOff()
        }
    }

    private static func line(_ event: Event, _ zone: ZoneRules) -> [UInt8] {
        var line = ServerLine.notification(method: EventMessage.method, params: event.message(in: zone))
        line.append(UInt8(ascii: "\n"))
        return line
    }

    // MARK: Coming and going

    private func letIn() {
        do throws(SystemError) {
            while let descriptor = try UnixSocket.accept(from: listener) { admit(descriptor) }
        } catch {
            // Without a descriptor left the listener stays readable for ever: the spare one lets the client in to be
            // told so.
            log.warning("a client cannot be let in: \(error)")
            Glibc.close(spareDescriptor)
            if let descriptor = try? UnixSocket.accept(from: listener) { refuseAsTooMany(descriptor) }
            spareDescriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        }
    }

    private func admit(_ descriptor: Int32) {
        guard let peer = try? UnixSocket.peerUserId(descriptor), peer == owner else {
            log.warning("a client of another user was turned away")
            Glibc.close(descriptor)
            return
        }
        guard connections.count < engine.conditions.settings.maxConnections else { return refuseAsTooMany(descriptor) }
        do throws(SystemError) { try epoll.add(descriptor, .readable) } catch {
            log.error("a client cannot be watched: \(error)")
            Glibc.close(descriptor)
            return
        }
        connections[descriptor] = Connection(descriptor: descriptor, nowMilliseconds: machine.awakeMilliseconds)
    }

    private func refuseAsTooMany(_ descriptor: Int32) {
        let most = engine.conditions.settings.maxConnections
        let error = GardenError(.overloaded, "\(connections.count) clients are connected; \(most) are the most")
        var line = ServerLine.refusal(id: nil, error: error)
        line.append(UInt8(ascii: "\n"))
        // A new socket takes one line, or its peer is gone already.
        _ = line.withUnsafeBytes { UnixSocket.send(descriptor, $0) }
        Glibc.close(descriptor)
    }

    private func close(_ connection: Connection) {
        guard connections.removeValue(forKey: connection.descriptor) != nil else { return }
        if connection.isQueued { queue.removeAll { $0 === connection } }
        Glibc.close(connection.descriptor)
    }

    private func armStuckTimer() {
        let first = connections.values.filter(\.isOverLimit).map(\.lastProgressMilliseconds).min()
        guard let first else { return }
        stuckTimer?.arm(atMicroseconds: UInt64(first + Self.stuckMilliseconds) * 1000)
    }

    private func closeStuck() {
        let latest = machine.awakeMilliseconds - Self.stuckMilliseconds
        for connection in connections.values.filter({ $0.isOverLimit && $0.lastProgressMilliseconds <= latest }) {
            log.warning("a client that takes nothing was closed")
            close(connection)
        }
        armStuckTimer()
    }

    /// Sends what waits, as far as clients take it at once: the last thing before the daemon ends.
    func flushAll() {
        for connection in connections.values { connection.flush(nowMilliseconds: machine.awakeMilliseconds) }
    }

    private func attempt(_ what: String, _ body: () throws(SystemError) -> Void) {
        do throws(SystemError) { try body() } catch { log.error("\(what): \(error)") }
    }
}
