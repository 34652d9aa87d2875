import GardenAPI
import GardenCore
import GardenEngine
import SystemdKit

/// One client: what it sent and is not decided yet, what waits for it, and its subscription.
final class Connection {
    /// How much is read of a client in one turn.
    static let turnBytes = 1 << 16
    /// How many of its requests are decided in one turn.
    static let turnRequests = 64
    /// A line of which so much has come, and not its end, is going to ask for much.
    private static let longLineBytes = 1 << 12
    /// Below this, a subscriber that reads the journal gets the next page.
    private static let historyMarkBytes = 1 << 16

    let descriptor: Int32
    var subscriber: Subscriber?
    /// Replies that are still worked on.
    var pendingReplies = 0
    /// In whose name it changes things, as it says (`daemon.hello`).
    var actor = Actor.unnamed
    /// A batch that was begun, and is to be decided to its end before the next line.
    var unfinished: Reply?
    /// Whether the server has let it go: its descriptor may be another's by now.
    private(set) var isClosed = false
    /// What the server last asked its epoll for.
    var interest: IOEvents = .readable
    /// Whether it stands in the server's queue for a turn.
    var isQueued = false
    /// How long it took to read and decide what it asked for in its last turn.
    private(set) var lastShareMicroseconds = 0
    private var cpuDebt = CPUDebt()
    /// When it last took something, or there was last nothing to take, on CLOCK_MONOTONIC.
    private(set) var lastProgressMilliseconds: Int

    private var framer = LineFramer()
    private var output = OutputQueue()
    private var hasEnded = false
    private var hasHungUp = false
    private var isReadingPaused = false
    private var isBroken = false
    /// Whether the socket took nothing at the last attempt, and epoll has not said since that it would.
    private var isBlocked = false
    /// Whether it will take nothing any more. What it sent before it went is done all the same.
    private var isDeaf = false

    init(descriptor: Int32, nowMilliseconds: Int) {
        self.descriptor = descriptor
        lastProgressMilliseconds = nowMilliseconds
    }

    // MARK: Input

    /// A client that is gone altogether is read to its end, whatever waits for it: what it sent, it asked for.
    var wantsToRead: Bool { !hasEnded && (!isReadingPaused || hasHungUp) && !isBroken }

    /// Reads what has come, up to a turn's share, unless lines of an earlier share still wait: a client that sends small
    /// lines quicker than they are decided would else fill the memory with them.
    func receive(into buffer: UnsafeMutableRawBufferPointer) {
        guard wantsToRead, unfinished == nil, !framer.hasWholeLine else { return }
        switch UnixSocket.receive(descriptor, into: buffer) {
        case .moved(let count): framer.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        case .wouldBlock: break
        case .ended: hasEnded = true
        case .failed: isBroken = true
        }
    }

    /// Whether something can be decided: a line is whole or begun, and the client need not first take what waits for it.
    var hasLine: Bool {
        !isBroken && (!isReadingPaused || hasHungUp) && (unfinished != nil || framer.hasWholeLine)
    }

    /// Whether it gets its turn after those who ask for little.
    func isBulk(atMicroseconds now: Int) -> Bool {
        hasLine || wantsHistory || framer.pendingBytes > Self.longLineBytes || cpuDebt.isHeavy(at: now)
    }

    /// It has had its share of a turn.
    func tookShare(from begin: Int, to end: Int) {
        lastShareMicroseconds = end - begin
        cpuDebt.add(lastShareMicroseconds, at: end)
    }

    /// The next line to decide; `nil` when there is none.
    func nextLine() -> LineFramer.Line? {
        isBroken || (isReadingPaused && !hasHungUp) ? nil : framer.next()
    }

    // MARK: Output

    func send(answer bytes: [UInt8]) {
        guard !isDeaf else { return }
        output.append(answer: bytes)
        if output.isOverLimit { isReadingPaused = true }
    }

    func send(event bytes: [UInt8], seq: Int) {
        guard !isDeaf else { return }
        output.append(event: bytes, seq: seq)
    }

    var hasOutput: Bool { !output.isEmpty }

    /// Whether more waits for it than may (API §1).
    var isOverLimit: Bool { isReadingPaused }

    /// Whether the next page of history may be fetched for it.
    var wantsHistory: Bool {
        guard let subscriber, subscriber.isCatchingUp else { return false }
        return output.waitingBytes < Self.historyMarkBytes && !isBroken
    }

    /// Epoll says that the socket takes something again.
    func unblock() { isBlocked = false }

    func flush(nowMilliseconds: Int) {
        guard !isBlocked, !isBroken, !isDeaf else { return }
        let before = output.waitingBytes
        output.drain { bytes in
            switch UnixSocket.send(descriptor, bytes) {
            case .moved(let count): return count
            case .wouldBlock:
                isBlocked = true
                return 0
            case .ended, .failed:
                isDeaf = true
                return 0
            }
        }
        if isDeaf { letGoOfOutput() }
        if output.waitingBytes < before || output.isEmpty { lastProgressMilliseconds = nowMilliseconds }
        if isReadingPaused, output.isHalfDrained { isReadingPaused = false }
    }

    private func letGoOfOutput() {
        output = OutputQueue()
        subscriber = nil
        isReadingPaused = false
        hasHungUp = true
    }

    /// How much waits for it, or of it.
    var heldBytes: Int { output.waitingBytes + framer.pendingBytes }

    // MARK: End

    /// The other end is closed in both directions.
    func hangUp() { hasHungUp = true }

    /// It cannot be served any more.
    func breakOff() { isBroken = true }

    /// The server lets it go.
    func close() {
        isBroken = true
        isClosed = true
        unfinished = nil
    }

    /// Whether there is nothing left to do for it: it is gone, or it has said all and been told all. A subscriber that
    /// only closed its sending end goes on listening.
    var isDone: Bool {
        if isBroken { return true }
        guard hasEnded, unfinished == nil, !framer.hasWholeLine else { return false }
        return hasHungUp || (output.isEmpty && pendingReplies == 0 && subscriber == nil)
    }
}
