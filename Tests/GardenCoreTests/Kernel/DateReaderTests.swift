import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// The dates in params, whatever the request.
struct DateReaderTests {
    @Test(
        "an instant that no answer could give in a zone is refused",
        arguments: [
            ("0001-01-01T00:00:00Z", "America/New_York"), ("0001-01-01T23:59:59.999Z", "Asia/Tokyo"),
            ("0001-01-01T00:00:00+23:59", "Asia/Tokyo"),
        ])
    func instantsThatCannotBeWritten(at: String, zone: String) throws {
        let garden = try CoreGarden(at: "2026-03-10T12:00:00+09:00", zone: zone)
        let (north, east) = (DecimalNumber("1"), DecimalNumber("2"))
        let refusal = try garden.refusal(of: VisitAdd(at: at, latitude: north, longitude: east))
        #expect(refusal.details["reason"] == "not_understood")
        #expect(refusal.message == "at: \"\(at)\" is not between 0001-01-02 and 9999-12-31")
        let note = try garden.refusal(of: LogNote(text: "A", at: at))
        #expect(note.message == refusal.message)
        #expect(garden.events.isEmpty)
        let visit = try garden.perform(VisitAdd(at: "0001-01-02T00:00:00Z", latitude: north, longitude: east))
        #expect(Timestamp(visit.at.description)?.description == visit.at.description)
    }
}
