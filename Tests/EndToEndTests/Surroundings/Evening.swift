import GardenAPI
import Glibc
import Testing
import TimeKit

/// A daemon on private clocks; the test can end its day at any time.
final class Evening {
    let home: Home
    let time: MachineTime
    let daemon: Gardend
    let listener: Client
    let client: Client

    /// - Parameters:
    ///   - config: settings besides the zone, in which it is noon.
    ///   - prepare: what to do before the daemon starts.
    init(in parent: String = "/tmp", config: String = "", prepare: (Home) throws -> Void = { _ in }) throws {
        home = try Home(in: parent)
        try write("[day]\ntimezone = \"\(try TimeTests.zoneAtNoon())\"\n\(config)", to: home.config)
        time = try MachineTime(in: home)
        try prepare(home)
        daemon = try Gardend(in: home, time: time)
        listener = try daemon.subscriber()
        client = try daemon.connect()
    }

    var archive: String { home.archive }

    func today() throws -> String {
        guard let day = try client.call("day.get")["day"]?.stringValue else { throw TestFailure("there is no day") }
        return day
    }

    /// Adds lines to the log of the day.
    func note(_ texts: String...) throws { for text in texts { try client.call("log.note", ["text": .string(text)]) } }

    /// Lets 04:00 pass.
    ///
    /// - Returns: the ended day, and the expected lines of its file.
    @discardableResult
    func endDay() throws -> (day: String, text: String) {
        let day = try today()
        let (now, end) = (try client.call("daemon.status")["now"], try client.call("day.get")["endsAt"])
        try time.pass(seconds: (try milliseconds(end) - milliseconds(now)) / 1000 + 1)
        let rollover = try listener.event("day.rolledOver")
        guard rollover["at"] == end else { throw TestFailure("\(rollover.text) is not of \(end?.text ?? "the end")") }
        let lines = try client.call("log.list", ["day": .string(day)])["lines"]?.arrayValue ?? []
        return (day, lines.map { ($0["text"]?.stringValue ?? "") + "\n" }.joined())
    }

    /// Long enough for every automatic retry.
    func waitForTheRetry() throws { try time.pass(seconds: 3600) }

    /// One of doctor's checks.
    func check(_ name: String) throws -> HealthCheck? {
        try [HealthCheck](json: client.call("daemon.doctor")).first { $0.name == name }
    }

    private func milliseconds(_ json: JSON?) throws -> Int {
        guard let timestamp = json?.stringValue.flatMap({ Timestamp($0) }) else {
            throw TestFailure("\(json?.text ?? "nothing") is no instant")
        }
        return timestamp.instant.milliseconds
    }
}
