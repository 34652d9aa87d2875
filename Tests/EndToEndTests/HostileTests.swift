import GardenAPI
import Glibc
import TestSupport
import Testing

/// All kinds of hostile clients at once (API §1: none of them delays another, and none is closed for bad input).
struct HostileTests {
    /// The hostile clients, which send their input in each round.
    private struct HostileClients {
        static let bad = Array(Client.line(id: 1, "timer.fly").utf8)
        static let halfBytes = 20
        static let longLineRounds = 10

        let silent: [Client]
        let halves: [Client]
        let dripping: Client
        let endless: Client
        let garbled: Client
        let deep: Client
        let flood: Client
        let stalled: Client
        let reader: Client
        /// Copies of one line, as those that a client sends at once.
        private static let manyBad = Array(repeatElement(bad, count: 100).joined())
        private let requestBytes = Array(Client.line(id: 7, "timer.get").utf8)
        private(set) var stalledBytes = 0
        private var round = 0

        /// - Parameter others: the number of connections besides the hostile ones.
        init(of daemon: Gardend, besides others: Int) throws {
            halves = try (1...5).map { _ in try daemon.connect() }
            let active = try (1...7).map { _ in try daemon.connect() }
            (dripping, endless, garbled, deep) = (active[0], active[1], active[2], active[3])
            (flood, stalled, reader) = (active[4], active[5], active[6])
            silent = try (1...(256 - others - halves.count - active.count)).map { _ in try daemon.connect() }
            for client in silent + [reader] { try client.call("timer.get") }
            for half in halves { try half.send(Array(requestBytes.prefix(Self.halfBytes))) }
        }

        mutating func sendHostileInput() throws {
            if round < requestBytes.count { try dripping.send([requestBytes[round]]) }
            round += 1
            try endless.send([UInt8](repeating: UInt8(ascii: "x"), count: Limits.lineBytes))
            if round % Self.longLineRounds == 0 {
                try endless.send("\n")
                #expect(try endless.answer().at("error.data") == ["code": "too_large", "limit": 1_048_576])
            }
            try garbled.send([0x22, 0xed, 0xa0, 0x80, 0x22, 0x0a])
            #expect(try garbled.answer().at("error.data.code") == "parse_error")
            try deep.send(String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000) + "\n")
            #expect(try deep.answer().at("error.data.code") == "parse_error")
            try flood.send(Self.manyBad)
            for _ in 1...100 { #expect(try flood.nextLine()?.contains("method_not_found") == true) }
            stalledBytes += stalled.sendAtOnce(Self.manyBad[(stalledBytes % Self.bad.count)...])
            try reader.request("journal.list", ["since": 0, "limit": 1000])
            #expect(try reader.nextLine()?.hasPrefix("{\"jsonrpc\":\"2.0\",\"id\":\(round + 1),\"result\":[") == true)
        }

        /// Each connection is still open and receives only its own answers.
        func expectAnswers() throws {
            for half in halves {
                try half.send(Array(requestBytes.dropFirst(Self.halfBytes)))
                #expect(try half.answer()["id"] == 7)
            }
            try dripping.send(Array(requestBytes.dropFirst(round)))
            #expect(try dripping.answer()["id"] == 7)
            try endless.send("\n")
            if round % Self.longLineRounds > 0 { #expect(try endless.answer().at("error.code") == -32007) }
            let begun = stalledBytes % HostileClients.bad.count
            try stalled.skipLines(stalledBytes / HostileClients.bad.count)
            if begun > 0 {
                try stalled.send(Array(HostileClients.bad[begun...]))
                try stalled.skipLines(1)
            }
            for client in silent + halves + [dripping, endless, garbled, deep, flood, stalled, reader] {
                #expect(try client.call("timer.get")["phase"] == "stopped")
            }
        }
    }

