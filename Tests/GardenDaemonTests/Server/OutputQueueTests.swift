import GardenAPI
import Testing

@testable import GardenDaemon

/// The output of a connection: answers are kept, events are replaced by one resync (API §1).
struct OutputQueueTests {
    /// The entries of a queue of 10 bytes, in order.
    nonisolated enum Step {
        case answer(String)
        case event(String, Int)
        /// Takes this many bytes, whatever they are.
        case take(Int)
    }

    nonisolated static let table: [(name: String, steps: [Step], left: [String])] = [
        ("nothing waits", [], []),
        ("in order", [.answer("aa"), .event("ee", 1), .answer("bb")], ["aa", "ee", "bb"]),
        ("as much as there is room", [.event("eeeee", 1), .event("fffff", 2)], ["eeeee", "fffff"]),
        ("one byte too many", [.event("eeeee", 1), .event("ffffff", 2)], ["resync 2"]),
        ("an event alone larger than the room", [.event("eeeeeeeeeee", 1)], ["resync 1"]),
        ("answers go over the limit", [.answer("aaaaaaaa"), .answer("bbbbbbbb")], ["aaaaaaaa", "bbbbbbbb"]),
        (
            "the resync stands where the first event stood",
            [.answer("aa"), .event("eee", 1), .answer("bb"), .event("fff", 2), .event("gggg", 3)],
            ["aa", "resync 3", "bb"]
        ),
        (
            "behind the answers where no event waited",
            [.answer("aaaaa"), .answer("bbbbb"), .event("e", 1)], ["aaaaa", "bbbbb", "resync 1"]
        ),
        (
            "one resync, however much is dropped",
            [.answer("aaaaaaaaaa"), .event("e", 1), .event("f", 2), .event("g", 3)], ["aaaaaaaaaa", "resync 3"]
        ),
        (
            "an event on its way is sent to its end",
            [.event("eeeee", 1), .event("fffff", 2), .take(2), .event("gggggg", 3)], ["eee", "resync 3"]
        ),
        (
            "an answer on its way is sent to its end",
            [.answer("aaaaa"), .event("eeeee", 1), .take(4), .event("fffff", 2)], ["a", "resync 2"]
        ),
        (
            "what was taken makes room",
            [.event("eeeee", 1), .event("fffff", 2), .take(5), .event("ggggg", 3)], ["fffff", "ggggg"]
        ),
        ("all was taken", [.answer("aaaaa"), .event("eeeee", 1), .take(10)], []),
    ]

    @Test(arguments: table)
    func theQueueHoldsTheExpectedOutput(name: String, steps: [Step], left: [String]) {
        var queue = OutputQueue(limitBytes: 10)
        for step in steps {
            switch step {
            case .answer(let text): queue.append(answer: Array(text.utf8))
            case .event(let text, let seq): queue.append(event: Array(text.utf8), seq: seq)
            case .take(let count): _ = take(count, from: &queue)
            }
        }
        let expected = left.map { text in
            guard text.hasPrefix("resync ") else { return text }
            return "{\"jsonrpc\":\"2.0\",\"method\":\"resync\",\"params\":{\"seq\":\(text.dropFirst(7))}}\n"
        }.joined()
        #expect(queue.waitingBytes == expected.utf8.count)
        #expect(queue.isEmpty == left.isEmpty)
        #expect(take(.max, from: &queue) == expected)
        #expect(queue.isEmpty)
        #expect(queue.waitingBytes == 0)
    }

    /// The bytes are the same for any number taken at a time.
    @Test(arguments: [(1, 30), (7, 60), (1000, 300), (65_536, 1500), (100_000, 3000)])
    func noByteIsLostWithAnyDrainSize(bytes: Int, lines: Int) {
        var queue = OutputQueue(limitBytes: 1 << 20)
        var expected = ""
        // Small ones, some that are larger than a piece, and enough of them that the queue compacts itself.
        for index in 0..<lines {
            let text = index % 250 == 249 ? String(repeating: "x", count: 70_000) : "line \(index)\n"
            expected += text
            if index % 2 == 0 {
                queue.append(answer: Array(text.utf8))
            } else {
                queue.append(event: Array(text.utf8), seq: index)
            }
        }
        var taken = ""
        while !queue.isEmpty { taken += take(bytes, from: &queue) }
        #expect(taken == expected)
        #expect(queue.waitingBytes == 0)
    }

    @Test func answersCongestTheQueueUntilItIsHalfDrained() {
        var queue = OutputQueue(limitBytes: 10)
        queue.append(event: Array("12345678".utf8), seq: 1)
        queue.append(answer: Array("12".utf8))
        #expect(!queue.isCongested)
        queue.append(answer: Array("3".utf8))
        #expect(queue.isCongested)
        _ = take(5, from: &queue)
        #expect(queue.waitingBytes == 6 && queue.isCongested)
        _ = take(1, from: &queue)
        #expect(!queue.isCongested)
        queue.append(event: Array("123456".utf8), seq: 2)
        #expect(!queue.isCongested)
    }

    @Test func aRefusingWriterIsCalledOncePerDrain() {
        var queue = OutputQueue(limitBytes: 10)
        queue.append(answer: [1, 2, 3])
        var asked = 0
        queue.drain { _ in
            asked += 1
            return 0
        }
        #expect(asked == 1)
        #expect(queue.waitingBytes == 3)
    }

    private func take(_ count: Int, from queue: inout OutputQueue) -> String {
        var taken: [UInt8] = []
        queue.drain { bytes in
            let part = bytes.prefix(count - taken.count)
            taken += part
            return part.count
        }
        return String(decoding: taken, as: UTF8.self)
    }
}
