import GardenAPI

/// All features: the only list.
public enum Features {
    /// In the order of the reference. The order breaks ties: if two actions are due at the same instant, the earlier
    /// feature's comes first (RULES L8), and so do its reactions.
    public static let all: [Feature] = [
        .lifecycle, .clock, .day, .presence, .timer, .gardens, .points, .shop, .rate, .inventory, .tasks, .log,
        .journal, .reset,
    ]

    /// The names in the answer to `daemon.hello`.
    public static let names: [String] = all.compactMap(\.name)

    /// Every method, in the order of the reference.
    public static let methods: [RegisteredMethod] = all.flatMap(\.methods)

    /// The methods with changes that undo takes back (RULES U1).
    static let undoableMethods = Set(
        all.filter { $0.undo == .possible }.flatMap(\.methods).map(\.request)
            .filter { $0 is any ChangeRequest.Type }.map { $0.method })

    /// The parts of the state, by name.
    static let parts = Dictionary(uniqueKeysWithValues: all.flatMap(\.parts).map { ($0.name, $0) })
}
