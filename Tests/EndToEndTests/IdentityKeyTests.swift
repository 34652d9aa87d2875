import GardenAPI
import Glibc
import Testing

/// The file of the garden's key on a real disk (RULES V3, V4).
struct IdentityKeyTests {
    private static func path(_ home: Home) -> String { "\(home.data)/identity.key" }

    /// What doctor finds about the key; `nil` if it does not look.
    private static func verdict(_ client: Client) throws -> String? {
        let checks = try client.call("daemon.doctor").arrayValue ?? []
        return checks.first { $0["name"] == "identity" }?["verdict"]?.stringValue
    }

    private static func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test func aKeyIsPrivateAndNeverReplaced() throws {
        let home = try Home()
        let path = Self.path(home)
        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        #expect(try Self.verdict(client) == nil)
        let first = try client.call("visit.newKey")["publicKey"]
        #expect(Self.mode(path) == 0o600)
        #expect(try Self.verdict(client) == "ok")
        #expect(try client.refusal(of: "visit.newKey") == "refused")
        #expect(access(path + ".part", F_OK) != 0)

        let kept = try readText(path)
        unlink(path)
        #expect(try Self.verdict(client) == "failed")
        let second = try client.call("visit.newKey")["publicKey"]
        #expect(second != first && second != nil)
        #expect(try Self.verdict(client) == "ok")
        #expect(try client.call("visit.verify")["publicKey"] == second)

        // The first key comes back: it is another one now, until it is renewed.
        try write(kept, to: path)
        #expect(try Self.verdict(client) == "failed")
        #expect(try client.call("visit.newKey")["publicKey"] == first)
        #expect(try readText(path) == kept)

        chmod(path, 0o644)
        #expect(try Self.verdict(client) == "failed")
        chmod(path, 0o600)
        for text in ["", "no key\n", "AAAA\n"] {
            try write(text, to: path)
            #expect(try Self.verdict(client) == "failed")
            #expect(try client.refusal(of: "visit.newKey") == "refused")
            #expect(try readText(path) == text)
        }
        #expect(try daemon.stop() == .exited(0))
    }

    @Test(Needs.fatalCalls, arguments: FatalCall.Kind.allCases)
    func aKeyThatIsKilledOnItsWayIsCompleteOrMadeAgain(kind: FatalCall.Kind) throws {
        let prepared = try Home(in: "/dev/shm")
        #expect(try Gardend(in: prepared).stop() == .exited(0))
        var calls = 0
        while true {
            let home = try Home(in: "/dev/shm")
            let copied = try run(["/bin/cp", "-aT", prepared.data, home.data])
            try #require(copied.end == .exited(0), "\(copied.errors)")
            let fatal = FatalCall(
                folder: home.data, number: calls + 1, kind: kind, since: "\(home.folder.path)/since")
            do {
                let daemon = try Gardend(in: home, environment: fatal.environment)
                let client = try daemon.connect()
                try write("", to: try #require(fatal.since))
                if (try? client.call("visit.newKey")) != nil { break }
                try #require(try daemon.program.wait() == .killed(SIGKILL))
            }
            calls += FatalCall.step
            let client = try Gardend(in: home).connect()
            // A file that the journal does not have yet becomes the garden's key.
            let file = try? readText(Self.path(home))
            if try Self.verdict(client) != "ok" { try client.call("visit.newKey") }
            #expect(try Self.verdict(client) == "ok", "call \(calls)")
            if let file { #expect(try readText(Self.path(home)) == file, "call \(calls)") }
            #expect(Self.mode(Self.path(home)) == 0o600, "call \(calls)")
        }
        print("\(kind): killed at calls up to \(calls)")
        #expect(calls > 0)
    }
}
