/// How long a turn may read and decide before the rest waits for the next turn. The commit comes on top.
///
/// The budget is half as long as the last commit took, within bounds: on a slow disk, more is written at once.
struct TurnBudget {
    static let boundsMicroseconds = 1000...3000

    private let machine: MachineClock
    private var endsAtMicroseconds = 0
    private var lastCommitMicroseconds = 0

    init(_ machine: MachineClock) { self.machine = machine }

    var isSpent: Bool { isSpent(atMicroseconds: machine.awakeMicroseconds) }

    func isSpent(atMicroseconds now: Int) -> Bool { now >= endsAtMicroseconds }

    mutating func begin(atMicroseconds now: Int) {
        let bounds = Self.boundsMicroseconds
        let budget = min(max(bounds.lowerBound, lastCommitMicroseconds / 2), bounds.upperBound)
        endsAtMicroseconds = now + budget
    }

    /// Runs a commit and records how long it takes.
    mutating func commit<Value>(_ commit: () -> Value) -> Value {
        let begin = machine.awakeMicroseconds
        defer { lastCommitMicroseconds = machine.awakeMicroseconds - begin }
        return commit()
    }
}
