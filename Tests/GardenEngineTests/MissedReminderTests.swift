import GardenAPI
import Testing

/// Reminders that were missed before they moved (RULES T6, T14).
@Suite("Missed reminders")
struct MissedReminderTests {
    /// Apia, Thursday 21:00, a reminder every Thursday at 22:22. While the disk refuses, the clock is set to Friday, 22:00, and
    /// the machine travels to another zone.
    private func garden(to zone: String) throws -> Garden {
        let garden = try Garden(start: "2026-04-30T08:00:00Z", zone: "Pacific/Apia")
        try garden.ask("task.add", ["title": "Report", "remind": "22:22", "repeat": "weekly"])
        garden.store.isRefusing = true
        try garden.send(["stepClock": 90_000])
        try garden.send(["timezone": .string(zone)])
        garden.store.isRefusing = false
        return garden
    }

    private func reminded(_ events: [JSON]) -> [JSON?] {
        events.filter { $0["type"] == "task.reminded" }.flatMap { event in
            ["missed", "since", "dueAt"].map { event["data"]?[$0] }
        }
    }

    @Test("a missed reminder that lies ahead in the new zone fires there, and was not missed")
    func aReminderThatLiesAheadIsNotMissed() throws {
        // It is Thursday, 22:00, there.
        let garden = try garden(to: "Pacific/Niue")
        let events = try garden.send(["advance": 60])
        #expect(events.contains { $0["type"] == "task.remindersMissed" })
        #expect(reminded(events) == [])
        #expect(try garden.ask("task.get", ["id": 1])["remind"] == "2026-04-30T22:22:00.000-11:00")
        let later = try garden.send(["advance": 3600])
        #expect(reminded(later) == [0, nil, "2026-04-30T22:22:00.000-11:00"])
    }

    @Test("one that has passed in the new zone, too, was missed there")
    func aReminderThatHasPassedIsMissedAtItsNewTime() throws {
        // It is Friday, 05:00, there.
        let garden = try garden(to: "America/New_York")
        let events = try garden.send(["advance": 60])
        let dueAt: JSON = "2026-04-30T22:22:00.000-04:00"
        #expect(reminded(events) == [1, dueAt, dueAt])
    }
}
