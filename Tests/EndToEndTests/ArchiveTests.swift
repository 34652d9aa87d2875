import GardenAPI
import Glibc
import Testing

/// The archive of a running daemon, in a writable and in an unwritable folder (RULES A5, A6).
@Suite(Needs.clocks)
struct ArchiveTests {
    /// Causes of a retry of the archive.
    enum RetryCause: CaseIterable {
        case time, reload

        func trigger(_ evening: Evening) throws {
            switch self {
            case .time: try evening.waitForTheRetry()
            case .reload: try evening.client.call("daemon.reload")
            }
        }
    }

    /// The rollover is committed and the daemon serves, but the file of the ended day is missing, and doctor says why.
    private func expectWaiting(_ evening: Evening, _ day: String, _ words: String...) throws {
        let check = try #require(try evening.check("archive"))
        #expect(check.verdict == .warning)
        for word in [day, evening.archive] + words { #expect(check.detail.contains(word), "\(check.detail)") }
        #expect(try evening.client.call("log.list", ["day": .string(day)])["archived"] == false)
        #expect(try evening.client.call("log.archives") == [])
        #expect(try evening.client.call("journal.list", ["types": ["log.archived"]]) == [])
        #expect(try evening.client.call("daemon.status")["stale"] == false)
        #expect(try evening.client.call("points.adjust", ["amount": 5, "reason": "r"])["balance"] == 5)
        #expect(try evening.check("storage")?.verdict == .ok)
    }

    private func expectArchived(_ evening: Evening, _ day: String, _ text: String) throws {
        let event = try evening.listener.event("log.archived")
        let archived: JSON = [
            "day": .string(day), "lines": .integer(text.count { $0 == "\n" }), "file": .string("\(day).log"),
        ]
        #expect(event["data"] == archived)
        #expect(try FoundFile.all(in: evening.archive)["\(day).log"] == FoundFile(text))
        #expect(try evening.client.call("log.archives") == [archived])
        #expect(try evening.client.call("log.list", ["day": .string(day)])["archived"] == true)
        #expect(try evening.check("archive") == HealthCheck("archive", .ok, "1 day archived"))
        #expect(try evening.client.call("journal.verify")["ok"] == true)
    }

    // MARK: The folder

    @Test func aDayWithLinesIsArchivedInAPrivateFile() throws {
        let evening = try Evening()
        rmdir(evening.archive)
        try evening.note("one", "two", "two")
        let (day, text) = try evening.endDay()
        #expect(text.split(separator: "\n").count == 3)
        try expectArchived(evening, day, text)
        var status = stat()
        #expect(lstat(evening.archive, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o700)
        // The next day has nothing but its header.
        let (next, _) = try evening.endDay()
        #expect(try evening.client.call("log.list", ["day": .string(next)])["archived"] == false)
        #expect(names(in: evening.archive) == ["\(day).log"])
    }

    @Test(arguments: RetryCause.allCases)
    func aFileAtTheFoldersPathDelaysOnlyTheArchive(reason: RetryCause) throws {
        let evening = try Evening()
        rmdir(evening.archive)
        try write("not a folder", to: evening.archive)
        try evening.note("one", "two")
        let (day, text) = try evening.endDay()
        try expectWaiting(evening, day, "is not a directory")
        try reason.trigger(evening)
        try expectWaitingStill(evening)
        #expect(try readText(evening.archive) == "not a folder")

        unlink(evening.archive)
        try reason.trigger(evening)
        try expectArchived(evening, day, text)
    }

    private func expectWaitingStill(_ evening: Evening) throws {
        #expect(try evening.check("archive")?.verdict == .warning)
        #expect(try evening.client.call("journal.list", ["types": ["log.archived"]]) == [])
    }

    /// A daemon with a disk of its own.
    private final class SmallDiskEvening {
        private(set) var evening: Evening!
        private(set) var disk: SmallDisk!

        /// - Parameter place: the folder that is on the disk.
        init(kibibytes: Int = 64, at place: (Home) -> String = { $0.archive }) throws {
            var backups: FolderWatch?
            evening = try Evening { home in
                rmdir(home.backups)
                try makeFolder(home.archive)
                disk = try SmallDisk(at: place(home), kibibytes: kibibytes)
                try makeFolder(home.backups)
                backups = try FolderWatch(home.backups)
            }
            // From then on the daemon writes only what it is asked for.
            try backups?.awaitFile { $0.hasSuffix(".sqlite") }
        }

        /// The daemon is released before its disk, and the disk before its folder.
        deinit {
            try? evening?.daemon.kill()
            disk = nil
        }
    }

    @Test(Needs.root, Needs.program("/usr/bin/mount"), arguments: RetryCause.allCases)
    func aReadOnlyFolderDelaysOnlyTheArchive(reason: RetryCause) throws {
        let fixture = try SmallDiskEvening()
        let evening = try #require(fixture.evening)
        try evening.note("one", "two")
        try write("of another hand\n", to: "\(evening.archive)/\(try evening.today()).log")
        let found = try FoundFile.all(in: evening.archive)
        try fixture.disk.remount(readOnly: true)
        let (day, text) = try evening.endDay()
        try expectWaiting(evening, day, "Read-only file system")
        #expect(try FoundFile.all(in: evening.archive) == found)

        try fixture.disk.remount(readOnly: false)
        try reason.trigger(evening)
        try expectArchived(evening, day, "of another hand\n\(text)")
        #expect(names(in: evening.archive) == ["\(day).log"])
    }

    /// How much of the file still fits: nothing, or a half.
    @Test(Needs.root, Needs.program("/usr/bin/mount"), arguments: [0, 4096])
    func aFullFolderDelaysOnlyTheArchive(freeBytes: Int) throws {
        let fixture = try SmallDiskEvening()
        let evening = try #require(fixture.evening)
        for number in 0..<20 { try evening.note(String(repeating: "\(number % 10)", count: 400)) }
        let path = "\(evening.archive)/\(try evening.today()).log"
        try write("of another hand\n", to: path)
        try fixture.disk.fill(leaving: freeBytes)
        let (day, text) = try evening.endDay()
        #expect(text.utf8.count > 8000)
        try expectWaiting(evening, day, "No space left on device")
        #expect(try FoundFile(at: path) == FoundFile("of another hand\n"))
        #expect(names(in: evening.archive) == ["\(day).log", "ballast"])

        fixture.disk.makeRoom()
        try evening.waitForTheRetry()
        try expectArchived(evening, day, "of another hand\n\(text)")
        #expect(names(in: evening.archive) == ["\(day).log"])
    }

    /// If the archive is on the full disk, the rollover itself has to wait.
    @Test(Needs.root, Needs.program("/usr/bin/mount"))
    func aFullDiskDelaysTheRolloverAndTheArchive() throws {
        let fixture = try SmallDiskEvening(kibibytes: 2048, at: \.data)
        let evening = try #require(fixture.evening)
        try evening.note("one", "two")
        let day = try evening.today()
        try fixture.disk.fill()
        var added = 0
        while try evening.client.refusal(of: "log.note", ["text": "to the last page"]) == nil { added += 1 }
        try evening.time.pass(seconds: 17 * 3600)
        let status = try evening.client.call("daemon.status")
        #expect(status["day"] == .string(day))
        #expect(status["stale"] == true)
        #expect(try evening.check("storage")?.verdict == .failed)
        #expect(names(in: evening.archive) == [])

        fixture.disk.makeRoom()
        try evening.waitForTheRetry()
        let events = try evening.listener.events(through: "log.archived")
            .drop { $0.type != "day.rolledOver" }
        #expect(events.map(\.type) == ["day.rolledOver", "log.closed", "log.written", "log.archived"])
        #expect(events.first?["at"]?.stringValue?.contains("T04:00:00.000") == true)
        let lines = try evening.client.call("log.list", ["day": .string(day)])["lines"]?.arrayValue ?? []
        #expect(lines.count == added + 2)
        let text = lines.map { ($0["text"]?.stringValue ?? "") + "\n" }.joined()
        #expect(try FoundFile.all(in: evening.archive) == ["\(day).log": FoundFile(text)])
        #expect(try evening.client.call("journal.verify")["ok"] == true)
    }

    // MARK: Existing files

    @Test(arguments: [
        (there: "", then: ""), (there: "older\n", then: "older\n"), (there: "without an end", then: "without an end\n"),
        (there: "\n\n", then: "\n\n"),
    ])
    func anExistingFileIsMergedWithTheDaysLines(there: String, then: String) throws {
        let evening = try Evening()
        try evening.note("one", "two", "two")
        let path = "\(evening.archive)/\(try evening.today()).log"
        try write(there, to: path)
        chmod(path, 0o664)
        let (day, text) = try evening.endDay()
        try expectArchived(evening, day, then + text)
    }

    /// Entries that have the name of a day's file but are not one.
    enum IrregularFile: CaseIterable {
        case link, linkToNothing, folder, pipe

        func make(at path: String, in home: Home) throws {
            let target = "\(home.folder.path)/elsewhere"
            switch self {
            case .link:
                try write("not ours\n", to: target)
                symlink(target, path)
            case .linkToNothing: symlink(target, path)
            case .folder: try makeFolder(path)
            case .pipe: mkfifo(path, 0o600)
            }
        }
    }

    @Test(arguments: IrregularFile.allCases)
    func anIrregularFileIsKeptAndReportedAndDelaysNoOtherDay(entry: IrregularFile) throws {
        let evening = try Evening()
        try evening.note("one")
        let day = try evening.today()
        let path = "\(evening.archive)/\(day).log"
        try entry.make(at: path, in: evening.home)
        var before = stat()
        lstat(path, &before)
        let text = try evening.endDay().text
        try expectWaiting(evening, day, path, "; move it away")

        // The next day is archived nevertheless.
        try evening.note("next")
        let (next, nextText) = try evening.endDay()
        #expect(try evening.listener.event("log.archived").at("data.day") == .string(next))
        #expect(try FoundFile(at: "\(evening.archive)/\(next).log") == FoundFile(nextText))
        let check = try #require(try evening.check("archive"))
        #expect(check.detail.contains("the log of \(day) is not written yet: \(path)"), "\(check.detail)")

        var after = stat()
        #expect(lstat(path, &after) == 0)
        #expect(after.st_ino == before.st_ino)
        #expect(after.st_mode == before.st_mode)
        #expect(names(in: evening.archive) == ["\(day).log", "\(next).log"])
        if entry == .link { #expect(try readText("\(evening.home.folder.path)/elsewhere") == "not ours\n") }
        if entry == .linkToNothing { #expect(!exists("\(evening.home.folder.path)/elsewhere")) }

        rmdir(path)
        unlink(path)
        try evening.client.call("daemon.reload")
        #expect(try evening.listener.event("log.archived").at("data.day") == .string(day))
        #expect(try FoundFile(at: path) == FoundFile(text))
        #expect(try evening.check("archive")?.verdict == .ok)
    }

    // MARK: Pruning

    @Test func pruningRemovesOnlyFilesOfPastDays() throws {
        let evening = try Evening(config: "[log]\nretention_days = 1\n")
        let unrelatedFiles = [
            "2001-02-30.log", "2001-03-1.log", "x2001-03-01.log", "2001-03-01.log.bak", "2001-03-01.log~",
            "2001-03-01.LOG", "2001-03-01", " 2001-03-01.log", "2001-03-01.log ", "+2001-03-01.log", "-001-03-01.log",
            "2001-13-01.log", "0000-00-00.log", "20010301.log", "notes.log", ".2001-03-01.log.new", "2001-03-01.log.gz",
            "２００１-03-01.log",
        ]
        for name in unrelatedFiles { try write(name, to: "\(evening.archive)/\(name)") }
        for (index, entry) in IrregularFile.allCases.enumerated() {
            try entry.make(at: "\(evening.archive)/2001-01-0\(index + 1).log", in: evening.home)
        }
        try write("nothing", to: "\(evening.archive)/2001-01-03.log/inner")
        try write("old", to: "\(evening.archive)/2001-01-09.log")
        try write("to come", to: "\(evening.archive)/2999-01-01.log")
        let untouched = names(in: evening.archive).filter { $0 != "2001-01-09.log" }

        var days: [String] = []
        var texts: [String] = []
        for round in 1...3 {
            try evening.note("a line")
            if round == 1 {
                let edited = try evening.client.call("log.note", ["text": "typo"])["id"] ?? .null
                try evening.client.call("log.edit", ["id": edited, "text": "no typo"])
                let removed = try evening.client.call("log.note", ["text": "by mistake"])["id"] ?? .null
                try evening.client.call("log.remove", ["id": removed])
                texts =
                    try evening.client.call("log.list")["lines"]?.arrayValue?.compactMap { $0["text"]?.stringValue }
                    ?? []
            }
            days.append(try evening.endDay().day)
            #expect(try evening.listener.event("log.archived").at("data.day") == .string(days.last ?? ""))
        }
        let pruned = try evening.client.call("journal.list", ["types": ["archive.pruned"]]).arrayValue ?? []
        #expect(pruned.map { $0.at("data.days") } == [[.string(days[0])], [.string(days[1])]])
        #expect(try evening.check("archive") == HealthCheck("archive", .ok, "1 day archived"))
        #expect(names(in: evening.archive) == (untouched + ["\(days[2]).log"]).sorted())
        #expect(try readText("\(evening.home.folder.path)/elsewhere") == "not ours\n")
        // The lines of a day without a file are as they were when it ended.
        let log = try evening.client.call("log.list", ["day": .string(days[0])])
        #expect(log["lines"]?.arrayValue?.compactMap { $0["text"]?.stringValue } == texts)
        #expect(texts.map { $0.drop { $0 != " " }.dropFirst() }.suffix(2) == ["a line", "no typo"])
        #expect(log["source"] == "journal" && log["archived"] == false)
        #expect(try evening.client.call("log.list", ["day": .string(days[2])])["source"] == "archive")
        #expect(try evening.client.call("log.list")["source"] == "day")
        #expect(try evening.client.call("journal.verify")["ok"] == true)
    }

    @Test(Needs.root, Needs.program("/usr/bin/mount"))
    func anUnremovableFileIsReportedAndDelaysNoOther() throws {
        let evening = try Evening(config: "[log]\nretention_days = 1\n")
        let (stuck, free) = ("\(evening.archive)/2001-01-01.log", "\(evening.archive)/2001-01-02.log")
        for path in [stuck, free] { try write("old", to: path) }
        // A mount point cannot be removed, not even by root.
        try #require(try run(["/usr/bin/mount", "--bind", stuck, stuck]).end == .exited(0))
        defer { _ = try? run(["/usr/bin/umount", stuck]) }
        var days: [String] = []
        for _ in 1...2 {
            try evening.note("a line")
            days.append(try evening.endDay().day)
            try evening.listener.event("log.archived")
        }
        let check = try #require(try evening.check("archive"))
        #expect(check.verdict == .warning)
        #expect(check.detail == "cannot remove old files: \(stuck) cannot be removed: Device or resource busy")
        #expect(names(in: evening.archive) == ["2001-01-01.log", "\(days[1]).log"])

        try #require(try run(["/usr/bin/umount", stuck]).end == .exited(0))
        try evening.client.call("daemon.reload")
        #expect(try evening.check("archive") == HealthCheck("archive", .ok, "1 day archived"))
        #expect(names(in: evening.archive) == ["\(days[1]).log"])
    }
}
