import GardenAPI
import GardenCore

/// A method that is about the daemon, its journal or a connection rather than the garden.
struct EngineMethod: Sendable {
    let request: any Request.Type
    let decide: @Sendable (Engine, JSONObject, Moment) throws(GardenError) -> Engine.Decision

    private init<R: Request>(
        _ type: R.Type, _ decide: @escaping @Sendable (R, Engine, Moment) throws(GardenError) -> Engine.Decision
    ) {
        request = type
        self.decide = { engine, params, now throws(GardenError) in
            let request: R
            do throws(Mismatch) { request = try R(json: .object(params)) } catch { throw GardenError(error) }
            return try decide(request, engine, now)
        }
    }

    /// In the order of the reference.
    static let all: [EngineMethod] = [
        EngineMethod(DaemonHello.self) { _, engine, now in
            var hello = Hello()
            hello.pid = engine.host.pid
            hello.seq = engine.view(at: now).state.seq
            hello.limits.connections = engine.conditions.settings.maxConnections
            hello.features = ["timer", "categories", "gardens", "journal", "events"]
            return engine.answer(hello)
        },
        EngineMethod(DaemonReload.self) { _, engine, now throws(GardenError) in
            var report = ReloadReport()
            report.changed = try engine.reload(at: now)
            return engine.answer(report)
        },
        EngineMethod(DaemonDoctor.self) { _, engine, now in engine.answer(engine.checkHealth(at: now)) },
        EngineMethod(RPCDiscover.self) { _, engine, _ in engine.answer(OpenRPC.document) },
        EngineMethod(SettingsGet.self) { _, engine, now in
            let settings = engine.view(at: now).conditions.settings
            var report = SettingsReport()
            report.file = engine.host.settingsFile
            report.values = settings.json
            report.changed = settings.names(differingFrom: Settings())
            return engine.answer(report)
        },
        EngineMethod(JournalVerify.self) { _, _, _ in .verification },
        EngineMethod(EventsSubscribe.self) { request, engine, now throws(GardenError) in
            try engine.subscribe(request, at: now)
        },
        EngineMethod(EventsUnsubscribe.self) { _, _, _ in .subscription(true.encoded, .end) },
    ]

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.request.method, $0) })

    static func named(_ name: String) -> EngineMethod? { byName[name] }

    /// Every method there is, the core's included.
    static let allRequests: [any Request.Type] = all.map(\.request) + Registry.methods.map(\.request)
    static let allNames = allRequests.map { $0.method }
}

extension Engine {
    /// Every request there is, in the order of the reference.
    public static var requests: [any Request.Type] { EngineMethod.allRequests }

    fileprivate func answer(_ value: some WireValue) -> Decision {
        .answer(value.encoded, reliesOnStaged: hasStagedChanges)
    }

    fileprivate func subscribe(_ request: EventsSubscribe, at now: Moment) throws(GardenError) -> Decision {
        let view = view(at: now)
        let head = view.state.seq
        if let since = request.since, since > head {
            throw .invalidParam("since", "must be from 0 to \(head), the last event; it is \(since)")
        }
        var subscription = Subscription()
        subscription.snapshot = GardenStatus(view)
        subscription.seq = head
        subscription.ignored = EventCatalog.unknownTopics(request.topics ?? [])
        let subscriber = Subscriber(
            filter: TopicFilter(request.topics), after: request.since ?? head, head: head)
        return .subscription(subscription.encoded, .begin(subscriber))
    }

    fileprivate func checkHealth(at now: Moment) -> [HealthCheck] {
        var checks: [HealthCheck] = []
        if let refusal {
            checks.append(
                HealthCheck(
                    "storage", .failed, "the disk refuses: \(refusal.reason)",
                    advice: "make room or mend the disk; the daemon goes on by itself then"))
        } else {
            checks.append(HealthCheck("storage", .ok, "the disk takes every change; \(state.seq) events are kept"))
        }
        return checks + host.checkHealth()
    }
}
