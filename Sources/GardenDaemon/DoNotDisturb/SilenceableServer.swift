import GardenCore
import SystemdKit

/// A notification server that can be asked to show nothing. Nothing here waits, and no server is started.
protocol SilenceableServer: AnyObject {
    /// Called when the server has appeared or is gone, which may be at once.
    var onChange: () -> Void { get set }

    /// Whether the server runs; `nil` while that is not known.
    var isPresent: Bool? { get }

    /// Asks whether it shows nothing.
    func read(_ answer: @escaping (Result<Bool, SilenceError>) -> Void)

    /// Has it show nothing, or show notifications again.
    func write(_ isSilent: Bool, _ answer: @escaping (Result<Void, SilenceError>) -> Void)
}

/// Why a server cannot be asked to show nothing.
struct SilenceError: Error, Equatable {
    /// The reason, for people.
    var message: String
}

/// A server on the user's bus: dunst, mako or swaync.
final class BusSilenceableServer: SilenceableServer {
    var onChange: () -> Void = {}

    private let bus: Bus
    private let kind: DoNotDisturbServer
    private var name: BusName?

    private static let answerMicroseconds: UInt64 = 5_000_000
    private static let properties = "org.freedesktop.DBus.Properties"
    private static let makoMode = "do-not-disturb"

    init(_ kind: DoNotDisturbServer, on bus: Bus) {
        self.kind = kind
        self.bus = bus
        name = bus.name(kind == .swaync ? "org.erikreider.swaync.cc" : "org.freedesktop.Notifications") {
            [weak self] _ in self?.onChange()
        }
    }

    private var owner: String? {
        guard case .connection(let owner)? = name?.owner else { return nil }
        return owner
    }

    var isPresent: Bool? { name?.owner == .unknown ? nil : owner != nil }

    func read(_ answer: @escaping (Result<Bool, SilenceError>) -> Void) {
        switch kind {
        case .dunst:
            call(Self.properties, "Get", [.string(Self.dunst), .string("paused")]) { values in
                guard case .variant(.bool(let isPaused))? = values.first else { return nil }
                return isPaused
            } answer: {
                answer($0)
            }
        case .mako:
            modes { answer($0.map { $0.contains(Self.makoMode) }) }
        case .swaync:
            call(Self.swaync, "GetDnd") { values in
                guard case .bool(let isOn)? = values.first else { return nil }
                return isOn
            } answer: {
                answer($0)
            }
        case .off, .gnome: preconditionFailure("\(kind) is not on the bus")
        }
    }

    func write(_ isSilent: Bool, _ answer: @escaping (Result<Void, SilenceError>) -> Void) {
        switch kind {
        case .dunst:
            let value = BusValue.variant(.bool(isSilent))
            call(
                Self.properties, "Set", [.string(Self.dunst), .string("paused"), value], read: { _ in () },
                answer: answer)
        case .mako:
            modes { [weak self] modes in
                switch modes {
                case .failure(let error): answer(.failure(error))
                case .success(let modes):
                    // The person's other modes stay as they are.
                    let others = modes.filter { $0 != Self.makoMode }
                    let wanted = isSilent ? others + [Self.makoMode] : others
                    let list = BusValue.array(elementSignature: "s", wanted.map(BusValue.string))
                    self?.call(Self.mako, "SetModes", [list], read: { _ in () }, answer: answer)
                }
            }
        case .swaync: call(Self.swaync, "SetDnd", [.bool(isSilent)], read: { _ in () }, answer: answer)
        case .off, .gnome: preconditionFailure("\(kind) is not on the bus")
        }
    }

    private func modes(_ answer: @escaping (Result<[String], SilenceError>) -> Void) {
        call(Self.mako, "ListModes") { values in
            guard case .array("s", let names)? = values.first else { return nil }
            return names.compactMap { if case .string(let name) = $0 { name } else { nil } }
        } answer: {
            answer($0)
        }
    }

    private static let dunst = "org.dunstproject.cmd0"
    private static let mako = "fr.emersion.Mako"
    private static let swaync = "org.erikreider.swaync.cc"

    private var path: String {
        switch kind {
        case .mako: "/fr/emersion/Mako"
        case .swaync: "/org/erikreider/swaync/cc"
        case .dunst, .off, .gnome: "/org/freedesktop/Notifications"
        }
    }

    /// - Parameter read: the value in the answer; `nil` for an answer of another form.
    private func call<Value>(
        _ interface: String, _ member: String, _ arguments: [BusValue] = [],
        read: @escaping ([BusValue]) -> Value?, answer: @escaping (Result<Value, SilenceError>) -> Void
    ) {
        guard let owner else { return answer(.failure(SilenceError(message: "no notification server runs"))) }
        bus.call(
            destination: owner, path: path, interface: interface, member: member, arguments: arguments,
            timeoutMicroseconds: Self.answerMicroseconds
        ) { [kind] result in
            switch result {
            case .success(let values):
                answer(
                    read(values).map { .success($0) } ?? .failure(SilenceError(message: "\(member) has another form")))
            case .failure(let error):
                let isOther = ["UnknownMethod", "UnknownInterface", "UnknownObject", "UnknownProperty"].contains {
                    error.name.hasSuffix($0)
                }
                let message = isOther ? "the notification server that runs is not \(kind.rawValue)" : error.description
                answer(.failure(SilenceError(message: message)))
            }
        }
    }
}

/// GNOME's setting, by gsettings(1).
final class GNOMESilenceableServer: SilenceableServer {
    var onChange: () -> Void = {}
    let isPresent: Bool? = true

    private let programs: ProgramRunner
    private let loop: EventLoop
    private static let timeoutSeconds = 5

    init(programs: ProgramRunner, on loop: EventLoop) {
        self.programs = programs
        self.loop = loop
    }

    func read(_ answer: @escaping (Result<Bool, SilenceError>) -> Void) {
        run("get", []) { result in
            answer(
                result.flatMap { text in
                    switch text.filter({ !$0.isWhitespace }) {
                    case "true": .success(false)
                    case "false": .success(true)
                    default:
                        .failure(
                            SilenceError(message: "gsettings answers \(text.printable(limit: 60, keepsLines: false))"))
                    }
                })
        }
    }

    func write(_ isSilent: Bool, _ answer: @escaping (Result<Void, SilenceError>) -> Void) {
        run("set", [isSilent ? "false" : "true"]) { answer($0.map { _ in }) }
    }

    private func run(_ verb: String, _ words: [String], answer: @escaping (Result<String, SilenceError>) -> Void) {
        let output: OutputPipe
        do throws(SystemError) { output = try OutputPipe(limitBytes: 1000, on: loop) } catch {
            return answer(.failure(SilenceError(message: "\(error)")))
        }
        let program = UserProgram(
            kind: "command", name: "gsettings-\(verb)",
            // In the user's PATH, which the service manager knows.
            arguments: ["/usr/bin/env", "gsettings", verb, "org.gnome.desktop.notifications", "show-banners"] + words,
            timeoutSeconds: Self.timeoutSeconds, output: output, outlivesDaemon: true)
        programs.run(program) { problem in
            output.drain()
            let text = String(decoding: output.bytes, as: UTF8.self)
            guard let problem else { return answer(.success(text)) }
            let last = text.split(separator: "\n").last.map {
                ": \(String($0).printable(limit: 200, keepsLines: false))"
            }
            answer(.failure(SilenceError(message: "gsettings \(problem)\(last ?? "")")))
        }
    }
}
