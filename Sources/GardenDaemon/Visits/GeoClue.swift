import GardenAPI
import GardenCore
import SystemdKit

/// One search for the place by GeoClue 2 (org.freedesktop.GeoClue2), which the system bus starts if it does not run.
///
/// GeoClue asks the person's agent (a part of the desktop) whether the program may know the place, unless its configuration allows
/// the program by its desktop id. It then reports places, and the first one is taken.
final class GeoClueSearch {
    private static let service = "org.freedesktop.GeoClue2"
    private static let managerPath = "/org/freedesktop/GeoClue2/Manager"
    private static let client = "org.freedesktop.GeoClue2.Client"
    private static let location = "org.freedesktop.GeoClue2.Location"
    private static let properties = "org.freedesktop.DBus.Properties"
    /// The name by which GeoClue's configuration and its agents know this program.
    static let desktopId = "gardend"
    /// GCLUE_ACCURACY_LEVEL_EXACT.
    private static let exact: UInt32 = 8

    private let bus: Bus
    private let timeoutMicroseconds: UInt64
    private var onEnd: ((Result<LocatedPlace, LocatingError>) -> Void)?
    private var limit: TimerSource?
    private var updates: BusMatch?
    private var clientPath: String?

    /// - Parameter onEnd: called once, after ``begin()``.
    init(
        bus: Bus, timeoutSeconds: Int, on loop: EventLoop,
        onEnd: @escaping (Result<LocatedPlace, LocatingError>) -> Void
    ) throws(SystemError) {
        self.bus = bus
        self.onEnd = onEnd
        timeoutMicroseconds = UInt64(timeoutSeconds) * 1_000_000
        limit = try loop.timer(on: .monotonic) { [weak self] in
            self?.end(.failure(self?.lateness(timeoutSeconds) ?? Self.noAgent))
        }
    }

    func begin() {
        guard bus.isConnected else {
            return end(.failure(LocatingError(.noAgent, "the location service cannot be asked without a system bus")))
        }
        limit?.arm(atMicroseconds: Clocks.monotonicMicroseconds + timeoutMicroseconds)
        call(Self.managerPath, "\(Self.service).Manager", "GetClient") { search, values in
            guard case .objectPath(let path)? = values.first else { return search.endUnexpected("GetClient") }
            search.follow(path)
        }
    }

    /// The match comes before the start, so that no place is missed.
    private func follow(_ path: String) {
        clientPath = path
        updates = bus.match(
            sender: Self.service, path: path, interface: Self.client, member: "LocationUpdated",
            onInstalled: { [weak self] error in
                if let error { self?.fail(error) } else { self?.introduce(path) }
            },
            handler: { [weak self] signal in
                guard signal.arguments.count == 2, case .objectPath(let location) = signal.arguments[1] else { return }
                self?.read(location)
            })
    }

    private func introduce(_ path: String) {
        set(path, "DesktopId", .string(Self.desktopId)) { search in
            search.set(path, "RequestedAccuracyLevel", .uint32(Self.exact)) { search in
                search.call(path, Self.client, "Start") { _, _ in }
            }
        }
    }

    private func set(_ path: String, _ property: String, _ value: BusValue, next: @escaping (GeoClueSearch) -> Void) {
        call(path, Self.properties, "Set", .string(Self.client), .string(property), .variant(value)) { search, _ in
            next(search)
        }
    }

    private func read(_ path: String) {
        updates = nil
        call(path, Self.properties, "GetAll", .string(Self.location)) { search, values in
            guard case .dictionary(let all)? = values.first, case .double(let latitude)? = all["Latitude"],
                case .double(let longitude)? = all["Longitude"]
            else { return search.endUnexpected("Location") }
            var accuracy: DecimalNumber?
            if case .double(let meters)? = all["Accuracy"] { accuracy = DecimalNumber(meters) }
            search.end(
                .success(
                    LocatedPlace(
                        latitude: DecimalNumber(latitude), longitude: DecimalNumber(longitude), accuracy: accuracy,
                        source: .geoclue)))
        }
    }

    // MARK: Answers

    private func call(
        _ path: String, _ interface: String, _ member: String, _ arguments: BusValue...,
        body: @escaping (GeoClueSearch, [BusValue]) -> Void
    ) {
        bus.call(
            destination: Self.service, path: path, interface: interface, member: member, arguments: arguments,
            timeoutMicroseconds: timeoutMicroseconds
        ) { [weak self] answer in
            guard let self, self.onEnd != nil else { return }
            switch answer {
            case .success(let values): body(self, values)
            case .failure(let error): self.fail(error)
            }
        }
    }

    private static let noAgent = LocatingError(
        .noAgent,
        "GeoClue waits for an agent of the desktop, which asks whether programs may know the place; start one, such as"
            + " /usr/libexec/geoclue-2.0/demos/agent")

    /// GeoClue gives a client to a program only when an agent runs (2.6 waits for one without an end).
    private func lateness(_ seconds: Int) -> LocatingError {
        if clientPath == nil { return Self.noAgent }
        return LocatingError(.timeout, "no place was found within \(seconds) s")
    }

    private func fail(_ error: BusError) {
        // A GeoClue that ends has waited for an agent until then.
        let isLost = error.name == BusError.noReply && clientPath == nil
        end(.failure(isLost ? Self.noAgent : Self.problem(error)))
    }

    private func endUnexpected(_ member: String) {
        end(.failure(LocatingError(.noAgent, "the answer of GeoClue to \(member) has another form")))
    }

    /// The refusal for an error of GeoClue or of the bus.
    static func problem(_ error: BusError) -> LocatingError {
        let text = error.message.printable(limit: 200, keepsLines: false)
        let suffix = error.name.split(separator: ".").last ?? ""
        switch suffix {
        case "AccessDenied" where error.message.contains("no agent"):
            return noAgent
        case "AccessDenied": return LocatingError(.denied, "GeoClue does not allow it: \(text)")
        case "ServiceUnknown", "NameHasNoOwner", "FileNotFound":
            return LocatingError(.noAgent, "GeoClue is not installed; install geoclue-2.0, or set visits.locate")
        case "NoReply", "Timeout", "TimedOut": return LocatingError(.timeout, "GeoClue does not answer")
        default:
            return LocatingError(
                .noAgent, "GeoClue fails: \(error.description.printable(limit: 200, keepsLines: false))")
        }
    }

    private func end(_ result: Result<LocatedPlace, LocatingError>) {
        guard let onEnd else { return }
        self.onEnd = nil
        (limit, updates) = (nil, nil)
        if let clientPath {
            bus.call(
                destination: Self.service, path: Self.managerPath, interface: "\(Self.service).Manager",
                member: "DeleteClient", arguments: [.objectPath(clientPath)], timeoutMicroseconds: timeoutMicroseconds
            ) { _ in }
        }
        onEnd(result)
    }
}
