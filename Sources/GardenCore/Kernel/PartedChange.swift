import GardenAPI

/// A change that takes longer than a turn: it is made in parts, each in a turn of its own, and is one change for undo (RULES I1).
public protocol PartedChange {
    /// Whether others may not change what its parts have added, because that may be taken back.
    var isProvisional: Bool { get }

    /// Makes the next part.
    ///
    /// - Returns: the answer, with the last part; `nil` before.
    /// - Throws: if the change cannot be made. The parts that were made are then taken back.
    mutating func makeNext(in t: inout Transition) throws(GardenError) -> [UInt8]?
}

/// How a change begins that may take longer than a turn.
public enum BegunChange {
    /// It was made, with this answer.
    case made([UInt8])
    /// It has parts, and none is made yet. The transition has no events.
    case inParts(any PartedChange)
}

/// A change that may be made in parts.
protocol PartedCommand: ChangeRequest {
    /// Makes it, or begins it.
    ///
    /// - Parameter staging: what the client has sent ahead.
    func begin(in t: inout Transition, _ staging: StagingArea) throws(GardenError) -> BegunChange
}

extension GardenError {
    /// `busy`, because a change is being made in parts.
    public static let changeGoesOn = GardenError.refused(
        .busy, "an import, or its undo, goes on; try again when it has ended")
}

/// A request that is about what a client sends ahead.
protocol StagingRequest: Request {
    func perform(in staging: StagingArea) throws(GardenError) -> Response
}
