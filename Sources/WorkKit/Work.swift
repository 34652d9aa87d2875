import Synchronization

/// Counts what a request does, so that a test can see work that grows faster than the request.
///
/// Processor time differs from run to run; these counts do not. Code notes its work where it does it: a walk what it looks at, a
/// reader what it reads. While no measurement runs, that is one load and one branch.
public enum Work {
    /// What is counted.
    public enum Unit: Int, CaseIterable, Sendable {
        /// An event that is applied to a state, decoded, or written.
        case events
        /// A thing that is looked at in a walk or a search: a task, a category, a day, a word of a sentence.
        case values
        /// A number or a place in a list that is moved, copied or compared, without the thing behind it.
        case places
        /// A byte that is parsed, folded, hashed, compared or written.
        case bytes
        /// An instruction of SQLite's machine: what a statement does for each row, also for those that it passes over.
        case steps
        /// A statement of SQLite: its values are bound, and it begins and ends.
        case statements

        /// About how many nanoseconds one takes, so that different units have one sum.
        public var nanoseconds: Int {
            switch self {
            case .events: 5000
            case .values: 200
            case .places: 2
            case .bytes: 10
            case .steps: 50
            case .statements: 8000
            }
        }
    }

    /// How much of each unit was done.
    public struct Counts: Sendable, Equatable {
        private var numbers = [Int](repeating: 0, count: Unit.allCases.count)

        /// Nothing.
        public init() {}

        /// The number of a unit.
        public subscript(unit: Unit) -> Int {
            get { numbers[unit.rawValue] }
            set { numbers[unit.rawValue] = newValue }
        }

        /// All units as one number.
        public var sum: Int { Unit.allCases.reduce(0) { $0 + self[$1] * $1.nanoseconds } }

        /// The numbers of all units, in their order.
        public var text: String { Unit.allCases.map { "\(self[$0]) \($0)" }.joined(separator: ", ") }

        /// What was done since an earlier reading.
        public func since(_ earlier: Counts) -> Counts {
            var counts = self
            for unit in Unit.allCases { counts[unit] -= earlier[unit] }
            return counts
        }
    }

    /// Counts the work of the task or thread that measures, wherever it is done.
    public final class Meter: Sendable {
        private let state = Mutex(Counts())

        /// Creates a meter that has counted nothing.
        public init() {}

        /// What was done since its creation.
        public var counts: Counts { state.withLock { $0 } }

        fileprivate func add(_ count: Int, _ unit: Unit) { state.withLock { $0[unit] += count } }
    }

    /// How many measurements run. Without any, a note returns before it looks for a meter.
    @usableFromInline static let measurements = Atomic(0)
    @TaskLocal private static var meter: Meter?

    /// Whether the work of this task is counted.
    public static var isMeasured: Bool { measurements.load(ordering: .relaxed) > 0 && meter != nil }

    /// Notes one of a unit.
    @inlinable
    public static func note(_ unit: Unit) { note(1, unit) }

    /// Notes work that is done.
    @inlinable
    public static func note(_ count: Int, _ unit: Unit) {
        if measurements.load(ordering: .relaxed) > 0 { add(count, unit) }
    }

    @usableFromInline static func add(_ count: Int, _ unit: Unit) { meter?.add(count, unit) }

    /// Runs `body` and counts what it does.
    public static func measured<Result>(by meter: Meter, _ body: () throws -> Result) rethrows -> Result {
        measurements.wrappingAdd(1, ordering: .relaxed)
        defer { measurements.wrappingSubtract(1, ordering: .relaxed) }
        return try $meter.withValue(meter) { try body() }
    }
}
