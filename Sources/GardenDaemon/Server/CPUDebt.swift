/// How much of the daemon's time a client has used lately: its shares add to the debt, passing time pays it back.
///
/// An expensive request is remembered for a while. Otherwise a client could pass for interactive by sending a long line
/// in small pieces, or a cheap request between two expensive ones.
struct CPUDebt {
    /// The debt that an interactive client may have.
    static let allowanceMicroseconds = 200
    /// A client stays interactive while it uses at most one part in this many of the time.
    static let payback = 8
    /// Debt beyond this is forgiven.
    static let mostMicroseconds = 20_000

    private var owed = 0
    private var owedAt = 0

    /// - Parameter share: how long it took to read and decide the client's requests.
    mutating func add(_ share: Int, at now: Int) {
        owed = min(rest(at: now) + share, Self.mostMicroseconds)
        owedAt = now
    }

    func isHeavy(at now: Int) -> Bool { rest(at: now) > Self.allowanceMicroseconds }

    private func rest(at now: Int) -> Int { max(0, owed - (now - owedAt) / Self.payback) }
}
