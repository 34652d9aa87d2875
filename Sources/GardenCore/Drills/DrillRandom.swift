/// The random numbers of a drill: the same for the same device and event, on every machine and with every compiler
/// (RULES D3). Seeded with FNV-1a, drawn with SplitMix64.
struct DrillRandom {
    private var state: UInt64

    /// - Parameter seq: the event that the numbers are for.
    init(deviceId: String, seq: Int) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        for byte in deviceId.utf8 { add(byte) }
        for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: seq >> shift)) }
        state = hash
    }

    private mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return bits ^ (bits >> 31)
    }

    /// A number from 0 to `count` - 1, each equally likely.
    mutating func index(below count: Int) -> Int {
        let count = UInt64(count)
        // The numbers past the last multiple would make small results more likely.
        let end = UInt64.max - UInt64.max % count
        var number = next()
        while number >= end { number = next() }
        return Int(number % count)
    }

    /// The numbers from 0 to `count` - 1 in random order.
    mutating func permutation(_ count: Int) -> [Int] {
        var order = Array(0..<count)
        for last in stride(from: count - 1, to: 0, by: -1) { order.swapAt(last, index(below: last + 1)) }
        return order
    }

    /// Some different numbers from 0 to `count` - 1 in random order.
    mutating func sample(_ size: Int, of count: Int) -> [Int] {
        var order = Array(0..<count)
        for place in 0..<size { order.swapAt(place, place + index(below: count - place)) }
        return Array(order.prefix(size))
    }
}
