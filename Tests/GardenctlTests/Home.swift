import Foundation
import GardenAPI
import GardenClient
import Glibc

@testable import gardenctl

/// A folder of its own for one test: socket, settings, programs. Gone when the test is.
final class Home {
    let path: String
    var environment: [String: String]
    /// Whether gardenctl must assume a person at the terminal.
    var isInteractive = false
    var mentionsQuestions = false
    /// What the person at the terminal types.
    var typed: [String] = []
    var pause: (Int) throws(CommandError) -> Void = { _ throws(CommandError) in }

    init() {
        // Short, as the path of a socket must be.
        var template = Array("/tmp/gardenctl-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil, "no folder for a test: \(String(cString: strerror(errno)))")
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        environment = ["GARDEN_SOCKET": "\(path)/garden.sock", "HOME": path, "PATH": "/usr/bin:/bin"]
        // Like main does: the reader of a pipe may close.
        signal(SIGPIPE, SIG_IGN)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var socketPath: String { "\(path)/garden.sock" }

    func write(_ text: String, to name: String, executable: Bool = false) throws {
        guard executable else {
            return try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
        }
        // Another process writes the program. Otherwise a child that another test forks meanwhile would hold the file
        // open for writing, and running it would fail with ETXTBSY.
        let source = "\(path)/\(name).source"
        try text.write(toFile: source, atomically: true, encoding: .utf8)
        let install = Process()
        install.executableURL = URL(fileURLWithPath: "/usr/bin/install")
        install.arguments = ["-m", "700", source, "\(path)/\(name)"]
        try install.run()
        install.waitUntilExit()
    }

    func read(_ name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }

    func exists(_ name: String) -> Bool { access("\(path)/\(name)", F_OK) == 0 }

    /// The outcome and the output of gardenctl.
    struct Outcome: Equatable {
        var status: Int32
        var output = ""
        var errors = ""
    }

    /// Runs gardenctl to its end.
    func gardenctl(_ arguments: String...) throws -> Outcome {
        try gardenctl(arguments)
    }

    func gardenctl(_ arguments: [String]) throws -> Outcome {
        let output = open("\(path)/output", O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
        defer { close(output) }
        return try gardenctl(arguments, writingTo: output) { try self.read("output") }
    }

    /// Runs gardenctl to its end with that descriptor as its standard output.
    func gardenctl(_ arguments: [String], writingTo output: Int32, _ written: () throws -> String) throws -> Outcome {
        let errors = open("\(path)/errors", O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
        defer { close(errors) }
        let status = Gardenctl.run(arguments, in: context(output, errors))
        return Outcome(status: status, output: try written(), errors: try read("errors"))
    }

    private func context(_ output: Int32, _ errors: Int32) -> ProcessContext {
        ProcessContext(
            environment: EnvironmentVariables(environment), output: Output(descriptor: output),
            errors: Output(descriptor: errors),
            isInteractive: isInteractive, mentionsQuestions: mentionsQuestions, ownFolder: path,
            homeOfUserDatabase: { "/nowhere" },
            // Not those of the machine: a real daemon may live there.
            folderStatus: { $0.hasPrefix(self.path) ? Endpoint.FolderStatus(ofFolder: $0) : nil },
            readLine: { self.typed.isEmpty ? nil : self.typed.removeFirst() }, pause: pause)
    }

    /// A client of the daemon at the socket, without a command.
    func client() -> Client {
        let place = DaemonPlace(option: nil, in: context(STDOUT_FILENO, STDERR_FILENO))
        return Client(place: place, manager: ServiceManager(environment: EnvironmentVariables(environment)))
    }
}
