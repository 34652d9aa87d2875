import GardenAPI
import Glibc
import Testing

/// Photos when a program is killed or a disk is full on the way (RULES V9): nothing is left that the next start does not remove, and
/// no visit has a photo without its file.
struct PhotoFaultTests {
    private static func visit(in home: Home) throws {
        let daemon = try Gardend(in: home)
        try daemon.connect().call("visit.add", ["latitude": 1, "longitude": 2])
        #expect(try daemon.stop() == .exited(0))
    }

    /// The names of the photos that visits have; each must have its file, and there are no others.
    @discardableResult
    private func photos(_ home: Home, _ label: String) throws -> [String] {
        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        let visits = try client.call("visit.list")["visits"]?.arrayValue ?? []
        let named = visits.flatMap { $0["photos"]?.arrayValue ?? [] }.compactMap { $0["name"]?.stringValue }
        #expect(Set(named) == Set(home.photoFiles), "\(label)")
        #expect(home.uploads == [], "\(label)")
        for name in Set(named) { #expect(try readBytes("\(home.photos)/\(name)") == PhotoTests.jpeg, "\(label)") }
        #expect(try client.call("journal.verify")["ok"] == true, "\(label)")
        #expect(try daemon.stop() == .exited(0))
        return named
    }

    private func copy(of prepared: Home) throws -> Home {
        let home = try Home(in: "/dev/shm")
        let copied = try run(["/bin/cp", "-aT", prepared.data, home.data])
        try #require(copied.end == .exited(0), "\(copied.errors)")
        return home
    }

    @Test(Needs.fatalCalls, arguments: FatalCall.Kind.allCases)
    func aDaemonThatIsKilledLeavesNoFileWithoutAVisit(kind: FatalCall.Kind) throws {
        let prepared = try Home(in: "/dev/shm")
        try Self.visit(in: prepared)
        var (call, outcomes) = (0, Set<Int>())
        while true {
            call += 1
            let home = try copy(of: prepared)
            let since = "\(home.folder.path)/since"
            let fatal = FatalCall(folder: home.data, number: call, kind: kind, since: since)
            var isKilled = false
            do {
                let daemon = try Gardend(in: home, environment: fatal.environment)
                let client = try daemon.connect()
                try write(PhotoTests.jpeg, to: "\(home.photos)/incoming/upload")
                try write("", to: since)
                if (try? client.call("visit.addPhoto", ["id": 1, "upload": "upload"])) == nil {
                    isKilled = try daemon.program.wait() == .killed(SIGKILL)
                    try #require(isKilled)
                } else {
                    unlink(since)
                    try daemon.stop()
                }
            }
            let named = try photos(home, "\(kind), call \(call)")
            outcomes.insert(named.count)
            if !isKilled {
                #expect(named.count == 1)
                break
            }
        }
        print("\(kind): killed at \(call - 1) calls, with \(outcomes.sorted()) photos after it")
        #expect(call > 1)
    }

    @Test(Needs.fatalCalls, arguments: FatalCall.Kind.allCases)
    func aClientThatIsKilledLeavesNothingAfterTheNextStart(kind: FatalCall.Kind) throws {
        let home = try Home(in: "/dev/shm")
        try Self.visit(in: home)
        let original = "\(home.folder.path)/picture"
        try write(PhotoTests.jpeg, to: original)
        var call = 0
        while true {
            call += 1
            let daemon = try Gardend(in: home)
            let fatal = FatalCall(folder: "\(home.photos)/incoming", number: call, kind: kind)
            let outcome = try run(
                ["\(Binaries.folder)/gardenctl", "visit", "photo", "add", "1", original],
                environment: home.environment.merging(fatal.environment) { $1 })
            // The daemon has answered, so it has taken or refused what it was sent.
            try daemon.connect().call("daemon.status")
            #expect(try daemon.stop() == .exited(0))
            try photos(home, "\(kind), call \(call)")
            if outcome.end == .exited(0) { break }
            try #require(outcome.end == .killed(SIGKILL), "\(outcome)")
        }
        print("\(kind): killed at \(call - 1) calls of gardenctl")
        #expect(call > 1)
        #expect(try readBytes(original) == PhotoTests.jpeg)
    }

    // MARK: A full disk

    @Test(Needs.root, Needs.program("/usr/bin/mount"))
    func aDiskThatIsFullHalfWayLeavesNothing() throws {
        let home = try Home()
        rmdir(home.backups)
        let disk = try SmallDisk(at: home.data, kibibytes: 4096)
        try makeFolder(home.backups)
        let watch = try FolderWatch(home.backups)
        let daemon = try Gardend(in: home)
        try watch.awaitFile { $0.hasSuffix(".sqlite") }
        let client = try daemon.connect()
        for _ in 1...10 { try client.call("visit.add", ["latitude": 1, "longitude": 2]) }

        // The copy does not fit.
        let original = "\(home.folder.path)/picture"
        try write(PhotoTests.jpeg + [UInt8](repeating: 1, count: 1 << 20), to: original)
        try disk.fill(leaving: 512 << 10)
        let outcome = try run(
            ["\(Binaries.folder)/gardenctl", "visit", "photo", "add", "1", original], environment: home.environment)
        #expect(outcome.end == .exited(74) && outcome.errors.contains("No space left on device"), "\(outcome)")
        #expect(home.uploads == [] && home.photoFiles == [])
        disk.makeRoom()

        // The copy fits, the commit does not.
        for number in 0..<40 {
            try write(PhotoTests.jpeg + Array("\(number)".utf8), to: "\(home.photos)/incoming/u\(number)")
        }
        try disk.fill()
        var (number, refusal) = (0, String?.none)
        while refusal == nil, number < 40 {
            let params: JSON = ["id": .integer(number / 4 + 1), "upload": .string("u\(number)")]
            refusal = try client.refusal(of: "visit.addPhoto", params)
            number += 1
        }
        #expect(refusal == "storage_failed")
        #expect(home.photoFiles.count == number - 1)
        disk.makeRoom()
        #expect(try daemon.stop() == .exited(0))
        let next = try Gardend(in: home)
        let second = try next.connect()
        let visits = try second.call("visit.list")["visits"]?.arrayValue ?? []
        #expect(visits.flatMap { $0["photos"]?.arrayValue ?? [] }.count == number - 1)
        #expect(home.uploads == [] && home.photoFiles.count == number - 1)
        #expect(
            try run(
                ["\(Binaries.folder)/gardenctl", "visit", "photo", "add", "9", original], environment: home.environment
            ).end == .exited(0))
        try next.stop()
    }
}
