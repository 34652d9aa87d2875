/// A file in the hooks directory (RULES H1).
public struct Hook: WireObject, Equatable {
    public static let name = "Hook"

    /// The type of the events that start it; `all` for every event. For a file with another name, that name.
    public var event: String
    /// The file, relative to the hooks directory: `focus.completed`, `focus.completed.d/10-sound`, `all`.
    public var file: String
    /// Its whole path.
    public var path: String
    /// Why it is not started, and how to correct that; `nil` if it is started.
    public var problem: String?
    /// Why its last run failed; `nil` if that succeeded, or there was none.
    public var failure: String?
    /// How many of its runs were dropped, because too many waited, with no day in between without any; `nil` for none.
    public var dropped: Int?

    /// Creates the value from its members.
    public init(
        event: String, file: String, path: String, problem: String? = nil, failure: String? = nil, dropped: Int? = nil
    ) {
        self.event = event
        self.file = file
        self.path = path
        self.problem = problem
        self.failure = failure
        self.dropped = dropped
    }

    public static let fields = Fields(
        Hook.init,
        .required("event", \.event, "the type of the events that start it, or all"),
        .required("file", \.file, "the file, relative to the hooks directory"),
        .required("path", \.path, "its whole path"),
        .optional("problem", \.problem, "why it is not started, and how to correct that"),
        .optional("failure", \.failure, "why its last run failed"),
        .optional("dropped", \.dropped, "how many of its runs were dropped lately, because too many waited"))
}

/// What hooks did in a test.
public struct HookTestReport: WireObject, Equatable {
    public static let name = "HookTestReport"

    /// The event that they got on standard input, as one line of JSON.
    public var input: String
    /// The runs, in their order.
    public var runs: [HookRun]

    /// Creates the value from its members.
    public init(input: String, runs: [HookRun]) {
        self.input = input
        self.runs = runs
    }

    public static let fields = Fields(
        HookTestReport.init,
        .required("input", \.input, "the event on their standard input, a line of JSON"),
        .required("runs", \.runs, "the runs, in their order"))
}

/// What a hook did in a test.
public struct HookRun: WireObject, Equatable {
    public static let name = "HookRun"

    /// The file, relative to the hooks directory.
    public var file: String
    /// Why it failed, or was not started; `nil` if it succeeded.
    public var problem: String?
    /// What it printed on standard output and standard error: at most the first 16 KiB.
    public var output: String
    /// How many bytes of its output are left out.
    public var omittedBytes: Int
    /// How long it ran, in milliseconds.
    public var milliseconds: Int

    /// Creates the value from its members.
    public init(file: String, problem: String? = nil, output: String, omittedBytes: Int, milliseconds: Int) {
        self.file = file
        self.problem = problem
        self.output = output
        self.omittedBytes = omittedBytes
        self.milliseconds = milliseconds
    }

    public static let fields = Fields(
        HookRun.init,
        .required("file", \.file, "the file, relative to the hooks directory"),
        .optional("problem", \.problem, "why it failed, or was not started"),
        .required("output", \.output, "what it printed: at most the first 16 KiB"),
        .required("omittedBytes", \.omittedBytes, "how many bytes of its output are left out"),
        .required("milliseconds", \.milliseconds, "how long it ran"))
}
