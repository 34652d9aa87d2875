import GardenAPI

/// The files of backups and other old databases that have an effect or cannot be read: what a purge does not reach (RULES V8).
public struct OldDataNeed: Need, Equatable {
    /// Their paths.
    public typealias Outcome = [String]

    public static let policy = NeedPolicy(
        reasonNotInBatch: nil, refusalOfMore: "too many requests look through the backups; try again later")

    public let effect: WrittenEffect

    public init(_ effect: WrittenEffect) { self.effect = effect }
}

/// An effect as an event was written with.
public struct WrittenEffect: Sendable, Equatable {
    /// The event.
    public let seq: Int
    /// The SHA-256 of the effect.
    public let digest: [UInt8]

    public init(seq: Int, digest: [UInt8]) {
        self.seq = seq
        self.digest = digest
    }
}
