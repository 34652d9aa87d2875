import GardenAPI
import TimeKit

/// The hooks that fail, and those with dropped runs, the oldest first.
public struct HookBook: WireObject, Equatable {
    public static let name = "HookBook"

    private(set) var failures: [HookFailure]
    /// `nil` if no run was ever dropped, as in snapshots of releases that did not count them.
    private(set) var drops: [HookDrops]?

    public static let fields = Fields(
        HookBook.init,
        .required("failures", \.failures, "the hooks that fail, the oldest failure first"),
        .optional("drops", \.drops, "the hooks with dropped runs, the last one last"))

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

    /// How many runs of a hook were dropped within the last day, and on days before it without a day in between.
    public func droppedCount(of file: String, at now: Instant) -> Int {
        drops?.last { $0.file == file && $0.isRecent(at: now) }?.count ?? 0
    }

    mutating func add(_ effect: HookDropEffect, at now: Timestamp) {
        let count = droppedCount(of: effect.file, at: now.instant) + effect.count
        let others = (drops ?? []).filter { $0.file != effect.file }
        drops = others.suffix(Self.mostFailures - 1) + [HookDrops(file: effect.file, count: count, last: now)]
    }

    mutating func remove(_ file: String) { failures.removeAll { $0.file == file } }
}

extension HookBook {
    /// No hook fails.
    init() { self.init(failures: [], drops: nil) }
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

/// A hook with dropped runs.
struct HookDrops: WireObject, Equatable {
    static let name = "HookDrops"

    /// The file, relative to the hooks directory.
    var file: String
    var count: Int
    /// When the last event about it came.
    var last: Timestamp

    static let fields = Fields(
        HookDrops.init,
        .required("file", \.file, "the file, relative to the hooks directory"),
        .required("count", \.count, "how many runs were dropped, with no day in between without any"),
        .required("last", \.last, "when the last event about it came"))

    private static let recentMilliseconds = 24 * 3600 * 1000

    func isRecent(at now: Instant) -> Bool {
        Instant.milliseconds(from: last.instant, to: now) < Self.recentMilliseconds
    }
}
