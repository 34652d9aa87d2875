import GardenAPI
import TestSupport

@testable import GardenCore

extension CoreGarden {
    /// The part of the state that undo brings back (RULES U5).
    var revertible: JSON { state.revertible }

    /// Where that part is not the same as before.
    func differences(from before: JSON) -> [String] { before.differences(to: revertible) }

    func undo(_ count: Int? = nil) throws(GardenError) -> [RevertedChange] {
        try perform(JournalUndo(count: count)).undone
    }

    func undo(change: Int) throws(GardenError) -> [RevertedChange] {
        try perform(JournalUndo(change: change)).undone
    }

    func redo(_ count: Int? = nil) throws(GardenError) -> [RevertedChange] {
        try perform(JournalRedo(count: count)).redone
    }
}
