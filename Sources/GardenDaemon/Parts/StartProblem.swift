/// Why a daemon cannot start, and its exit status (API §4).
public nonisolated struct StartProblem: Error, Equatable {
    public var message: String
    public var exitCode: Int32
    /// The step before the next start, as a sentence; `nil` if starting it again is enough.
    public var remedy: String?

    public init(_ message: String, exitCode: Int32, remedy: String? = nil) {
        self.message = message
        self.exitCode = exitCode
        self.remedy = remedy
    }
}

/// The exit statuses of gardend (API §4, sysexits.h).
public nonisolated enum ExitStatus {
    /// Of a check by a child of the daemon: only tables derived from the journal differ from it.
    public static let wrongReadModels: Int32 = 3
    public static let usage: Int32 = 64
    public static let damagedData: Int32 = 65
    public static let anotherDaemon: Int32 = 69
    public static let inputOutput: Int32 = 74
}
