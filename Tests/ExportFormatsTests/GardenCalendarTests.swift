import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import ExportFormats

/// The calendar that programs show: the same garden gives the same bytes.
struct GardenCalendarTests {
    private static let at = Timestamp("2026-11-30T22:37:57.258+01:00")!

    private static func task(_ number: Int, _ title: String, due: TaskDate?, repeat repetition: String? = nil)
        -> TaskItem
    {
        var task = ExportFormatsTests.task(number, title) { ($0.due, $0.repeat, $0.note) = (due, repetition, "secret") }
        task.tags = number == 3 ? ["phone"] : []
        return task
    }

    private static let calendar: GardenCalendar = {
        var calendar = GardenCalendar()
        calendar.tasks = [
            task(3, "Rent; now", due: .instant(Timestamp("2026-12-01T18:00:00+01:00")!)),
            task(4, "Report", due: .day(CalendarDay("2026-12-04")!)),
            task(5, "Bins", due: .instant(Timestamp("2026-12-07T00:30:00+01:00")!), repeat: "FREQ=WEEKLY;BYDAY=MO"),
            task(6, "Some day", due: nil),
        ]
        calendar.sessions = [
            ExportFormatsTests.session("2026-11-30T10:00:00+01:00", "2026-11-30T10:25:00+01:00") { session in
                (session.uid, session.category, session.note) = ("bc301c94-9", "Reading", "secret")
            }
        ]
        let details = VisitDetails(
            title: "Lunch", facility: "Cafe, old", address: "Rue 1", kind: nil, comment: "secret", labels: ["food"],
            group: nil, members: [], photos: [])
        calendar.visits = [
            Visit(
                id: 8, uid: "bc301c94-8", at: at, day: CalendarDay("2026-11-30")!,
                latitude: Degrees(millionths: 48_100_000), longitude: Degrees(millionths: -500_000), accuracy: nil,
                source: .manual, details: details, signed: false, trashedAt: nil)
        ]
        return calendar
    }()

    private static func lines(_ options: GardenCalendar.Options = .init()) throws -> [String] {
        let zone = try ZoneDirectory().load(named: "Europe/Berlin")
        return calendar.text(zone: zone, options).split(separator: "\r\n").map { String($0) }
    }

    private static let head = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Pocket Garden//gardenctl//EN", "CALSCALE:GREGORIAN",
        "X-WR-CALNAME:Pocket Garden", "NAME:Pocket Garden",
    ]
    private static let stamp = "DTSTAMP:20261130T213757Z"

    @Test func dueDatesAndSessionsAreEventsThatBlockNoTime() throws {
        #expect(
            try Self.lines() == Self.head + [
                "BEGIN:VEVENT", "UID:bc301c94-3@garden", Self.stamp, "DTSTART:20261201T170000Z", "SUMMARY:Rent\\; now",
                "CATEGORIES:Deep Work,phone", "TRANSP:TRANSPARENT", "END:VEVENT",
                "BEGIN:VEVENT", "UID:bc301c94-4@garden", Self.stamp, "DTSTART;VALUE=DATE:20261204", "SUMMARY:Report",
                "CATEGORIES:Deep Work", "TRANSP:TRANSPARENT", "END:VEVENT",
                "BEGIN:VEVENT", "UID:bc301c94-5@garden", Self.stamp, "DTSTART:20261207T003000",
                "RRULE:FREQ=WEEKLY;BYDAY=MO", "SUMMARY:Bins", "CATEGORIES:Deep Work", "TRANSP:TRANSPARENT",
                "END:VEVENT",
                "BEGIN:VEVENT", "UID:bc301c94-9@garden", "DTSTAMP:20261130T092500Z", "DTSTART:20261130T090000Z",
                "DTEND:20261130T092500Z", "SUMMARY:Reading", "CATEGORIES:Reading", "TRANSP:TRANSPARENT", "END:VEVENT",
                "BEGIN:VEVENT", "UID:bc301c94-8@garden", Self.stamp, "DTSTART:20261130T213757Z", "SUMMARY:Lunch",
                "GEO:48.1;-0.5", "LOCATION:Cafe\\, old\\, Rue 1", "CATEGORIES:food", "TRANSP:TRANSPARENT", "END:VEVENT",
                "END:VCALENDAR",
            ])
    }

    @Test func notesAreThereOnlyIfAskedFor() throws {
        #expect(try Self.lines().filter { $0.contains("secret") } == [])
        let notes = try Self.lines(.init(hasNotes: true)).filter { $0.contains("secret") }
        #expect(notes == Array(repeating: "DESCRIPTION:secret", count: 5))
    }

    @Test func dueDatesCanBeToDos() throws {
        let lines = try Self.lines(.init(hasToDos: true))
        #expect(lines.count { $0 == "BEGIN:VTODO" } == 3 && lines.count { $0 == "BEGIN:VEVENT" } == 2)
        #expect(!lines.contains { $0.contains("Some day") })
        #expect(lines.filter { $0.hasPrefix("DTSTAMP") }.prefix(3).allSatisfy { $0 == Self.stamp })
    }

    @Test(
        "a file of gardenctl's",
        arguments: [
            ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Pocket Garden//gardenctl//EN\r\nX", true),
            ("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Pocket Garden//gardenctl//EN\n", true),
            ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Other//EN\r\n", false), ("", false), ("mine", false),
            ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-A:PRODID:-//Pocket Garden//gardenctl//EN\r\n", false),
        ])
    func isOwn(text: String, expected: Bool) { #expect(GardenCalendar.isOwn(text) == expected) }
}
