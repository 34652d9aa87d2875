import GardenAPI
import GardenCore

/// A method that is about the daemon, its journal or a connection rather than the garden.
struct EngineMethod: Sendable {
    /// What such a request comes down to.
    enum Handler {
        case answer((Engine, Moment) throws(GardenError) -> [UInt8])
        case subscription((Engine, Moment) throws(GardenError) -> ([UInt8], SubscriptionChange))
        case hello(DaemonHello)
        case reload
        case verification
    }

    let request: any Request.Type
    /// - Throws: what is wrong with the params.
    let read: @Sendable (JSONObject) throws(ValidationError) -> Handler

    private init<R: Request>(_ type: R.Type, _ deed: @escaping @Sendable (R) -> Handler) {
        request = type
        read = { params throws(ValidationError) in deed(try R(json: .object(params))) }
    }

    /// A method that only asks.
    private static func asking<R: Request>(_ type: R.Type, _ answer: @escaping @Sendable (Engine, Moment) -> R.Response)
        -> EngineMethod
    {
        EngineMethod(type) { _ in .answer { engine, now throws(GardenError) in answer(engine, now).encoded } }
    }

    /// In the order of the reference.
    static let all: [EngineMethod] = [
        EngineMethod(DaemonHello.self) { .hello($0) },
        EngineMethod(DaemonReload.self) { _ in .reload },
        asking(DaemonDoctor.self) { engine, now in engine.checkHealth(at: now) },
        asking(RPCDiscover.self) { _, _ in OpenRPC.document },
        asking(SettingsGet.self) { engine, now in engine.settingsReport(at: now) },
        EngineMethod(JournalVerify.self) { _ in .verification },
        EngineMethod(EventsSubscribe.self) { request in
            .subscription { engine, now throws(GardenError) in try engine.subscribe(request, at: now) }
        },
        EngineMethod(EventsUnsubscribe.self) { _ in
            .subscription { _, _ throws(GardenError) in (true.encoded, .end) }
        },
    ]

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.request.method, $0) })

    static func named(_ name: String) -> EngineMethod? {
        name.utf8.count <= Limits.methodBytes ? byName[name] : nil
    }

    /// Every method there is, the core's included.
    static let allRequests: [any Request.Type] = all.map(\.request) + Features.methods.map(\.request)
    static let allNames = allRequests.map { $0.method }
}

extension Engine {
    /// Every request there is, in the order of the reference.
    public static var requests: [any Request.Type] { EngineMethod.allRequests }

    func hello(at now: Moment) -> Hello {
        var hello = Hello()
        hello.pid = platform.pid
        hello.seq = view(at: now).state.seq
        hello.limits.connections = environment.settings.maxConnections
        hello.features = Features.names
        return hello
    }

    fileprivate func settingsReport(at now: Moment) -> SettingsReport {
        let settings = view(at: now).environment.settings
        var report = SettingsReport()
        report.file = platform.settingsFile
        report.values = settings.json
        report.changed = settings.names(differingFrom: Settings())
        return report
    }

    fileprivate func subscribe(_ request: EventsSubscribe, at now: Moment) throws(GardenError)
        -> ([UInt8], SubscriptionChange)
    {
        let view = view(at: now)
        let head = view.state.seq
        if let since = request.since, since > head {
            throw .invalidParam("since", "must be from 0 to \(head) (the last event), not \(since)")
        }
        var subscription = Subscription()
        subscription.snapshot = GardenStatus(view)
        subscription.seq = head
        subscription.ignored = EventCatalog.unknownTopics(request.topics ?? [])
        let subscriber = Subscriber(filter: TopicFilter(request.topics), after: request.since ?? head)
        return (subscription.encoded, .begin(subscriber))
    }

    fileprivate func checkHealth(at now: Moment) -> [HealthCheck] {
        var checks: [HealthCheck] = []
        if let refusal {
            checks.append(
                HealthCheck(
                    "storage", .failed, "cannot write to disk: \(refusal.reason)",
                    advice: "free some space or fix the disk; the daemon then continues by itself"))
        } else {
            let events = state.seq == 1 ? "1 event" : "\(state.seq) events"
            checks.append(HealthCheck("storage", .ok, "journal is writable; \(events)"))
        }
        checks.append(archiveCheck)
        if let check = dayCheck(at: now) { checks.append(check) }
        return checks + platform.checkHealth()
    }
}
