import GardenAPI
import TimeKit

/// The present moment and logical day, to which texts relate their dates.
struct Present {
    var now: Timestamp
    var today: Today
    /// Whether the disk refuses changes, so that answers show the last state that it accepted.
    var isStale = false
}

extension Present {
    init(_ hello: Hello) { self.init(now: hello.now, today: hello.day, isStale: hello.stale) }

    /// What the daemon has said with its last answer, or says now.
    init(asking client: Client) throws(CommandError) {
        if let present = client.present { self = present } else { self.init(try client.ask(DaemonHello()).value()) }
    }
}
