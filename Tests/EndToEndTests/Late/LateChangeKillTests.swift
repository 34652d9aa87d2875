import GardenAPI
import Glibc
import TestSupport
import Testing

/// A daemon is killed at any call of late changes, of corrections, and of their undo and redo (RULES P22, P30, T26, U4, A5; API §1).
@Suite(Needs.clocks, Needs.fatalCalls)
struct LateChangeKillTests {
    private static let kills = 3

    /// What an undisturbed run shows before each change and after the last, and how many calls could be fatal.
    private struct Reference {
        var views: [[JSON]] = []
        var files: [[String: FoundFile]] = []
        var journal: [String] = []
        var calls: [FatalCall.Kind: Int] = [:]

        init(_ prepared: PastDays) throws {
            let garden = try PastDays(copyOf: prepared)
            let log = "\(garden.home.folder.path)/calls"
            let fatal = FatalCall(folder: garden.home.data, number: 0, since: "\(garden.home.folder.path)/since")
            let daemon = try garden.start(until: fatal, log: log)
            let client = try daemon.connect()
            try write("", to: try #require(fatal.since))
            try note(client, garden)
            for change in PastDays.changes {
                try client.call(change.method, change.params)
                try note(client, garden)
            }
            journal = try PastDays.journal(client)
            // All is made again at the end, so nothing is missing in the files, and nothing is more than in the logs.
            #expect(try files.last == PastDays.expectedFiles(client))
            #expect(try client.call("journal.verify")["ok"] == true)
            let lines = try readText(log).split(separator: "\n")
            calls = [.before: lines.count, .halfWay: lines.count { $0.contains("write") }]
        }

        private mutating func note(_ client: Client, _ garden: PastDays) throws {
            views.append(try PastDays.view(client))
            files.append(try FoundFile.all(in: garden.home.archive))
        }
    }

    @Test func aKilledChangeOfAPastDayIsWholeOrNotMadeAndIsMadeOnceWhenRepeated() throws {
        let prepared = try PastDays()
        let reference = try Reference(prepared)
        for kind in FatalCall.Kind.allCases { try kill(kind, prepared, reference) }
    }

    private func kill(_ kind: FatalCall.Kind, _ prepared: PastDays, _ reference: Reference) throws {
        let calls = try #require(reference.calls[kind])
        try #require(calls > PastDays.changes.count)
        let seed = SeededGenerator.seedOfRun
        var random = SeededGenerator(seed: seed)
        let rerun = "GARDEN_SEED=\(seed)"
        let numbers =
            FatalCall.isThorough ? Array(1...calls) : (0..<Self.kills).map { _ in 1 + random.below(calls) }
        var (acknowledged, made) = (0, 0)

        for number in numbers {
            let label = Comment("\(kind) call \(number); \(rerun)")
            let garden = try PastDays(copyOf: prepared)
            let results = try killed(at: number, of: calls, kind, garden)
            // Files are whole, as before or as after.
            let left = try FoundFile.all(in: garden.home.archive)
            for (name, file) in left where !name.hasPrefix(".") {
                try #require(reference.files.contains { $0[name] == file }, label)
            }

            let daemon = try garden.start()
            let client = try daemon.connect()
            #expect(try client.call("journal.verify")["ok"] == true, label)
            let view = try PastDays.view(client)
            let next = results.count
            let isMade = next < PastDays.changes.count && view == reference.views[next + 1]
            try #require(isMade || view == reference.views[next], label)
            let files = try FoundFile.all(in: garden.home.archive)
            try #require(files == reference.files[isMade ? next + 1 : next], label)
            // What was answered is there once: it gets the same answer, and changes nothing.
            for (change, result) in zip(PastDays.changes, results) {
                try #require(try client.ask(change.method, change.params)["result"] == result, label)
            }
            try #require(try PastDays.view(client) == view, label)
            // The killed one is made now, if it was not, and the others follow.
            for change in PastDays.changes[next...] {
                let answer = try client.ask(change.method, change.params)
                try #require(answer["result"] != nil, "\(label): \(change) got \(answer.text); \(daemon.endOfLog)")
            }
            try #require(try PastDays.view(client) == reference.views.last, label)
            try #require(try PastDays.journal(client) == reference.journal, label)
            #expect(try client.call("journal.verify")["ok"] == true, label)
            #expect(try daemon.stop() == .exited(0), label)
            try #require(try FoundFile.all(in: garden.home.archive) == reference.files.last, label)
            (acknowledged, made) = (acknowledged + results.count, made + (isMade ? 1 : 0))
        }
        print(
            "\(kind): \(numbers.count) kills at \(calls) calls: \(acknowledged) changes were answered before, "
                + "\(made) were made without an answer; none is missing, none is twice")
    }

    /// Makes the changes until the daemon is killed at a call.
    ///
    /// The undisturbed run asks in between, and files are written meanwhile; without that, one call may write what were several. So one
    /// of the last calls may not come; then the daemon is stopped.
    ///
    /// - Returns: the results of those that were answered.
    private func killed(at number: Int, of calls: Int, _ kind: FatalCall.Kind, _ garden: PastDays) throws -> [JSON] {
        let since = "\(garden.home.folder.path)/since"
        let fatal = FatalCall(folder: garden.home.data, number: number, kind: kind, since: since)
        let daemon = try garden.start(until: fatal)
        let client = try daemon.connect()
        try write("", to: since)
        var results: [JSON] = []
        for change in PastDays.changes {
            // The answer to a refused request would be an error of the test, and not the end of the connection.
            guard let answer = try? client.ask(change.method, change.params) else { break }
            results.append(try #require(answer["result"], "\(answer.text)"))
        }
        // A file may still be written behind the last answer. Queries write nothing.
        if results.count == PastDays.changes.count { _ = try? client.call("journal.verify") }
        let isOneOfTheLast = number * 10 > calls * 9
        let isStopped = results.count == PastDays.changes.count && isOneOfTheLast
        let end = isStopped ? try daemon.stop() : try daemon.program.wait()
        try #require(end == .killed(SIGKILL) || end == .exited(0) && isStopped, "\(kind) call \(number) of \(calls)")
        return results
    }
}
