/// What a plant is drawn from: the same values always give the same plant.
public struct PlantHistory: Hashable, Sendable {
    /// Which plant it is: its species, and each of its random turns.
    public var seed: UInt64
    /// What focus sessions gave: wood and leaves.
    public var focus: Int
    /// What tasks gave: blossoms and fruits, and the flowers around it.
    public var tasks: Int
    public var season: Season

    public enum Season: String, CaseIterable, Sendable {
        case spring, summer, autumn, winter
    }

    public init(seed: UInt64, focus: Int, tasks: Int, season: Season) {
        (self.seed, self.focus, self.tasks, self.season) = (seed, focus, tasks, season)
    }
}

/// A plant in a world of its own: x to the right, y upwards from the ground, in 1/1024 of a cell of wood.
public struct Plant: Sendable {
    /// A piece of a stem.
    struct Segment: Sendable {
        var from: Point
        var to: Point
        var parent: Int
        /// How many pieces it carries, itself included: its thickness follows from that.
        var load = 1
        var depth: Int
    }

    struct Point: Hashable, Sendable {
        var x: Int
        var y: Int
    }

    /// Something round that grows at a point.
    struct Dot: Sendable {
        var center: Point
        var radius: Int
        var part: Part
        /// 0 … 3: which of the shades of its part it has.
        var shade: Int
    }

    enum Part: Sendable { case leaf, blossom, fruit, groundFlower }

    public let species: Species
    let season: PlantHistory.Season
    private(set) var segments: [Segment] = []
    private(set) var dots: [Dot] = []

    static let unit = 1024
    /// A larger plant grows no more wood, but still blossoms.
    static let mostSegments = 6000

    public init(_ history: PlantHistory) {
        species = Species.all[Int(history.seed % UInt64(Species.all.count))]
        season = history.season
        var random = SplitMix(state: history.seed)
        // No history is negative or longer than a life, but a program that only looks like gardend may answer so.
        let (focus, tasks) = (min(max(0, history.focus), Self.mostSegments), max(0, history.tasks))
        growWood(steps: min(Self.mostSegments, focus * 3 + min(tasks, 6)), &random)
        carry()
        var leafRandom = SplitMix(state: history.seed ^ 0x5EAF)
        growLeaves(&leafRandom)
        var taskRandom = SplitMix(state: history.seed ^ 0x7A5C)
        growBlossoms(tasks, &taskRandom)
    }

    private struct Tip {
        var at: Point
        /// In 1/256 of a turn; 64 is upwards.
        var direction: Int
        var depth: Int
        var segment: Int
        var sinceBranch = 0
        var length: Int
        /// How many pieces it still grows.
        var rest: Int
    }

    /// Extends one tip after the other, and lets some of them fork. When all have ended, older wood sprouts.
    private mutating func growWood(steps: Int, _ random: inout SplitMix) {
        var tips = (0..<species.stems).map { stem in
            let fan = species.stems == 1 ? 0 : (2 * stem - species.stems + 1) * species.fan / (species.stems - 1)
            return Tip(
                at: Point(x: -fan * Self.unit / 64, y: 0), direction: 64 + fan, depth: 0, segment: -1,
                length: species.length,
                rest: species.pieces[0] - (stem % 2))
        }
        for _ in 0..<steps {
            if tips.isEmpty { tips.append(sprout(&random)) }
            // Of two, the thicker one is more likely.
            let pair = [random.below(tips.count), random.below(tips.count)]
            let index = random.below(3) > 0 ? pair.min { tips[$0].depth < tips[$1].depth } ?? 0 : pair[0]
            var tip = tips[index]
            let wiggle = random.below(2 * species.wiggle + 1) - species.wiggle
            tip.direction += wiggle + (64 - tip.direction) * species.uprightness / 256
            if tip.depth > 0 { tip.direction += tip.direction > 64 ? species.droop : -species.droop }
            let to = Point(
                x: tip.at.x + tip.length * Turn.cosine(tip.direction) / Turn.one,
                y: max(Self.unit / 3, tip.at.y + tip.length * Turn.sine(tip.direction) / Turn.one))
            segments.append(Segment(from: tip.at, to: to, parent: tip.segment, depth: tip.depth))
            tip.segment = segments.count - 1
            tip.at = to
            tip.sinceBranch += 1
            tip.rest -= 1
            tip.length = max(species.length / 4, tip.length * species.taper / 256)
            let isBranching =
                tip.sinceBranch >= species.internode
                + (tip.depth == 0 && tip.rest >= species.pieces[0] - species.trunk ? 99 : 0)
            if isBranching, tip.depth + 1 < species.pieces.count {
                let side = random.below(2) == 0 ? 1 : -1
                tips.append(branch(of: tip, side: side, &random))
                if species.forks { tips.append(branch(of: tip, side: -side, &random)) }
                tip.sinceBranch = 0
            }
            if tip.rest > 0 { tips[index] = tip } else { tips.remove(at: index) }
        }
    }

