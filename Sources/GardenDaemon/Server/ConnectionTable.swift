import GardenAPI
import Glibc
import Logging
import SystemdKit

/// The connections by descriptor, with the events that epoll watches for each, and the time limit for clients that take
/// nothing.
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
    /// Called before a connection's descriptor is closed.
    var onClose: (Connection) -> Void = { _ in }

    init(epoll: Epoll, machine: MachineClock, loop: EventLoop, log: Logger) throws(SystemError) {
        self.epoll = epoll
        self.machine = machine
        self.log = log
        stallTimer = try loop.timer(on: .monotonic) { [unowned self] in self.closeStalled() }
    }

    isolated deinit {
        for connection in all { Glibc.close(connection.descriptor) }
    }

    var count: Int { all.count }

    /// How many bytes all connections hold in memory.
    var heldBytes: Int {
        // Each turn asks. A closure of the main actor would check its thread for each connection.
        var bytes = 0
        for connection in all { bytes += connection.heldBytes }
        return bytes
    }

    subscript(descriptor: Int32) -> Connection? {
        let index = Int(descriptor)
        return entries.indices.contains(index) ? entries[index] : nil
    }

    /// Adds a client. A descriptor that epoll refuses is closed.
    func add(_ descriptor: Int32) {
        do throws(SystemError) { try epoll.add(descriptor, .readable) } catch {
            log.error("cannot watch a client: \(error)")
            Glibc.close(descriptor)
            return
        }
        let connection = Connection(descriptor: descriptor, nowMilliseconds: machine.awakeMilliseconds)
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

    /// How long a client may take nothing while all together hold more than they may.
    private static let patienceMilliseconds = 1000

    /// Closes connections while all together hold more than ``Limits/allQueuedBytes``: those that take nothing, then those with long
    /// incomplete lines, each time the one that holds most.
    ///
    /// - Returns: how many bytes are held then.
    func limitHeldBytes() -> Int {
        var held = heldBytes
        guard held > Limits.allQueuedBytes else { return held }
        let latest = machine.awakeMilliseconds - Self.patienceMilliseconds
        let stalled = all.filter { $0.heldBytes > 0 && $0.lastProgressMilliseconds <= latest }
        let incomplete = all.filter { $0.lastProgressMilliseconds > latest && $0.hasLongIncompleteLine }
        for candidates in [stalled, incomplete] {
            for connection in candidates.sorted(by: { $0.heldBytes > $1.heldBytes }) where held > Limits.allQueuedBytes
            {
                held -= connection.heldBytes
                log.warning(
                    "closed a client that held \(connection.heldBytes >> 10) KiB, because all together held too much")
                close(connection)
            }
        }
        return held
    }

    // MARK: Clients that take nothing

    /// Arms the timer for the next limit, or disarms it if no client is congested.
    private func armStallTimer() {
        let first = all.filter(\.isCongested).map(\.lastProgressMilliseconds).min()
        isStallTimerArmed = first != nil
        guard let first else { return stallTimer?.disarm() ?? () }
        stallTimer?.arm(atMicroseconds: UInt64(first + Self.stallMilliseconds) * 1000)
    }

    private func closeStalled() {
        let latest = machine.awakeMilliseconds - Self.stallMilliseconds
        for connection in all where connection.isCongested && connection.lastProgressMilliseconds <= latest {
            log.warning("closed a client that read nothing for \(Self.stallMilliseconds / 1000) s")
            close(connection)
        }
        armStallTimer()
    }
}
