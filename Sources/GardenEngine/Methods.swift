import GardenAPI
import GardenCore

/// The kind of work that a request needs.
enum Handler {
    /// An answer from the state and the history.
    case query((QueryContext) throws(GardenError) -> [UInt8])
    /// A list from the state and the history, in slices.
    case list((QueryContext) throws(GardenError) -> ListAnswer)
    /// A change of the garden; `params` is the request as the journal keeps it.
    case change(params: [UInt8], (inout Transition) throws(GardenError) -> [UInt8])
    /// A change that needs a backup before it.
    case backedUpChange(params: [UInt8], BackedUpChange)
    /// A change that needs the place where the machine is.
    case locatedChange(params: [UInt8], LocatedChange)
    /// A change that erases data.
    case erasingChange(params: [UInt8], ErasingChange)
    /// A change that takes a file.
    case photoChange(params: [UInt8], PhotoChange)
    /// An answer about the daemon.
    case report((Engine, Moment) -> [UInt8])
    case hello(DaemonHello)
    case reload
    case newKey
    case subscribe(EventsSubscribe)
    case unsubscribe
    /// Runs hooks.
    case hookTest(HookTest)
    case verify
}

/// A method of the protocol and how its params are read.
struct Method: Sendable {
    let request: any Request.Type
    /// - Throws: the problem with the params.
    let read: @Sendable (JSONObject) throws(ValidationError) -> Handler
}

/// All methods: those about the daemon, its journal or a connection, then those of the features.
enum Methods {
    /// In the order of the reference.
    private static let all: [Method] =
        [
            method(DaemonHello.self) { .hello($0) },
            method(DaemonReload.self) { _ in .reload },
            report(DaemonDoctor.self) { engine, now in engine.checkHealth(at: now) },
            report(RPCDiscover.self) { _, _ in OpenRPC.document },
            report(SettingsGet.self) { engine, now in engine.settingsReport(at: now) },
            method(NotificationTest.self) { request in
                .report { engine, now in engine.showSample(request.kind ?? .focusCompleted, at: now).encoded }
            },
            report(HookList.self) { engine, _ in engine.hooks },
            method(HookTest.self) { .hookTest($0) },
            method(JournalVerify.self) { _ in .verify },
            method(VisitNewKey.self) { _ in .newKey },
            method(EventsSubscribe.self) { .subscribe($0) },
            method(EventsUnsubscribe.self) { _ in .unsubscribe },
        ] + Features.methods.map(method)

    static let requests: [any Request.Type] = all.map(\.request)
    static let names: [String] = requests.map { $0.method }
    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.request.method, $0) })

    static func named(_ name: String) -> Method? {
        // A name longer than any method's is not looked up: hashing thousands of accents takes seconds.
        name.utf8.count <= Limits.methodBytes ? byName[name] : nil
    }

    private static func method<R: Request>(_ type: R.Type, _ handler: @escaping @Sendable (R) -> Handler) -> Method {
        Method(request: type) { params throws(ValidationError) in handler(try R(json: .object(params))) }
    }

    private static func report<R: Request>(
        _ type: R.Type, _ answer: @escaping @Sendable (Engine, Moment) -> R.Response
    ) -> Method {
        method(type) { _ in .report { engine, now in answer(engine, now).encoded } }
    }

    private static func method(_ method: RegisteredMethod) -> Method {
        Method(request: method.request) { params throws(ValidationError) in
            switch try method.read(params) {
            case .query(let answer): .query(answer)
            case .list(let begin): .list(begin)
            case .change(let params, let perform): .change(params: params, perform)
            case .backedUpChange(let params, let change): .backedUpChange(params: params, change)
            case .locatedChange(let params, let change): .locatedChange(params: params, change)
            case .erasingChange(let params, let change): .erasingChange(params: params, change)
            case .photoChange(let params, let change): .photoChange(params: params, change)
            }
        }
    }
}

extension Engine {
    /// All requests, in the order of the reference.
    public static var requests: [any Request.Type] { Methods.requests }
}
