import GardenEngine
import Glibc
import Logging
import SystemdKit
import Testing

@testable import GardenDaemon

/// The clients that epoll watches.
struct ConnectionTableTests {
    @Test(
        "a closed client is reported no more while a child process that is just being started still has its descriptor")
    func aClosedClientIsForgotten() throws {
        let (epoll, loop) = (try Epoll(), try EventLoop())
        let table = try ConnectionTable(
            epoll: epoll, machine: MachineClock(bootId: "test"), loop: loop,
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        table.add(ends[0], of: ClientIdentity())
        let inherited = fcntl(ends[0], F_DUPFD_CLOEXEC, 0)
        defer { close(inherited) }
        close(ends[1])
        #expect(epoll.ready().map(\.descriptor) == [ends[0]])

        let connection = try #require(table[ends[0]])
        connection.fail()
        table.update(connection, nowMilliseconds: 0)

        #expect(connection.isClosed)
        #expect(table.count == 0)
        #expect(epoll.ready() == [])
    }

    /// Together they hold more than they may, because events wait for their first attempt to be sent. That is not their fault.
    @Test func anIdleSubscriberIsNotClosedForEventsThatAreNotSentYet() throws {
        let (epoll, loop, machine) = (try Epoll(), try EventLoop(), MachineClock(bootId: "test"))
        let table = try ConnectionTable(
            epoll: epoll, machine: machine, loop: loop,
            log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let event = [UInt8](repeating: 0, count: 6 << 20)
        var ends: [[Int32]] = []
        defer { for pair in ends { close(pair[1]) } }
        for _ in 0..<12 {
            var pair: [Int32] = [0, 0]
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
            try #require(socketpair(AF_UNIX, kind, 0, &pair) == 0)
            ends.append(pair)
            table.add(pair[0], of: ClientIdentity())
        }
        let now = machine.awakeMilliseconds
        // All took what there was, a minute ago.
        for connection in table.all { connection.flush(nowMilliseconds: now - 60_000) }
        for connection in table.all { connection.send(event: event, seq: 1, nowMilliseconds: now) }
        table.limitHeldBytes()
        #expect(table.heldBytes == 72 << 20)
        #expect(table.count == 12)
        // Who has not taken it for a while is closed, until the others hold as much as they may.
        for connection in table.all.dropFirst(10) {
            connection.flush(nowMilliseconds: now - 60_000)
        }
        table.limitHeldBytes()
        #expect(table.heldBytes < 64 << 20)
        #expect(table.count == 10)
    }
}
