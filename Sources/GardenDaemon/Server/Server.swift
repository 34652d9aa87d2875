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
/// hold up another: shares are bounded, those who ask for little come before those who ask for much, each go round, and
/// nothing here waits for anybody.
final class Server {
    /// How long one turn may read and decide before the rest waits for the next; the commit comes on top of it. Half as
    /// long as the last commit took, within these bounds: where the disk is slow, much is to be written at once.
    private static let turnMicroseconds = 1000...3000
    /// How long a subscriber's share of the journal may take.
    private static let historyMicroseconds = 1000
    /// How many clients are let in in one turn.
    private static let admissionsPerTurn = 32
    /// How long nobody is let in after the system refused to.
    private static let doorMilliseconds = 1000
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
    private var runQueue = RunQueue()
    /// Whether the last turn was without the bulk.
    private var isBulkDue = false
    private var isTurnDeferred = false
    private var heapTrimmer = HeapTrimmer()
    /// On CLOCK_MONOTONIC, in microseconds.
    private var turnEndsAt = 0
    private var commitMicroseconds = 0
    private var lingering = Lingering(processors: Machine.processors)
    /// Whether the last attempt to let somebody in failed; it is told once.
    private var isAcceptPaused = false
    private var doorTimer: TimerSource?
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
        doorTimer = try loop.timer(on: .monotonic) { [unowned self] in
            self.attempt("epoll_ctl") { () throws(SystemError) in try self.epoll.change(self.listener, to: .readable) }
        }
        source = try loop.io(epoll.descriptor, .readable) { [unowned self] _ in self.turn() }
    }

    isolated deinit {
        for descriptor in connections.keys { Glibc.close(descriptor) }
        if spareDescriptor >= 0 { Glibc.close(spareDescriptor) }
        readBuffer.deallocate()
    }

    var connectionCount: Int { connections.count }

    // MARK: A turn

    /// A turn of the loop: everything that is ready gets its share, and whoever asks again at once gets another.
    func turn() {
        lingering.begin(at: machine.awakeMicroseconds)
        var ready = epoll.ready()
        repeat {
            serve(ready)
            guard !isTurnDeferred else { return }
            ready = lingering.next(clock: { machine.awakeMicroseconds }, look: epoll.ready)
        } while !ready.isEmpty
    }

    /// Gives those that are ready their share, and lets those in who wait at the door.
    private func serve(_ members: [Epoll.Ready]) {
        var isSomebodyAtTheDoor = false
        for ready in members {
            if ready.descriptor == listener {
                isSomebodyAtTheDoor = true
            } else if let connection = connections[ready.descriptor] {
                if !ready.events.isDisjoint(with: [.hangUp, .error]) { connection.hangUp() }
                if ready.events.contains(.writable) { connection.unblock() }
                enqueue(connection)
            }
        }
        serve()
        if isSomebodyAtTheDoor { acceptPending() }
    }

    private func enqueue(_ connection: Connection) {
        runQueue.append(connection, isBulk: connection.isBulk(atMicroseconds: machine.awakeMicroseconds))
    }

    /// Whose share a turn was, and which replies wait for its commit.
    private struct Turn {
        var connections: [Connection] = []
        var replies: [(Connection, Reply)] = []
    }

    private func serve() {
        let now = machine.now()
        let bounds = Self.turnMicroseconds
        turnEndsAt = machine.awakeMicroseconds + min(max(bounds.lowerBound, commitMicroseconds / 2), bounds.upperBound)
        publish(engine.catchUp(to: now))
        var turn = Turn()
        serve(\.interactive, at: now, in: &turn)
        // Most of them are answered already: that waits neither for those who ask much nor for the disk.
        for connection in turn.connections { connection.flush(nowMilliseconds: now.awakeMilliseconds) }
        // What they changed is not kept from the disk by the others, who get the next turn then.
        if engine.isSettled || isBulkDue {
            isBulkDue = false
            serve(\.bulk, at: now, in: &turn)
        } else {
            isBulkDue = true
        }
        let events = commit()
        for (connection, reply) in turn.replies { take(reply, for: connection) }
        publish(events)
        // A disk that has just refused is left alone until the next turn.
        if engine.refusal == nil { publish(engine.catchUp(to: now)) }
        for connection in turn.connections { settle(connection) }
        workOn()
        if !runQueue.isEmpty { deferTurn() }
        if heapTrimmer.shouldGiveBack(held: connections.values.reduce(0) { $0 + $1.heldBytes }) { Malloc.giveBack() }
        onTurnEnd()
    }

    private var isTurnOver: Bool { machine.awakeMicroseconds >= turnEndsAt }

    private func commit() -> [Event] {
        guard !engine.isSettled else { return engine.commit() }
        let begin = machine.awakeMicroseconds
        defer { commitMicroseconds = machine.awakeMicroseconds - begin }
        return engine.commit()
    }

    /// Gives each connection of a rank its share, until the turn's time is over; the first of them in any case.
    private func serve(
        _ rank: WritableKeyPath<RunQueue, [Connection]>, at now: Moment, in turn: inout Turn
    ) {
        var count = 0
        while count < runQueue[keyPath: rank].count, count == 0 || !isTurnOver {
            let connection = runQueue[keyPath: rank][count]
            // One request may take longer than a turn, as a long list does: it gets a turn without others before it.
            if count > 0, connection.lastShareMicroseconds > Self.turnMicroseconds.lowerBound { break }
            let begin = machine.awakeMicroseconds
            count += 1
            connection.isQueued = false
            turn.connections.append(connection)
            connection.receive(into: readBuffer)
            decideShare(of: connection, at: now) { reply in
                if engine.isSettled { take(reply, for: connection) } else { turn.replies.append((connection, reply)) }
            }
            sendHistory(to: connection)
            connection.tookShare(from: begin, to: machine.awakeMicroseconds)
        }
        runQueue[keyPath: rank].removeSubrange(..<count)
    }

    /// Decides a connection's lines: so many requests, so many bytes of answers, or until the turn's time is over,
    /// whichever comes first. A batch that is not at its end then goes on in a later turn.
    private func decideShare(of connection: Connection, at now: Moment, _ whole: (Reply) -> Void) {
        var bytes = 0
        var count = 0
        while count < Connection.turnRequests, bytes <= Limits.queuedBytes, count == 0 || !isTurnOver {
            count += 1
            let reply: Reply
            if let begun = connection.unfinished {
                reply = begun
                engine.decideNext(reply, at: now)
                connection.actor = reply.actor
            } else if let line = connection.nextLine() {
                reply = engine.decide(line, from: connection.actor, at: now)
                connection.actor = reply.actor
            } else {
                return
            }
            connection.unfinished = reply.isDecided ? nil : reply
            guard reply.isDecided, !reply.isEmpty else { continue }
            bytes += reply.bytes
            whole(reply)
        }
    }

    /// What is left to do for a connection after a turn: sending, another share, or its end.
    private func settle(_ connection: Connection) {
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

    /// Does a slice of what takes longer than a turn may, and sees to it that the next follows.
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
                guard let self, let connection, !connection.isClosed else { return }
                connection.pendingReplies -= 1
                self.send(reply, to: connection)
                self.enqueue(connection)
            }
            return
        }
        send(reply, to: connection)
    }

    private func send(_ reply: Reply, to connection: Connection) {
        connection.send(answer: reply.line)
        switch reply.subscription {
        case .begin(var subscriber):
            subscriber.begin(head: engine.state.seq)
            connection.subscriber = subscriber
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
                guard let line = lines[event.seq] ?? line(event, engine.publisher) else { continue }
                lines[event.seq] = line
                connection.send(event: line, seq: event.seq)
            }
            if !connection.isQueued { settle(connection) }
        }
        onEvents(events)
    }

    /// Sends a subscriber that is catching up what it may take of the journal in a time of its own: those who write must
    /// not keep it from ever reaching the head.
    private func sendHistory(to connection: Connection) {
        let end = machine.awakeMicroseconds + Self.historyMicroseconds
        while connection.wantsHistory, machine.awakeMicroseconds < end {
            do throws(StoreError) {
                let events = try connection.subscriber?.nextPage(of: engine.history, head: engine.state.seq) ?? []
                let publisher = engine.publisher
                for event in events {
                    guard let line = line(event, publisher) else { return connection.breakOff() }
                    connection.send(event: line, seq: event.seq)
                }
            } catch {
                log.error("cannot read the journal for a subscriber: \(error.reason)")
                connection.breakOff()
            }
        }
    }

    /// - Returns: `nil` for an event that is damaged.
    private func line(_ event: Event, _ publisher: EventPublisher) -> [UInt8]? {
        do {
            var line = LineWriter.notification(method: EventMessage.method, params: try publisher.message(event))
            line.append(UInt8(ascii: "\n"))
            return line
        } catch {
            log.error("cannot read event \(error.seq) for a subscriber: \(error.problem)")
            return nil
        }
    }

    // MARK: Coming and going

    private func acceptPending() {
        do throws(SystemError) {
            for _ in 0..<Self.admissionsPerTurn {
                guard let descriptor = try UnixSocket.accept(from: listener) else { break }
                admit(descriptor)
            }
            if isAcceptPaused { log.notice("accepting clients again") }
            isAcceptPaused = false
        } catch {
            if !isAcceptPaused { log.warning("cannot accept clients: \(error)") }
            isAcceptPaused = true
            // The listener stays readable for ever. Without a descriptor left, the spare one lets the client in to be
            // told so; whatever else it is, it is looked at again in a while.
            if error.code == EMFILE {
                Glibc.close(spareDescriptor)
                let waiting = try? UnixSocket.accept(from: listener)
                if let waiting { refuse(waiting, "the daemon has no file descriptors left for another client") }
                spareDescriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            } else {
                attempt("epoll_ctl") { () throws(SystemError) in try epoll.change(listener, to: []) }
                doorTimer?.arm(atMicroseconds: UInt64(machine.awakeMilliseconds + Self.doorMilliseconds) * 1000)
            }
        }
    }

    private func admit(_ descriptor: Int32) {
        guard let peer = try? UnixSocket.peerUserId(descriptor), peer == owner else {
            log.warning("rejected a client of another user")
            Glibc.close(descriptor)
            return
        }
        let most = engine.environment.settings.maxConnections
        guard connections.count < most else {
            let there = connections.count == 1 ? "1 client is" : "\(connections.count) clients are"
            return refuse(descriptor, "\(there) connected, and server.max_connections is \(most)")
        }
        do throws(SystemError) { try epoll.add(descriptor, .readable) } catch {
            log.error("cannot watch a client: \(error)")
            Glibc.close(descriptor)
            return
        }
        connections[descriptor] = Connection(descriptor: descriptor, nowMilliseconds: machine.awakeMilliseconds)
    }

    private func refuse(_ descriptor: Int32, _ reason: String) {
        var line = LineWriter.refusal(id: nil, error: GardenError(.overloaded, reason))
        line.append(UInt8(ascii: "\n"))
        // A new socket takes one line, or its peer is gone already.
        _ = line.withUnsafeBytes { UnixSocket.send(descriptor, $0) }
        Glibc.close(descriptor)
    }

    private func close(_ connection: Connection) {
        guard !connection.isClosed else { return }
        connection.close()
        connections[connection.descriptor] = nil
        runQueue.remove(connection)
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
            log.warning("closed a client that reads nothing")
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
