import GardenAPI
import GardenCore
import GardenEngine
import Logging

/// Sends events to subscribers: those just committed, and those of the journal to a subscriber that catches up.
struct EventSender {
    /// How long one subscriber's share of the journal may take in a turn.
    private static let historyMicroseconds = 1000

    private let engine: Engine
    private let machine: MachineClock
    private let log: Logger

    init(engine: Engine, machine: MachineClock, log: Logger) {
        self.engine = engine
        self.machine = machine
        self.log = log
    }

    /// Queues committed events for their subscribers.
    ///
    /// - Returns: the connections with newly queued output.
    func send(_ events: [Event], to connections: [Connection]) -> [Connection] {
        var lines: [Int: [UInt8]] = [:]
        var served: [Connection] = []
        let now = machine.awakeMilliseconds
        for connection in connections {
            let wanted = connection.wantedEvents(of: events)
            guard !wanted.isEmpty else { continue }
            for event in wanted {
                guard let line = lines[event.seq] ?? line(event, engine.publisher) else { continue }
                lines[event.seq] = line
                connection.send(event: line, seq: event.seq, nowMilliseconds: now)
            }
            served.append(connection)
        }
        return served
    }

    /// Sends a subscriber that catches up its share of the journal. The share has a time of its own, so that clients who
    /// write cannot keep the subscriber from the head.
    func sendHistory(to connection: Connection) {
        guard connection.wantsHistory else { return }
        let end = machine.awakeMicroseconds + Self.historyMicroseconds
        while connection.wantsHistory, machine.awakeMicroseconds < end {
            do throws(StoreError) {
                let events = try connection.nextHistoryPage(of: engine.history, head: engine.head)
                let publisher = engine.publisher
                for event in events {
                    guard let line = line(event, publisher) else { return connection.fail() }
                    connection.send(event: line, seq: event.seq, nowMilliseconds: machine.awakeMilliseconds)
                }
            } catch {
                log.error("cannot read the journal for a subscriber: \(error.reason)")
                connection.fail()
            }
        }
    }

    /// - Returns: `nil` for an event that is damaged.
    private func line(_ event: Event, _ publisher: EventPublisher) -> [UInt8]? {
        do {
            return LineWriter.notification(method: EventMessage.method, params: try publisher.message(event))
                .terminated()
        } catch {
            log.error("cannot read event \(error.seq) for a subscriber: \(error.problem)")
            return nil
        }
    }
}
