import GardenAPI
import GardenCore
import WorkKit

/// Encodes a state in slices, alongside the daemon's work. The engine's state changes meanwhile; the record keeps the
/// state from the beginning.
struct SnapshotRun {
    /// About a millisecond of work (ARCHITECTURE: no handler holds the loop longer than 10 ms).
    private static let sliceBytes = 32 << 10

    /// The last event of the state.
    let seq: Int
    private var slices: RecordSlices

    init(of state: GardenState) {
        seq = state.seq
        slices = RecordSlices(of: state)
    }

    /// Does one slice.
    ///
    /// - Returns: the record once it is complete.
    mutating func advance() -> [UInt8]? {
        Work.note(Self.sliceBytes, .bytes)
        return slices.advance(bytes: Self.sliceBytes)
    }
}
