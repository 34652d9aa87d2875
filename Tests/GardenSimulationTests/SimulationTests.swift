import GardenAPI
import GardenCore
import GardenEngine
import GardenStore
import Glibc
import TestSupport
import Testing
import TimeKit

@Suite("Simulation")
struct SimulationTests {
    private static let steps = sizeOfRun("SIMULATION_STEPS", usually: 100)
    static let seeds = {
        let first = sizeOfRun("SIMULATION_FIRST_SEED", usually: 1)
        return UInt64(first)..<UInt64(first + sizeOfRun("SIMULATION_SEEDS", usually: usualSeeds))
    }()
    /// So many cause every type of event; a few that are replayed do not.
    private static let usualSeeds = 50

    @Test("the invariants hold after every step, and every type of event occurs")
    func invariantsHoldAfterEveryStep() async throws {
        let types = try await withThrowingTaskGroup(of: Set<String>.self) { group in
            for seed in Self.seeds {
                group.addTask {
                    let simulation = try Simulation(seed: seed, zones: ZoneDirectory())
                    try simulation.run(steps: Self.steps)
                    return simulation.types
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.formUnion($1) }
        }
        if Self.seeds.count >= Self.usualSeeds { #expect(Set(EventCatalog.types).subtracting(types) == []) }
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

    /// `contrib/compare/gardens/run.sh` exports and imports them.
    @Test("gardens with a random past, for a program that names a folder", .enabled(if: folderOfJournals != nil))
    func journalsOfRandomGardens() throws {
        let folder = try #require(Self.folderOfJournals)
        for seed in Self.seeds {
            let paths = DataPaths(root: "\(folder)/\(seed)")
            let journal = try JournalStore(opening: DataFolder(opening: paths, processId: getpid()))
            let simulation = try Simulation(seed: seed, zones: ZoneDirectory(), journal: journal)
            try simulation.run(steps: Self.steps)
            try journal.close()
        }
    }

    private static let folderOfJournals = getenv("SIMULATION_JOURNALS").map { String(cString: $0) }

    @Test("the workload has a row for every request")
    func theWorkloadCoversEveryRequest() {
        let known = Set(Workload.requests.map(\.method)).subtracting(["no.such.method"])
        #expect(known == Set(Engine.requests.map { $0.method }))
    }
}
