import Glibc
import SystemdKit
import TestSupport
import Testing

/// Against a real dbus-daemon.
@MainActor
@Suite("Names on the bus", .enabled(if: MessageBus.isInstalled, "skipped: there is no dbus-daemon on this machine"))
struct BusNameTests {
    private static let name = "org.example.Garden"

    private let loop: EventLoop
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        loop = try EventLoop()
        folder = try TemporaryFolder()
        path = folder.path + "/bus"
    }

    @Test func anOwnerIsReportedWhenItComesAndGoes() throws {
        let server = try MessageBus(path: path)
        let bus = try Bus(socketPath: path, on: loop)
        var owners: [BusName.Owner] = []
        let name = bus.name(Self.name) { [loop] owner in
            owners.append(owner)
            switch owners.count {
            case 1:
                call(bus, "RequestName", .string("org.example.Other"), .uint32(0))
                call(bus, "RequestName", .string(Self.name), .uint32(0))
            case 2: call(bus, "ReleaseName", .string(Self.name))
            default: loop.exit(code: 0)
            }
        }
        #expect(name.owner == .unknown)
        _ = try loop.runToEnd()
        #expect(owners == [.none, .connection(":1.0"), .none])
        #expect(name.owner == .none)
        withExtendedLifetime(server) {}
    }

    @Test func anExistingOwnerIsReportedAtOnce() throws {
        let server = try MessageBus(path: path)
        let service = try Bus(socketPath: path, on: loop)
        var bus: Bus?
        var name: BusName?
        call(service, "RequestName", .string(Self.name), .uint32(0)) { [loop, path] in
            do { bus = try Bus(socketPath: path, on: loop) } catch { Issue.record(error) }
            name = bus?.name(Self.name) { owner in
                #expect(owner == .connection(":1.0"))
                loop.exit(code: 0)
            }
        }
        _ = try loop.runToEnd()
        #expect(name?.owner == .connection(":1.0"))
        withExtendedLifetime(server) {}
    }

    @Test func aLostBusMakesTheOwnerUnknownAndItsReturnIsNoticed() throws {
        var server: MessageBus? = try MessageBus(path: path)
        let bus = try Bus(socketPath: path, on: loop)
        var owners: [BusName.Owner] = []
        let name = bus.name(Self.name) { [loop, path] owner in
            owners.append(owner)
            do {
                switch owners.count {
                case 1: server = nil
                case 2: server = try MessageBus(path: path)
                default: loop.exit(code: 0)
                }
            } catch {
                Issue.record(error)
                loop.exit(code: 1)
            }
        }
        _ = try loop.runToEnd()
        #expect(owners == [.none, .unknown, .none])
        name.cancel()
        #expect(server != nil)
    }

    @Test func aCancelledNameReportsNothing() throws {
        let server = try MessageBus(path: path)
        let bus = try Bus(socketPath: path, on: loop)
        let name = bus.name(Self.name) { Issue.record("\($0)") }
        name.cancel()
        call(bus, "RequestName", .string(Self.name), .uint32(0)) { [loop] in loop.defer { loop.exit(code: 0) } }
        _ = try loop.runToEnd()
        #expect(name.owner == .unknown)
        withExtendedLifetime(server) {}
    }

    private func call(
        _ bus: Bus, _ member: String, _ arguments: BusValue..., reply: @escaping @MainActor () -> Void = {}
    ) {
        bus.call(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: member, arguments: arguments, timeoutMicroseconds: UInt64(WaitLimit.wallSeconds) * 1_000_000
        ) { _ in reply() }
    }
}
