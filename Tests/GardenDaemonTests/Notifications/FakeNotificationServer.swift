import CSystemd
import Testing

@testable import SystemdKit

/// A notification server that a test controls, with a connection of its own to a real bus.
final class FakeNotificationServer {
    enum Call: Equatable {
        case show(String, replacing: UInt32)
        case close(UInt32)
    }

    /// The calls in order, without those about the server itself.
    private(set) var calls: [Call] = []
    /// The arguments of the last Notify.
    private(set) var lastArguments: [BusValue] = []
    /// The summaries on the screen.
    private(set) var screen: [UInt32: String] = [:]
    /// Whether calls about notifications are answered at once, or by ``answerNext()``.
    var isAnswering = true
    /// Whether Notify is refused.
    var isRefusing = false
    /// Its name on the bus: `:1.4`.
    let uniqueName: String
    /// The calls that wait for their answers.
    var heldCount: Int { held.count }

    private let loop: EventLoop
    private let capabilities: [String]
    private var connection: OpaquePointer?
    private var held: [(message: OpaquePointer, call: BusMessage)] = []
    private var lastId: UInt32 = 0

    /// A server on a bus that already runs. It has its name when this returns.
    init(on path: String, loop: EventLoop, capabilities: [String] = ["actions", "body"], hasName: Bool = true) throws {
        self.loop = loop
        self.capabilities = capabilities
        try check(sd_bus_new(&connection), "sd_bus_new")
        try check(sd_bus_set_address(connection, "unix:path=\(path)"), "sd_bus_set_address")
        try check(sd_bus_set_bus_client(connection, 1), "sd_bus_set_bus_client")
        try check(sd_bus_start(connection), "sd_bus_start")
        var name: UnsafePointer<CChar>?
        try check(sd_bus_get_unique_name(connection, &name), "sd_bus_get_unique_name")
        uniqueName = String(cString: try #require(name))
        try check(
            sd_bus_add_filter(
                connection, nil,
                { message, userdata, _ in
                    guard let message, let userdata else { return 0 }
                    let server = Unmanaged<FakeNotificationServer>.fromOpaque(userdata).takeUnretainedValue()
                    // The callback runs on the main thread, which runs the loop; the pointer does not leave it, although
                    // the compiler sees it enter another isolation.
                    nonisolated(unsafe) let received = message
                    return MainActor.assumeIsolated { server.take(received) }
                }, Unmanaged.passUnretained(self).toOpaque()), "sd_bus_add_filter")
        if hasName { try check(sd_bus_request_name(connection, "org.freedesktop.Notifications", 0), "request_name") }
        try thaw()
    }

    isolated deinit { crash() }

    // MARK: Faults

    /// Reads and answers nothing from now on, like a stopped process.
    func freeze() { sd_bus_detach_event(connection) }

    func thaw() throws { try check(sd_bus_attach_event(connection, loop.pointer, 0), "sd_bus_attach_event") }

    func crash() {
        // Each of them holds the connection.
        for (message, _) in held { sd_bus_message_unref(message) }
        held = []
        sd_bus_close_unref(connection)
        connection = nil
    }

    /// Answers the oldest held call.
    func answerNext() throws {
        let (message, call) = held.removeFirst()
        defer { sd_bus_message_unref(message) }
        try perform(call, answering: message)
    }

    // MARK: The user

    func press(_ key: String, id: UInt32) throws { try emit("ActionInvoked", [.uint32(id), .string(key)]) }

    func dismiss(_ id: UInt32) throws {
        screen[id] = nil
        try emit("NotificationClosed", [.uint32(id), .uint32(2)])
    }

    // MARK: Calls

    private func take(_ message: OpaquePointer) -> Int32 {
        guard sd_bus_message_is_method_call(message, "org.freedesktop.Notifications", nil) > 0 else { return 0 }
        do {
            let call = try BusMessage(message)
            switch call.member {
            case "GetServerInformation":
                try answer(message, [.string("fake"), .string("tests"), .string("1"), .string("1.2")])
            case "GetCapabilities":
                try answer(message, [.array(elementSignature: "s", capabilities.map(BusValue.string))])
            default:
                held.append((sd_bus_message_ref(message), call))
                note(call)
                if isAnswering { try answerNext() }
            }
        } catch {
            Issue.record(error)
        }
        return 1
    }

    private func note(_ call: BusMessage) {
        switch (call.member, call.arguments.first) {
        case ("CloseNotification", .uint32(let id)?): calls.append(.close(id))
        case ("Notify", _):
            lastArguments = call.arguments
            guard case .uint32(let replaced) = call.arguments[1], case .string(let summary) = call.arguments[3] else {
                return
            }
            calls.append(.show(summary, replacing: replaced))
        default: Issue.record("an unknown call: \(call)")
        }
    }

    private func perform(_ call: BusMessage, answering message: OpaquePointer) throws {
        if call.member == "CloseNotification", case .uint32(let id) = call.arguments[0] {
            screen[id] = nil
            try emit("NotificationClosed", [.uint32(id), .uint32(3)])
            return try answer(message, [])
        }
        guard !isRefusing else {
            var reply: OpaquePointer?
            defer { sd_bus_message_unref(reply) }
            var error = sd_bus_error()
            defer { sd_bus_error_free(&error) }
            sd_bus_error_set(&error, "org.example.Error.TooMany", "too many")
            try check(sd_bus_message_new_method_error(message, &reply, &error), "sd_bus_message_new_method_error")
            try check(sd_bus_send(connection, reply, nil), "sd_bus_send")
            return
        }
        guard case .uint32(let replaced) = call.arguments[1], case .string(let summary) = call.arguments[3] else {
            return
        }
        if screen[replaced] == nil { lastId += 1 }
        let id = screen[replaced] == nil ? lastId : replaced
        screen[id] = summary
        try answer(message, [.uint32(id)])
    }

    private func answer(_ call: OpaquePointer, _ values: [BusValue]) throws {
        var created: OpaquePointer?
        defer { sd_bus_message_unref(created) }
        try check(sd_bus_message_new_method_return(call, &created), "sd_bus_message_new_method_return")
        let reply = try #require(created)
        for value in values { try append(value, to: reply) }
        try check(sd_bus_send(connection, reply, nil), "sd_bus_send")
    }

    private func emit(_ member: String, _ values: [BusValue]) throws {
        var created: OpaquePointer?
        defer { sd_bus_message_unref(created) }
        let name = "org.freedesktop.Notifications"
        try check(
            sd_bus_message_new_signal(connection, &created, "/org/freedesktop/Notifications", name, member),
            "sd_bus_message_new_signal")
        let signal = try #require(created)
        for value in values { try append(value, to: signal) }
        try check(sd_bus_send(connection, signal, nil), "sd_bus_send")
    }
}
