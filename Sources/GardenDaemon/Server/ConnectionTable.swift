import GardenAPI
import GardenEngine
import Glibc
import Logging
import SystemdKit

/// The connections by descriptor, with the events that epoll watches for each, and the time limit for clients that take
/// nothing.
@MainActor
final class ConnectionTable {
    /// How long a congested connection may take nothing before it is closed (API §1).
    static let stallMilliseconds = 60_000

    private let epoll: Epoll
    private let machine: MachineClock
    private let log: Logger
    /// Each at the index of its descriptor: the kernel gives the lowest number that is free.
    private var entries: [Connection?] = []
    /// The same in no order.
    private(set) var all: [Connection] = []
    private var stallTimer: TimerSource?
    private var isStallTimerArmed = false
    /// How many connections have begun to hold much.
    private var holders = 0
    /// Called before a connection's descriptor is closed.
    var onClose: (Connection) -> Void = { _ in }
    /// Called when clients were closed outside a turn.
    var onRoom: () -> Void = {}

    init(
        epoll: Epoll, machine: MachineClock, loop: EventLoop, log: Logger, allowedBytes: Int = Limits.allQueuedBytes
    ) throws(SystemError) {
        self.allowedBytes = allowedBytes
        self.epoll = epoll
        self.machine = machine
        self.log = log
        stallTimer = try loop.timer(on: .monotonic) { [unowned self] in self.closeStalled() }
    }

    isolated deinit {
        for connection in all { Glibc.close(connection.descriptor) }
    }

    var count: Int { all.count }

    /// How many bytes all connections hold in memory: as of the end of the last turn, and of each share since.
    private(set) var heldBytes = 0

    subscript(descriptor: Int32) -> Connection? {
        let index = Int(descriptor)
        return entries.indices.contains(index) ? entries[index] : nil
    }

    /// Adds a client. A descriptor that epoll refuses is closed.
    func add(_ descriptor: Int32, of client: ClientIdentity) {
        do throws(SystemError) { try epoll.add(descriptor, .readable) } catch {
            log.error("cannot watch a client: \(error)")
            Glibc.close(descriptor)
            return
        }
        let connection = Connection(
            descriptor: descriptor, of: client, nowMilliseconds: machine.awakeMilliseconds)
        connection.watchedEvents = .readable
        let index = Int(descriptor)
        if index >= entries.count { entries += [Connection?](repeating: nil, count: index + 1 - entries.count) }
        entries[index] = connection
        all.append(connection)
    }

    /// Sends what the client takes now, then closes the connection if it is done, otherwise watches it for the events
    /// it waits for.
    func update(_ connection: Connection, nowMilliseconds: Int) {
        connection.flush(nowMilliseconds: nowMilliseconds)
        if connection.isDone { return close(connection) }
        let interest = connection.interest
        if connection.watchedEvents != interest {
            connection.watchedEvents = interest
            do throws(SystemError) { try epoll.change(connection.descriptor, to: interest) } catch {
                log.error("epoll_ctl: \(error)")
            }
        }
        if connection.isCongested || isStallTimerArmed { armStallTimer() }
    }

    private func close(_ connection: Connection) {
        guard !connection.isClosed else { return }
        onClose(connection)
        heldBytes -= connection.notedBytes
        connection.close()
        entries[Int(connection.descriptor)] = nil
        for index in all.indices where all[index] === connection {
            all.remove(at: index)
            break
        }
        // To close it is not enough if another process has a copy: epoll would report the end of this client under the number that
        // the next client gets.
        do throws(SystemError) { try epoll.remove(connection.descriptor) } catch { log.error("epoll_ctl: \(error)") }
        Glibc.close(connection.descriptor)
        if isStallTimerArmed { armStallTimer() }
    }

    func closeAll() { for connection in all.reversed() { close(connection) } }

    // MARK: Clients that hold too much

    /// A client that holds no more is always served. What it asks for then counts.
    static let littleBytes = 1 << 16
    /// How much all together may hold.
    private let allowedBytes: Int
    /// From this on, clients that hold more than a little are served one after the other.
    private var fullBytes: Int { allowedBytes / 4 * 3 }
    /// From this on, no client that takes nothing is waited for.
    private var mostBytes: Int { allowedBytes / 4 * 5 }
    /// How much all long incomplete lines may take.
    private var linesBytes: Int { allowedBytes / 4 }
    /// How long a client may take nothing while all together hold more than they may.
    private static let patienceMilliseconds = 1000

    /// Whether all together hold so much that those who hold much are served one after the other.
    var isFull: Bool { heldBytes > fullBytes }

