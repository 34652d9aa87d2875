import GardenAPI
import GardenCore
import GardenEngine
import SystemdKit

/// One client: requests it sent that are not decided yet, output that waits for it, and its subscription.
final class Connection {
    /// How many bytes are read from a client in one turn.
    static let turnBytes = 1 << 16
    /// How many of its requests are decided in one turn.
    static let turnRequests = 64
    /// A longer incomplete line announces an expensive request.
    private static let longLineBytes = 1 << 12
    /// A subscriber that reads the journal gets its next page once less than this waits for it.
    private static let historyMarkBytes = 1 << 16
    /// How many replies may wait for work that takes several turns. Further requests are neither read nor decided.
    private static let mostPendingReplies = 4

    /// How much of the conversation is left.
    private enum ConnectionState: Equatable {
        /// The client sends requests and takes answers.
        case open
        /// The client has closed its sending end. It gets what is left to answer, and its events.
        case halfClosed
        /// The client takes nothing more, so output is dropped. What it sent before is still read and decided.
        case draining(isInputEnded: Bool)
        /// The client cannot be served any more. The server closes the connection at the end of the turn.
        case failed
        /// The server has closed the connection. Its descriptor may belong to another client.
        case closed
    }

    let descriptor: Int32
    /// The events that epoll watches, kept by ``ConnectionTable``.
    var watchedEvents: IOEvents = []
    /// Whether it has its place in the server's ``RunQueue``, which keeps this.
    var isQueued = false
    /// Whether its events wait in the server's ``SendQueue``, which keeps this.
    var isInSendQueue = false
    private var state = ConnectionState.open
    private var input = LineFramer()
    private var output = OutputQueue()
    /// Whether the socket did not take all at the last attempt, and epoll has not reported it writable since.
    private var isBlocked = false
    /// A batch that is decided only in part; the rest comes before the next line.
    private var unfinished: Reply?
    /// The replies that wait for work that takes several turns. They are dropped with the connection.
    private var pendingReplies: [Reply] = []
    private(set) var subscriber: Subscriber?
    /// Who the client is (`daemon.hello`).
    private var client: ClientIdentity
    private var cpuDebt = CPUDebt()
    /// How long reading and deciding took in its last turn; 0 before the first.
    private(set) var lastShareMicroseconds = 0
    /// Whether it waits until the clients hold less. ``Server`` keeps it.
    var isPaused = false
    /// How much it held when ``ConnectionTable`` last counted.
    var notedBytes = 0
    /// When it began to hold much, among all connections that do; `nil` while it does not. ``ConnectionTable`` keeps it.
    var holdingSince: Int?
    /// When the client last took something, or nothing waited for it, on CLOCK_MONOTONIC.
    private(set) var lastProgressMilliseconds: Int

    init(descriptor: Int32, of client: ClientIdentity = ClientIdentity(), nowMilliseconds: Int) {
        self.descriptor = descriptor
        self.client = client
        lastProgressMilliseconds = nowMilliseconds
    }

    // MARK: State

    var isClosed: Bool { state == .closed }

    /// Whether nothing is left to do: the client has failed, or is gone and decided to its last request, or has closed
    /// its sending end and has everything. A half-closed subscriber keeps listening.
    var isDone: Bool {
        switch state {
        case .failed, .closed: true
        case .draining(isInputEnded: true): !hasUndecidedInput
        case .halfClosed: !hasUndecidedInput && output.isEmpty && pendingReplies.isEmpty && subscriber == nil
        case .open, .draining(isInputEnded: false): false
        }
    }

    /// Epoll reports that the other end is closed in both directions.
    func hangUp() { stopSending() }

    /// The client cannot be served any more.
    func fail() { state = .failed }

    /// The server closes the descriptor.
    func close() {
        state = .closed
        unfinished = nil
        pendingReplies = []
    }

    private func endInput() {
        switch state {
        case .open: state = .halfClosed
        case .draining: state = .draining(isInputEnded: true)
        case .halfClosed, .failed, .closed: break
        }
    }

