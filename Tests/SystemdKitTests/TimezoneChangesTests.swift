import CSystemd
import Testing

@testable import SystemdKit

/// Uses a real dbus-daemon, on which a test sends timedate1's signals.
@MainActor
@Suite("Time zone changes", .enabled(if: MessageBus.isInstalled, "skipped: there is no dbus-daemon on this machine"))
struct TimezoneChangesTests {
    private static let timedate = "org.freedesktop.timedate1"

    @Test func aTimezoneThatTimedateSetsIsToldAndNothingElseIs() throws {
        let loop = try EventLoop()
        let folder = try TemporaryFolder()
        let path = folder.path + "/bus"
        let server = try MessageBus(path: path)
        let timedate = try Announcer(on: path, as: Self.timedate)
        let stranger = try Announcer(on: path)
        let bus = try Bus(socketPath: path, on: loop)
        var told: [String] = []
        var sending = ""
        let sendings: [(String, () throws -> Void)] = [
            ("its NTP", { try timedate.tell(changed: ["NTP": .bool(true)]) }),
            ("a stranger's", { try stranger.tell(changed: ["Timezone": .string("Asia/Tokyo")]) }),
            ("another object's", { try timedate.tell(of: "org.example.Other", changed: ["Timezone": .string("UTC")]) }),
            ("its value", { try timedate.tell(changed: ["Timezone": .string("Asia/Tokyo")]) }),
            ("its name", { try timedate.tell(changed: [:], invalidated: ["Timezone"]) }),
        ]
        var left = sendings[...]
        func sendNext() {
            guard let (name, send) = left.popFirst() else { return loop.exit(code: 0) }
            sending = name
            do { try send() } catch { Issue.record(error) }
            // An answer comes after all that was sent to us before.
            bus.call(
                destination: "org.freedesktop.DBus", path: "/", interface: "org.freedesktop.DBus", member: "GetId",
                timeoutMicroseconds: 10_000_000
            ) { _ in sendNext() }
        }
        let match = bus.timezoneChanges(
            onInstalled: { error in
                #expect(error == nil)
                sendNext()
            },
            handler: { told.append(sending) })
        _ = try loop.runToEnd()
        match.cancel()
        #expect(told == ["its value", "its name"])
        withExtendedLifetime(server) {}
    }

    /// One who sends signals over a bus.
    private final class Announcer {
        private var connection: OpaquePointer?

        init(on path: String, as name: String? = nil) throws {
            try check(sd_bus_new(&connection), "sd_bus_new")
            try check(sd_bus_set_address(connection, "unix:path=\(path)"), "sd_bus_set_address")
            try check(sd_bus_set_bus_client(connection, 1), "sd_bus_set_bus_client")
            try check(sd_bus_start(connection), "sd_bus_start")
            if let name { try check(sd_bus_request_name(connection, name, 0), "sd_bus_request_name") }
        }

        isolated deinit { sd_bus_close_unref(connection) }

        /// Sends that properties have changed; the bus has seen to it when this returns.
        func tell(of interface: String = timedate, changed: [String: BusValue], invalidated: [String] = []) throws {
            var message: OpaquePointer?
            defer { sd_bus_message_unref(message) }
            let path = "/org/freedesktop/timedate1"
            try check(
                sd_bus_message_new_signal(
                    connection, &message, path, "org.freedesktop.DBus.Properties", "PropertiesChanged"),
                "sd_bus_message_new_signal")
            let signal = try #require(message)
            try append(.string(interface), to: signal)
            try append(.dictionary(changed), to: signal)
            try append(.array(elementSignature: "s", invalidated.map(BusValue.string)), to: signal)
            try check(sd_bus_send(connection, signal, nil), "sd_bus_send")
            // It waits for the answer.
            try check(sd_bus_request_name(connection, "org.example.Name\(UInt32.random(in: 0...(.max)))", 0), "name")
        }
    }
}
