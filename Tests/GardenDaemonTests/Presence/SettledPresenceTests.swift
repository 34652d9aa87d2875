import GardenAPI
import Testing

@testable import GardenDaemon

/// RULES P15: flaps settle within a second.
struct SettledPresenceTests {
    private static let second: UInt64 = 1_000_000

    /// Holds the value, because an expectation cannot change one.
    private final class Settling {
        private var settled = SettledPresence()
        var reported: Presence { settled.reported }

        func change(to presence: Presence, atMicroseconds now: UInt64) -> SettledPresence.Step {
            settled.change(to: presence, atMicroseconds: now)
        }

        func settle(atMicroseconds now: UInt64) -> SettledPresence.Step { settled.settle(atMicroseconds: now) }
    }

    private let settled = Settling()

    @Test func theFirstChangeIsReportedAtOnce() {
        #expect(settled.change(to: .active, atMicroseconds: 5) == .report(.active))
        #expect(settled.reported == .active)
    }

    @Test func nothingIsReportedTwice() {
        #expect(settled.change(to: .unknown, atMicroseconds: 5) == .rest)
        #expect(settled.change(to: .active, atMicroseconds: 5) == .report(.active))
        #expect(settled.change(to: .active, atMicroseconds: 9 * Self.second) == .rest)
    }

    @Test func aChangeAfterASecondIsReportedAtOnce() {
        _ = settled.change(to: .active, atMicroseconds: 5)
        #expect(settled.change(to: .locked, atMicroseconds: Self.second + 5) == .report(.locked))
    }

    @Test func anEarlierChangeWaitsForTheEndOfTheSecond() {
        _ = settled.change(to: .active, atMicroseconds: 5)
        #expect(settled.change(to: .idle, atMicroseconds: 6) == .wait(untilMicroseconds: Self.second + 5))
        #expect(settled.change(to: .locked, atMicroseconds: 7) == .wait(untilMicroseconds: Self.second + 5))
        #expect(settled.settle(atMicroseconds: Self.second + 5) == .report(.locked))
        #expect(
            settled.change(to: .active, atMicroseconds: Self.second + 6)
                == .wait(untilMicroseconds: 2 * Self.second + 5))
    }

    @Test func aChangeThatIsRevertedIsNotReported() {
        _ = settled.change(to: .active, atMicroseconds: 5)
        _ = settled.change(to: .idle, atMicroseconds: 6)
        #expect(settled.change(to: .active, atMicroseconds: 7) == .rest)
        #expect(settled.settle(atMicroseconds: Self.second + 5) == .rest)
    }

    @Test func unknownIsReportedOnlyIfItLasts() {
        _ = settled.change(to: .locked, atMicroseconds: 5)
        let lost = 60 * Self.second
        #expect(settled.change(to: .unknown, atMicroseconds: lost) == .wait(untilMicroseconds: lost + Self.second))
        #expect(settled.change(to: .unknown, atMicroseconds: lost + 9) == .wait(untilMicroseconds: lost + Self.second))
        #expect(settled.change(to: .locked, atMicroseconds: lost + 10) == .rest)
        let lostAgain = lost + 20
        _ = settled.change(to: .unknown, atMicroseconds: lostAgain)
        #expect(settled.settle(atMicroseconds: lostAgain + Self.second) == .report(.unknown))
    }

    @Test func aThousandFlapsInASecondAreTwoReports() {
        var reports: [Presence] = []
        var armed: UInt64?
        func perform(_ step: SettledPresence.Step) {
            switch step {
            case .rest: armed = nil
            case .wait(let moment): armed = moment
            case .report(let presence):
                armed = nil
                reports.append(presence)
            }
        }
        for flap in 0..<1000 {
            let now = 10 * Self.second + UInt64(flap) * 999
            perform(settled.change(to: flap.isMultiple(of: 2) ? .idle : .active, atMicroseconds: now))
        }
        #expect(reports == [.idle])
        if let moment = armed { perform(settled.settle(atMicroseconds: moment)) }
        #expect(reports == [.idle, .active])
        #expect(armed == nil)
    }
}
