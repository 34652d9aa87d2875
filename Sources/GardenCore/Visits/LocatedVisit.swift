import GardenAPI

/// A visit at a place that the daemon located itself (RULES V1, V3). No request of a client is one.
public struct LocatedVisit: Sendable {
    /// What a person says about it, at the place that was found.
    public var request: VisitAdd
    /// How the place was found.
    public var source: VisitSource
    /// The key of the machine; `nil` if it is missing or cannot be read. The visit is then not signed.
    public var key: IdentityKey?

    public init(_ request: VisitAdd, source: VisitSource, key: IdentityKey?) {
        self.request = request
        self.source = source
        self.key = key
    }

    /// Adds the visit, and journals the garden's first key before it.
    public func perform(in t: inout Transition) throws(GardenError) -> Visit {
        try t.addVisit(request, from: source, signedBy: key)
    }
}
