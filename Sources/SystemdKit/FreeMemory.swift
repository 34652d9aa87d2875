import CSystemd

/// The memory of this process that the allocator holds and nobody uses.
public enum FreeMemory {
    /// Gives it back to the system, wherever in the heap it lies: malloc_trim(3). Takes a millisecond for some ten MiB.
    public static func giveBack() { malloc_trim(0) }
}
