import CSystemd

/// The pages of the program file in this process's memory.
public enum ProgramCode {
    /// Removes the code from the memory of the process, which gets back what it uses again, from the page cache: after a start
    /// much of it is never used again. For each page in use the kernel maps fifteen around it.
    public static func giveBack() { _ = csystemd_give_back_code() }
}
