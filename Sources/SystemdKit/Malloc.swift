import CSystemd

/// The memory of this process that the allocator holds and nobody uses.
public enum Malloc {
    /// Keeps large blocks apart from the heap, each in pages of its own: they go back to the system as they are freed,
    /// whatever else is in use (mallopt(3)). To be called before there are any.
    public static func keepLargeBlocksApart() { mallopt(M_MMAP_THRESHOLD, 1 << 16) }

    /// Gives it back to the system, wherever in the heap it lies: malloc_trim(3). Takes a millisecond for some ten MiB.
    public static func giveBack() { malloc_trim(0) }
}
