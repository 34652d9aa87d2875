import GardenAPI
import Glibc
import TestSupport
import Testing

/// A completion that is asked for many times at once: by requests without a key, by gardenctl, by the button of a notification and by a
/// hook (RULES T7, P12).
struct PressedTwiceTests {
    @Test("100 completions of a daily task at once pay once")
    func manyCompletionsPayOnce() throws {
        let home = try Home()
        try makeFolder("\(home.configFolder)/hooks", mode: 0o700)
        let hook = "\(home.configFolder)/hooks/timer.started"
        try write("#!/bin/sh\nfor i in $(seq 10); do gardenctl task done Gym 2>&1 & done; wait\n", to: hook)
        chmod(hook, 0o700)
        let time = try MachineTime(standingStillAt: "2026-11-30T09:00:00Z", in: home)
        let daemon = try Gardend(in: home, time: time)
        let client = try daemon.subscriber(["topics": ["task.due"]])
        try client.call(
            "task.add", ["title": "Gym", "points": 10, "due": "9:05", "repeat": "daily"])
        try time.pass(seconds: 300)
        _ = try client.event("task.due")
        let button = try #require(try client.call("notification.list").arrayValue?.first?["id"]?.integerValue)
        // Each connection sends its part before any answer is read.
        let others = try (0..<5).map { _ in try daemon.connect() }
        let hooks = try daemon.connect()
        try hooks.request("hook.test", ["event": "timer.started"])
        for other in others {
            for _ in 0..<6 { try other.request("task.done", ["title": "Gym"]) }
            for _ in 0..<4 { try other.request("notification.act", ["id": .integer(button), "action": "done"]) }
        }
        // And so does a shell that does not wait for its programs.
        let gardenctl = "\(Binaries.folder)/gardenctl"
        let outcome = try run(
            ["/bin/sh", "-c", "for i in $(seq 40); do '\(gardenctl)' task done Gym 2>&1 & done; wait"],
            environment: daemon.home.environment.merging(["PATH": "/usr/bin:/bin"]) { $1 })
        let ofHook = try hooks.answer()["result"]?["runs"]?.arrayValue?.first?["output"]?.stringValue ?? ""
        let lines = (outcome.output + ofHook).split(separator: "\n")
        var paid = lines.count { $0.hasPrefix("Done: Gym") }
        #expect(paid + lines.count { $0.contains("was done today") } == 50, "\(outcome.output) \(ofHook)")
        for other in others {
            for _ in 0..<10 {
                let answer = try other.answer()
                if answer["result"] != nil {
                    paid += 1
                } else {
                    let reason = answer["error"]?["data"]?["reason"] ?? answer["error"]?["data"]?["code"]
                    #expect(["already_done", "not_found", "too_late"].contains(reason), "\(answer.text)")
                }
            }
        }
        #expect(paid == 1)
        #expect(try client.call("points.get")["balance"] == 10)
        #expect(try client.call("task.completions")["completions"]?.arrayValue?.count == 1)
    }
}
