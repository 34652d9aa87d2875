import GardenAPI
import TimeKit

/// Which visits count when photos are looked for (RULES V9).
public struct PhotoScope: Sendable, Equatable {
    /// What visits had before this event is lost; undo and redo can bring back what they had later. `Int.max` if there is nothing
    /// to undo.
    public var revertibleSince: Int
    /// Visits that were removed before this day are gone; `nil` if all are in the trash.
    public var prunedBefore: CalendarDay?
    /// Visits that were added up to this event do not count.
    public var addedAfter: Int

    public init(revertibleSince: Int, prunedBefore: CalendarDay?, addedAfter: Int) {
        self.revertibleSince = revertibleSince
        self.prunedBefore = prunedBefore
        self.addedAfter = addedAfter
    }
}

extension GardenState {
    /// The visits with photos that must be kept: also those in the trash, those that undo can change back, and those from before a
    /// reset, which its backup can bring back.
    public var keptPhotos: PhotoScope {
        PhotoScope(revertibleSince: undo.first ?? .max, prunedBefore: visits.prunedBefore, addedAfter: 0)
    }

    /// The visits with photos that should be there: those that methods return.
    public var shownPhotos: PhotoScope {
        PhotoScope(revertibleSince: .max, prunedBefore: visits.prunedBefore, addedAfter: lastResetSeq)
    }
}

extension History {
    /// Whether a visit has a photo, or may have it again after undo, redo or a restore from the trash. If the journal cannot be
    /// read, it has.
    public func needsPhoto(_ name: String, in state: GardenState) -> Bool {
        (try? read(PhotoUseQuery(name, in: state.keptPhotos))) ?? true
    }
}

/// Whether a visit has a photo.
public struct PhotoUseQuery: HistoryQuery {
    public typealias Answer = Bool

    public let name: String
    public let scope: PhotoScope

    public init(_ name: String, in scope: PhotoScope) {
        self.name = name
        self.scope = scope
    }
}

/// A photo, and a visit that has it.
public struct NamedPhoto: Sendable, Equatable {
    public var name: String
    public var bytes: Int
    public var visit: Int

    public init(name: String, bytes: Int, visit: Int) {
        self.name = name
        self.bytes = bytes
        self.visit = visit
    }
}

/// The photos of visits, in the order of their names.
public struct PhotosQuery: HistoryQuery {
    public typealias Answer = [NamedPhoto]

    /// Only those after this name.
    public let previous: String
    public let limit: Int
    public let scope: PhotoScope

    public init(after previous: String = "", limit: Int, in scope: PhotoScope) {
        self.previous = previous
        self.limit = limit
        self.scope = scope
    }
}
