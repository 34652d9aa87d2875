import GardenAPI
import Testing

@testable import gardenctl

@Suite struct TaskSnoozeTests {
    private let home = Home()

    @Test(arguments: [
        (["8", "30m"], "; to be reminded in 30 minutes: gardenctl task snooze 8 -m 30m"),
        (["Buy", "milk", "1h30"], "; to be reminded in 90 minutes: gardenctl task snooze 'Buy milk' -m 1h30"),
        (["8", "1h", "30m"], "; to be reminded in 90 minutes: gardenctl task snooze 8 -m 1h30m"),
        (["Buy", "2", "30"], "; to be reminded in 30 minutes: gardenctl task snooze 'Buy 2' -m 30"),
        (["8", "10081m"], ""), (["Buy", "milk"], ""), (["8"], ""), (["8", "30m", "-m", "5"], ""),
        (["8", "30m", "-u", "tomorrow"], ""),
    ])
    func aLengthAfterTheTaskToSnoozeIsAdvisedAsAnOption(words: [String], advice: String) throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.refuse(GardenError(.notFound, "no open task is like that"))
            client.receive()
        }

        #expect(
            try home.gardenctl(["task", "snooze"] + words)
                == Home.Outcome(status: 1, errors: "gardenctl: no open task is like that\(advice)\n"))
    }
}
