import GardenAPI

/// The place where the machine is (RULES V11), and the key that signs what is located (RULES V3).
public struct PlaceNeed: Need, Equatable {
    public struct Outcome: Sendable, Equatable {
        public var place: Result<LocatedPlace, LocatingError>
        /// `nil` if it is missing or cannot be read; the visit is then not signed.
        public var key: IdentityKey?

        public init(_ place: Result<LocatedPlace, LocatingError>, key: IdentityKey?) {
            self.place = place
            self.key = key
        }
    }

    public static let policy = NeedPolicy(
        reasonNotInBatch: "finds the place",
        refusalOfMore: "too many requests wait for the place; try again later", recipients: .all)

    public let locator: VisitLocator

    public init(_ locator: VisitLocator) { self.locator = locator }
}

extension PlaceNeed.Outcome {
    /// The place that was found.
    func found() throws(GardenError) -> LocatedPlace {
        do throws(LocatingError) { return try place.get() } catch { throw error.refusal }
    }
}
