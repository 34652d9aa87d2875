import SystemdKit

/// Tracks how much memory waiting clients hold, and decides when to return freed memory to the system. The allocator
/// keeps it otherwise, as long as any small block lies above it.
struct HeapTrimmer {
    /// Less is not worth the cost of trimming.
    static let worthBytes = 4 << 20

    private var peakBytes = 0

    /// - Returns: whether enough was freed since the last time to return it to the system.
    mutating func shouldGiveBack(held bytes: Int) -> Bool {
        peakBytes = max(peakBytes, bytes)
        guard peakBytes - bytes >= Self.worthBytes, bytes <= peakBytes / 2 else { return false }
        peakBytes = bytes
        return true
    }
}
