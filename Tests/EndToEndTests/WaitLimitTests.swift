import Glibc
import TestSupport
import Testing

/// The limit of every wait: it finds what hangs, and not what is only slow.
struct WaitLimitTests {
    private typealias Reading = WaitLimit.Reading

    private static func reading(_ wallSeconds: Double, used: Double = 0, runnable: Int = 1) -> Reading {
        Reading(wallSeconds: wallSeconds, processSeconds: used, runnableThreads: runnable, processors: 2)
    }

    // MARK: What counts

    /// The seconds on the wall after which a wait for a process is given up.
    private func end(usedShare: Double, runnable: Int) -> Int {
        var waitLimit = WaitLimit(limitSeconds: 60, from: Self.reading(0))
        var second = 0
        while !waitLimit.isExhausted, second < 10_000 {
            second += 1
            waitLimit.count(Self.reading(Double(second), used: Double(second) * usedShare, runnable: runnable))
        }
        return second
    }

    @Test(
        "A process that sleeps is given up after the limit, and after as many times as long as a thread has to share",
        arguments: [
            (1, 60), (2, 60), (4, 120), (16, 480),
        ])
    func aSleepingProcessIsGivenUp(runnable: Int, seconds: Int) {
        #expect(end(usedShare: 0, runnable: runnable) == seconds)
    }

    @Test(
        "A process that spins is given up when it has used the limit",
        arguments: [
            (1.0, 1, 60), (2.0, 2, 30), (0.25, 8, 240), (0.5, 8, 120),
        ])
    func aSpinningProcessIsGivenUp(usedShare: Double, runnable: Int, seconds: Int) {
        #expect(end(usedShare: usedShare, runnable: runnable) == seconds)
    }

    @Test func theTimeOfAnEndedProcessIsNotTakenBack() {
        var waitLimit = WaitLimit(limitSeconds: 60, from: Self.reading(0, used: 50))
        waitLimit.count(Self.reading(1, used: 0))
        #expect(waitLimit.spentSeconds == 1)
    }

    // MARK: Planted hangs

    /// What is said about a wait for a program that writes nothing.
    private func failure(waitingFor command: String..., limitSeconds: Double = 0.5) throws -> (text: String, pid: pid_t)
    {
        let (reader, writer) = newPipe()
        defer { for end in [reader, writer] { close(end) } }
        let program = try Program(command, environment: ["PATH": "/usr/bin:/bin"], output: writer)
        var waitLimit = WaitLimit(with: program.pid, limitSeconds: limitSeconds)
        let error = #expect(throws: WaitLimitReached.self) {
            _ = try awaitReadiness(of: [reader], waitLimit: &waitLimit, what: "a line")
        }
        return (error?.description ?? "", program.pid)
    }

    @Test func aChildThatSpinsForEverIsFound() throws {
        let (text, pid) = try failure(waitingFor: "sh", "-c", "while :; do :; done")
        #expect(text.hasPrefix("a line has not come in "), "\(text)")
        #expect(text.contains("; process \(pid) used 0.") && text.contains(" s and runs"), "\(text)")
    }

    @Test func aChildThatSleepsForEverIsFound() throws {
        let (text, pid) = try failure(waitingFor: "tail", "-f", "/dev/null")
        #expect(text.hasPrefix("a line has not come in "), "\(text)")
        #expect(text.contains("; process \(pid) used 0.0 s and sleeps in "), "\(text)")
    }

    /// It ends by itself, because only the child is killed.
    @Test func aGrandchildThatSpinsIsFoundInTheTimeOfTheChild() throws {
        let (text, pid) = try failure(waitingFor: "sh", "-c", "timeout 3 sh -c 'while :; do :; done'; :")
        #expect(text.contains("; process \(pid) used 0.") && !text.contains("used 0.0 s"), "\(text)")
    }

    @Test func aWaitThatLooksAgainAndAgainNamesTheLastSight() throws {
        var waitLimit = WaitLimit(limitSeconds: 0.01)
        var looks = 0
        let error = #expect(throws: WaitLimitReached.self) {
            while true {
                looks += 1
                try waitLimit.spend(on: "the end of \(looks) looks")
            }
        }
        #expect(looks > 1)
        #expect(error?.description.hasPrefix("the end of \(looks) looks has not come in ") == true)
    }

    /// The limit counts for the whole: a program that is ready again and again does not put it off.
    @Test func readinessDoesNotRenewTheLimit() throws {
        let (reader, writer) = newPipe()
        defer { for end in [reader, writer] { close(end) } }
        try #require(Glibc.write(writer, "x", 1) == 1)
        var waitLimit = WaitLimit(limitSeconds: 0.05)
        let error = #expect(throws: WaitLimitReached.self) {
            while true { _ = try awaitReadiness(of: [reader], waitLimit: &waitLimit, what: "the right output") }
        }
        #expect(error?.description.hasPrefix("the right output has not come") == true)
    }

    // MARK: inotify

    @Test func aLackOfInotifyInstancesIsNamed() {
        #expect(
            "\(Inotify.Lack(errno: EMFILE))" == "no inotify instance is free; raise fs.inotify.max_user_instances")
        #expect("\(Inotify.Lack(errno: ENOMEM))" == "inotify: Cannot allocate memory")
    }
}
