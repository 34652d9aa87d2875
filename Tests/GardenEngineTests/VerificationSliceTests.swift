import GardenAPI
import GardenCore
import GardenStore
import TestSupport
import Testing

@testable import GardenEngine

/// The slices of a verification: others are served between them.
@Suite("Slices of a verification")
struct VerificationSliceTests {
    @Test("a change of many events is checked in several slices, as are many small ones")
    func aLargeChangeHasManySlices() throws {
        let garden = try Garden()
        for number in 1...100 { try garden.ask("task.add", ["title": .string("task \(number)"), "category": "Home"]) }
        let count = { try garden.slicesOfVerification() }
        let before = try count()
        try garden.ask("task.doneAll", ["category": "Home"])
        let events = try #require(garden.store.checkedChanges(after: 0, limit: .max).changes.last?.events.count)
        #expect(events > 200)
        // Once to replay them, and once to compare the tables with them.
        #expect(try count() - before >= 2 * events / 50)
    }
}

extension Garden {
    fileprivate func slicesOfVerification() throws -> Int {
        let state = try #require(machine.engine).state
        var run = VerificationRun(of: state, in: store, for: [])
        var slices = 1
        while true {
            guard let result = run.advance() else {
                slices += 1
                continue
            }
            let verification = try result.get()
            #expect(verification == Verification(events: state.seq, ok: true, firstBad: nil, problem: nil))
            return slices
        }
    }
}
