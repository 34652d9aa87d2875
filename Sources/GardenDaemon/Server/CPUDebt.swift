/// How much of the daemon's time a client has taken lately: what its shares took, paid back by the time that passes.
///
/// One dear request among many cheap ones is remembered for a while, so that nobody passes for interactive by sending a long
/// line in small pieces, or a cheap request between two dear ones.
struct CPUDebt {
    /// What an interactive client may owe.
    static let allowanceMicroseconds = 200
    /// A client may use one part in so many of all time, and stay interactive.
    static let payback = 8
    /// More is not held against anybody.
    static let mostMicroseconds = 20_000

    private var owed = 0
    private var owedAt = 0

    /// - Parameter share: how long it took to read and decide what was asked for.
    mutating func add(_ share: Int, at now: Int) {
        owed = min(rest(at: now) + share, Self.mostMicroseconds)
        owedAt = now
    }

    func isHeavy(at now: Int) -> Bool { rest(at: now) > Self.allowanceMicroseconds }

    private func rest(at now: Int) -> Int { max(0, owed - (now - owedAt) / Self.payback) }
}
