import CSystemd
import Glibc
import Testing

@testable import SystemdKit

/// Another descriptor of the same file, which no child process inherits.
private func duplicate(of descriptor: Int32) -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }

/// Values written into a libsystemd message are read back unchanged.
@MainActor
@Suite("Values on the bus")
struct BusCodingTests {
    private nonisolated static let all: [(BusValue, String)] = [
        (.byte(255), "y"), (.bool(true), "b"), (.bool(false), "b"), (.int16(.min), "n"), (.uint16(.max), "q"),
        (.int32(.min), "i"), (.uint32(.max), "u"), (.int64(.min), "x"), (.uint64(.max), "t"), (.double(-0.5), "d"),
        (.string("Gärtnerei 🌱"), "s"), (.string(""), "s"), (.objectPath("/org/freedesktop/login1"), "o"),
        (.signature("a{sv}"), "g"),
        (.array(elementSignature: "s", [.string("a"), .string("b")]), "as"),
        (.array(elementSignature: "(iu)", []), "a(iu)"),
        (.array(elementSignature: "y", [.byte(1), .byte(2)]), "ay"),
        (.dictionary([:]), "a{sv}"),
        (
            .dictionary(["urgency": .byte(1), "transient": .bool(true), "nested": .dictionary(["a": .int32(1)])]),
            "a{sv}"
        ),
        (.array(elementSignature: "{us}", [.entry(key: .uint32(1), value: .string("one"))]), "a{us}"),
        (.variant(.variant(.structure([.string("a"), .array(elementSignature: "i", [])]))), "v"),
        (
            .structure([.string("delay"), .structure([.int32(1), .uint32(2)]), .dictionary(["k": .double(1)])]),
            "(s(iu)a{sv})"
        ),
    ]

    @Test(arguments: all)
    func everyTypeRoundTrips(value: BusValue, signature: String) throws {
        #expect(value.signature == signature)
        #expect(try roundTrip([value]) == [value])
    }

    @Test func severalValuesKeepTheirOrder() throws {
        let values = Self.all.map(\.0)
        #expect(try roundTrip(values) == values)
    }

    @Test func aDescriptorArrivesAsASelfClosingCopy() throws {
        let sockets = try SocketPair()
        let sent = BusDescriptor(owning: duplicate(of: sockets.left))
        var copy = -1 as Int32
        do {
            let values = try roundTrip([.descriptor(sent)])
            guard case .descriptor(let arrived) = values.first else {
                Issue.record("\(values)")
                return
            }
            copy = arrived.descriptor
            #expect(copy != sent.descriptor)
            #expect(write(copy, "x", 1) == 1)
        }
        #expect(received(from: sockets.right) == "x")
        #expect(fcntl(copy, F_GETFD) == -1)
    }

    private func roundTrip(_ values: [BusValue]) throws -> [BusValue] {
        var bus: OpaquePointer?
        var message: OpaquePointer?
        defer {
            sd_bus_message_unref(message)
            sd_bus_close_unref(bus)
        }
        let sockets = try SocketPair()
        try check(sd_bus_new(&bus), "sd_bus_new")
        try check(sd_bus_set_fd(bus, duplicate(of: sockets.left), duplicate(of: sockets.left)), "sd_bus_set_fd")
        try check(sd_bus_start(bus), "sd_bus_start")
        try check(
            sd_bus_message_new_signal(bus, &message, "/", "org.example.Test", "Test"), "sd_bus_message_new_signal")
        let sealed = try #require(message)
        for value in values { try append(value, to: sealed) }
        try check(sd_bus_message_seal(sealed, 1, 0), "sd_bus_message_seal")
        return try readValues(of: sealed)
    }
}
