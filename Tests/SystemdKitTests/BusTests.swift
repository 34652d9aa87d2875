import Glibc
import SystemdKit
import TestSupport
import Testing

/// Against a real dbus-daemon.
@MainActor
@Suite("The bus", .enabled(if: MessageBus.isInstalled, "skipped: there is no dbus-daemon on this machine"))
struct BusTests {
    private let loop: EventLoop
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        loop = try EventLoop()
        folder = try TemporaryFolder()
        path = folder.path + "/bus socket"
    }

    @Test func aCallBeforeTheConnectionIsReadyIsAnswered() throws {
        let server = try MessageBus(path: path)
        let bus = try Bus(socketPath: path, on: loop)
        #expect(try answer(of: bus, "ListNames") == .success([names("org.freedesktop.DBus", ":1.0")]))
        #expect(bus.isConnected)
        withExtendedLifetime(server) {}
    }

    @Test func aPeersErrorIsReturned() throws {
        let server = try MessageBus(path: path)
        let bus = try Bus(socketPath: path, on: loop)
        let error = BusError(
            name: "org.freedesktop.DBus.Error.NameHasNoOwner",
            message: "Could not get owner of name 'org.example.Nobody': no such name")
        #expect(try answer(of: bus, "GetNameOwner", .string("org.example.Nobody")) == .failure(error))
        withExtendedLifetime(server) {}
    }

    @Test(arguments: [
        BusValue.objectPath("no path"), .string("with\0zero"), .array(elementSignature: "s", [.int32(1)]),
        .array(elementSignature: "", []), .structure([]), .signature("("),
    ])
    func anInvalidArgumentFailsTheCallFromTheLoop(argument: BusValue) throws {
        let server = try MessageBus(path: path)
        let bus = try Bus(socketPath: path, on: loop)
        let result = try answer(of: bus, "GetNameOwner", argument)
        #expect(failure(result)?.name == BusError.invalidArguments)
        withExtendedLifetime(server) {}
    }

    @Test func anInvalidMethodNameFailsTheCall() throws {
        let server = try MessageBus(path: path)
        let bus = try Bus(socketPath: path, on: loop)
        #expect(failure(try answer(of: bus, "no method"))?.name == BusError.invalidArguments)
        withExtendedLifetime(server) {}
    }

    @Test func repliesArriveAfterTheCallReturns() throws {
        let server = try MessageBus(path: path)
        let bus = try Bus(socketPath: path, on: loop)
        var steps: [String] = []
        bus.onConnectionChange = { [loop] _ in
            call(bus, "no method") { _ in
                steps.append("answered")
                loop.exit(code: 0)
            }
            steps.append("called")
        }
        _ = try loop.runToEnd()
        bus.onConnectionChange = nil
        #expect(steps == ["called", "answered"])
        withExtendedLifetime(server) {}
    }

    @Test func aMatchDeliversSignalsUntilItIsReleased() throws {
        let server = try MessageBus(path: path)
        let bus = try Bus(socketPath: path, on: loop)
        var messages: [BusMessage] = []
        var refusals: [BusError?] = []
        var match: BusMatch?
        match = bus.match(
            sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged",
            onInstalled: { refusals.append($0) },
            handler: { message in
                guard message.arguments.first == .string("org.example.Garden") else { return }
                messages.append(message)
                match = nil
            })
        call(bus, "RequestName", .string("org.example.Garden"), .uint32(0)) { _ in
            call(bus, "ReleaseName", .string("org.example.Garden")) { [loop] _ in
                loop.defer { loop.exit(code: 0) }
            }
        }
        _ = try loop.runToEnd()
        #expect(refusals == [nil])
        #expect(match == nil)
        let message = try #require(messages.first)
        #expect(messages.count == 1)
        #expect(message.sender == "org.freedesktop.DBus")
        #expect(message.path == "/org/freedesktop/DBus")
        #expect(message.interface == "org.freedesktop.DBus")
        #expect(message.member == "NameOwnerChanged")
        #expect(message.arguments == [.string("org.example.Garden"), .string(""), .string(":1.0")])
        withExtendedLifetime(server) {}
    }

    @Test func aMatchMayDemandAFirstArgument() throws {
        let server = try MessageBus(path: path)
        let bus = try Bus(socketPath: path, on: loop)
        var messages: [[BusValue]] = []
        let match = bus.match(
            sender: "org.freedesktop.DBus", member: "NameOwnerChanged", firstArgument: "org.example.Garden",
            handler: { messages.append($0.arguments) })
        for name in ["org.example.Gate", "org.example.Garden", "org.example.Garden.Gate"] {
            call(bus, "RequestName", .string(name), .uint32(0)) { _ in }
        }
        #expect(failure(try answer(of: bus, "ListNames")) == nil)
        #expect(messages == [[.string("org.example.Garden"), .string(""), .string(":1.0")]])
        match.cancel()
        withExtendedLifetime(server) {}
    }

    @Test(arguments: [("no path", nil), ("/", "it's"), ("/", "a\\"), ("/", "a\0")] as [(String, String?)])
    func anInvalidMatchIsRefusedAndTheConnectionStaysOpen(object: String, firstArgument: String?) throws {
        let server = try MessageBus(path: path)
        let bus = try Bus(socketPath: path, on: loop)
        var refusals: [BusError?] = []
        let match = bus.match(
            path: object, firstArgument: firstArgument, onInstalled: { refusals.append($0) }, handler: { _ in })
        #expect(failure(try answer(of: bus, "ListNames")) == nil)
        match.cancel()
        #expect(refusals.count == 1 && refusals.allSatisfy { $0 != nil })
        #expect(bus.isConnected)
        withExtendedLifetime(server) {}
    }

    @Test func aCallToAHungPeerTimesOut() throws {
        let server = try MessageBus(path: path)
        // Its loop turns until it has its name, and never again.
        let hungPeersLoop = try EventLoop()
        let hungPeer = try Bus(socketPath: path, on: hungPeersLoop)
        call(hungPeer, "RequestName", .string("org.example.Sleeper"), .uint32(0)) { _ in hungPeersLoop.exit(code: 0) }
        _ = try hungPeersLoop.runToEnd()

        let bus = try Bus(socketPath: path, on: loop)
        let start = Clocks.monotonicMicroseconds
        var result: Result<[BusValue], BusError>?
        bus.call(
            destination: "org.example.Sleeper", path: "/", interface: "org.freedesktop.DBus.Peer", member: "Ping",
            timeoutMicroseconds: 30_000
        ) { [loop] in
            result = $0
            loop.exit(code: 0)
        }
        _ = try loop.runToEnd()
        #expect(failure(result)?.name == BusError.noReply)
        #expect(Clocks.monotonicMicroseconds - start >= 30_000)
        withExtendedLifetime((server, hungPeer)) {}
    }

    @Test func aCallWithoutATimeLimitIsAnswered() throws {
        let server = try MessageBus(path: path)
        let bus = try Bus(socketPath: path, on: loop)
        let result = try answer(of: bus, "ListNames", timeoutMicroseconds: .max)
        #expect(result == .success([names("org.freedesktop.DBus", ":1.0")]))
        withExtendedLifetime(server) {}
    }

    @Test func aCallWithoutABusTimesOut() throws {
        let bus = try Bus(socketPath: folder.path + "/not/there", on: loop)
        let start = Clocks.monotonicMicroseconds
        let result = try answer(of: bus, "ListNames", timeoutMicroseconds: 30_000)
        #expect(failure(result)?.name == BusError.noReply)
        #expect(Clocks.monotonicMicroseconds - start >= 30_000)
        #expect(!bus.isConnected)
    }

    @Test func aSilentBusTimesOut() throws {
        let listener = try boundSocket(SOCK_STREAM, path: path)
        defer { close(listener) }
        let bus = try Bus(socketPath: path, on: loop)
        let result = try answer(of: bus, "ListNames", timeoutMicroseconds: 30_000)
        #expect(failure(result)?.name == BusError.noReply)
        #expect(!bus.isConnected)
    }

    @Test func anInvalidAddressTimesOut() throws {
        let bus = try Bus(address: "carrier pigeon", on: loop)
        let result = try answer(of: bus, "ListNames", timeoutMicroseconds: 30_000)
        #expect(failure(result)?.name == BusError.noReply)
    }

    @Test func aPendingCallIsAnsweredOnceTheBusStarts() throws {
        let bus = try Bus(socketPath: path, on: loop)
        var server: MessageBus?
        loop.defer { [loop, path] in
            do { server = try MessageBus(path: path) } catch {
                Issue.record(error)
                loop.exit(code: 1)
            }
        }
        #expect(try answer(of: bus, "ListNames") == .success([names("org.freedesktop.DBus", ":1.0")]))
        #expect(server != nil)
    }

    @Test func matchesAreRestoredAfterAReconnect() throws {
        var server: MessageBus? = try MessageBus(path: path)
        let bus = try Bus(socketPath: path, on: loop)
        var changes: [Bool] = []
        var installed = 0
        let match = bus.match(member: "NameOwnerChanged", onInstalled: { _ in installed += 1 }, handler: { _ in })
        bus.onConnectionChange = { [loop, path] isConnected in
            changes.append(isConnected)
            do {
                switch changes.count {
                case 1: server = nil
                case 2: server = try MessageBus(path: path)
                default: call(bus, "ListNames") { _ in loop.exit(code: 0) }
                }
            } catch {
                Issue.record(error)
                loop.exit(code: 1)
            }
        }
        _ = try loop.runToEnd()
        bus.onConnectionChange = nil
        match.cancel()
        #expect(changes == [true, false, true])
        // The first bus may have died before it answered, and that counts as well.
        #expect(installed == 2)
        #expect(server != nil)
    }

    @Test func aLostBusFailsItsPendingCalls() throws {
        var server: MessageBus? = try MessageBus(path: path)
        let bus = try Bus(socketPath: path, on: loop)
        var results: [Result<[BusValue], BusError>] = []
        bus.onConnectionChange = { [loop] isConnected in
            guard isConnected else { return loop.exit(code: 0) }
            server = nil
            call(bus, "ListNames") { results.append($0) }
        }
        _ = try loop.runToEnd()
        bus.onConnectionChange = nil
        #expect(server == nil)
        #expect(results.count == 1)
        #expect(results.allSatisfy { failure($0) != nil })
    }

    @Test func aReleasedBusDropsItsPendingCalls() throws {
        let server = try MessageBus(path: path)
        var bus: Bus? = try Bus(socketPath: path, on: loop)
        weak let released = bus
        bus?.onConnectionChange = { [loop] _ in
            if let bus { call(bus, "ListNames") { _ in Issue.record("an answer") } }
            bus = nil
            loop.defer { loop.defer { loop.exit(code: 0) } }
        }
        _ = try loop.runToEnd()
        #expect(released == nil)
        withExtendedLifetime(server) {}
    }

    @Test func theAddressesAreReadFromTheEnvironment() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let folder = try TemporaryFolder()
            let server = try MessageBus(path: folder.path + "/bus")
            setenv("DBUS_SESSION_BUS_ADDRESS", "", 1)
            unsetenv("XDG_RUNTIME_DIR")
            let loop = try EventLoop()
            #expect(throws: SystemError(code: ENOMEDIUM, call: "getenv(XDG_RUNTIME_DIR)")) {
                try Bus.session(on: loop)
            }
            setenv("XDG_RUNTIME_DIR", folder.path, 1)
            setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=\(folder.path)/bus", 1)
            let buses = [try Bus.session(on: loop), try Bus.system(on: loop)]
            for bus in buses {
                bus.onConnectionChange = { _ in if buses.allSatisfy(\.isConnected) { loop.exit(code: 0) } }
            }
            _ = try loop.runToEnd()
            let areConnected = buses.map(\.isConnected)
            #expect(areConnected == [true, true])
            withExtendedLifetime(server) {}
        }
    }

    /// Runs the loop until the bus itself has answered a call.
    private func answer(
        of bus: Bus, _ member: String, _ arguments: BusValue...,
        timeoutMicroseconds: UInt64 = UInt64(WaitLimit.wallSeconds) * 1_000_000
    ) throws -> Result<[BusValue], BusError>? {
        var results: [Result<[BusValue], BusError>] = []
        bus.call(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: member, arguments: arguments, timeoutMicroseconds: timeoutMicroseconds
        ) { [loop] in
            results.append($0)
            loop.defer { loop.exit(code: 0) }
        }
        _ = try loop.runToEnd()
        #expect(results.count == 1)
        return results.first
    }

    private func call(
        _ bus: Bus, _ member: String, _ arguments: BusValue...,
        reply: @escaping @MainActor (Result<[BusValue], BusError>) -> Void
    ) {
        bus.call(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: member, arguments: arguments, timeoutMicroseconds: UInt64(WaitLimit.wallSeconds) * 1_000_000,
            reply: reply)
    }

    private func names(_ names: String...) -> BusValue {
        .array(elementSignature: "s", names.map(BusValue.string))
    }

    private func failure(_ result: Result<[BusValue], BusError>?) -> BusError? {
        guard case .failure(let error) = result else { return nil }
        return error
    }
}