    private func stopSending() {
        switch state {
        case .open: state = .draining(isInputEnded: false)
        case .halfClosed: state = .draining(isInputEnded: true)
        case .draining, .failed, .closed: return
        }
        output = OutputQueue()
        subscriber = nil
        pendingReplies = []
    }

    // MARK: Input

    /// The events that epoll must report.
    var interest: IOEvents {
        var interest: IOEvents = []
        if wantsToRead { interest.insert(.readable) }
        if !output.isEmpty { interest.insert(.writable) }
        return interest
    }

    /// Reading pauses while too much output waits. A client that is gone is read to its end.
    private var wantsToRead: Bool {
        guard !isPaused else { return false }
        return switch state {
        case .open: hasRoomForReplies && !isHeld
        case .draining(isInputEnded: false): true
        case .halfClosed, .draining, .failed, .closed: false
        }
    }

    /// Reads up to a turn's share, unless lines of an earlier share still wait: otherwise a client that sends small lines
    /// faster than they are decided fills the memory with them.
    func receive(into buffer: UnsafeMutableRawBufferPointer) {
        guard wantsToRead, !hasUndecidedInput else { return }
        switch UnixSocket.receive(descriptor, into: buffer) {
        case .moved(let count): input.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        case .wouldBlock: break
        case .ended:
            input.end()
            endInput()
        case .failed: fail()
        }
    }

    private var hasUndecidedInput: Bool { unfinished != nil || input.hasWholeLine }

    /// Whether the next request of a batch waits for one before it.
    private var isHeld: Bool { unfinished?.isHeld == true }

    private var mayDecide: Bool {
        guard !isHeld, !isPaused else { return false }
        return switch state {
        case .open, .halfClosed: hasRoomForReplies
        case .draining: true
        case .failed, .closed: false
        }
    }

    private var hasRoomForReplies: Bool { !output.isCongested && pendingReplies.count < Self.mostPendingReplies }

    /// Whether a request can be decided now.
    var hasRequest: Bool { mayDecide && hasUndecidedInput }

    /// Decides the next request, or the next part of a batch.
    ///
    /// - Returns: the reply, once it is decided to its end or not; `nil` when there is no request to decide now.
    func decideNext(with engine: Engine, at now: Moment) -> Reply? {
        guard mayDecide else { return nil }
        let reply: Reply
        if let unfinished {
            reply = unfinished
            reply.isAwaited = takesOutput
            engine.decideNext(reply, at: now)
        } else if let line = input.next() {
            reply = engine.decide(line, from: client, isAwaited: takesOutput, at: now)
        } else {
            return nil
        }
        client = reply.client
        unfinished = reply.isDecided ? nil : reply
        return reply
    }

    /// When the connection is scheduled: after those that ask for little, or not.
    func priority(atMicroseconds now: Int) -> RunQueue.Priority {
        if hasRequest || wantsHistory || input.pendingBytes > Self.longLineBytes || cpuDebt.isHeavy(at: now) {
            return .bulk
        }
        return lastShareMicroseconds == 0 ? .newcomer : .interactive
    }

    /// Records how long the connection's share of a turn took.
    func tookShare(from begin: Int, to end: Int) {
        lastShareMicroseconds = max(1, end - begin)
        cpuDebt.add(lastShareMicroseconds, at: end)
    }

    // MARK: Output

    /// Whether more output waits than may (API §1). Reading pauses until half of it is taken.
    var isCongested: Bool { output.isCongested }

    /// How many bytes the connection holds in memory.
    var heldBytes: Int {
        var bytes = output.waitingBytes + input.pendingBytes + (unfinished?.heldBytes ?? 0) + client.staging.bytes
        for reply in pendingReplies { bytes += reply.heldBytes }
        return bytes
    }

    var hasOutput: Bool { !output.isEmpty }

    /// Whether output waits that the socket did not take.
    var isTakingNothing: Bool { isBlocked && !output.isEmpty }

