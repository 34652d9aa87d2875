/// Sines in whole numbers, so that a plant is the same on every machine.
enum Turn {
    static let one = 1 << 14
    private static let quarter: [Int] = [
        0, 402, 804, 1205, 1606, 2006, 2404, 2801, 3196, 3590, 3981, 4370, 4756, 5139, 5520, 5897, 6270, 6639, 7005,
        7366,
        7723, 8076, 8423, 8765, 9102, 9434, 9760, 10080, 10394, 10702, 11003, 11297, 11585, 11866, 12140, 12406, 12665,
        12916, 13160, 13395, 13623, 13842, 14053, 14256, 14449, 14635, 14811, 14978, 15137, 15286, 15426, 15557, 15679,
        15791, 15893, 15986, 16069, 16143, 16207, 16261, 16305, 16340, 16364, 16379, 16384,
    ]

    /// - Parameter turn: in 1/256 of a full turn.
    static func sine(_ turn: Int) -> Int {
        let turn = turn & 255
        switch turn {
        case 0...64: return quarter[turn]
        case 65...128: return quarter[128 - turn]
        case 129...192: return -quarter[turn - 128]
        default: return -quarter[256 - turn]
        }
    }

    static func cosine(_ turn: Int) -> Int { sine(turn + 64) }
}

/// Random numbers that are the same everywhere (SplitMix64, Steele et al. 2014).
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ bound: Int) -> Int { bound <= 1 ? 0 : Int(next() >> 33) % bound }
}
