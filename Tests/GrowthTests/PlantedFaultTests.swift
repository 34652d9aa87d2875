import GardenAPI
import Testing
import WorkKit

/// Faults that the rules must find, and what they must not take for one.
@Suite struct PlantedFaultTests {
    /// What a function cost that is given a number of things.
    private static func cost(of size: Int, returning bytes: Int, _ body: (Int) -> Void) -> Cost {
        let meter = Work.Meter()
        let start = ProcessorTime.now
        Work.measured(by: meter) { body(size) }
        return Cost(counts: meter.counts, extent: bytes, time: ProcessorTime.now - start)
    }

    private static func growth(returning bytes: (Int) -> Int = { _ in 300 }, _ body: (Int) -> Void) -> String? {
        Judge.growth(from: cost(of: 100, returning: bytes(100), body), to: cost(of: 400, returning: bytes(400), body))
    }

    @Test func aSearchThroughAllForOneIsFound() {
        #expect(Self.growth { size in Work.note(size, .values) } != nil)
    }

    /// For each of the things that it returns, it looks at all.
    @Test func aQuadraticSearchIsFound() {
        let search = { (size: Int) in
            for _ in 0..<size { Work.note(size, .values) }
        }
        #expect(Self.growth(returning: { 300 * $0 }, search) != nil)
    }

    /// Each of the changes that are undone is applied to a state that is made from the beginning.
    @Test func aQuadraticReplayIsFound() {
        let replay = { (size: Int) in
            for last in 0..<size { Work.note(last, .events) }
        }
        #expect(Self.growth(returning: { 600 * $0 }, replay) != nil)
    }

    @Test func aWalkThroughWhatIsReturnedIsNone() {
        let walk = { (size: Int) in
            for _ in 0..<size { Work.note(5, .values) }
        }
        #expect(Self.growth(returning: { 300 * $0 }, walk) == nil)
    }

    @Test func aSearchByHalvesIsNone() {
        #expect(Self.growth { size in Work.note(size.bitWidth - size.leadingZeroBitCount, .values) } == nil)
    }

    @Test func workThatIsNotCountedIsFound() {
        func search(counted: Int) -> Cost {
            Self.cost(of: 100, returning: 300) { _ in
                Work.note(counted, .values)
                let end = ProcessorTime.now + 0.005
                while ProcessorTime.now < end {}
            }
        }
        #expect(Judge.uncounted(search(counted: 1000)) != nil)
        #expect(Judge.uncounted(search(counted: 50_000)) == nil)
    }

    @Test func aLongTurnIsFound() {
        #expect(Judge.turn(Cost(counts: Work.Counts(), extent: 0, longest: 0.012)) == "a turn takes 12.0 ms")
        #expect(Judge.turn(Cost(counts: Work.Counts(), extent: 0, longest: 0.008)) == nil)
    }
}

@Suite struct WorkTests {
    @Test func workIsCountedForTheOneThatMeasures() {
        let (meter, other) = (Work.Meter(), Work.Meter())
        Work.note(3, .values)
        Work.measured(by: meter) {
            Work.note(2, .values)
            Work.measured(by: other) { Work.note(7, .bytes) }
            Work.note(.events)
        }
        Work.note(.events)
        #expect(meter.counts[.values] == 2)
        #expect(meter.counts[.events] == 1)
        #expect(meter.counts[.bytes] == 0)
        #expect(other.counts[.bytes] == 7)
        #expect(meter.counts.sum == 2 * Work.Unit.values.nanoseconds + Work.Unit.events.nanoseconds)
        #expect(!Work.isMeasured)
    }

    @Test func countsAreSubtracted() {
        let meter = Work.Meter()
        Work.measured(by: meter) { Work.note(5, .steps) }
        let before = meter.counts
        Work.measured(by: meter) { Work.note(4, .steps) }
        #expect(meter.counts.since(before)[.steps] == 4)
    }
}
