import CSystemd
import Glibc

/// A D-Bus connection that never blocks the loop: sd-bus(3).
///
/// Everything is asynchronous. The bus may appear later than this object, and may disappear and reappear. While it is
/// absent, calls wait for it until their timeout, and matches are installed again when it is back. Calls and matches
/// end silently when this object is released.
@MainActor
public final class Bus {
    /// Whether the bus has accepted the connection.
    public private(set) var isConnected = false

    /// Called from the loop each time ``isConnected`` has changed. It must not hold this object strongly.
    public var onConnectionChange: (@MainActor (Bool) -> Void)?

    /// The D-Bus address: `unix:path=/run/user/1000/bus`.
    public let address: String

    private let loop: EventLoop
    private var connection: OpaquePointer?
    private var connectionSlot: OpaquePointer?

    /// Calls that wait for the connection, oldest first.
    private var queued: [BusCall] = []
    private var queueTimer: TimerSource?
    /// Calls that wait for their answer.
    private var sent: [ObjectIdentifier: BusCall] = [:]
    private var matches: [WeakMatch] = []
    private var names: [WeakName] = []

    private static let firstRetryMicroseconds: UInt64 = 1_000_000
    private static let lastRetryMicroseconds: UInt64 = 60_000_000
    private var retryMicroseconds = firstRetryMicroseconds
    private var retryTimer: TimerSource?
    /// Waits for the socket of a bus that does not exist. libsystemd could wait by itself (`sd_bus_set_watch_bind`), but with
    /// an inotify instance of its own for each bus.
    private let socketWatch: FileWatch

    /// The user's bus: `$DBUS_SESSION_BUS_ADDRESS`, or `$XDG_RUNTIME_DIR/bus`.
    ///
    /// An empty variable counts as not set. Throws `ENOMEDIUM` when neither is set.
    public static func session(on loop: EventLoop) throws(SystemError) -> Bus {
        if let address = environment("DBUS_SESSION_BUS_ADDRESS") { return try Bus(address: address, on: loop) }
        guard let folder = environment("XDG_RUNTIME_DIR") else {
            throw SystemError(code: ENOMEDIUM, call: "getenv(XDG_RUNTIME_DIR)")
        }
        return try Bus(socketPath: folder + "/bus", on: loop)
    }

    /// The machine's bus: `$DBUS_SYSTEM_BUS_ADDRESS`, or `/run/dbus/system_bus_socket`.
    public static func system(on loop: EventLoop) throws(SystemError) -> Bus {
        if let address = environment("DBUS_SYSTEM_BUS_ADDRESS") { return try Bus(address: address, on: loop) }
        return try Bus(socketPath: "/run/dbus/system_bus_socket", on: loop)
    }

