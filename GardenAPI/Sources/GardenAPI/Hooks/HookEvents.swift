/// The data of `hook.failed`: a hook has failed that did not before (RULES H2).
public struct HookFailed: WireObject, Equatable {
    public static let name = "HookFailed"

    /// The file, relative to the hooks directory.
    public var file: String
    /// The type of the event that it was for.
    public var event: String
    /// The number of that event.
    public var eventSeq: Int
    /// Why it failed, or was not started.
    public var problem: String

    /// Creates the value from its members.
    public init(file: String, event: String, eventSeq: Int, problem: String) {
        self.file = file
        self.event = event
        self.eventSeq = eventSeq
        self.problem = problem
    }

    public static let fields = Fields(
        HookFailed.init,
        .required("file", \.file, "the file, relative to the hooks directory"),
        .required("event", \.event, "the type of the event that it was for"),
        .required("eventSeq", \.eventSeq, "the number of that event"),
        .required("problem", \.problem, "why it failed, or was not started"))
}

/// The data of `hook.recovered`: a hook that had failed has succeeded (RULES H2).
public struct HookRecovered: WireObject, Equatable {
    public static let name = "HookRecovered"

    /// The file, relative to the hooks directory.
    public var file: String

    /// Creates the value from its members.
    public init(file: String) { self.file = file }

    public static let fields = Fields(
        HookRecovered.init,
        .required("file", \.file, "the file, relative to the hooks directory"))
}

/// The data of `hook.dropped`: runs of a hook were dropped, because too many waited (RULES H2). The first one is reported at once, the
/// others when none of the hook's runs waits any more.
public struct HookDropped: WireObject, Equatable {
    public static let name = "HookDropped"

    /// The file, relative to the hooks directory.
    public var file: String
    /// How many runs were dropped since the event of this kind before.
    public var count: Int

    /// Creates the value from its members.
    public init(file: String, count: Int) {
        self.file = file
        self.count = count
    }

    public static let fields = Fields(
        HookDropped.init,
        .required("file", \.file, "the file, relative to the hooks directory"),
        .required("count", \.count, "how many runs were dropped since the event of this kind before"))
}
