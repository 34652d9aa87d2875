/// The habit of a kind of plant.
public struct Species: Sendable {
    /// Its name in English.
    public var name: String
    /// The length of the first pieces of the stem, and of a branch in 1/256 of that of its stem.
    var length: Int
    var branchLength: Int
    /// What remains of the length after each piece, in 1/256.
    var taper: Int
    /// How much a piece turns at random, and back upwards.
    var wiggle: Int
    var uprightness: Int
    var droop: Int
    /// Pieces between two branches, and of the stem before the first.
    var internode: Int
    var trunk: Int
    var spread: Int
    var forks: Bool
    var isCone = false
    /// Stems from the ground, and how far the outer ones lean, in 1/256 of a turn.
    var stems = 1
    var fan = 0
    /// How many pieces a stem grows, a branch of it, a branch of that.
    var pieces: [Int]
    var leafLoad: Int
    var leafRadius: Int
    var leafSpread: Int
    var blossomRadius: Int
    var isEvergreen: Bool
    /// The colours of its parts, `0xRRGGBB`: of wood in the middle, on the right and on the left.
    var wood: [Int]
    var leaves: [PlantHistory.Season: [Int]]
    var blossoms: [Int]
    var fruits: [Int]

    func leaves(in season: PlantHistory.Season) -> [Int] { leaves[season] ?? Self.summer }

    static let spring = [0x8BC34A, 0x9CCC65, 0xAED581, 0x7CB342]
    static let summer = [0x2E7D32, 0x388E3C, 0x43A047, 0x33691E]
    static let autumn = [0xE65100, 0xF57C00, 0xFFA000, 0xBF360C]
    static let winter = [0x8D6E63, 0xA1887F, 0x795548, 0x8D6E63]
    static let needles = [0x1B5E20, 0x2E7D32, 0x1F6B3A, 0x33691E]

    private static func leaves(_ spring: [Int] = spring, _ summer: [Int] = summer, _ autumn: [Int] = autumn)
        -> [PlantHistory.Season: [Int]]
    {
        [.spring: spring, .summer: summer, .autumn: autumn, .winter: winter]
    }

    /// All kinds, in the order of the seeds.
    public static let all: [Species] = [
        Species(
            name: "oak", length: 1100, branchLength: 230, taper: 246, wiggle: 9, uprightness: 26, droop: 0,
            internode: 3,
            trunk: 2, spread: 26, forks: false, pieces: [6, 6, 5, 4, 3], leafLoad: 3, leafRadius: 1250, leafSpread: 6,
            blossomRadius: 700,
            isEvergreen: false, wood: [0x6D4C41, 0x5D4037, 0x795548], leaves: leaves(),
            blossoms: [0xFFF59D, 0xFFF176, 0xFFEE58, 0xFFFDE7],
            fruits: [0xA1662F, 0x8D5524, 0xC68642, 0x8D5524]),
        Species(
            name: "cherry", length: 1000, branchLength: 220, taper: 247, wiggle: 14, uprightness: 14, droop: 1,
            internode: 3,
            trunk: 3, spread: 30, forks: false, pieces: [6, 7, 5, 4, 3], leafLoad: 3, leafRadius: 1050, leafSpread: 5,
            blossomRadius: 1000,
            isEvergreen: false, wood: [0x5D4037, 0x4E342E, 0x6D4C41],
            leaves: leaves([0xF8BBD0, 0xF48FB1, 0xFCE4EC, 0xA5D6A7]),
            blossoms: [0xF06292, 0xF8BBD0, 0xEC407A, 0xFFFFFF],
            fruits: [0xC62828, 0xD32F2F, 0xB71C1C, 0xE53935]),
        Species(
            name: "fir", length: 1150, branchLength: 200, taper: 250, wiggle: 3, uprightness: 40, droop: 2,
            internode: 1, trunk: 1,
            spread: 46, forks: true, isCone: true, pieces: [15, 7, 2], leafLoad: 12, leafRadius: 800, leafSpread: 3,
            blossomRadius: 600, isEvergreen: true,
            wood: [0x5D4037, 0x4E342E, 0x3E2723],
            leaves: [
                .spring: [0x2E7D32, 0x43A047, 0x1F6B3A, 0x66A35B], .summer: needles, .autumn: needles,
                .winter: [0x1B5E20, 0x2E7D32, 0xECEFF1, 0x33691E],
            ],
            blossoms: [0xFFD54F, 0xFFB300, 0xFFCA28, 0xFFE082], fruits: [0x8D6E63, 0xD32F2F, 0xFFD54F, 0x8D6E63]),
        Species(
            name: "willow", length: 1000, branchLength: 240, taper: 250, wiggle: 7, uprightness: 4, droop: 5,
            internode: 3, trunk: 4,
            spread: 34, forks: false, pieces: [6, 7, 8, 3], leafLoad: 7, leafRadius: 620, leafSpread: 3,
            blossomRadius: 600, isEvergreen: false,
            wood: [0x6D6144, 0x5F5640, 0x7A6C4F],
            leaves: leaves(
                [0xC5E1A5, 0xDCE775, 0xAED581, 0xE6EE9C], [0x7CB342, 0x689F38, 0x8BC34A, 0x558B2F],
                [0xFBC02D, 0xF9A825, 0xFDD835, 0xAFB42B]),
            blossoms: [0xFFF59D, 0xFFFFFF, 0xFFF9C4, 0xFFEE58], fruits: [0xBCAAA4, 0xD7CCC8, 0xEFEBE9, 0xBCAAA4]),
        Species(
            name: "rose", length: 800, branchLength: 250, taper: 250, wiggle: 12, uprightness: 10, droop: 1,
            internode: 2, trunk: 0,
            spread: 30, forks: false, stems: 3, fan: 16, pieces: [8, 5, 4, 3], leafLoad: 4, leafRadius: 620,
            leafSpread: 4, blossomRadius: 950, isEvergreen: false,
            wood: [0x558B2F, 0x33691E, 0x5D6B33], leaves: leaves(), blossoms: [0xD81B60, 0xE53935, 0xF06292, 0xFFEBEE],
            fruits: [0xD84315, 0xBF360C, 0xE64A19, 0xFF7043]),
        Species(
            name: "lavender", length: 850, branchLength: 256, taper: 252, wiggle: 6, uprightness: 30, droop: 0,
            internode: 1, trunk: 0,
            spread: 14, forks: true, stems: 7, fan: 22, pieces: [9, 4, 2], leafLoad: 3, leafRadius: 520, leafSpread: 3,
            blossomRadius: 700, isEvergreen: false,
            wood: [0x689F38, 0x558B2F, 0x7C8B4F],
            leaves: leaves(
                [0x9CCC65, 0xAED581, 0xB39DDB, 0xC5E1A5], [0x7E57C2, 0x9575CD, 0x8BC34A, 0xB39DDB],
                [0xA1887F, 0xBCAAA4, 0x9575CD, 0xAFB42B]),
            blossoms: [0x7E57C2, 0x9575CD, 0xB39DDB, 0x5E35B1], fruits: [0x9575CD, 0xBCAAA4, 0x7E57C2, 0xD7CCC8]),
    ]
}
