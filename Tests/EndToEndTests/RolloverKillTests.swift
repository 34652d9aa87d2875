import GardenAPI
import Glibc
import TestSupport
import Testing

/// A rollover killed between any two of its writes, and within each, ends like an undisturbed one (RULES L5, L6, A5,
/// A6).
@Suite(Needs.fatalCalls)
struct RolloverKillTests {
    /// The state before the rollover.
    enum Scene {
        /// A file of the ended day with other lines, and one of a day past retention.
        case otherLinesInTheFile
        /// A file that already contains all lines, and is readable by others.
        case allLinesInTheFile
        /// No archive folder at all, and two crossings at once.
        case noFolder
    }

    /// How often, and how, it is killed.
    enum Kill {
        case once, halfWayThroughAWrite
        /// The recovering run is killed at the same call too.
        case againDuringRecovery
    }

    private static let cases: [(Scene, Kill)] = [
        (.otherLinesInTheFile, .once), (.otherLinesInTheFile, .halfWayThroughAWrite),
        (.otherLinesInTheFile, .againDuringRecovery), (.allLinesInTheFile, .once), (.noFolder, .once),
        (.noFolder, .halfWayThroughAWrite),
    ]

    @Test(arguments: cases)
    func anEngineKilledAtAnyCallRollsOverOnce(scene: Scene, kill: Kill) throws {
        let folders = try DataFolders(scene)
        let before = try FoundFile.all(in: "\(folders.prepared)/archive")
        let undisturbed = try folders.copy()
        try #require(try folders.rollOver(undisturbed) == .exited(0))
        let after = try FoundFile.all(in: "\(undisturbed)/archive")
        let expected = try folders.garden(undisturbed)
        #expect(after == scene.archive)
        #expect(expected.archive == after)
        #expect(expected.journal == scene.journal)
        #expect(expected.names == ["archive", "backups", "clean-stop", "garden.sqlite", "lock"])
        #expect(expected.answers.first?["ok"] == true)
        #expect(expected.answers.last?["meter"] == 0)

        var calls = 0
        while true {
            let data = try folders.copy()
            let fatal = FatalCall(
                folder: data, number: calls + 1, kind: kill == .halfWayThroughAWrite ? .halfWay : .before)
            let end = try folders.rollOver(data, until: fatal)
            if end == .exited(0) { break }
            calls += FatalCall.step
            try #require(end == .killed(SIGKILL), "call \(calls)")
            // Files are whole, as before or as after, or not there.
            let left = try FoundFile.all(in: "\(data)/archive")
            for (name, file) in left where name != ".2026-03-30.log.new" {
                #expect(file == before[name] || file == after[name], "\(name) after a kill at call \(calls)")
            }
            #expect(Set(before.keys).intersection(after.keys).isSubset(of: left.keys), "call \(calls)")
            if kill == .againDuringRecovery { _ = try folders.rollOver(data, until: fatal) }
            // A simulation has no child that checks a journal after a kill; without the check, a stop leaves no marker.
            var killed = try folders.garden(data)
            if !killed.names.contains("clean-stop") { killed.names.insert("clean-stop", at: 2) }
            try #require(killed == expected, "after a kill at call \(calls)")
        }
        print("\(scene), \(kill): killed at calls up to \(calls)")
        #expect(calls > 30)
    }

    // MARK: The garden

    /// The state after a final clean stop.
    struct Garden: Equatable {
        var answers: [JSON]
        /// The crossings in the journal, their effect on the rate, and the files; without numbers and times.
        var journal: [String]
        var archive: [String: FoundFile]
        var names: [String]
    }

    private static func line(_ request: (method: String, params: JSON)) -> String {
        Client.line(id: 1, request.method, request.params)
    }

    /// On 03-30 the meter is at the base of tier 1, on the tier's last day.
    private static let preparation =
        line(("log.note", ["text": "past retention on 03-31"]))
        + "{\"at\":\"2026-03-01T12:00:00Z\"}\n"
        + line(("log.note", ["text": "the last that is kept on 03-31"]))
        + "{\"at\":\"2026-03-29T12:00:00Z\"}\n"
        + line(("rate.add", ["amount": 3500]))
        + "{\"at\":\"2026-03-30T12:00:00Z\"}\n"
        + line(("points.adjust", ["amount": 500, "reason": "walk"]))
        + line(("log.note", ["text": "twice"]))
        + line(("log.note", ["text": "twice"]))

    private static let questions = [
        line(("journal.verify", [:])), line(("points.get", [:])), line(("day.get", [:])),
        line(("log.archives", [:])), line(("log.list", [:])), line(("log.list", ["day": "2026-03-30"])),
        line(("log.list", ["day": "2026-02-28"])), line(("rate.get", [:])),
        line(
            (
                "journal.list",
                ["types": ["day.rolledOver", "rate.lowered", "archive.pruned", "log.archived"], "limit": 1000]
            )),
    ].joined()

    fileprivate static let text = """
        [04:00] 2026-03-30 · 0 pt · tier 1 ×1.5 · 1 day left · meter 3500 → 3000
        [12:00] +500 pt adjusted: walk → 500
        [12:00] twice
        [12:00] twice

        """

    /// Data folders, one after the other.
    private final class DataFolders {
        let scene: Scene
        let folder: TemporaryFolder
        var prepared: String { "\(folder.path)/prepared" }
        private var copies = 0

