import GardenAPI
import GardenCore
import SystemdKit
import Testing

@testable import GardenDaemon

/// What a command prints, and what GeoClue refuses (RULES V11).
struct LocatorTests {
    @Test func theOutputOfACommandIsAPlace() throws {
        let place = Locator.place(in: " {\"latitude\": 35.681236, \"longitude\": \"139.767125\", \"accuracy\": 8.5}\n")
        #expect(
            try place.get()
                == LocatedPlace(
                    latitude: DecimalNumber(35.681236), longitude: DecimalNumber("139.767125"),
                    accuracy: DecimalNumber(8.5), source: .command))
        #expect(try Locator.place(in: #"{"latitude":1,"longitude":2,"accuracy":null}"#).get().accuracy == nil)
    }

    @Test(arguments: [
        ("35.6 139.7\n", "not \"35.6 139.7\""), ("", "not \"\""), (#"{"latitude":1}"#, "its answer must be a place"),
        (#"{"latitude":true,"longitude":2}"#, "its answer must be a decimal number"),
    ])
    func anotherOutputIsShown(_ text: String, _ problem: String) {
        guard case .failure(let error) = Locator.place(in: text) else {
            Issue.record("\(text) is a place")
            return
        }
        #expect(error.reason == .noAgent)
        let expected = "visits.locate must print {\"latitude\": …, \"longitude\": …, \"accuracy\": …}"
        #expect(error.message.hasPrefix(expected) && error.message.contains(problem), "\(error.message)")
    }

    @Test(arguments: [
        ("AccessDenied", "'gardend' disallowed by configuration for UID 1000", LocatingError.Reason.denied),
        ("AccessDenied", "Geolocation disabled for UID 1000", .denied),
        ("AccessDenied", "'gardend' disallowed, no agent for UID 1000", .noAgent),
        ("ServiceUnknown", "The name is not activatable", .noAgent), ("NoReply", "", .timeout),
        ("Failed", "x", .noAgent),
    ])
    func errorsOfGeoClueAreDistinguished(_ name: String, _ message: String, _ reason: LocatingError.Reason) {
        let error = BusError(name: "org.freedesktop.DBus.Error.\(name)", message: message)
        #expect(GeoClueSearch.problem(error).reason == reason)
    }
}
