import CSystemd
import TestSupport
import Testing

@testable import SystemdKit

/// Uses a real dbus-daemon, on which a test sends timedate1's signals.
@MainActor
@Suite("Time zone changes", .enabled(if: MessageBus.isInstalled, "skipped: there is no dbus-daemon on this machine"))
struct TimezoneChangesTests {
    private static let timedate = "org.freedesktop.timedate1"

    @Test func onlyTimedatesTimezoneChangesAreReported() throws {
        let loop = try EventLoop()
        let folder = try TemporaryFolder()
        let path = folder.path + "/bus"
        let server = try MessageBus(path: path)
        let timedate = try Announcer(on: path, as: Self.timedate)
        let otherSender = try Announcer(on: path)
        let bus = try Bus(socketPath: path, on: loop)
        var reported: [String] = []
        var sending = ""
        let sendings: [(String, () throws -> Void)] = [
            ("its NTP", { try timedate.sendChanges(changed: ["NTP": .bool(true)]) }),
            ("another sender's", { try otherSender.sendChanges(changed: ["Timezone": .string("Asia/Tokyo")]) }),
            (
                "another object's",
                { try timedate.sendChanges(of: "org.example.Other", changed: ["Timezone": .string("UTC")]) }
            ),
            ("its value", { try timedate.sendChanges(changed: ["Timezone": .string("Asia/Tokyo")]) }),
            ("its name", { try timedate.sendChanges(changed: [:], invalidated: ["Timezone"]) }),
        ]
        var left = sendings[...]
        func sendNext() {
            guard let (name, send) = left.popFirst() else { return loop.exit(code: 0) }
            sending = name
            do { try send() } catch { Issue.record(error) }
            // The answer arrives after all earlier messages.
            bus.call(
                destination: "org.freedesktop.DBus", path: "/", interface: "org.freedesktop.DBus", member: "GetId",
                timeoutMicroseconds: UInt64(WaitLimit.wallSeconds) * 1_000_000
            ) { _ in sendNext() }
        }
        let match = bus.timezoneChanges(
            onInstalled: { error in
                #expect(error == nil)
                sendNext()
            },
            handler: { reported.append(sending) })
        _ = try loop.runToEnd()
        match.cancel()
        #expect(reported == ["its value", "its name"])
        withExtendedLifetime(server) {}
    }

    /// A client that sends signals over a bus.
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

        /// Sends a PropertiesChanged signal. The bus has delivered it when this returns.
        func sendChanges(of interface: String = timedate, changed: [String: BusValue], invalidated: [String] = [])
            throws
        {
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
            // The request waits for its answer.
            try check(sd_bus_request_name(connection, "org.example.Name\(UInt32.random(in: 0...(.max)))", 0), "name")
        }
    }
}
