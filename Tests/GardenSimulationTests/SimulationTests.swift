import GardenAPI
import GardenCore
import GardenEngine
import GardenStore
import Testing
import TimeKit

@Suite("Simulation")
struct SimulationTests {
    private static let steps = 150

    @Test("the invariants hold after every step", arguments: 1...100 as ClosedRange<UInt64>)
    func invariantsHoldAfterEveryStep(seed: UInt64) throws {
        let simulation = try Simulation(seed: seed, zones: ZoneDirectory())
        try simulation.run(steps: Self.steps)
    }

    @Test("the same seed gives the same bytes", arguments: [7, 77] as [UInt64])
    func theSameSeedGivesTheSameBytes(seed: UInt64) throws {
        let transcripts = try (0..<2).map { _ in
            let simulation = try Simulation(seed: seed, zones: ZoneDirectory())
            try simulation.run(steps: Self.steps)
            return simulation.transcript
        }
        #expect(transcripts[0] == transcripts[1])
        #expect(transcripts[0].count > 10_000)
    }

    @Test("every type of event occurs")
    func everyEventTypeOccurs() throws {
        var missing = Set(EventCatalog.types)
        for seed in 1...100 as ClosedRange<UInt64> where !missing.isEmpty {
            let simulation = try Simulation(seed: seed, zones: ZoneDirectory())
            try simulation.run(steps: Self.steps)
            missing.subtract(simulation.types)
        }
        #expect(missing == [])
    }

    @Test("the workload has a row for every request")
    func theWorkloadCoversEveryRequest() {
        let known = Set(Workload.requests.map(\.method)).subtracting(["no.such.method"])
        #expect(known == Set(Engine.requests.map { $0.method }))
    }
}