    @Test func hostileClientsDoNotAffectOthers() throws {
        let home = try Home(in: "/dev/shm")
        let daemon = try Gardend(in: home)
        let (busy, other) = (try daemon.connect(), try daemon.connect())
        // Four bytes a letter: such a change contains a kilobyte.
        let names = ["🌱", "🌳"].map { String(repeating: $0, count: 100) }
        try busy.call("category.add", ["name": .string(names[0])])
        let (follower, output) = try Program.follower(of: home)
        #expect(try output.next()?.seq == 1)
        follower.signal(SIGSTOP)

        var hostileClients = try HostileClients(of: daemon, besides: 3)
        let (rounds, changes) = (25, 400)
        for round in 0..<rounds {
            try busy.send(
                (0..<changes).map { index in
                    let name = JSON.string(names[(round * changes + index + 1) % 2])
                    return Client.line(id: index, "category.edit", ["id": 2, "newName": name])
                }.joined())
            try hostileClients.sendHostileInput()
            #expect(try other.call("timer.get")["phase"] == "stopped")
            if round % 10 == 0 { try expectSurplusConnectionsToBeRefused(of: daemon) }
            for index in 0..<changes {
                #expect(try busy.nextLine()?.hasPrefix("{\"jsonrpc\":\"2.0\",\"id\":\(index),\"result\"") == true)
            }
        }

        // After SIGCONT it continues without a gap.
        let head = 2 + rounds * changes
        #expect(try other.call("daemon.hello")["seq"] == .integer(head))
        follower.signal(SIGCONT)
        var bytes = 0
        for seq in 2...head {
            let line = try #require(try output.nextLine())
            bytes += line.utf8.count
            try #require(line.hasPrefix("{\"seq\":\(seq),"), "\(seq) was awaited: \(line.prefix(80))")
        }
        #expect(bytes > Limits.queuedBytes + 1 << 20, "the whole output fits the queue")
        try hostileClients.expectAnswers()
    }

    private func expectSurplusConnectionsToBeRefused(of daemon: Gardend) throws {
        for surplus in try (1...44).map({ _ in try daemon.connect() }) {
            let word = try #require(try surplus.next())
            #expect(word["id"] == .null)
            #expect(word.at("error.data") == ["code": "overloaded"])
            #expect(try surplus.next() == nil)
        }
    }

