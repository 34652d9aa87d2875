import GardenAPI
import TestSupport
import Testing

/// A completion that is asked for many times at once: by requests without a key and by gardenctl (RULES T7, P12).
struct PressedTwiceTests {
    @Test("100 completions of a daily task at once pay once")
    func manyCompletionsPayOnce() throws {
        let daemon = try Gardend(in: Home())
        let client = try daemon.connect()
        try client.call(
            "task.add", ["title": "Gym", "points": 10, "due": "today", "repeat": "daily"])
        // Each connection sends its part before any answer is read.
        let others = try (0..<6).map { _ in try daemon.connect() }
        for other in others { for _ in 0..<10 { try other.request("task.done", ["title": "Gym"]) } }
        // And so does a shell that does not wait for its programs.
        let gardenctl = "\(Binaries.folder)/gardenctl"
        let outcome = try run(
            ["/bin/sh", "-c", "for i in $(seq 40); do '\(gardenctl)' task done Gym 2>&1 & done; wait"],
            environment: daemon.home.environment.merging(["PATH": "/usr/bin:/bin"]) { $1 })
        let lines = outcome.output.split(separator: "\n")
        var paid = lines.count { $0.hasPrefix("Done: Gym") }
        #expect(paid + lines.count { $0.contains("was done today") } == 40, "\(outcome.output)")
        for other in others {
            for _ in 0..<10 {
                let answer = try other.answer()
                if answer["result"] != nil {
                    paid += 1
                } else {
                    #expect(answer["error"]?["data"]?["reason"] == "already_done")
                }
            }
        }
        #expect(paid == 1)
        #expect(try client.call("points.get")["balance"] == 10)
        #expect(try client.call("task.completions")["completions"]?.arrayValue?.count == 1)
    }
}