        init(_ scene: Scene) throws {
            self.scene = scene
            folder = try TemporaryFolder(in: "/dev/shm")
            try #require(
                try run(
                    [Binaries.gardend, "simulate", "--data", prepared, "--start", "2026-02-28T12:00:00Z"],
                    input: RolloverKillTests.preparation
                ).end == .exited(0))
            let file = "\(prepared)/archive/2026-03-30.log"
            switch scene {
            case .otherLinesInTheFile:
                try write("an older line\n[12:00] twice\nwithout an end", to: file)
            case .allLinesInTheFile:
                try write(RolloverKillTests.text, to: file)
                chmod(file, 0o644)
            case .noFolder:
                for name in EndToEndTests.names(in: "\(prepared)/archive") { unlink("\(prepared)/archive/\(name)") }
                rmdir("\(prepared)/archive")
            }
        }

        func copy() throws -> String {
            if copies > 0 { try removeLast() }
            copies += 1
            let path = "\(folder.path)/\(copies)"
            let outcome = try run(["/bin/cp", "-a", prepared, path])
            guard outcome.end == .exited(0) else { throw TestFailure(outcome.errors) }
            return path
        }

        private func removeLast() throws {
            let outcome = try run(["/bin/rm", "-r", "\(folder.path)/\(copies)"])
            guard outcome.end == .exited(0) else { throw TestFailure(outcome.errors) }
        }

        /// Runs the engine over 04:00.
        func rollOver(_ data: String, until fatal: FatalCall? = nil) throws -> Program.End {
            try run(
                [Binaries.gardend, "simulate", "--data", data, "--start", "2026-03-31T03:59:00Z"],
                environment: fatal?.environment ?? [:], input: "{\"at\":\"\(scene.until)\"}\n"
            ).end
        }

        /// Runs the engine again, undisturbed, and returns the result.
        func garden(_ data: String) throws -> Garden {
            let outcome = try run(
                [Binaries.gardend, "simulate", "--data", data, "--start", scene.until],
                input: RolloverKillTests.questions)
            guard outcome.end == .exited(0) else { throw TestFailure(outcome.errors) }
            var answers = try outcome.output.split(separator: "\n").map { try JSON.parse(String($0)) }
                .filter { $0["id"] != nil }.map { $0["result"] ?? $0 }
            let events = answers.popLast()?.arrayValue ?? []
            // How many events there are depends on how many runs there were, and uids on the numbers of events.
            if answers[0]["ok"] == true { answers[0] = ["ok": true] }
            answers = answers.map(\.withoutUids)
            return Garden(
                answers: answers,
                journal: events.map { event in
                    let days = event.at("data.day")?.stringValue ?? event.at("data.days")?.text
                    return event.type + (days.map { " \($0)" } ?? "")
                },
                archive: try FoundFile.all(in: "\(data)/archive"), names: EndToEndTests.names(in: data))
        }
    }
}

extension RolloverKillTests.Scene {
    /// The end of the clock's run.
    fileprivate var until: String {
        self == .noFolder ? "2026-04-01T04:00:00Z" : "2026-03-31T04:00:00Z"
    }

    /// The files afterwards.
    fileprivate var archive: [String: FoundFile] {
        switch self {
        case .otherLinesInTheFile:
            [
                "2026-03-01.log": FoundFile("\(header("2026-03-01"))[12:00] the last that is kept on 03-31\n"),
                "2026-03-29.log": rise, "2026-03-30.log": FoundFile(merged),
            ]
        case .allLinesInTheFile:
            [
                "2026-03-01.log": FoundFile("\(header("2026-03-01"))[12:00] the last that is kept on 03-31\n"),
                "2026-03-29.log": rise, "2026-03-30.log": FoundFile(RolloverKillTests.text),
            ]
        case .noFolder: ["2026-03-30.log": FoundFile(RolloverKillTests.text)]
        }
    }

    private func header(_ day: String) -> String { "[04:00] \(day) · 0 pt · tier 0 ×1.0\n" }

    private var rise: FoundFile {
        FoundFile(
            "\(header("2026-03-29"))[12:00] meter 3500 (+3500)\n[12:00] rate ×1.0 → ×1.5 (2 days left)\n")
    }

    private var merged: String {
        """
        an older line
        [12:00] twice
        without an end
        [04:00] 2026-03-30 · 0 pt · tier 1 ×1.5 · 1 day left · meter 3500 → 3000
        [12:00] +500 pt adjusted: walk → 500
        [12:00] twice

        """
    }

    /// Every crossing once, the files of days with lines once.
    fileprivate var journal: [String] {
        let march = (2...29).map { "day.rolledOver 2026-03-\($0 < 10 ? "0" : "")\($0)" }
        return ["day.rolledOver 2026-03-01", "log.archived 2026-02-28"] + march
            + [
                "log.archived 2026-03-01", "day.rolledOver 2026-03-30", "log.archived 2026-03-29",
                "day.rolledOver 2026-03-31", "rate.lowered", "archive.pruned [\"2026-02-28\"]",
            ] + (self == .noFolder ? ["day.rolledOver 2026-04-01", "archive.pruned [\"2026-03-01\"]"] : [])
            + ["log.archived 2026-03-30"]
    }
}
