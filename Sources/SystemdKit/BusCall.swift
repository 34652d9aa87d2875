import CSystemd

/// A method call in progress: waiting for the bus, or for the answer. Ends exactly once.
@MainActor
final class BusCall {
    let destination: String
    let path: String
    let interface: String
    let member: String
    let arguments: [BusValue]

    /// The deadline of the answer, on the monotonic clock; `UInt64.max` for none.
    let deadlineMicroseconds: UInt64

    private let reply: @MainActor (Result<[BusValue], BusError>) -> Void
    private weak var bus: Bus?
    private var slot: OpaquePointer?

    init(
        bus: Bus, destination: String, path: String, interface: String, member: String, arguments: [BusValue],
        deadlineMicroseconds: UInt64, reply: @escaping @MainActor (Result<[BusValue], BusError>) -> Void
    ) {
        self.bus = bus
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
        self.deadlineMicroseconds = deadlineMicroseconds
        self.reply = reply
    }

    isolated deinit { sd_bus_slot_unref(slot) }

    /// Sends the call on an established connection: sd_bus_call_async(3).
    ///
    /// Throws `EINVAL` when a name or an argument is invalid, and any other error of libsystemd.
    func send(on connection: OpaquePointer) throws(SystemError) {
        var message: OpaquePointer?
        defer { sd_bus_message_unref(message) }
        try check(
            sd_bus_message_new_method_call(connection, &message, destination, path, interface, member),
            "sd_bus_message_new_method_call")
        guard let message else { return }
        for argument in arguments { try append(argument, to: message) }
        let now = Clocks.monotonicMicroseconds
        // 0 would mean libsystemd's default. UInt64.max is no timeout there, too.
        let timeoutMicroseconds =
            deadlineMicroseconds == .max ? .max : deadlineMicroseconds > now ? deadlineMicroseconds - now : 1
        let result = sd_bus_call_async(
            connection, &slot, message,
            { reply, userdata, _ in
                guard let reply, let userdata else { return 0 }
                let call = Unmanaged<BusCall>.fromOpaque(userdata).takeUnretainedValue()
                let answer = BusCall.answer(in: reply)
                MainActor.assumeIsolated { call.finish(answer) }
                return 0
            },
            Unmanaged.passUnretained(self).toOpaque(), timeoutMicroseconds)
        try check(result, "sd_bus_call_async")
    }

    /// Reports the answer to the caller, and makes the bus forget the call.
    func finish(_ answer: Result<[BusValue], BusError>) {
        sd_bus_slot_unref(slot)
        slot = nil
        bus?.forget(self)
        reply(answer)
    }

    private nonisolated static func answer(in reply: OpaquePointer) -> Result<[BusValue], BusError> {
        if let error = BusError(reply: reply) { return .failure(error) }
        do throws(SystemError) {
            return .success(try readValues(of: reply))
        } catch {
            return .failure(BusError(name: BusError.invalidArguments, message: error.description))
        }
    }
}
