import GardenAPI

/// All features: the only list.
public enum Features {
    /// In the order of the reference. The order breaks ties: if two actions are due at the same instant, the earlier
    /// feature's comes first (RULES L8), and so do its reactions.
    public static let all: [Feature] = [
        .lifecycle, .clock, .day, .presence, .timer, .questions, .sessions, .gardens, .points, .shop, .rate, .inventory,
        .drills,
        .tasks, .log,
        .statistics, .journal, .reset, .notifications, .hooks, .visits, .visitChain, .visitPurge, .imports,
    ]

    /// The names in the answer to `daemon.hello`.
    public static let names: [String] = all.compactMap(\.name)

    /// Every method, in the order of the reference.
    public static let methods: [Method] = all.flatMap(\.methods)

    private static let methodsByName = Dictionary(uniqueKeysWithValues: methods.map { ($0.request.method, $0) })

    /// The method with that name; `nil` if no method has it.
    public static func method(named name: String) -> Method? {
        // A name longer than any method's is not looked up: hashing thousands of accents takes seconds.
        name.utf8.count <= Limits.methodBytes ? methodsByName[name] : nil
    }

    /// What finds the corrections that come before anything falls due.
    static let repairs = all.compactMap(\.repair)

    /// What finds the actions that fall due by themselves.
    static let dueDates = all.compactMap(\.dueDates)

    /// What features add to another one, which declares the type, in feature order.
    static func additions<Addition>(_ type: Addition.Type) -> [Addition] {
        all.flatMap(\.additions).compactMap { $0 as? Addition }
    }

    /// What `daemon.doctor` says about the garden.
    public static func checks(of state: GardenState, at now: Moment, _ environment: Environment) -> [HealthCheck] {
        all.compactMap { $0.check?(state, now, environment) }
    }

    /// The methods with changes that undo takes back (RULES U1).
    static let undoableMethods = changeMethods { $0 == .possible }

    /// Whether undo takes a change back.
    static func canUndo(_ change: Change) -> Bool {
        if isAutomatic(change.actor) || change.changedNothing { return false }
        if undoableMethods.contains(change.method) { return true }
        if methodsWithEvents.contains(change.method) {
            return change.events.contains { $0.cause == nil && sufficientEvents.contains($0.type) }
        }
        guard methodsLikeTheirEvents.contains(change.method), let first = change.events.first else { return false }
        return undoableEvents.contains(first.type) || sufficientEvents.contains(first.type)
    }

    /// Whether the changes of an actor are part of a feature rather than those of a person.
    static func isAutomatic(_ actor: String) -> Bool { automaticActors.contains(actor) }

    private static let automaticActors = all.reduce(into: Set()) { $0.formUnion($1.automaticActors) }

    private static let methodsWithEvents = changeMethods { if case .onlyWith = $0 { true } else { false } }

    /// The events that make a change one that can be undone.
    private static let sufficientEvents = all.reduce(into: Set<String>()) { types, feature in
        if case .onlyWith(let its) = feature.undo { types.formUnion(its) }
    }

    private static let methodsLikeTheirEvents = changeMethods { $0 == .likeItsEvents }

    /// The events of features with changes that undo takes back.
    private static let undoableEvents = Set(all.filter { $0.undo == .possible }.flatMap(\.events).map(\.type))

    private static func changeMethods(of isIncluded: (Undoability) -> Bool) -> Set<String> {
        let requests = all.filter { isIncluded($0.undo) }.flatMap(\.methods).map(\.request)
        return Set(requests.filter { $0.isChange }.map { $0.method })
    }

    /// The parts of the state, by name.
    static let parts = Dictionary(uniqueKeysWithValues: all.flatMap(\.parts).map { ($0.name, $0) })
}
