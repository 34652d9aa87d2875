import GardenAPI
import GeoKit
import Testing
import TimeKit

@testable import ImportFormats

/// What an import reads from the timeline of Google Maps (RULES I2).
struct GoogleTimelineTests {
    static func read(_ text: String) throws -> ImportedFile {
        #expect(ImportFormat.detect(Array(text.utf8)) == .googleTimeline, "\(text.prefix(80))")
        return try ImportFormat.googleTimeline.read(Array(text.utf8))
    }

    private static func place(_ position: String, _ at: String, _ details: VisitDetails) throws -> ImportedPlace {
        var place = ImportedPlace(position, GeoPoint(latitude: 35_681_200, longitude: -139_767_100))
        place.time = .instant(try #require(Timestamp(at)))
        place.details = details
        return place
    }

    @Test func ofAndroid() throws {
        let file = try Self.read(
            """
            {"semanticSegments": [
             {"startTime": "2024-05-01T08:00:00.000+09:00", "endTime": "2024-05-01T09:00:00.000+09:00", "timelinePath": [{"point": "1°, 2°"}]},
             {"startTime": "2024-05-01T09:00:00.000+09:00", "endTime": "2024-05-01T10:00:00.000+09:00", "startTimeTimezoneUtcOffsetMinutes": 540,
              "visit": {"hierarchyLevel": 0, "probability": 0.9, "topCandidate": {"placeId": "x", "semanticType": "INFERRED_HOME",
              "placeLocation": {"latLng": "35.6812°, -139.7671°"}}}},
             {"startTime": "2024-05-01T09:00:00.000+09:00", "endTime": "2024-05-01T10:00:00.000+09:00",
              "visit": {"hierarchyLevel": 1, "topCandidate": {"placeLocation": {"latLng": "35.6812°, -139.7671°"}}}},
             {"startTime": "2024-05-01T10:00:00.000+09:00", "endTime": "2024-05-01T11:00:00.000+09:00", "activity": {"distanceMeters": 1}},
             {"startTime": "2024-05-01T11:00:00.000+09:00", "endTime": "2024-05-01T12:00:00.000+09:00", "visit": {"topCandidate": {}}}],
             "rawSignals": [{"position": {"LatLng": "1°, 2°"}}, {"wifiScan": {}}], "userLocationProfile": {"frequentPlaces": []}}
            """)
        var expected = ImportedFile("Google Timeline")
        expected.places = [
            try Self.place("line 3, semanticSegments[1]", "2024-05-01T09:00:00+09:00", VisitDetails(title: "Home"))
        ]
        expected.others = ["path": 1, "place within a place": 1, "journey": 1, "raw position": 2]
        expected.leftOut = [LeftOut(position: "line 9, semanticSegments[4]", reason: "its latitude is missing")]
        #expect(file == expected)
    }

    @Test func ofIOS() throws {
        let file = try Self.read(
            """
            [{"endTime": "2024-05-01T10:00:00.000-07:00", "startTime": "2024-05-01T09:00:00.000-07:00", "visit": {"hierarchyLevel": "0",
              "topCandidate": {"probability": "0.5", "semanticType": "Unknown", "placeID": "x", "placeLocation": "geo:35.681200,-139.767100"},
              "probability": "0.8"}},
             {"endTime": "2024-05-01T11:00:00.000-07:00", "startTime": "2024-05-01T10:00:00.000-07:00", "activity": {"start": "geo:1,2"}}]
            """)
        #expect(file.places == [try Self.place("line 1, [0]", "2024-05-01T09:00:00-07:00", VisitDetails())])
        #expect(file.others == ["journey": 1] && file.leftOut == [])
    }

    @Test("of Takeout, with 32 bits of negative numbers as positive ones, and times in milliseconds")
    func ofTakeout() throws {
        let file = try Self.read(
            """
            {"timelineObjects": [
             {"activitySegment": {"distance": 1}},
             {"placeVisit": {"location": {"latitudeE7": 356812000, "longitudeE7": -1397671000, "placeId": "x", "address": "1 Road",
              "name": "Station"}, "duration": {"startTimestamp": "2022-01-02T03:04:05.678Z", "endTimestamp": "2022-01-02T04:00:00Z"}}},
             {"placeVisit": {"location": {"latitudeE7": 356812000, "longitudeE7": 2897296296}, "duration": {"startTimestampMs": "1641092645678"}}}]}
            """)
        #expect(
            file.places == [
                try Self.place(
                    "line 3, timelineObjects[1]", "2022-01-02T03:04:05.678Z",
                    VisitDetails(title: "Station", address: "1 Road")),
                try Self.place("line 5, timelineObjects[2]", "2022-01-02T03:04:05.678Z", VisitDetails()),
            ])
        #expect(file.others == ["journey": 1] && file.leftOut == [])
        let records = try Self.read(
            #"{"locations": [{"latitudeE7": 1, "longitudeE7": 2, "timestamp": "2022-01-02T03:04:05Z"}]}"#)
        #expect(records.places == [] && records.others == ["raw position": 1])
    }
}