    /// Whether a client may be served now. While ``isFull``, only those that hold little are served, and of the others the
    /// one that began first: what it asks for becomes output, which it takes or is closed for. Served in turn, each would soon hold as
    /// much as one client may.
    func mayServe(_ connection: Connection) -> Bool {
        guard isFull else { return true }
        noteHeldBytes(of: connection)
        return connection.holdingSince == nil || connection === firstHolder
    }

    /// Whether a client that may be served may have its next line decided. While ``isFull``, a batch waits until its client is the first
    /// that waits: its requests alone, once they are parsed, are more than a little.
    func mayDecide(_ connection: Connection) -> Bool {
        guard isFull, connection.beginsBatch else { return true }
        noteHeldBytes(of: connection)
        return connection === firstHolder
    }

    /// Whether a client that is served may have more than one request decided in its share. While ``isFull``, one of a client that holds
    /// little may be enough to make it hold much.
    func mayContinue(_ connection: Connection) -> Bool { !isFull || connection.holdingSince != nil }

    /// Of the clients that hold much, the one that began first and has something to decide, or may have, or waits for a list.
    var firstHolder: Connection? {
        var first: Connection?
        for connection in all where connection.couldContinue {
            guard let since = connection.holdingSince else { continue }
            if since < first?.holdingSince ?? .max { first = connection }
        }
        return first
    }

    /// Those of some clients that may be served now (``mayServe(_:)``).
    func served(of clients: [Connection]) -> [Connection] {
        guard isFull else { return clients }
        for connection in clients { noteHeldBytes(of: connection) }
        let first = firstHolder
        return clients.filter { $0.holdingSince == nil || $0 === first }
    }

    /// Follows how much a connection holds, and whether it is much: more than a little, or a batch that waits while ``isFull``.
    func noteHeldBytes(of connection: Connection) {
        let bytes = connection.heldBytes
        heldBytes += bytes - connection.notedBytes
        connection.notedBytes = bytes
        guard bytes > Self.littleBytes || isFull && connection.beginsBatch else {
            connection.holdingSince = nil
            return
        }
        guard connection.holdingSince == nil else { return }
        holders += 1
        connection.holdingSince = holders
    }

    /// Counts what all hold, and closes connections while that is too much: those that take nothing, each time the one that holds
    /// most, and while ``isFull`` those with long incomplete lines if these are more than their part of it.
    func limitHeldBytes() {
        // Each turn asks. A closure of the main actor would check its thread for each connection.
        for connection in all { noteHeldBytes(of: connection) }
        if isFull { closeHolders() }
        if heldBytes > allowedBytes || isStallTimerArmed { armStallTimer() }
    }

    private func closeHolders() {
        let incomplete = all.filter(\.hasLongIncompleteLine)
        let lines = incomplete.reduce(0) { $0 + $1.notedBytes }
        close(incomplete, until: heldBytes - max(0, lines - linesBytes))
        let latest = machine.awakeMilliseconds - Self.patienceMilliseconds
        close(all.filter { $0.hasOutput && $0.lastProgressMilliseconds <= latest }, until: allowedBytes)
        close(all.filter(\.isTakingNothing), until: mostBytes)
    }

    private func close(_ candidates: [Connection], until most: Int) {
        guard heldBytes > most else { return }
        for connection in candidates.sorted(by: { $0.notedBytes > $1.notedBytes }) where heldBytes > most {
            log.warning(
                "closed a client that held \(connection.notedBytes >> 10) KiB, because all together held too much")
            close(connection)
        }
    }

    // MARK: Clients that take nothing

    /// Arms the timer for the next limit, or disarms it without one.
    private func armStallTimer() {
        let congested = all.lazy.filter(\.isCongested).map { $0.lastProgressMilliseconds + Self.stallMilliseconds }
            .min()
        // While all together hold too much, nothing else may happen.
        let holding =
            heldBytes > allowedBytes
            ? all.lazy.filter(\.isTakingNothing).map { $0.lastProgressMilliseconds + Self.patienceMilliseconds }.min()
            : nil
        let first = [congested, holding].compactMap(\.self).min()
        isStallTimerArmed = first != nil
        guard let first else { return stallTimer?.disarm() ?? () }
        stallTimer?.arm(atMicroseconds: UInt64(max(first, machine.awakeMilliseconds + 1)) * 1000)
    }

    private func closeStalled() {
        let latest = machine.awakeMilliseconds - Self.stallMilliseconds
        for connection in all where connection.isCongested && connection.lastProgressMilliseconds <= latest {
            log.warning("closed a client that read nothing for \(Self.stallMilliseconds / 1000) s")
            close(connection)
        }
        limitHeldBytes()
        armStallTimer()
        onRoom()
    }
}