    private func branch(of tip: Tip, side: Int, _ random: inout SplitMix) -> Tip {
        var branch = tip
        branch.direction += side * (species.spread + random.below(species.spread / 2 + 1))
        branch.depth += 1
        branch.sinceBranch = 0
        branch.length = branch.length * species.branchLength / 256
        // A cone is widest at its foot.
        branch.rest =
            species.isCone && tip.depth == 0
            ? 2 + tip.rest * species.pieces[1] / species.pieces[0] : species.pieces[branch.depth]
        return branch
    }

    private func sprout(_ random: inout SplitMix) -> Tip {
        let index = random.below(max(1, segments.count))
        let segment = segments[index]
        let depth = min(segment.depth + 1, species.pieces.count - 1)
        let side = random.below(2) == 0 ? 1 : -1
        return Tip(
            at: segment.to, direction: 64 + side * (8 + random.below(48)), depth: depth, segment: index,
            length: species.length * 150 / 256, rest: max(2, species.pieces[depth] - 1))
    }

    private mutating func carry() {
        for index in segments.indices.reversed() where segments[index].parent >= 0 {
            segments[segments[index].parent].load += segments[index].load
        }
    }

    private mutating func growLeaves(_ random: inout SplitMix) {
        for segment in segments {
            let shade = random.below(4)
            let isYoung = segment.load <= species.leafLoad && (segment.depth > 0 || segment.load <= 3)
            let falls = season == .winter && !species.isEvergreen
            let jitter = Point(x: random.below(Self.unit) - Self.unit / 2, y: random.below(Self.unit) - Self.unit / 2)
            guard isYoung, !falls || random.below(12) == 0 else { continue }
            dots.append(
                Dot(
                    center: Point(
                        x: segment.to.x + jitter.x * species.leafSpread / 4,
                        y: segment.to.y + jitter.y * species.leafSpread / 4),
                    radius: falls ? species.leafRadius / 3 : species.leafRadius, part: .leaf, shade: shade))
        }
    }

    private mutating func growBlossoms(_ tasks: Int, _ random: inout SplitMix) {
        let places = segments.filter { $0.load <= species.leafLoad + 2 && $0.depth > 0 }
        for index in 0..<min(tasks, 400) {
            // Every third one grows in the grass around the plant.
            if index % 3 == 2 || places.isEmpty {
                let x = (random.below(2001) - 1000) * Self.unit * (8 + index / 6) / 1000
                dots.append(
                    Dot(
                        center: Point(x: x, y: Self.unit / 2), radius: Self.unit / 2, part: .groundFlower,
                        shade: random.below(4)))
                continue
            }
            let place = places[random.below(places.count)]
            let part: Part = season == .autumn || season == .winter ? .fruit : .blossom
            dots.append(
                Dot(
                    center: Point(x: place.to.x, y: place.to.y), radius: species.blossomRadius, part: part,
                    shade: random.below(4)))
        }
    }
}