    @Test(Needs.clocks) func onlyAClientThatReadsNothingForAMinuteIsClosed() throws {
        let home = try Home()
        let time = try MachineTime(in: home)
        let daemon = try Gardend(in: home, time: time)
        let (other, silent) = (try daemon.connect(), try daemon.connect())
        let (stuck, slow) = (try daemon.connect(), try daemon.connect())
        let line = Client.bulkyRequest
        let asked = try slow.sendUntilRefused(line) { try other.call("timer.get") } / line.count
        _ = try stuck.sendUntilRefused(line) { try other.call("timer.get") }

        try time.pass(seconds: 45)
        let taken = 20
        try slow.skipLines(taken)
        // The daemon sees it in the first of these turns.
        for _ in 1...2 { try other.call("timer.get") }
        for client in [stuck, slow] { #expect(client.isOpen) }
        try time.pass(seconds: 30)
        _ = try awaitReadiness(of: [stuck.descriptor], events: 0, what: "the end of the connection")

        try slow.skipLines(asked - taken)
        for client in [silent, other] { #expect(try client.call("timer.get")["phase"] == "stopped") }
        #expect(slow.isOpen)
        #expect(!stuck.isOpen)
    }

    /// A descriptor that a client sends along would be closed by the daemon, which waits for its unsent data (SO_LINGER).
    @Test(.enabled(if: refusesDescriptors, "needs Linux 6.16"))
    func aDescriptorSentAlongIsRefused() throws {
        let daemon = try Gardend(in: Home())
        let client = try daemon.connect()
        let sender = """
            import array, socket, sys
            client = socket.socket(socket.AF_UNIX)
            client.connect(sys.argv[1])
            try:
                client.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0]))])
            except PermissionError:
                print("refused")
            """
        let outcome = try run(["/usr/bin/python3", "-c", sender, daemon.home.socket])
        #expect(outcome.output == "refused\n", "\(outcome)")
        #expect(try client.call("timer.get")["phase"] == "stopped")
    }

    /// SO_PASSRIGHTS
    private static let refusesDescriptors: Bool = {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var isAllowed: Int32 = 0
        return setsockopt(descriptor, SOL_SOCKET, 83, &isAllowed, 4) == 0
    }()

    /// Many clients that take nothing would hold gigabytes together.
    @Test func clientsThatTakeNothingHoldOnlySoMuchTogether() throws {
        let daemon = try Gardend(in: Home())
        let client = try daemon.connect()
        let text = JSON.string(String(repeating: "x", count: 1000))
        for _ in 1...500 { try client.call("log.note", ["text": text]) }
        let deaf = try (1...12).map { _ in try daemon.connect() }
        for client in deaf {
            for _ in 1...16 { try client.request("log.list") }
        }
        _ = try awaitReadiness(
            of: deaf.map(\.descriptor), events: 0, by: daemon.pid, what: "the end of a client that takes nothing")
        #expect(try readText(daemon.home.log).contains("because all together held too much"))
        #expect(try residentKilobytes(of: daemon.pid) < 300 << 10)
        #expect(try client.call("timer.get")["phase"] == "stopped")
        withExtendedLifetime(deaf) {}
    }

    /// Long lines without an end are held, too, and a client that sends a little again and again never rests.
    @Test func linesWithoutEndHoldOnlySoMuchTogether() throws {
        let daemon = try Gardend(in: Home())
        let client = try daemon.connect()
        let endless = try (1...72).map { _ in try daemon.connect() }
        // Twenty of them are a little less than the longest line.
        let part = [UInt8](repeating: UInt8(ascii: "x"), count: 49_000)
        try WaitLimit.wait(for: "the end of a client with a long line", by: daemon.pid) {
            for client in endless { _ = client.sendAtOnce(part[...]) }
            try client.call("timer.get")
            return endless.contains { !$0.isOpen }
        }
        #expect(try readText(daemon.home.log).contains("because all together held too much"))
        #expect(try residentKilobytes(of: daemon.pid) < 300 << 10)
        #expect(try client.call("timer.get")["phase"] == "stopped")
        withExtendedLifetime(endless) {}
    }

    /// The memory of a process that is in use (proc_pid_status(5)).
    private func residentKilobytes(of pid: pid_t) throws -> Int {
        let line = try readText("/proc/\(pid)/status").split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return try #require(line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }

    /// A limit below what is already open leaves not even the spare descriptor; clients then wait.
    @Test func withoutAnyDescriptorTheDaemonNeitherSpinsNorStopsServing() throws {
        let daemon = try Gardend(in: Home())
        let client = try daemon.connect()
        func limit(to descriptors: Int) throws {
            let limited = try run(["/usr/bin/prlimit", "--pid", "\(daemon.pid)", "--nofile=\(descriptors):"])
            try #require(limited.end == .exited(0), "\(limited.errors)")
        }
        // An answer shows that the daemon has let it in.
        try client.call("timer.get")
        try limit(to: 3)
        let waiting = try daemon.connect()
        try waiting.request("timer.get")
        let before = try cpuTicks(of: daemon.pid)
        // The pause before the next attempt is a second, and a daemon that did not pause would use the whole of this time.
        for _ in 1...20 {
            #expect(try client.call("timer.get")["phase"] == "stopped")
            #expect(staysSilent([waiting.descriptor, client.descriptor], milliseconds: 20))
        }
        #expect(try cpuTicks(of: daemon.pid) - before < 20)
        try limit(to: 64)
        #expect(try waiting.answer()["result"]?["phase"] == "stopped")
    }

    /// Hundredths of a second of the processor (proc_pid_stat(5)).
    private func cpuTicks(of pid: pid_t) throws -> Int {
        let fields = try readText("/proc/\(pid)/stat").split(separator: ") ").last?.split(separator: " ") ?? []
        return try #require(Int(fields[11])) + #require(Int(fields[12]))
    }
}
