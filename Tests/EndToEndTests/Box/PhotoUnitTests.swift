import GardenAPI
import Testing

/// Photos with the installed service and its sandbox (RULES V9).
@Suite("Photos in a box", .serialized, Needs.box, Desktop.isWanted)
struct PhotoUnitTests {
    @Test func theHardenedServiceTakesPhotosAndSweepsWhatIsLeft() throws {
        let garden = try Garden()
        #expect(try garden.install().end == .exited(0))
        try garden.ask("visit.add", #"{"latitude":1,"longitude":2}"#)
        // An original in the home directory, which the service can only read, and one that it cannot see at all.
        let script = """
            printf '\\xff\\xd8\\xffpicture' >picture.png; chmod 400 picture.png; sha256sum picture.png | cut -c1-64 >sum
            cp -p picture.png /tmp/other; printf x | cat /tmp/other - >/tmp/hidden
            head -c 22020096 /dev/zero >large.jpg; mkfifo pipe
            """
        #expect(try garden.userScript(script).end == .exited(0))
        let sum = String(try garden.userScript("cat sum").output.prefix(64))
        let before = try garden.userScript("stat -c '%i %a %s %y %z' picture.png").output

        let outcome = try garden.user("gardenctl", "visit", "photo", "add", "1", "picture.png", "--json")
        #expect(outcome.end == .exited(0), "\(outcome)")
        #expect(
            try JSON.parse(outcome.output)["photos"] == [["name": .string(sum), "bytes": 10, "type": "jpeg"]])
        #expect(try garden.user("gardenctl", "visit", "photo", "add", "1", "/tmp/hidden").end == .exited(0))
        for file in ["large.jpg", "pipe", "sum"] {
            #expect(try garden.user("gardenctl", "visit", "photo", "add", "1", file).end != .exited(0), "\(file)")
        }
        #expect(try garden.userScript("stat -c '%i %a %s %y %z' picture.png").output == before)
        #expect(try garden.userScript("cmp picture.png .local/share/garden/photos/\(sum)").end == .exited(0))
        #expect(try garden.userScript("ls -A .local/share/garden/photos/incoming").output == "")
        #expect(try garden.check("photos")?.verdict == .ok)

        // What is left of a kill goes at the next start.
        let stray = String(repeating: "a", count: 64)
        try garden.userScript("cd .local/share/garden/photos; touch \(stray) incoming/left")
        try garden.systemctl("kill", "--signal=KILL", "gardend.service")
        try garden.waitFor("the next daemon") {
            try garden.userScript("cd .local/share/garden/photos; ls \(stray) incoming/left").output == ""
        }
        #expect(try garden.ask("visit.get", #"{"id":1}"#)["photos"]?.arrayValue?.count == 2)
    }
}
