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
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        table.add(ends[0])
        let inherited = dup(ends[0])
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
}
