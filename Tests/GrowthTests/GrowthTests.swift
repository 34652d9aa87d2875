import Foundation
import GardenAPI
import GardenEngine
import Testing

/// The work of each request grows with what it returns, changes and by its documentation looks through, not with the garden.
///
/// The suite counts units in small gardens. With `GROWTH_SIZES`, such as `100,1000,10000`, the gardens have these sizes, and
/// processor time is measured, too; that needs a build with optimization.
@Suite struct GrowthTests {
    private static let given = ProcessInfo.processInfo.environment["GROWTH_SIZES"]
    private static let sizes = (given ?? "100,400").split(separator: ",").compactMap { Int($0) }
    private static let isTimed = given != nil
    private static let repeats = isTimed ? 3 : 2
    private static let seeds = Result { try sizes.map(World.seed) }

    @Test func thereAreTwoSizesAtLeast() {
        #expect(Self.sizes.count == (Self.given ?? "100,400").split(separator: ",").count)
        #expect(Self.sizes.count > 1 && Self.sizes == Self.sizes.sorted())
    }

    @Test func everyMethodHasASample() {
        let sampled = Set(Samples.all.map(\.method))
        let missing = Engine.requests.map { $0.method }.filter { !sampled.contains($0) }
        #expect(missing == [], "add samples of these methods to Samples.swift")
        let names = Samples.all.map(\.name)
        #expect(Set(names).count == names.count, "two samples have one name")
        let known = Set(names)
        #expect(Exemptions.turns.keys.filter { !known.contains($0) } == [])
        #expect(Exemptions.growth.keys.filter { !known.contains($0) } == [])
        #expect(Exemptions.uncounted.keys.filter { !known.contains($0) } == [])
    }

    @Test(arguments: World.Past.allCases)
    func noRequestGrowsFasterThanItself(past: World.Past) throws {
        let costs = try Self.seeds.get().map { try Self.costs(after: past, in: $0.grown(through: past)) }
        if Self.isTimed { Self.printTable(costs, past) }
        for sample in Samples.all {
            let measured = costs.compactMap { $0[sample.name] }
            let pairs = Exemptions.growth[sample.name] == nil ? Array(zip(measured, measured.dropFirst())) : []
            for (small, large) in pairs {
                let problem = Judge.growth(from: small, to: large)
                #expect(problem == nil, "\(sample.name), \(past)")
            }
            guard Self.isTimed else { continue }
            if Exemptions.uncounted[sample.name] == nil {
                for cost in measured { #expect(Judge.uncounted(cost) == nil, "\(sample.name), \(past)") }
            }
            if Exemptions.turns[sample.name] == nil, let largest = measured.last {
                #expect(Judge.turn(largest) == nil, "\(sample.name), \(past)")
            }
        }
    }

    /// The costs of all samples by their names.
    private static func costs(after past: World.Past, in world: World) throws -> [String: Cost] {
        var costs: [String: Cost] = [:]
        for sample in Samples.all where sample.pasts.contains(past) {
            for _ in 0..<(sample.isOnce ? 1 : repeats) {
                let cost = try cost(of: sample, in: world)
                costs[sample.name] = costs[sample.name]?.least(cost) ?? cost
            }
        }
        return costs
    }

    private static func cost(of sample: Sample, in world: World) throws -> Cost {
        for (method, params) in sample.before { _ = try world.measure(method, params) }
        try world.obey(sample.directives)
        if sample.isSmall { try world.beginBlock() }
        let params = try sample.params(world)
        let slowness = isTimed ? Reference.slowness : 1
        let run = try world.measure(sample.method, params)
        // A reference that was slower than the request would hide a long turn.
        let faster = isTimed ? min(slowness, Reference.slowness) : 1
        let answer = String(decoding: run.line.prefix(500), as: UTF8.self)
        #expect(!run.isRefused || sample.mayBeRefused, "\(sample.name) \(params.text): \(answer)")
        let looked = Engine.requests.first { $0.method == sample.method }?.looksThrough ?? []
        // The frame of an answer and of a change.
        let extent = 200 + run.line.count + run.eventBytes + looked.reduce(0) { $0 + (world.extents[$1] ?? 0) }
        return Cost(
            counts: run.units, extent: extent, time: run.time / faster, longest: run.longest / faster)
    }

    private static func printTable(_ costs: [[String: Cost]], _ past: World.Past) {
        for sample in Samples.all {
            let cells = costs.compactMap { $0[sample.name] }.map { cost in
                "\(cost.units) units (\(cost.counts.text)), \(cost.extent) bytes, \(Int(cost.time * 1e6)) µs,"
                    + " turn \(Int(cost.longest * 1e6)) µs"
            }
            print("| \(past) | \(sample.name) | \(cells.joined(separator: " | ")) |")
        }
    }
}
