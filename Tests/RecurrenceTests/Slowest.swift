/// The slowest of some calls.
struct Slowest: CustomStringConvertible {
    private static let limit = 3
    private var longest: [(time: Duration, name: String)] = []

    #if DEBUG
    private let repetitions = 0
    #else
    private let repetitions = 4
    #endif

    mutating func measure<Result>(_ name: @autoclosure () -> String, _ call: () -> Result) -> Result {
        let clock = ContinuousClock()
        let start = clock.now
        let result = call()
        var time = clock.now - start
        // Another process can run in between; the shortest of a few times is that of the call.
        for _ in 0..<repetitions { time = min(time, clock.measure { _ = call() }) }
        if longest.count < Self.limit || time > longest[Self.limit - 1].time {
            longest.append((time, name()))
            longest.sort { $0.time > $1.time }
            longest = Array(longest.prefix(Self.limit))
        }
        return result
    }

    var description: String {
        longest.map { "slowest: \($0.time.formatted) \($0.name)" }.joined(separator: "\n")
    }
}

extension Duration {
    fileprivate var formatted: String { "\(components.attoseconds / 1_000_000_000_000) µs" }
}
