import Foundation
import GardenAPI
import GardenCore
import GardenEngine
import GardenStore
import Glibc
import Logging
import TestSupport
import Testing

@testable import GardenDaemon

/// A start that fails once the socket is bound.
struct FailedStartTests {
    @Test func aFailedStartLeavesLastWordsAndNoSocket() throws {
        var template = Array("/tmp/garden-start-XXXXXX".utf8CString)
        let folder = String(cString: try #require(mkdtemp(&template)))
        let path = "\(folder)/run/garden.sock"
        defer {
            for name in ["run/garden.sock.lock", "run/last-words", "reminded"] { unlink("\(folder)/\(name)") }
            rmdir("\(folder)/run")
            rmdir(folder)
        }
        let store = FlakyStore(try JournalStore.inMemory())
        store.isRefusing = true
        let listeningSocket = ListeningSocket.own(path: path)
        let dependencies = DaemonDependencies(
            dataFolder: folder, listeningSocket: listeningSocket, store: store, archive: MemoryArchive(),
            config: ConfigFile(path: "\(folder)/config.toml") { (_) throws(SettingsProblem) in nil },
            zones: ZoneSource(
                system: { () throws(SettingsProblem) in .utc }, named: { (_) throws(SettingsProblem) in .utc },
                files: { _ in [] }),
            names: .test, lastHeartbeat: nil, writeHeartbeat: {}, backupCommand: { _ in nil },
            backupBeforeChange: { _ in (GardenBackup(path: "", restoreCommand: ""), []) }, restoreCommand: "",
            removeBackup: { _ in }, filesWithEffect: { _ in [] }, ownCommand: { $0 }, checkData: { [] })
        let daemon = try Daemon(dependencies, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        #expect(access(path, F_OK) == 0)

        let problem = StartProblem(
            "cannot create the garden, because the disk write failed: the simulated disk is full", exitCode: 74)
        #expect(throws: problem) { try daemon.run() }
        listeningSocket.close(after: problem)
        #expect(access(path, F_OK) != 0)
        let words = try String(contentsOfFile: "\(folder)/run/last-words", encoding: .utf8)
        #expect(words == "gardend exited with an error: \(problem.message)\n")
    }
}
