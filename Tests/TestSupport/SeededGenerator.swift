import Glibc

/// SplitMix64 (Steele, Lea and Flood, 2014): the same seed gives the same numbers on every machine.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The seed of this run: `GARDEN_SEED`, to repeat another run, or a random one.
    ///
    /// A test prints it with the command that repeats it.
    public static var seedOfRun: UInt64 {
        guard let text = getenv("GARDEN_SEED") else { return UInt64.random(in: .min ... .max) }
        guard let seed = UInt64(String(cString: text)) else {
            preconditionFailure("GARDEN_SEED is \(String(cString: text)); it must be a number from 0 to \(UInt64.max)")
        }
        return seed
    }

    public init(seed: UInt64) { state = seed }

    public init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
