import GardenAPI
import GardenCore
import GardenEngine
import Glibc
import Logging
import SystemdKit

/// Serves all clients in turns (API §1, ARCHITECTURE: one thread, one loop).
///
/// All sockets are members of one epoll with a single descriptor in the loop. A turn reads a share from every ready
/// client, decides all of it in order, commits once, answers, and then sends events to subscribers, to some in each turn. No client
/// can stall another: shares are bounded, clients that ask for little come before those that ask for much, and nothing here waits for
/// a client.
@MainActor
final class Server {
    private let engine: Engine
    private let machine: MachineClock
    private let loop: EventLoop
    private let epoll: Epoll
    private let acceptor: ConnectionAcceptor
    private let connections: ConnectionTable
    private let sender: EventSender
    private var source: IOSource?
    private var runQueue = RunQueue()
    private var sendQueue = SendQueue()
    /// How long a turn sends events.
    private let sendMicroseconds: Int
    private var budget: TurnBudget
    /// Whether the last turn left out the clients in bulk.
    private var isBulkDue = false
    private var isTurnDeferred = false
    /// Connections that wait until all clients together hold less (``ConnectionTable/mayServe(_:)``).
    private var paused: [Connection] = []
    /// Whether subscribers know that the disk refuses.
    private var isStale = false
    private var heapTrimmer = HeapTrimmer()
    private(set) var turnCount = 0
    private let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Connection.turnBytes, alignment: 16)
    /// Clients that are not identified yet. They are served after that.
    private var unidentified: Set<Int32> = []
    /// Finds out who a client is, by its process; at once if that can only be a person's.
    var identify: (_ process: pid_t, _ answer: @escaping (ClientIdentity) -> Void) -> Void = { $1(ClientIdentity()) }
    /// Called after each turn with the events it committed.
    var onEvents: ([Event]) -> Void = { _ in }
    /// Called at the begin of each turn.
    var onTurnBegin: () -> Void = {}
    /// Called at the end of each turn.
    var onTurnEnd: () -> Void = {}

    init(
        listener: Int32, engine: Engine, machine: MachineClock, loop: EventLoop, log: Logger, owner: uid_t = getuid(),
        sendMicroseconds: Int = TurnBudget.boundsMicroseconds.lowerBound, allowedBytes: Int = Limits.allQueuedBytes
    ) throws(SystemError) {
        self.engine = engine
        self.machine = machine
        self.loop = loop
        self.sendMicroseconds = sendMicroseconds
        budget = TurnBudget(machine)
        sender = EventSender(engine: engine, machine: machine, log: log)
        epoll = try Epoll()
        acceptor = try ConnectionAcceptor(listener: listener, owner: owner, epoll: epoll, loop: loop, log: log)
        connections = try ConnectionTable(
            epoll: epoll, machine: machine, loop: loop, log: log, allowedBytes: allowedBytes)
        connections.onClose = { [unowned self] connection in
            self.runQueue.remove(connection)
            self.paused.removeAll { $0 === connection }
        }
        connections.onRoom = { [unowned self] in self.deferTurn() }
        source = try loop.io(epoll.descriptor, .readable) { [unowned self] _ in self.turn() }
    }

    isolated deinit { readBuffer.deallocate() }

    var connectionCount: Int { connections.count }

    /// Whether something is left to do in a next turn, whatever clients do.
    var wantsTurn: Bool { isTurnDeferred }

    /// How many bytes all connections hold in memory.
    var heldBytes: Int { connections.heldBytes }

    // MARK: A turn

    /// A turn of the loop.
    func turn() {
        guard source != nil else { return }
        turnCount += 1
        onTurnBegin()
        let begin = machine.awakeMicroseconds
        let isClientWaiting = enqueueReady(atMicroseconds: begin)
        let now = machine.now()
        budget.begin(atMicroseconds: begin)
        enqueue(engine.catchUp(to: now))

        var turn = Turn()
        serve(.interactive, at: now, in: &turn)
        serve(.newcomer, at: now, in: &turn)
        // Most interactive clients have their answers now; they wait neither for bulk clients nor for the disk.
        for connection in turn.connections { connection.flush(nowMilliseconds: now.awakeMilliseconds) }
        serveBulk(at: now, in: &turn)

        let events = engine.isSettled ? engine.commit() : budget.commit(engine.commit)
        for (connection, reply) in turn.replies { send(reply, to: connection) }
        // Whoever waits for an answer need not wait for what follows from it.
        settle(turn.connections)
        enqueue(events)
        // After a refusal, the disk is tried again in the next turn.
        if engine.storageError == nil { enqueue(engine.catchUp(to: now)) }
        sendEvents()

        connections.limitHeldBytes()
        work()
        makeNextPart(at: now)
        resumePaused()
        if isClientWaiting { acceptor.acceptPending(nowMilliseconds: machine.awakeMilliseconds, add) }
        resumeQueues()
        // What the turn itself holds is free only after it.
        if heapTrimmer.shouldGiveBack(held: connections.heldBytes) { loop.defer { Malloc.giveBack() } }
        onTurnEnd()
    }

    /// The connections that had their share of a turn, and the replies that wait for its commit.
    private struct Turn {
        var connections: [Connection] = []
        var replies: [(Connection, Reply)] = []
    }

    /// Queues the connections that epoll reports ready.
    ///
    /// - Returns: whether a client waits to be accepted.
    private func enqueueReady(atMicroseconds now: Int) -> Bool {
        var isClientWaiting = false
        for ready in epoll.ready() {
            if ready.descriptor == acceptor.listener {
                isClientWaiting = true
            } else if let connection = connections[ready.descriptor] {
                if !ready.events.isDisjoint(with: [.hangUp, .error]) { connection.hangUp() }
                if ready.events.contains(.writable) { connection.unblock() }
                enqueue(connection, atMicroseconds: now)
            }
        }
        return isClientWaiting
    }

    private func enqueue(_ connection: Connection, atMicroseconds now: Int) {
        runQueue.append(connection, connection.priority(atMicroseconds: now))
    }

    /// Serves the clients in bulk unless changes of the interactive ones wait for the disk; then they come in the next
    /// turn. While events are sent to many subscribers, they wait for all of these: otherwise they write faster than can be sent.
    private func serveBulk(at now: Moment, in turn: inout Turn) {
        guard engine.isSettled || isBulkDue, !sendQueue.isInPass else {
            isBulkDue = true
            return
        }
        isBulkDue = false
        serve(.bulk, at: now, in: &turn)
    }

    /// Gives each connection of a priority its share until the budget is spent; the first one in any case.
    private func serve(_ priority: RunQueue.Priority, at now: Moment, in turn: inout Turn) {
        let queued = runQueue[priority]
        var count = 0
        // One reading is the end of a share and the begin of the next.
        var time = machine.awakeMicroseconds
        while count < queued.count, count == 0 || !budget.isSpent(atMicroseconds: time) {
            let connection = queued[count]
            // A request that alone exceeds a turn must begin its turn.
            if count > 0, connection.lastShareMicroseconds > TurnBudget.boundsMicroseconds.lowerBound { break }
            let begin = time
            count += 1
            turn.connections.append(connection)
            let mayServe = connections.mayServe(connection)
            if mayServe || connection.hasLongIncompleteLine { connection.receive(into: readBuffer) }
            guard mayServe && connections.mayDecide(connection) || connection.hasLongIncompleteLine else {
                pause(connection)
                time = machine.awakeMicroseconds
                continue
            }
            // Of a long line without its end, this decides only that it is too long.
            decideShare(of: connection, at: now, in: &turn)
            sender.sendHistory(to: connection)
            connections.noteHeldBytes(of: connection)
            time = machine.awakeMicroseconds
            connection.tookShare(from: begin, to: time)
        }
        runQueue.removeFirst(count, of: priority)
    }

    /// Decides a connection's requests until their count, the bytes of their answers, or the budget reaches its limit.
    private func decideShare(of connection: Connection, at now: Moment, in turn: inout Turn) {
        var bytes = 0
        var count = 0
        while count < Connection.turnRequests, bytes <= Limits.queuedBytes,
            count == 0 || connection.hasRequest && !budget.isSpent && connections.mayContinue(connection),
            let reply = connection.decideNext(with: engine, at: now)
        {
            count += 1
            if reply.isHeld { awaitSlot(of: reply, of: connection) }
            guard reply.isDecided, !reply.isEmpty else { continue }
            bytes += reply.bytes
            if engine.isSettled { send(reply, to: connection) } else { turn.replies.append((connection, reply)) }
        }
    }

    /// Continues with a batch once the answer is there that its next request waits for.
    private func awaitSlot(of reply: Reply, of connection: Connection) {
        reply.onReady = { [weak self, weak connection] in
            guard let self, let connection, !connection.isClosed else { return }
            self.enqueue(connection, atMicroseconds: self.machine.awakeMicroseconds)
        }
    }

    /// Sends what is left, and queues the connections again that have more to do.
    private func settle(_ settled: [Connection]) {
        let now = machine.awakeMicroseconds
        for connection in settled { settle(connection, atMicroseconds: now) }
    }

    private func settle(_ connection: Connection, atMicroseconds now: Int) {
        connections.update(connection, nowMilliseconds: now / 1000)
        if connection.hasRequest || connection.wantsHistory && !connection.isPaused {
            enqueue(connection, atMicroseconds: now)
        }
    }

    /// Sends events until the time that a turn has for them is over; to one subscriber in any case.
    private func sendEvents() {
        guard !sendQueue.isEmpty else { return }
        let begin = machine.awakeMicroseconds
        var now = begin
        while let connection = sendQueue.removeFirst() {
            settle(connection, atMicroseconds: now)
            now = machine.awakeMicroseconds
            if now - begin >= sendMicroseconds { return }
        }
    }

    /// Has a next turn if a connection waits for one.
    private func resumeQueues() {
        if !runQueue.isEmpty || !sendQueue.isEmpty { deferTurn() }
    }

    /// Continues in the loop's next turn, so that its other sources come in between.
    private func deferTurn() {
        guard !isTurnDeferred else { return }
        isTurnDeferred = true
        loop.defer { [weak self] in
            self?.isTurnDeferred = false
            self?.turn()
        }
    }

    /// Does a slice of the work that takes longer than a turn.
    private func work() {
        guard engine.hasWork else { return }
        let first = connections.isFull ? connections.firstHolder : nil
        let didWork = engine.work { reply in
            !connections.isFull || reply.heldBytes <= ConnectionTable.littleBytes || first?.awaits(reply) == true
        }
        // What may not be continued waits for room.
        if didWork { deferTurn() }
    }

    /// Makes the next part of a change that takes longer than a turn, once the events of the last one are sent.
    private func makeNextPart(at now: Moment) {
        guard engine.hasParts else { return }
        if !sendQueue.isInPass { enqueue(engine.makeNextPart(at: now)) }
        if engine.hasParts { deferTurn() }
    }

    private func pause(_ connection: Connection) {
        guard !connection.isPaused else { return }
        connection.isPaused = true
        paused.append(connection)
    }

    /// Queues the connections again that may be served now.
    private func resumePaused() {
        guard !paused.isEmpty else { return }
        let now = machine.awakeMicroseconds
        for connection in connections.served(of: paused) {
            connection.isPaused = false
            enqueue(connection, atMicroseconds: now)
        }
        paused.removeAll { !$0.isPaused }
    }

    /// Something outside a turn has given the engine work or answered a client: continues with that in the loop's next turn.
    func resume() {
        if engine.hasWork || engine.hasParts { deferTurn() }
        resumeQueues()
    }

    private func add(_ descriptor: Int32, of process: pid_t) -> String? {
        let most = engine.environment.settings.maxConnections
        guard connections.count + unidentified.count < most else {
            let clients = connections.count == 1 ? "1 client is" : "\(connections.count) clients are"
            return "\(clients) connected, and server.max_connections is \(most)"
        }
        unidentified.insert(descriptor)
        identify(process) { [weak self] client in
            // Unless it was closed.
            guard let self, self.unidentified.remove(descriptor) != nil else { return }
            self.connections.add(descriptor, of: client)
        }
        return nil
    }

    // MARK: Replies and events

    /// Has subscribers ask again when answers begin or cease to be stale: no event says so, because none can be written.
    func followStorage() {
        guard isStale != (engine.storageError != nil) else { return }
        isStale.toggle()
        let now = machine.awakeMilliseconds
        for connection in connections.all where connection.resync(head: engine.head, nowMilliseconds: now) {
            sendQueue.append(connection)
        }
        sendEvents()
        resumeQueues()
    }

    private func send(_ reply: Reply, to connection: Connection) {
        if reply.isReady { return connection.send(reply, head: engine.head) }
        connection.awaitReply(reply)
        reply.onReady = { [weak self, weak connection, unowned reply] in
            guard let self, let connection, !connection.isClosed else { return }
            connection.sendAwaited(reply, head: self.engine.head)
            self.enqueue(connection, atMicroseconds: self.machine.awakeMicroseconds)
        }
    }

    /// Sends committed events to subscribers, as far as there is time for them, and passes them to ``onEvents``.
    func publish(_ events: [Event]) {
        enqueue(events)
        sendEvents()
        resumeQueues()
    }

    private func enqueue(_ events: [Event]) {
        guard !events.isEmpty else { return }
        for connection in sender.send(events, to: connections.all) { sendQueue.append(connection) }
        onEvents(events)
    }

    /// Sends what clients take at once, and serves no one any more.
    func close() {
        for connection in connections.all { connection.flush(nowMilliseconds: machine.awakeMilliseconds) }
        source = nil
        for descriptor in unidentified { Glibc.close(descriptor) }
        unidentified = []
        connections.closeAll()
    }
}
