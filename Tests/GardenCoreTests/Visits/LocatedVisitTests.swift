import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// Visits at a place that the daemon has found (RULES V11).
struct LocatedVisitTests {
    private static let place = LocatedPlace(
        latitude: DecimalNumber(35.681236), longitude: DecimalNumber(139.767125), accuracy: DecimalNumber(8.46),
        source: .geoclue)

    private func garden() throws -> CoreGarden { try CoreGarden(at: "2026-03-10T12:00:00+09:00", zone: "Asia/Tokyo") }

    @Test("V1, V11: a located visit is of now, and its source is what found the place")
    func aPlaceIsTaken() throws {
        let garden = try garden()
        let visit = try garden.perform(
            VisitHere(title: "Station", labels: ["Sea"]), with: .init(.success(Self.place), key: nil))
        let expected = Visit(
            id: 1, uid: "00000000-3", at: "2026-03-10T12:00:00.000+09:00", day: "2026-03-10",
            latitude: Degrees(millionths: 35_681_236), longitude: Degrees(millionths: 139_767_125), accuracy: 8.5,
            source: .geoclue, details: VisitDetails(title: "Station", labels: ["Sea"]), signed: false, trashedAt: nil)
        #expect(visit == expected)
        #expect(garden.events.map(\.type) == ["label.added", "visit.added"])
        #expect(try garden.ask(VisitExport(id: 1))[0].line.contains(#""source":"geoclue""#))

        let again = try garden.perform(VisitHere(like: 1), with: .init(.success(Self.place), key: nil))
        #expect(again.details.labels == ["Sea"])
    }

    @Test("V2, V11: a place that is not on the earth is refused")
    func aWrongPlaceIsRefused() throws {
        let garden = try garden()
        var place = Self.place
        place.accuracy = DecimalNumber(250_000)
        for (wrong, message) in [
            (place, "accuracy must be from 0.0 to 100000 metres, not \"250000.0\""),
            (
                LocatedPlace(
                    latitude: DecimalNumber("0"), longitude: DecimalNumber("0"), accuracy: nil, source: .command),
                "latitude and longitude are both 0, which a device without a place reports"
            ),
        ] {
            let before = garden.state
            let error = #expect(throws: GardenError.self) {
                try garden.perform(VisitHere(), with: .init(.success(wrong), key: nil))
            }
            #expect(error?.message == message)
            #expect(garden.state == before)
        }
    }

    @Test("V11, U1: undo passes over an address that a command has filled in, and takes the visit back with it")
    func anAddressIsNoChangeOfAPerson() throws {
        let garden = try garden()
        try garden.perform(VisitAdd(latitude: DecimalNumber(1), longitude: DecimalNumber(2), title: "a"))
        try garden.perform(VisitEdit(id: 1, address: .set("1 Chiyoda")), from: Actor.geocode)
        #expect(try garden.ask(JournalUndoable()).map(\.method) == ["visit.add"])
        #expect(try garden.undo().map(\.method) == ["visit.add"])
        #expect(throws: GardenError.notFound(kind: "visit", id: 1)) { try garden.ask(VisitGet(id: 1)) }
        #expect(try garden.redo().map(\.method) == ["visit.add"])
        #expect(try garden.ask(VisitGet(id: 1)).details == VisitDetails(title: "a", address: "1 Chiyoda"))
    }

    @Test("V11: visits.locate is a word or a command")
    func theSettingIsRead() throws {
        #expect(try VisitLocator(json: "geoclue") == .geoclue)
        #expect(try VisitLocator(json: "off") == .off)
        #expect(try VisitLocator(json: ["where", "-x"]) == .command(["where", "-x"]))
        #expect(VisitLocator.command(["where", "-x"]).json == ["where", "-x"])
        for wrong in ["gps", [], [1], [""], true] as [JSON] {
            let expected = "\"geoclue\", \"off\" or a list with a command and its arguments"
            #expect(throws: ValidationError(expected: expected, found: wrong)) { try VisitLocator(json: wrong) }
        }
    }
}
