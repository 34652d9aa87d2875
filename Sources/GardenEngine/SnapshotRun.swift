import GardenAPI
import GardenCore
import WorkKit

/// Encodes a state in slices, alongside the daemon's work. The engine's state changes meanwhile; the record keeps the
/// state from the beginning.
package struct SnapshotRun {
    /// About a millisecond of work (ARCHITECTURE: no handler holds the loop longer than 10 ms).
    private static let sliceBytes = 32 << 10

    /// The last event of the state.
    package let seq: Int
    private var slices: RecordSlices

    package init(of state: GardenState) {
        seq = state.seq
        slices = RecordSlices(of: state)
    }

    /// Does one slice.
    ///
    /// - Returns: the record once it is complete.
    package mutating func advance() -> [UInt8]? {
        Work.note(Self.sliceBytes, .bytes)
        return slices.advance(bytes: Self.sliceBytes)
    }
}
