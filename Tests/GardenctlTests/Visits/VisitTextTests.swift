import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

struct VisitTextTests {
    private static func visit(_ id: Int, _ at: String, _ details: VisitDetails, trashedAt: String? = nil) throws
        -> Visit
    {
        let at = try Timestamp(json: .string(at))
        return Visit(
            id: id, uid: "0badcafe-\(id)", at: at, day: try #require(at.date),
            latitude: Degrees(millionths: 35_681_236),
            longitude: Degrees(millionths: 139_767_125), accuracy: Tenths(tenths: 85), source: .manual,
            details: details,
            signed: false, trashedAt: try trashedAt.map { try Timestamp(json: .string($0)) })
    }

    private static func visits() throws -> [ListedVisit] {
        [
            ListedVisit(
                visit: try visit(
                    12, "2026-03-10T18:30:00.000+09:00",
                    VisitDetails(
                        title: "Dinner with a very long title that does not fit", kind: "food",
                        labels: ["trip", "best"],
                        group: "Japan", members: ["Ann", "Bob"])), meters: Meters(91.086)),
            ListedVisit(visit: try visit(7, "2026-03-10T09:05:00.000+09:00", VisitDetails(facility: "東京駅"))),
            ListedVisit(visit: try visit(3, "2026-03-08T12:00:00.000+09:00", VisitDetails()), meters: Meters(6134.385)),
        ]
    }

