import Glibc
import TestSupport

/// How fast the processor is at the moment, so that seconds of a busy or old machine can be compared with those of another one.
enum Reference {
    /// How long the work takes on the machine that the limits are for, in seconds.
    private static let standard = 0.000_45
    private static let numbers: [Int] = {
        var random = SeededGenerator(seed: 1)
        return (0..<10_000).map { _ in Int.random(in: 0..<Int.max, using: &random) }
    }()

    /// How many times longer the same work takes now: an array of numbers is sorted.
    static var slowness: Double {
        let times = (0..<3).map { _ in
            let start = ProcessorTime.now
            let sorted = numbers.sorted()
            let time = ProcessorTime.now - start
            precondition(sorted.count == numbers.count)
            return time
        }
        return (times.min() ?? standard) / standard
    }
}
