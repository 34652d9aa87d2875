/// A plant as pixels, on a strip of ground.
public struct PlantPixels: Sendable {
    /// What a pixel is of.
    public enum Part: Sendable, CaseIterable {
        case soil, grass, wood, leaf, blossom, fruit, groundFlower
    }

    public let width: Int
    public let height: Int
    /// `0xRRGGBB` from the top left, row by row; `nil` for the background.
    public private(set) var colors: [Int?]
    /// What each pixel is of; `nil` like ``colors``.
    public private(set) var parts: [Part?]

    private let plant: Plant
    /// The height of the ground.
    private let ground: Int
    /// How much of the plant's world is a pixel.
    private let scale: Int

    /// Draws a plant: a small one at a fixed size, a large one so that it fits.
    public init(_ plant: Plant, width: Int, height: Int) {
        (self.width, self.height, self.plant) = (width, height, plant)
        colors = Array(repeating: nil, count: width * height)
        parts = Array(repeating: nil, count: width * height)
        ground = max(1, height / 14)
        let room = max(1, height - ground - 2)
        let highest = plant.segments.map(\.to.y).max() ?? 0
        let widest = plant.segments.map { abs($0.to.x) }.max() ?? 0
        scale = max(
            Plant.unit * Self.leastWorldHeight / room, (highest + Plant.unit) / room,
            (widest + Plant.unit) * 2 / max(1, width - 2), 1)
        drawGround()
        let isBehind = { (index: Int) in plant.dots[index].part == .leaf && index % 2 == 0 }
        for (index, dot) in plant.dots.enumerated() where isBehind(index) { draw(dot, isBehind: true) }
        for segment in plant.segments { draw(segment) }
        for (index, dot) in plant.dots.enumerated() where !isBehind(index) { draw(dot, isBehind: false) }
        if plant.segments.isEmpty { drawSeed() }
    }

    /// The height that a picture shows at least, in pieces of wood.
    private static let leastWorldHeight = 16
    private static let soil = [0x5D4037, 0x4E342E, 0x6D4C41, 0x5D4037, 0x4E342E]
    private static let grass = [0x558B2F, 0x689F38, 0x4B7A2B, 0x558B2F, 0x6B8E23]
    private static let snow = 0xECEFF1
    private static let groundFlowers = [0xFFEB3B, 0xFFFFFF, 0xEF5350, 0x42A5F5]

    private func pixel(_ point: Plant.Point) -> (x: Int, y: Int) {
        (width / 2 + point.x / scale, height - ground - 1 - point.y / scale)
    }

    private mutating func set(_ x: Int, _ y: Int, _ color: Int, _ part: Part) {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return }
        colors[y * width + x] = color
        parts[y * width + x] = part
    }

    private mutating func drawGround() {
        for x in 0..<width {
            for row in 0..<ground {
                let shade = (x * 7 + row * 13) % 5
                let isTop = row == ground - 1
                let isSnowy = isTop && plant.season == .winter && (x * 31 + 7) % 3 > 0
                let color = isSnowy ? Self.snow : isTop ? Self.grass[shade] : Self.soil[shade]
                set(x, height - 1 - row, color, isTop ? .grass : .soil)
            }
        }
    }

    /// A heap of soil with a sprout that has no leaf yet.
    private mutating func drawSeed() {
        for x in -1...1 { set(width / 2 + x, height - ground - 1, 0x6D4C41, .soil) }
        set(width / 2, height - ground - 2, 0x8BC34A, .leaf)
    }

    private mutating func draw(_ segment: Plant.Segment) {
        var root = 1
        while root * root * 9 < segment.load { root += 1 }
        let thickness = max(1, root * Plant.unit * 2 / 5 / scale)
        let (from, to) = (pixel(segment.from), pixel(segment.to))
        let steps = max(abs(to.x - from.x), abs(to.y - from.y), 1)
        for step in 0...steps {
            let x = from.x + (to.x - from.x) * step / steps
            let y = from.y + (to.y - from.y) * step / steps
            for offset in 0..<thickness {
                let shade = offset == 0 ? 2 : offset == thickness - 1 ? 1 : 0
                set(x - thickness / 2 + offset, y, plant.species.wood[shade], .wood)
            }
        }
    }

    private mutating func draw(_ dot: Plant.Dot, isBehind: Bool) {
        let at = pixel(dot.center)
        switch dot.part {
        case .leaf:
            let color = plant.species.leaves(in: plant.season)[dot.shade]
            fill(at, dot.radius / scale, isBehind ? Self.darker(color) : color, .leaf)
        case .blossom: fill(at, dot.radius / scale, plant.species.blossoms[dot.shade], .blossom)
        case .fruit: fill(at, dot.radius / scale, plant.species.fruits[dot.shade], .fruit)
        case .groundFlower: set(at.x, height - ground - 1, Self.groundFlowers[dot.shade], .groundFlower)
        }
    }

    private mutating func fill(_ at: (x: Int, y: Int), _ radius: Int, _ color: Int, _ part: Part) {
        for y in -radius...radius {
            for x in -radius...radius where x * x + y * y <= radius * radius + radius / 2 {
                set(at.x + x, at.y + y, color, part)
            }
        }
    }

    private static func darker(_ color: Int) -> Int {
        [16, 8, 0].reduce(0) { $0 | ((color >> $1 & 0xFF) * 7 / 10) << $1 }
    }
}
