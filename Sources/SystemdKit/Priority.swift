import CSystemd

/// How the kernel prefers this process to others: sched(7), ioprio_set(2).
public enum Priority {
    /// Lets this process run and use the disk only when no other wants to. A kernel that refuses is no problem.
    public static func setIdle() { csystemd_set_idle() }
}
