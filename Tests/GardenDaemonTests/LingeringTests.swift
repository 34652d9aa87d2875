import SystemdKit
import Testing

@testable import GardenDaemon

/// When the server looks for the next request before it sleeps, by a clock that shows one microsecond more each time.
@MainActor
struct LingeringTests {
    private var now = 1_000_000
    private var looks = 0

    /// Looks on until something is ready at the `found`th look.
    private mutating func next(_ lingering: inout Lingering, found: Int?) -> Bool {
        var (now, looks) = (now, 0)
        let ready = lingering.next(
            clock: {
                now += 1
                return now
            },
            look: {
                looks += 1
                return looks == found ? [Epoll.Ready(descriptor: 3, events: .readable)] : []
            })
        (self.now, self.looks) = (now, looks)
        return !ready.isEmpty
    }

    @Test mutating func aTurnAloneDoesNotLinger() {
        var lingering = Lingering(processors: 2)
        lingering.begin(at: now)
        var has = next(&lingering, found: 1)
        #expect(!has)
        #expect(looks == 0)
        now += Lingering.gapMicroseconds
        lingering.begin(at: now)
        has = next(&lingering, found: 1)
        #expect(!has)
        #expect(looks == 0)
    }

    @Test mutating func aTurnSoonAfterAnotherLooksForTheNextForAMoment() {
        var lingering = Lingering(processors: 2)
        lingering.begin(at: now)
        _ = next(&lingering, found: nil)
        lingering.begin(at: now + Lingering.gapMicroseconds - 1)
        now += Lingering.gapMicroseconds - 1
        var has = next(&lingering, found: 7)
        #expect(has)
        #expect(looks == 7)
        has = next(&lingering, found: nil)
        #expect(!has)
        #expect(looks == Lingering.lookMicroseconds)
    }

    @Test mutating func theOtherSourcesOfTheLoopGetTheirTurn() {
        var lingering = Lingering(processors: 2)
        lingering.begin(at: now)
        _ = next(&lingering, found: nil)
        let begin = now
        lingering.begin(at: begin)
        while next(&lingering, found: 1) {}
        #expect(now - begin == Lingering.visitMicroseconds)
    }

    @Test mutating func onOneProcessorNobodyCouldAskMeanwhile() {
        var lingering = Lingering(processors: 1)
        lingering.begin(at: now)
        _ = next(&lingering, found: nil)
        lingering.begin(at: now)
        let has = next(&lingering, found: 1)
        #expect(!has)
        #expect(looks == 0)
    }
}
