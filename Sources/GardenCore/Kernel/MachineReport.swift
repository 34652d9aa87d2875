import GardenAPI

/// Something that the machine reports by itself, apart from the time. It becomes a change of its own, unless it is no news.
public protocol MachineReport: Sendable {
    /// What it is about. Of two reports about the same that wait, the later one counts.
    var subject: String { get }

    /// The cause of its change in the journal.
    var cause: String { get }

    /// Whether the garden does not know it yet.
    func isNews(to state: GardenState) -> Bool

    /// Notes what rules depend on from now on.
    func update(_ environment: inout Environment)

    /// Emits events to change the state.
    func perform(in t: inout Transition)
}

extension MachineReport {
    public func update(_ environment: inout Environment) {}
}
