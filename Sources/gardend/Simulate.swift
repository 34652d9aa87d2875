import ArgumentParser
import GardenAPI
import GardenCore
import GardenDaemon
import GardenEngine
import GardenStore
import Glibc
import SystemPackage
import TimeKit

struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Run the daemon's engine on a virtual clock, with a script from standard input.",
        discussion: """
            Each line is a JSON-RPC request or batch, or a directive: {"at":INSTANT}, {"advance":SECONDS}, \
            {"sleep":SECONDS}, {"down":SECONDS}, {"reboot":SECONDS}, {"timezone":ZONE}, {"stepClock":SECONDS} or \
            \(VirtualMachine.directiveForms.joined(separator: ", ")). It prints every answer and every event, one per line. \
            The same input gives the same output, byte for byte. After "down", the daemon knows when it was killed; \
            after "reboot", it knows only the time of the last event.

            EXAMPLES
              echo '{"jsonrpc":"2.0","id":1,"method":"timer.start"}' | gardend simulate
              gardend simulate --timezone Europe/Berlin --start 2026-03-29T01:50:00+01:00 < script.jsonl
            """)

    @Option(help: ArgumentHelp("The initial time zone of the system.", valueName: "ZONE"))
    var timezone = "UTC"

    @Option(help: ArgumentHelp("The initial time (RFC 3339).", valueName: "INSTANT"))
    var start = "2026-01-01T09:00:00Z"

    @Option(
        help: ArgumentHelp("A configuration file; without it, the defaults apply.", valueName: "FILE"),
        completion: .file())
    var config: String?

    @Option(
        help: ArgumentHelp("A data directory to work on; without it, the data is in memory.", valueName: "DIR"),
        completion: .directory)
    var data: String?

    func validate() throws {
        try refuseEmpty(config, of: "--config")
        try refuseEmpty(data, of: "--data")
        guard Timestamp(start) != nil else {
            throw ValidationError("--start must be an instant such as 2026-01-01T09:00:00Z, not '\(start)'")
        }
    }

    mutating func run() throws {
        let store: JournalStore
        do {
            store = try openStore()
        } catch {
            throw failure(error.naming(folder: data.map(absolute)).message, error.exitCode)
        }
        var output = Output()
        do throws(SimulationError) {
            let machine = try makeMachine(store) { line in output.append(line) }
            try feed(machine) { output.flush() }
            machine.finish()
            output.flush()
            do { try store.close() } catch { throw SimulationError(error.reason) }
        } catch {
            output.flush()
            throw failure(error.message, ExitStatus.usage)
        }
        if output.hasFailed { throw ExitCode(ExitStatus.inputOutput) }
    }

    private func openStore() throws(OpeningError) -> JournalStore {
        if let data {
            return try JournalStore(opening: DataFolder(takenFrom: DataPaths(root: absolute(data))))
        }
        do { return try JournalStore.inMemory() } catch { throw .failed(error) }
    }

    private func makeMachine(_ store: JournalStore, send: @escaping ([UInt8]) -> Void) throws(SimulationError)
        -> VirtualMachine
    {
        let config = config.map(absolute)
        do throws(SettingsProblem) {
            var setup = VirtualMachine.Setup(
                // validate() has already read it.
                start: Timestamp(start)!.instant, zone: try Zones.named(timezone),
                names: Startup.Names(
                    newGardenId: String(repeating: "0", count: 31) + "1",
                    newDeviceId: String(repeating: "0", count: 31) + "2", machine: nil),
                settingsFile: config,
                readSettings: { () throws(SettingsProblem) in
                    guard let config else { return .standard }
                    let reading = try ConfigFile(at: config, mustExist: true).reading()
                    for problem in reading.unknown { printError("warning: \(problem)") }
                    return reading.settings
                },
                loadZone: { (name) throws(SettingsProblem) in try Zones.named(name) })
            if let config {
                setup.readFiles = ConfigurationFiles.reader(beside: config)
            }
            return try machine(setup, store, send)
        } catch {
            throw SimulationError(error.message)
        }
    }

    private func machine(_ setup: VirtualMachine.Setup, _ store: JournalStore, _ send: @escaping ([UInt8]) -> Void)
        throws(SettingsProblem) -> VirtualMachine
    {
        let archive: any Archive = data.map { ArchiveFolder(DataPaths(root: absolute($0))) } ?? MemoryArchive()
        do { return try VirtualMachine(setup, store: store, archive: archive, send: send) } catch {
            throw SettingsProblem(message: error.message)
        }
    }

    /// Passes the lines of standard input to the machine, and flushes the output in between.
    private func feed(_ machine: VirtualMachine, flush: () -> Void) throws(SimulationError) {
        var framer = LineFramer()
        var lineNumber = 0
        func take(_ segment: ArraySlice<UInt8>) throws(SimulationError) {
            segment.withUnsafeBytes { framer.append($0) }
            guard segment.last == UInt8(ascii: "\n") else { return }
            lineNumber += 1
            while let line = framer.next() {
                do { try machine.take(line) } catch {
                    throw SimulationError("line \(lineNumber): \(error.message)")
                }
            }
        }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count: Int
            do { count = try buffer.withUnsafeMutableBytes { try FileDescriptor.standardInput.read(into: $0) } } catch {
                throw SimulationError("standard input: \(error)")
            }
            guard count > 0 else { break }
            var rest = buffer[..<count]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                try take(rest[...end])
                rest = rest[(end + 1)...]
            }
            try take(rest)
            flush()
        }
        try take([UInt8(ascii: "\n")])
    }
}

/// Standard output, written in large pieces.
private struct Output {
    private(set) var hasFailed = false
    private var bytes: [UInt8] = []

    mutating func append(_ line: [UInt8]) {
        bytes += line
        if bytes.count >= 1 << 16 { flush() }
    }

    mutating func flush() {
        defer { bytes = [] }
        guard !hasFailed else { return }
        do { try FileDescriptor.standardOutput.writeAll(bytes) } catch {
            hasFailed = true
            if case Errno.brokenPipe = error { return }
            printError("standard output: \(error)")
        }
    }
}
