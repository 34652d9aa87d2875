import GardenAPI
import Testing

@testable import gardenctl

/// `start --ago`: the answer says from when on the session counts, and why that is later than asked (RULES P28).
@Suite struct StartAgoTests {
    @Test(arguments: [
        ("2", "Counted from 09:00 on."), ("3", "Counted from 09:00 on."),
        ("10", "Counted from 09:00 on, because another session or a sleep of the machine ended then."),
    ]) func theAnswerSaysFromWhen(ago: String, line: String) throws {
        let home = Home()
        let daemon = FakeDaemon(home.socketPath, answering: FocusTimer.focus().json)
        let outcome = try home.gardenctl("start", "--ago", ago)
        #expect(outcome == Home.Outcome(status: 0, output: "\(timerText(.focus(), .plain))\n\(line)\n"))
        #expect(daemon.requests().map { $0["params"]?["ago"] } == [.integer(Int(ago) ?? 0)])
    }
}
