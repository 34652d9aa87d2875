import Testing

@testable import GardenDaemon

/// The order of turns, and when memory returns to the system.
@MainActor
struct FairnessTests {
    @Test func cheapRequestsStayInteractive() {
        var cpuDebt = CPUDebt()
        for now in stride(from: 0, to: 1_000_000, by: 2000) {
            cpuDebt.add(150, at: now)
            #expect(!cpuDebt.isHeavy(at: now))
        }
    }

    @Test func anExpensiveRequestKeepsItsDebtThroughCheapOnes() {
        var cpuDebt = CPUDebt()
        cpuDebt.add(10_000, at: 0)
        for now in stride(from: 1000, to: 70_000, by: 1000) {
            cpuDebt.add(1, at: now)
            #expect(cpuDebt.isHeavy(at: now))
        }
        #expect(!cpuDebt.isHeavy(at: 90_000))
    }

    @Test func theDebtIsLimitedAndPaidBack() {
        var cpuDebt = CPUDebt()
        for now in stride(from: 0, to: 10_000_000, by: 1000) { cpuDebt.add(1000, at: now) }
        let end = 9_999_000
        let most = CPUDebt.payback * CPUDebt.mostMicroseconds
        #expect(cpuDebt.isHeavy(at: end + most / 2))
        #expect(!cpuDebt.isHeavy(at: end + most))
    }

    @Test func aConnectionOverItsAllowanceIsBulk() {
        let connection = Connection(descriptor: -1, nowMilliseconds: 0)
        #expect(connection.priority(atMicroseconds: 0) == .newcomer)
        connection.tookShare(from: 0, to: CPUDebt.allowanceMicroseconds + 1)
        #expect(connection.priority(atMicroseconds: CPUDebt.allowanceMicroseconds + 1) == .bulk)
    }

    @Test func eachConnectionIsInOneQueueOnce() {
        var runQueue = RunQueue()
        let (one, other) = (
            Connection(descriptor: -1, nowMilliseconds: 0), Connection(descriptor: -1, nowMilliseconds: 0)
        )
        runQueue.append(one, .bulk)
        runQueue.append(one, .interactive)
        runQueue.append(other, .interactive)
        #expect(runQueue[.bulk].map(ObjectIdentifier.init) == [ObjectIdentifier(one)])
        #expect(runQueue[.interactive].map(ObjectIdentifier.init) == [ObjectIdentifier(other)])
        runQueue.remove(one)
        #expect(!one.isQueued && other.isQueued)
        runQueue.removeFirst(1, of: .interactive)
        #expect(runQueue.isEmpty && !other.isQueued)
        runQueue.append(other, .bulk)
        #expect(runQueue[.bulk].map(ObjectIdentifier.init) == [ObjectIdentifier(other)])
    }

    @Test func theHeapIsTrimmedAfterALargeDecrease() {
        var memory = HeapTrimmer()
        let mebibyte = 1 << 20
        let held = [160, 100, 8, 8, 0, 3, 0]
        let answers = held.map { memory.shouldGiveBack(held: $0 * mebibyte) }
        #expect(answers == [false, false, true, false, true, false, false])
    }

    @Test func theCodeIsGivenBackOnceAfterAnIdleTimeBetweenTwoPings() {
        var idle = IdleTrimmer()
        let turns = [3, 3, 3, 3, 4, 5, 5, 5, 6, 6]
        let answers = turns.map { idle.shouldGiveBack(turns: $0) }
        #expect(answers == [false, true, false, false, false, false, true, false, false, true])
    }
}
