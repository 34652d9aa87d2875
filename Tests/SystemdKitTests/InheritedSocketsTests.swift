import Glibc
import SystemdKit
import TestSupport
import Testing

/// Socket activation passes descriptors 3 and up, which in a running process belong to others. These tests therefore
/// start this program again with the sockets in place, to run the one test that checks them from inside.
@MainActor
@Suite("Inherited sockets")
struct InheritedSocketsTests {
    private nonisolated static let isActivated = getenv("LISTEN_FDS") != nil
    private nonisolated static let comment: Comment = "run by another test of this suite, in a process of its own"

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(.disabled(if: isActivated))
    func inheritedSocketsAreTakenOnceWithTheirNames() throws {
        let sockets = try ["a", "b"].map { try boundSocket(SOCK_STREAM, path: "\(folder.path)/\($0)") }
        #expect(try status(of: "childTakesTwoListeners", passing: sockets) == 0)
    }

    @Test(.disabled(if: isActivated))
    func aSocketThatDoesNotListenIsRefusedAndClosed() throws {
        let listener = try boundSocket(SOCK_STREAM, path: folder.path + "/listener")
        let datagrams = try boundSocket(SOCK_DGRAM, path: folder.path + "/datagrams")
        #expect(try status(of: "childClosesBothSockets", passing: [listener, datagrams]) == 0)
    }

    @Test(.enabled(if: isActivated, comment))
    func childTakesTwoListeners() throws {
        let inherited = try InheritedSockets.takeUnixListeners()
        #expect(inherited.map(\.descriptor) == [3, 4])
        #expect(inherited.map(\.name) == ["gardend.socket", "second"])
        #expect(inherited.allSatisfy { fcntl($0.descriptor, F_GETFD) & FD_CLOEXEC != 0 })
        #expect(getenv("LISTEN_FDS") == nil)
        #expect(try InheritedSockets.takeUnixListeners().isEmpty)
    }

    @Test(.enabled(if: isActivated, comment))
    func childClosesBothSockets() {
        #expect(throws: SystemError(code: EPROTOTYPE, call: "sd_is_socket_unix")) {
            try InheritedSockets.takeUnixListeners()
        }
        #expect([3, 4].allSatisfy { fcntl($0, F_GETFD) == -1 })
    }

    /// Runs one test of this suite in a new process that was given `sockets`, and answers its exit status.
    private func status(of test: String, passing sockets: [Int32]) throws -> Int32 {
        defer { for socket in sockets { close(socket) } }
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &path, path.count)
        let program = String(decoding: path.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let variables = "LISTEN_PID=$$ LISTEN_FDS=\(sockets.count) LISTEN_FDNAMES=gardend.socket:second"
        let command = ["/bin/sh", "-c", variables + #" exec "$0" "$@""#, program]
        let arguments = ["--testing-library", "swift-testing", "--filter", "InheritedSocketsTests/\(test)"]
        return try spawn(command + arguments, output: STDERR_FILENO, passing: sockets).wait()
    }
}