    private static func environment(_ variable: String) -> String? {
        guard let value = getenv(variable), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// The bus that listens on `socketPath`, now or later.
    public convenience init(socketPath: String, on loop: EventLoop) throws(SystemError) {
        try self.init(address: "unix:path=" + BusAddress.escaped(socketPath), on: loop)
    }

    /// The bus at a D-Bus address such as `unix:path=/run/user/1000/bus`.
    ///
    /// A missing bus is not an error: a Unix socket is noticed as soon as it appears, and after any other failure the
    /// connection is tried again after 1, 2, 4 … 60 s. Throws when the loop takes no more sources.
    public init(address: String, on loop: EventLoop) throws(SystemError) {
        self.loop = loop
        self.address = address
        socketWatch = FileWatch(on: loop)
        socketWatch.onChange = { [weak self] in
            guard let self, connection == nil else { return }
            retryMicroseconds = Self.firstRetryMicroseconds
            connect()
        }
        queueTimer = try loop.timer(on: .monotonic) { [weak self] in self?.expireQueued() }
        retryTimer = try loop.timer(on: .monotonic) { [weak self] in self?.connect() }
        connect()
    }

    isolated deinit {
        for match in matches { match.value?.uninstall() }
        disconnect()
    }

    /// Calls a method and gives `reply` its answer, or the error, exactly once and always from the loop.
    ///
    /// After `timeoutMicroseconds`, including the wait for a missing bus, the answer is ``BusError/noReply``. A call
    /// that times out while it waits for the bus is never sent. `UInt64.max` is no limit: the call ends when the peer
    /// answers or leaves the bus, or the connection is lost.
    public func call(
        destination: String, path: String, interface: String, member: String, arguments: [BusValue] = [],
        timeoutMicroseconds: UInt64, reply: @escaping @MainActor (Result<[BusValue], BusError>) -> Void
    ) {
        let (deadline, overflow) = Clocks.monotonicMicroseconds.addingReportingOverflow(timeoutMicroseconds)
        let call = BusCall(
            bus: self, destination: destination, path: path, interface: interface, member: member,
            arguments: arguments, deadlineMicroseconds: overflow ? .max : deadline, reply: reply)
        if isConnected {
            send(call)
        } else {
            queued.append(call)
            armQueueTimer()
        }
    }

    /// Calls `handler` for each signal that matches all arguments, until the returned object is released.
    ///
    /// `firstArgument` is compared with the signal's first argument if that is a string. The bus itself compares
    /// everything, so other signals do not wake this process.
    ///
    /// `onInstalled` is called each time the bus has accepted the interest, with `nil`, or refused it.
    public func match(
        sender: String? = nil, path: String? = nil, interface: String? = nil, member: String? = nil,
        firstArgument: String? = nil, onInstalled: (@MainActor (BusError?) -> Void)? = nil,
        handler: @escaping @MainActor (BusMessage) -> Void
    ) -> BusMatch {
        let match = BusMatch(
            sender: sender, path: path, interface: interface, member: member, firstArgument: firstArgument,
            onInstalled: onInstalled, handler: handler)
        matches.removeAll { $0.value?.isCancelled ?? true }
        matches.append(WeakMatch(value: match))
        if isConnected, let connection { match.install(on: connection) }
        return match
    }

    /// Follows the owner of a well-known name like "org.freedesktop.login1", until the returned object is released.
    ///
    /// - Parameter onChange: called from the loop each time ``BusName/owner`` has changed.
    public func name(_ name: String, onChange: @escaping @MainActor (BusName.Owner) -> Void) -> BusName {
        let followed = BusName(name, on: self, onChange: onChange)
        names.removeAll { $0.value == nil }
        names.append(WeakName(value: followed))
        return followed
    }

    /// Forgets a call that has ended.
    func forget(_ call: BusCall) {
        sent[ObjectIdentifier(call)] = nil
    }

    private func send(_ call: BusCall) {
        guard let connection else { return }
        sent[ObjectIdentifier(call)] = call
        do throws(SystemError) {
            try call.send(on: connection)
        } catch {
            let failure = BusError(
                name: error.code == ENOTCONN ? BusError.disconnected : BusError.invalidArguments,
                message: error.description)
            loop.defer { call.finish(.failure(failure)) }
        }
    }

    private func armQueueTimer() {
        guard let deadline = queued.map(\.deadlineMicroseconds).min() else {
            queueTimer?.disarm()
            return
        }
        queueTimer?.arm(atMicroseconds: deadline)
    }

    private func expireQueued() {
        let now = Clocks.monotonicMicroseconds
        let expired = queued.filter { $0.deadlineMicroseconds <= now }
        queued.removeAll { $0.deadlineMicroseconds <= now }
        armQueueTimer()
        for call in expired {
            call.finish(.failure(BusError(name: BusError.noReply, message: "there was no bus at \(address)")))
        }
    }

    private func connect() {
        disconnect()
        do throws(SystemError) {
            try openConnection()
            socketWatch.watch([])
        } catch {
            disconnect()
            awaitBus(after: error)
        }
    }

    /// Waits for the socket if it does not exist, and for a time otherwise.
    private func awaitBus(after error: SystemError) {
        guard error.code == ENOENT, let socketPath else {
            socketWatch.watch([])
            return retryLater()
        }
        socketWatch.watch([socketPath])
        guard socketWatch.problem == nil else { return retryLater() }
        // It may have appeared before it was watched.
        guard access(socketPath, F_OK) != 0 else { return retryLater() }
        retryTimer?.disarm()
    }

    /// The path of the socket, if the address is nothing but that.
    private var socketPath: String? {
        let prefix = "unix:path="
        guard address.hasPrefix(prefix), !address.contains(where: { $0 == "," || $0 == ";" }) else { return nil }
        return BusAddress.unescaped(address.dropFirst(prefix.count))
    }

    private func openConnection() throws(SystemError) {
        try check(sd_bus_new(&connection), "sd_bus_new")
        try check(sd_bus_set_address(connection, address), "sd_bus_set_address")
        try check(sd_bus_set_bus_client(connection, 1), "sd_bus_set_bus_client")
        try check(sd_bus_set_connected_signal(connection, 1), "sd_bus_set_connected_signal")
        // Otherwise the loop's exit would flush the connection, and wait for an unresponsive bus.
        try check(sd_bus_set_close_on_exit(connection, 0), "sd_bus_set_close_on_exit")
        // libsystemd's own signals about the connection, Connected and Disconnected, which never leave the process.
        let local = "org.freedesktop.DBus.Local"
        try check(
            sd_bus_match_signal(
                connection, &connectionSlot, local, nil, local, nil,
                { message, userdata, _ in
                    guard let message, let userdata, let member = sd_bus_message_get_member(message) else { return 0 }
                    let bus = Unmanaged<Bus>.fromOpaque(userdata).takeUnretainedValue()
                    let name = String(cString: member)
                    MainActor.assumeIsolated { bus.connectionChanged(name) }
                    return 0
                },
                Unmanaged.passUnretained(self).toOpaque()), "sd_bus_match_signal")
        try check(sd_bus_start(connection), "sd_bus_start")
        try check(sd_bus_attach_event(connection, loop.pointer, Int32(SD_EVENT_PRIORITY_NORMAL)), "sd_bus_attach_event")
    }

    /// Closes everything that is open, without waiting.
    private func disconnect() {
        sd_bus_slot_unref(connectionSlot)
        connectionSlot = nil
        sd_bus_close_unref(connection)
        connection = nil
    }

    private func connectionChanged(_ signal: String) {
        switch signal {
        case "Connected": connected()
        case "Disconnected": disconnected()
        default: break
        }
    }

    private func connected() {
        guard let connection else { return }
        isConnected = true
        retryMicroseconds = Self.firstRetryMicroseconds
        for match in matches { match.value?.install(on: connection) }
        let calls = queued
        queued = []
        armQueueTimer()
        for call in calls { send(call) }
        onConnectionChange?(true)
    }

    /// By now libsystemd has ended every sent call with an error. It does not reconnect by itself.
    private func disconnected() {
        let wasConnected = isConnected
        isConnected = false
        for match in matches { match.value?.uninstall() }
        retryLater()
        for call in sent.values {
            call.finish(.failure(BusError(name: BusError.disconnected, message: "the connection to the bus was lost")))
        }
        for name in names { name.value?.busLost() }
        if wasConnected { onConnectionChange?(false) }
    }

    private func retryLater() {
        retryTimer?.arm(atMicroseconds: Clocks.monotonicMicroseconds + retryMicroseconds)
        retryMicroseconds = min(retryMicroseconds * 2, Self.lastRetryMicroseconds)
    }
}

/// The escapes of values in addresses (D-Bus specification, "Server Addresses").
private enum BusAddress {
    static func escaped(_ value: String) -> String {
        value.utf8.map { byte -> String in
            switch Unicode.Scalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9", "-", "_", "/", ".", "\\", "*": String(Unicode.Scalar(byte))
            default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
            }
        }.joined()
    }

    /// - Returns: `nil` for an escape without its two digits.
    static func unescaped(_ value: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(value.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let escaped = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else {
                return nil
            }
            bytes.append(escaped)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

private struct WeakMatch {
    weak var value: BusMatch?
}

private struct WeakName {
    weak var value: BusName?
}
