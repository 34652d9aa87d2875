import Glibc
import SystemdKit
import Testing

@testable import GardenDaemon

/// The listening socket, and the end of a failed start. EndToEndTests test socket activation with the real daemon.
struct ListeningSocketTests {
    private static func makeFolder() throws -> String {
        var template = Array("/tmp/garden-sock-XXXXXX".utf8CString)
        return try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    @Test func withoutSocketActivationTheOwnPathIsUsed() throws {
        #expect(try ListeningSocket.find(ownPath: "/run/garden.sock") == .own(path: "/run/garden.sock"))
    }

    @Test func aFailedStartClosesConnectionsWaitingAtAnInheritedSocket() throws {
        let folder = try Self.makeFolder()
        let path = "\(folder)/garden.sock"
        let words = "\(folder)/last-words"
        defer {
            unlink(path)
            unlink(words)
            rmdir(folder)
        }
        let listener = try UnixSocket.listen(path: path)
        defer { close(listener) }
        #expect(UnixSocket.path(of: listener) == path)
        // It connects and closes; the connection still is in the listen queue.
        #expect(UnixSocket.isLive(path: path))
        ListeningSocket.handedOver(listener: listener, path: path).close(after: StartProblem("no room", exitCode: 74))
        #expect(try UnixSocket.accept(from: listener) == nil)
        #expect(access(words, F_OK) == 0)
    }

    @Test func aFailedStartWritesNoLastWordsAtItsOwnPath() throws {
        let folder = try Self.makeFolder()
        let path = "\(folder)/garden.sock"
        let listener = try UnixSocket.listen(path: path)
        defer {
            close(listener)
            unlink(path)
            rmdir(folder)
        }
        ListeningSocket.own(path: path).close(after: StartProblem("no room", exitCode: 74))
        #expect(access("\(folder)/last-words", F_OK) != 0)
    }
}
