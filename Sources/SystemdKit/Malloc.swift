import CSystemd

/// The unused memory that this process's allocator holds.
public enum Malloc {
    /// Keeps large blocks apart from the heap, each in its own pages: they return to the system when freed, whatever
    /// else is in use (mallopt(3)). Call this before the first allocation of a large block.
    public static func keepLargeBlocksApart() { mallopt(M_MMAP_THRESHOLD, 1 << 16) }

    /// Returns unused memory to the system, wherever in the heap it is: malloc_trim(3). Takes a millisecond for some
    /// ten MiB.
    public static func giveBack() { malloc_trim(0) }
}