    @Test func theListHasAHeadingForEachDay() throws {
        let listing = VisitListing(visits: try Self.visits(), commandForMore: "gardenctl visit list --before 3")
        #expect(
            visitListText(listing, today: try CalendarDay(json: "2026-03-10"), Style(nil, columns: 200)) == """
                Tuesday, 2026-03-10 · today
                12  18:30  Dinner with a very long title that does not fit  91 m · food · #trip · #best · Japan · with Ann, Bob
                 7  09:05  東京駅
                Sunday, 2026-03-08
                 3  12:00  35.6812, 139.7671                                6.13 km

                More visits follow: gardenctl visit list --before 3
                """)
    }

    @Test("a located visit says that it is not signed; nothing is said of one that is")
    func aMissingSignatureIsSaid() throws {
        var visit = try Self.visit(7, "2026-03-10T09:05:00.000+09:00", VisitDetails(facility: "東京駅"))
        let warning = "\nIt is not signed; to find out why: gardenctl doctor"
        let text = locatedVisitText(visit, .plain)
        #expect(text.hasPrefix("Added ") && text.hasSuffix(warning))
        visit.signed = true
        #expect(locatedVisitText(visit, .plain) + warning == text)
    }

    @Test(arguments: [20, 40, 80, 200]) func everythingFits(columns: Int) throws {
        let style = Style(nil, columns: columns)
        let (visits, visit) = (try Self.visits(), try Self.visits()[0].visit)
        let tag = VisitTag(id: 1, uid: "u-1", name: "A label with a long name", color: CategoryColor("blue"))
        let latest = ListedVisitTag.Latest(id: 12, at: visit.at)
        let texts = [
            visitListText(VisitListing(visits: visits), style),
            visitText(visit, with: RelatedVisits(near: visits, group: visits), style), visitFacts(visit, style),
            suggestionsText(
                [SuggestedFacility(facility: "Café", title: "Coffee", kind: "food", visits: 3, meters: Meters(12))],
                style),
            visitTagsText([ListedVisitTag(tag: tag, visits: 3, latest: latest)], of: "label", style),
        ]
        for text in texts {
            #expect(text.split(separator: "\n").allSatisfy { String($0).columns <= columns }, "\(text)")
        }
    }

    @Test func aVisitIsShownWithItsFacts() throws {
        let details = VisitDetails(title: "Station", facility: "Marunouchi", labels: ["trip"], members: ["Ann"])
        var visit = try Self.visit(7, "2026-03-10T01:30:00.000+09:00", details)
        visit.day = visit.day.advanced(by: -1)
        visit.details.comment = "two\nlines"
        #expect(
            visitText(visit, .plain) == """
                Station
                  visit     7 · 0badcafe-7
                  when      2026-03-10 01:30:00, of 2026-03-09
                  where     35.681236, 139.767125, ± 8.5 m
                  facility  Marunouchi
                  labels    trip
                  members   Ann
                  source    manual, not signed

                two
                lines
                """)
        #expect(visitLine("Added", visit, .plain) == "Added Station (id 7)")
    }

    @Test func theFilesOfPhotosAreShown() throws {
        let names = ["a", "b", "c"].map { String(repeating: $0, count: 64) }
        let photos = zip(names, [(17, PhotoType.png), (2_200_000, .heic), (20 << 20, .jpeg)]).map {
            VisitPhoto(name: $0, bytes: $1.0, type: $1.1)
        }
        let visit = try Self.visit(7, "2026-03-10T09:05:00.000+09:00", VisitDetails(title: "Station", photos: photos))
        #expect(
            visitText(visit, photosIn: "/data/photos", .plain).hasSuffix(
                """

                Photos
                PNG, 1 KiB:
                /data/photos/\(names[0])
                HEIC, 2.1 MiB:
                /data/photos/\(names[1])
                JPEG, 20.0 MiB:
                /data/photos/\(names[2])
                """))
        #expect(visitFacts(visit, .plain).hasSuffix("\n  photos  3"))
    }

    @Test func theTrashSaysWhatExpiresSoon() throws {
        let today = try CalendarDay(json: "2026-03-10")
        let visit = try Self.visit(
            1, "2026-03-01T12:00:00.000+09:00", VisitDetails(title: "Old"), trashedAt: "2026-03-02T12:00:00.000+09:00")
        for (days, text) in [(2, "expires soon, on 2026-03-12"), (3, "until 2026-03-13")] {
            let listed = ListedVisit(visit: visit, expiresOn: today.advanced(by: days))
            let found = visitListText(VisitListing(visits: [listed], isTrash: true), today: today, .plain)
            #expect(found == "Sunday, 2026-03-01\n1  12:00  Old  \(text)")
        }
        #expect(visitListText(VisitListing(visits: [], isTrash: true), .plain) == "The trash is empty.")
        #expect(visitListText(VisitListing(visits: [], isFiltered: true), .plain) == "No visits match.")
    }

    @Test(arguments: [
        (0, "0 m"), (999.4, "999 m"), (999.5, "1.00 km"), (6134.385, "6.13 km"), (20_015_086.8, "20015 km"),
    ])
    func distancesAreRounded(meters: Double, text: String) { #expect(distance(Meters(meters)) == text) }

    @Test(arguments: [
        (["visit", "add", "--lat", "-35.5", "--lon", "-139.7", "--title", "Far", "away"], true),
        (["visit", "add", "--lat", "1"], false),
        (["visit", "edit", "3"], false), (["visit", "edit", "3", "--label", "a", "--label", "b"], true),
        (["visit", "near", "35.6,", "139.7"], true), (["visit", "near", "35.6"], false),
        (["visit", "near", "-35.6,139.7", "--radius", "50"], true),
        (["visit", "list", "--radius", "50"], false),
        (["visit", "list", "--near", "-35.6,139.7", "--radius", "50"], true),
        (["label", "edit", "Park"], false), (["label", "edit", "Park", "--color", "mauve"], false),
        (["visit", "photo", "add", "3", "a.jpg"], true), (["visit", "photo", "add", "3"], false),
        (["visit", "photo", "remove", "3", "9F86"], true), (["visit", "photo", "remove", "3", "station"], false),
        (["member", "add", "7"], false), (["group", "add", "Two", "words"], true),
    ])
    func commandLinesAreChecked(arguments: [String], isValid: Bool) {
        #expect(((try? Gardenctl.parseAsRoot(arguments)) != nil) == isValid)
    }

    @Test func wordsBecomeRequests() throws {
        let line = [
            "visit", "edit", "3", "--title", "none", "--group", "My", "trip", "--label", "none", "--member", "Ann",
        ]
        let edit = try #require(try Gardenctl.parseAsRoot(line) as? VisitCommand.Edit)
        #expect(
            edit.request().json
                == VisitEdit(id: 3, title: .clear, labels: .clear, group: .set("My trip"), members: .set(["Ann"])).json)
        let near = try #require(try Gardenctl.parseAsRoot(["visit", "near", "-35.6, 139.7"]) as? VisitCommand.Near)
        #expect(near.request().place.latitude == DecimalNumber("-35.6"))
        #expect(near.request().place.longitude.units(decimals: 6) == 139_700_000)
    }
}
