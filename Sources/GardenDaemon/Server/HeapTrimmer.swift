import SystemdKit

/// What waits in memory for clients, and when to give back to the system what they have taken: the allocator keeps it
/// otherwise, for as long as anything small stands behind it.
struct HeapTrimmer {
    /// Less is not worth the trouble.
    static let worthBytes = 4 << 20

    private var peakBytes = 0

    /// - Returns: whether so much has been let go since the last time that it should be given back.
    mutating func shouldGiveBack(held bytes: Int) -> Bool {
        peakBytes = max(peakBytes, bytes)
        guard peakBytes - bytes >= Self.worthBytes, bytes <= peakBytes / 2 else { return false }
        peakBytes = bytes
        return true
    }
}
