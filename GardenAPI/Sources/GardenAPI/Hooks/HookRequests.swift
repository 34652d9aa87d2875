/// Returns the hooks: the files in the hooks directory, in the order in which they are started, with the problem of each that
/// is not (RULES H1, H3).
public struct HookList: Request {
    public static let method = "hook.list"
    public static let summary = "Returns the hooks, and why some of them are not started."
    public typealias Response = [Hook]
    public static let errors: [RequestError] = [.refused(.busy)]
    public static let fields = Fields(HookList.init)

    /// Creates the request.
    public init() {}
}

/// Runs the hooks of an event now, one after the other, and returns what each printed (RULES H1).
///
/// They get the newest event of that type in the journal, or an invented one if the journal has no such event, and `GARDEN_TEST=1`. The
/// answer comes when the last one has ended. A test is not recorded: it neither writes nor ends a `hook.failed`.
///
/// Errors:
/// - `invalid_params` when no event has that type.
/// - `not_found` when no hook is for the event, or `file` is not one of its hooks.
/// - `refused`, reason `busy`, when another test is running.
/// - `refused`, reason `in_batch`, in a batch, because a batch cannot wait.
public struct HookTest: Request {
    public static let method = "hook.test"
    public static let summary = "Runs the hooks of an event now, and returns what they printed."
    public typealias Response = HookTestReport
    public static let errors: [RequestError] = [.notFound, .refused(.busy), .refused(.inBatch)]

    /// The type of the event, such as `focus.completed`.
    public var event: String
    /// The only hook to run, relative to the hooks directory; `nil` for all of the event.
    public var file: String?

    /// Creates the request.
    public init(event: String, file: String? = nil) {
        self.event = event
        self.file = file
    }

    public static let fields = Fields(
        HookTest.init,
        .required("event", \.event, "the type of the event, such as focus.completed", .name),
        .optional("file", \.file, "the only hook to run, as hook.list names it (default: all of the event)", .path))
}

extension Constraint where Value == String {
    /// The path of a file, which may contain any character except NUL.
    fileprivate static var path: Constraint {
        Constraint("a path of 1 to 1000 bytes", schema: JSONObject([("minLength", 1), ("x-maxBytes", 1000)])) { path in
            (1...1000).contains(path.utf8.count) && !path.utf8.contains(0) ? path : nil
        }
    }
}