    /// Whether it has requests, or may have some, that could be decided now if all clients held less, or a list that could be made.
    var couldContinue: Bool {
        (isPaused || isQueued || hasUndecidedInput) && !isHeld && hasRoomForReplies || isAwaitingList
    }

    private var isAwaitingList: Bool {
        unfinished?.listBytes ?? 0 > 0 || pendingReplies.contains { $0.listBytes > 0 }
    }

    /// Whether a reply is for a request of this client.
    func awaits(_ reply: Reply) -> Bool { unfinished === reply || pendingReplies.contains { $0 === reply } }

    /// Whether its next line is a batch.
    var beginsBatch: Bool { unfinished == nil && input.hasWholeLine && input.firstByte == UInt8(ascii: "[") }

    /// Whether the client has announced a long line without its end. It is read on while it waits for nothing else.
    var hasLongIncompleteLine: Bool {
        unfinished == nil && input.pendingBytes > Self.longLineBytes && !input.hasWholeLine
    }

    private var takesOutput: Bool { state == .open || state == .halfClosed }

    /// Queues a reply that is ready, and begins or ends the subscription it asked for.
    ///
    /// - Parameter head: the last event that the disk has.
    func send(_ reply: Reply, head: Int) {
        guard takesOutput else { return }
        if let parts = reply.parts {
            for part in parts { output.append(answer: part) }
        } else {
            output.append(answer: reply.line)
        }
        switch reply.subscription {
        case .begin(var subscriber):
            subscriber.begin(head: head)
            self.subscriber = subscriber
        case .end: subscriber = nil
        case nil: break
        }
    }

    /// Keeps a reply that becomes ready in a later turn.
    func awaitReply(_ reply: Reply) {
        guard takesOutput else { return }
        pendingReplies.append(reply)
    }

    /// Queues a reply that ``awaitReply(_:)`` kept.
    func sendAwaited(_ reply: Reply, head: Int) {
        pendingReplies.removeAll { $0 === reply }
        send(reply, head: head)
    }

    func send(event line: [UInt8], seq: Int, nowMilliseconds: Int) {
        guard takesOutput else { return }
        beginWaiting(nowMilliseconds: nowMilliseconds)
        output.append(event: line, seq: seq)
    }

    /// Has the subscriber ask again.
    ///
    /// - Returns: whether the connection has one.
    func resync(head: Int, nowMilliseconds: Int) -> Bool {
        guard takesOutput, subscriber != nil else { return false }
        beginWaiting(nowMilliseconds: nowMilliseconds)
        output.append(resyncAt: head)
        return true
    }

    /// Until now, nothing waited for the client. It may be some turns until the first attempt to send.
    private func beginWaiting(nowMilliseconds: Int) {
        if output.isEmpty { lastProgressMilliseconds = nowMilliseconds }
    }

    /// The events the subscriber wants of those committed.
    func wantedEvents(of events: [Event]) -> [Event] { subscriber?.take(events) ?? [] }

    /// Whether the next page of the journal may be fetched for the subscriber.
    var wantsHistory: Bool {
        guard takesOutput, let subscriber, subscriber.isCatchingUp else { return false }
        return output.waitingBytes < Self.historyMarkBytes
    }

    /// The next page of the journal for the subscriber.
    func nextHistoryPage(of history: any History, head: Int) throws(StoreError) -> [Event] {
        try subscriber?.nextPage(of: history, head: head) ?? []
    }

    /// Epoll reports the socket writable.
    func unblock() { isBlocked = false }

    /// Sends what the socket takes now.
    func flush(nowMilliseconds: Int) {
        guard takesOutput, !isBlocked else { return }
        let before = output.waitingBytes
        var hasPeer = true
        output.drain { bytes in
            switch UnixSocket.send(descriptor, bytes) {
            case .moved(let count):
                isBlocked = count < bytes.count
                return count
            case .wouldBlock:
                isBlocked = true
                return 0
            case .ended, .failed:
                hasPeer = false
                return 0
            }
        }
        if !hasPeer { stopSending() }
        if output.waitingBytes < before || output.isEmpty { lastProgressMilliseconds = nowMilliseconds }
    }
}
