import GardenAPI
import Testing
import TimeKit

@testable import GardenCore
@testable import GardenDaemon

/// The order and the bounds of runs (RULES H2).
struct HookQueueTests {
    private static let input = HookInput(
        EventMessage(
            seq: 7, at: Timestamp("2026-01-01T09:00:00Z")!, type: "timer.started", data: ["category": "Work"]),
        calendar: LogicalDay(startHour: 4, zone: .utc))

    private func run(_ file: String, _ seq: Int = 1, ancestors: Set<String> = []) -> HookQueue.Run {
        var input = Self.input
        input.event.seq = seq
        return HookQueue.Run(
            file: self.file(file), input: input, ancestors: ancestors)
    }

    private func file(_ name: String) -> HookFile { HookFile(event: "all", file: name, path: "/hooks/\(name)") }

    /// Adds a run, where none is dropped.
    private func add(_ run: HookQueue.Run, to queue: inout HookQueue) { #expect(queue.append(run) == nil) }

    /// Takes all runs that may begin now: "FILE SEQ".
    private func started(_ queue: inout HookQueue) -> [String] {
        var names: [String] = []
        while let run = queue.next() { names.append("\(run.file.file) \(run.input.event.seq)") }
        return names
    }

    @Test func runsOfAFileKeepTheirOrderAndNeverOverlap() {
        var queue = HookQueue()
        for seq in 1...3 { for file in ["a", "b"] { add(run(file, seq), to: &queue) } }
        #expect(started(&queue) == ["a 1", "b 1"])
        queue.end(file("b"))
        #expect(started(&queue) == ["b 2"])
        queue.end(file("b"))
        queue.end(file("a"))
        #expect(started(&queue) == ["a 2", "b 3"])
        queue.end(file("a"))
        #expect(started(&queue) == ["a 3"])
        queue.end(file("a"))
        queue.end(file("b"))
        #expect(started(&queue) == [])
    }

    @Test func aFileLinkedUnderTwoNamesNeverOverlapsItself() {
        var queue = HookQueue()
        for name in ["a", "b"] {
            var run = run(name)
            run.file.target = "/scripts/x"
            add(run, to: &queue)
        }
        #expect(started(&queue) == ["a 1"])
        var first = file("a")
        first.target = "/scripts/x"
        queue.end(first)
        #expect(started(&queue) == ["b 1"])
    }

    @Test func atMostFourFilesRun() {
        var queue = HookQueue()
        for file in ["a", "b", "c", "d", "e", "f"] { add(run(file), to: &queue) }
        #expect(started(&queue) == ["a 1", "b 1", "c 1", "d 1"])
        queue.end(file("c"))
        #expect(started(&queue) == ["e 1"])
    }

    @Test func aFileThatHangsDoesNotKeepOthersFromWaiting() {
        var queue = HookQueue()
        add(run("hangs", 1), to: &queue)
        #expect(started(&queue) == ["hangs 1"])
        let reported = (2...1000).compactMap { queue.append(run("hangs", $0)) }
        #expect(reported.map(\.file) == ["hangs"] && reported.map(\.count) == [1])
        #expect((1...3).allSatisfy { queue.append(run("works", $0)) == nil })
        #expect(started(&queue) == ["works 1"])
        queue.end(file("works"))
        #expect(started(&queue) == ["works 2"])
        // The oldest runs are kept, so that the order has no gap before the dropped ones.
        queue.end(file("hangs"))
        #expect(started(&queue) == ["hangs 2"])
    }

    @Test("H2: of dropped runs the first is reported at once, the others when none of the file waits")
    func droppedRunsAreCountedOnce() {
        var queue = HookQueue()
        var reported = (1...600).compactMap { queue.append(run("slow", $0)) }.map(\.count)
        #expect(reported == [1])
        var starts = 0
        while queue.next() != nil {
            starts += 1
            queue.end(file("slow"))
            #expect(queue.takeDrops(of: "other") == 0)
            reported.append(queue.takeDrops(of: "slow"))
        }
        // Nothing ran while they came.
        #expect(starts == HookQueue.mostWaiting)
        #expect(reported.reduce(0, +) == 600 - starts)
        #expect(reported.count { $0 > 0 } == 2)
        #expect(queue.takeDrops(of: "slow") == 0)
    }

    @Test func aRunKnowsTheHooksThatLedToIt() {
        var queue = HookQueue()
        #expect(queue.lineage(of: "hook:a") == ["hook:a"])
        add(run("a"), to: &queue)
        _ = queue.next()
        add(run("b", ancestors: queue.lineage(of: "hook:a")), to: &queue)
        _ = queue.next()
        #expect(queue.lineage(of: "hook:b") == ["hook:a", "hook:b"])
        #expect(queue.lineage(of: "hook:a") == ["hook:a"])
    }

    @Test(arguments: [
        ("focus.completed.d/10-sound", "hook:focus.completed.d/10-sound"),
        ("all.d/a b$(x)", "hook:all.d/a_b__x_"), ("all.d/日本", "hook:all.d/日本"),
        (String(repeating: "a", count: 200), "hook:" + String(repeating: "a", count: 90)),
    ])
    func theAuthorIsAcceptedByTheDaemon(file: String, author: String) throws {
        let hook = HookFile(event: "all", file: file, path: "")
        #expect(hook.author == author)
        #expect(try DaemonHello(json: ["actor": .string(hook.author)]).actor == author)
        #expect(HookFile.isHook(author: author))
        #expect(!HookFile.isHook(author: "cli"))
    }
}
