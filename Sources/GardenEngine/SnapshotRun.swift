import GardenAPI
import GardenCore

/// The record of a state, made in slices beside the daemon's work. The state goes on; the record is of the one at the
/// beginning.
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
    mutating func advance() -> [UInt8]? { slices.advance(bytes: Self.sliceBytes) }
}
