import GardenAPI
import GardenCore

extension Engine {
    /// The machine reports something, apart from the time. The next ``catchUp(to:)`` writes it, if it is news.
    public func note(_ report: any MachineReport) {
        if pending.add(report, to: state) { derived.caughtUpAt = nil }
    }

    /// All requests, in the order of the reference.
    public static var requests: [any Request.Type] { Features.methods.map(\.request) }
}
