import Testing

@testable import GardenDaemon

/// Whose turn comes first, and when memory is given back.
@MainActor
struct FairnessTests {
    @Test func whoAsksForLittleStaysModest() {
        var burden = Burden()
        for now in stride(from: 0, to: 1_000_000, by: 2000) {
            burden.add(150, at: now)
            #expect(!burden.isHeavy(at: now))
        }
    }

    @Test func oneDearRequestIsRememberedThroughCheapOnes() {
        var burden = Burden()
        burden.add(10_000, at: 0)
        for now in stride(from: 1000, to: 70_000, by: 1000) {
            burden.add(1, at: now)
            #expect(burden.isHeavy(at: now))
        }
        #expect(!burden.isHeavy(at: 90_000))
    }

    @Test func nothingIsHeldAgainstAnybodyForLong() {
        var burden = Burden()
        for now in stride(from: 0, to: 10_000_000, by: 1000) { burden.add(1000, at: now) }
        let end = 9_999_000
        let most = Burden.payback * Burden.mostMicroseconds
        #expect(burden.isHeavy(at: end + most / 2))
        #expect(!burden.isHeavy(at: end + most))
    }

    @Test func whoTookMuchOfATurnIsGreedy() {
        let connection = Connection(descriptor: -1, nowMilliseconds: 0)
        #expect(!connection.isGreedy(atMicroseconds: 0))
        connection.tookShare(from: 0, to: Burden.allowanceMicroseconds + 1)
        #expect(connection.isGreedy(atMicroseconds: Burden.allowanceMicroseconds + 1))
    }

    @Test func eachConnectionStandsInOneRankOnce() {
        var ranks = Ranks()
        let (one, other) = (
            Connection(descriptor: -1, nowMilliseconds: 0), Connection(descriptor: -1, nowMilliseconds: 0)
        )
        ranks.append(one, isGreedy: true)
        ranks.append(one, isGreedy: false)
        ranks.append(other, isGreedy: false)
        #expect(ranks.greedy.map(ObjectIdentifier.init) == [ObjectIdentifier(one)])
        #expect(ranks.modest.map(ObjectIdentifier.init) == [ObjectIdentifier(other)])
        ranks.remove(one)
        ranks.remove(other)
        #expect(ranks.isEmpty)
    }

    @Test func memoryIsGivenBackWhenMuchOfItWasLetGoWhoeverStillHoldsSome() {
        var memory = HeldMemory()
        let mebibyte = 1 << 20
        let held = [160, 100, 8, 8, 0, 3, 0]
        let answers = held.map { memory.shouldGiveBack(held: $0 * mebibyte) }
        #expect(answers == [false, false, true, false, true, false, false])
    }
}
