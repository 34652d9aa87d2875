import GardenAPI

/// The hooks that fail, the oldest failure first.
public struct HookBook: WireObject, Equatable {
    public static let name = "HookBook"

    private(set) var failures: [HookFailure]

    public static let fields = Fields(
        HookBook.init,
        .required("failures", \.failures, "the hooks that fail, the oldest failure first"))

    /// A hook that was removed while it failed never succeeds. So that such files cannot accumulate, only the newest
    /// failures are kept.
    private static let mostFailures = 256

    /// Why the last run of a hook failed; `nil` if it succeeded, or there was none.
    public func failure(of file: String) -> String? { failures.first { $0.file == file }?.problem }

    mutating func add(_ failure: HookFailure) {
        remove(failure.file)
        failures.append(failure)
        if failures.count > Self.mostFailures { failures.removeFirst() }
    }

    mutating func remove(_ file: String) { failures.removeAll { $0.file == file } }
}

extension HookBook {
    /// No hook fails.
    init() { self.init(failures: []) }
}

/// A hook that fails, and the run in which it began.
struct HookFailure: WireObject, Equatable {
    static let name = "HookFailure"

    /// The file, relative to the hooks directory.
    var file: String
    /// The type of the event that it was for.
    var event: String
    var eventSeq: Int
    var problem: String

    static let fields = Fields(
        HookFailure.init,
        .required("file", \.file, "the file, relative to the hooks directory"),
        .required("event", \.event, "the type of the event that it was for"),
        .required("eventSeq", \.eventSeq, "the number of that event"),
        .required("problem", \.problem, "why it failed"))
}
