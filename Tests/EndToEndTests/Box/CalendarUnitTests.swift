import GardenAPI
import Glibc
import TestSupport
import Testing

/// The calendar file and its service in a real user manager.
@Suite(.serialized, Needs.box)
struct CalendarUnitTests {
    private static let unit = "garden-calendar.service"

    @Test func theFileFollowsTheGarden() throws {
        let box = try Garden()
        #expect(try box.install().end == .exited(0))
        try box.ask("task.add", #"{"title":"Rent","due":"tomorrow"}"#)
        let file = "/home/gardener/My calendars/50% $HOME.ics"
        try box.user("mkdir", "My calendars")
        let enabled = try box.user("gardenctl", "calendar", "enable", file)
        #expect(
            enabled
                == Outcome(
                    end: .exited(0),
                    output: """
                        \(file): 1 due date, 0 sessions
                        garden-calendar.service writes it after each change, at most once a minute.

                        """, errors: ""))
        try box.awaitProperty("ActiveState", "active", of: Self.unit)
        #expect(try box.property("UnitFileState", of: Self.unit) == "enabled")
        let sound = try box.user("systemd-analyze", "--user", "verify", "--man=no", "\(Self.unit)")
        #expect(sound == Outcome(end: .exited(0), output: "", errors: ""))
        #expect(
            try box.user("gardenctl", "calendar", "status").output
                == "\(file)\ngarden-calendar.service keeps it up to date.\n")

        // What enable wrote is the same, so the first change is written at once.
        try box.ask("task.add", #"{"title":"Dentist","due":"tomorrow"}"#)
        try box.waitFor("the dentist in the file") { try box.user("cat", file).output.contains("SUMMARY:Dentist") }
        #expect(try box.user("stat", "-c", "%a %U", file).output == "600 gardener\n")
        #expect(try box.user("ls", "My calendars").output == "50% $HOME.ics\n")

        // Another file, and none.
        let other = try box.user("gardenctl", "calendar", "enable", "--todos")
        #expect(
            other.end == .exited(0) && other.errors == "" && other.output.contains("\(file) is not written any more.\n")
        )
        let usual = "/home/gardener/.local/share/calendars/garden.ics"
        #expect(try box.user("cat", usual).output.contains("BEGIN:VTODO"))
        #expect(try box.user("stat", "-c", "%a", "/home/gardener/.local/share/calendars").output == "700\n")
        let disabled = try box.user("gardenctl", "calendar", "disable")
        #expect(
            disabled.output == "\(usual) is not written any more. It stays as it is; remove it if you do not need it.\n"
        )
        #expect(try box.property("LoadState", of: Self.unit) == "not-found")
        #expect(try box.user("find", ".", "-name", "garden-calendar*").output == "")
        #expect(try box.user("cat", usual).output.contains("SUMMARY:Dentist"))
    }

    @Test func anUninstallationRemovesTheService() throws {
        let box = try Garden()
        try box.install()
        #expect(try box.user("gardenctl", "calendar", "enable").end == .exited(0))
        #expect(try box.user("bash", "/share/contrib/uninstall.sh").end == .exited(0))
        #expect(try box.user("find", ".", "-name", "garden-calendar*").output == "")
        #expect(try box.property("ActiveState", of: Self.unit) == "inactive")
    }
}
