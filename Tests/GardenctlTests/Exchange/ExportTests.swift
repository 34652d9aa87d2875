import Foundation
import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

/// The conversation of an export with the daemon.
@Suite struct ExportTests {
    private let home = Home()

    private static func daemon(_ home: Home) -> FakeDaemon {
        let milk = TaskItem.sample(3, "Buy milk")
        let done = TaskItem.sample(4, "Call Ann") { $0.completedAt = $0.createdAt }
        return FakeDaemon(
            home.socketPath, answering: GardenStatus.sample(.stopped()).json,
            TaskPage(tasks: [milk], more: true, next: 3, counts: TaskCounts.none).json,
            TaskPage(tasks: [], more: false, next: nil, counts: TaskCounts.none).json,
            TaskPage(tasks: [done], more: false, next: nil, counts: TaskCounts.none).json)
    }

    private static let lines = [milkLine, doneLine].joined(separator: "\n") + "\n"
    private static var milkLine: String { line(.sample(3, "Buy milk"), "") }
    private static var doneLine: String {
        let task = TaskItem.sample(4, "Call Ann")
        return line(task, "x \(task.createdAt.description.prefix(10)) ")
    }

    private static func line(_ task: TaskItem, _ mark: String) -> String {
        "\(mark)\(task.createdAt.description.prefix(10)) \(task.title) +\(task.category) uid:\(task.uid)"
    }

    @Test("all pages of the open tasks, then the completed ones")
    func tasksAreExported() throws {
        let daemon = Self.daemon(home)
        let outcome = try home.gardenctl("export", "--tasks", "todo.txt")
        #expect(outcome == Home.Outcome(status: 0, output: Self.lines))
        let lists = daemon.requests().filter { $0["method"] == "task.list" }.map { $0["params"]?.text }
        #expect(
            lists == [
                #"{"status":"open","limit":1000}"#, #"{"status":"open","limit":1000,"before":3}"#,
                #"{"status":"done","limit":1000}"#,
            ])
    }

    @Test("a file is replaced as a whole, and only its owner can read it")
    func aFileIsWritten() throws {
        let path = "\(home.path)/todo.txt"
        try home.write("old", to: "todo.txt")
        let daemon = Self.daemon(home)
        let outcome = try home.gardenctl("export", "--tasks", "todo.txt", "-o", path)
        #expect(outcome == Home.Outcome(status: 0, output: "Wrote \(path): 2 tasks\n"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.lines)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        withExtendedLifetime(daemon) {}
        let unwritable = "\(home.path)/none/todo.txt"
        let again = Self.daemon(home)
        #expect(
            try home.gardenctl("export", "--tasks", "todo.txt", "--output", unwritable)
                == Home.Outcome(
                    status: 74, errors: "gardenctl: \(unwritable) cannot be written: No such file or directory\n"))
        withExtendedLifetime(again) {}
    }

    @Test(arguments: [
        (
            ["--tasks", "csv", "--sessions", "csv"],
            "give one of --tasks, --sessions, --visits and --log, or none for everything"
        ),
        (["--log", "xml"], "The value 'xml' is invalid for '--log <format>'. Please provide one of 'text' and 'csv'"),
        (["--tasks", "xml"], "The value 'xml' is invalid for '--tasks <format>'. Please provide one of 'todo.txt'"),
        (["--tasks", "csv", "--json"], "--json is not a format; for JSON of everything: gardenctl export"),
    ])
    func wrongWords(words: [String], problem: String) throws {
        let outcome = try home.gardenctl(["export"] + words)
        #expect(outcome.status == 64 && outcome.errors.contains(problem) && outcome.output.isEmpty, "\(outcome)")
    }
}
