import GardenAPI
import Glibc
import Testing

@testable import GardenDaemon

/// The folder of the socket, and last words.
struct RuntimeFolderTests {
    private let root: String

    init() throws {
        var template = Array("/tmp/garden-daemon-XXXXXX".utf8CString)
        root = mkdtemp(&template).map { String(cString: $0) } ?? "/nowhere"
    }

    private func folder(_ name: String = "run") -> RuntimeFolder {
        RuntimeFolder(socketPath: "\(root)/\(name)/garden.sock")
    }

    private func status(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : nil
    }

    private func clean() {
        for name in ["garden.sock", "garden.sock.lock", "last-words"] { unlink("\(root)/run/\(name)") }
        unlink("\(root)/run")
        rmdir("\(root)/run")
        rmdir(root)
    }

    @Test func aMissingFolderIsCreatedPrivate() throws {
        defer { clean() }
        try folder().prepare()
        #expect(status("\(root)/run") == S_IFDIR | 0o700)
    }

    @Test func aMissingParentFolderIsRefusedWithItsPath() throws {
        defer { clean() }
        let deep = folder("no/run")
        let problem = try #require(throws: StartProblem.self) { try deep.prepare() }
        #expect(problem.exitCode == 74)
        #expect(problem.message.hasPrefix("the runtime directory \(root)/no/run cannot be created: "))
    }

    @Test(arguments: [(0o700, true), (0o755, true), (0o711, true), (0o720, false), (0o702, false), (0o1777, false)])
    func aFolderWritableByOthersIsRefused(mode: Int, isGood: Bool) throws {
        defer { clean() }
        mkdir("\(root)/run", 0o700)
        chmod("\(root)/run", mode_t(mode))
        if isGood {
            try folder().prepare()
        } else {
            let problem = try #require(throws: StartProblem.self) { try folder().prepare() }
            #expect(problem.message.contains("is writable by other users (mode \(String(mode, radix: 8)))"))
            #expect(problem.message.hasSuffix("; \(Endpoint.placeAdvice)"))
            #expect(!problem.message.contains("chmod"))
        }
        // Its mode is not changed without the owner's knowledge.
        #expect(status("\(root)/run") == S_IFDIR | mode_t(mode))
    }

    @Test func theSocketIsPrivateAndRemovedAtTheEnd() throws {
        defer { clean() }
        let (listener, lock) = try folder().bind()
        defer {
            close(listener)
            close(lock.rawValue)
        }
        #expect(status("\(root)/run/garden.sock") == S_IFSOCK | 0o600)
        #expect(throws: StartProblem("another daemon listens on \(root)/run/garden.sock", exitCode: 69)) {
            try folder().bind()
        }
        folder().remove()
        #expect(status("\(root)/run/garden.sock") == nil)
    }

    @Test func aStaleSocketIsReplaced() throws {
        defer { clean() }
        let (first, firstLock) = try folder().bind()
        close(first)
        close(firstLock.rawValue)
        let (second, secondLock) = try folder().bind()
        close(second)
        close(secondLock.rawValue)
    }

    @Test func aRegularFileAtTheSocketPathIsNotReplaced() throws {
        defer { clean() }
        try folder().prepare()
        close(open("\(root)/run/garden.sock", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
        let problem = try #require(throws: StartProblem.self) { try folder().bind() }
        #expect(problem.exitCode == 74)
        #expect(status("\(root)/run/garden.sock") == S_IFREG | 0o600)
    }

    @Test func lastWordsStayUntilTheNextStart() throws {
        defer { clean() }
        let path = "\(root)/run/last-words"
        let listeningSocket = ListeningSocket.own(path: "\(root)/run/garden.sock")
        listeningSocket.close(after: StartProblem("one", exitCode: 74))
        listeningSocket.close(after: StartProblem("two", exitCode: 65))
        listeningSocket.close(after: StartProblem("another lives", exitCode: 69))
        #expect(text(of: path) == "gardend exited with an error: two\n")
        #expect(status(path) == S_IFREG | 0o600)
        // The words are always one line, and the remedy is the next.
        listeningSocket.close(after: StartProblem("one\ntwo", exitCode: 65, remedy: "do\nthis"))
        #expect(text(of: path) == "gardend exited with an error: one two\ndo this\n")
        folder().forgetLastWords()
        #expect(status(path) == nil)
    }

    @Test func lastWordsAreNotWrittenThroughALinkOrToAnUnsafeFolder() throws {
        defer { clean() }
        try folder().prepare()
        symlink("\(root)/elsewhere", "\(root)/run/last-words")
        folder().leave(lastWords: "words")
        #expect(status("\(root)/elsewhere") == nil)
        unlink("\(root)/run/last-words")
        chmod("\(root)/run", 0o777)
        folder().leave(lastWords: "words")
        #expect(status("\(root)/run/last-words") == nil)
    }

    private func text(of path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 100)
        return String(decoding: bytes[..<max(0, read(descriptor, &bytes, bytes.count))], as: UTF8.self)
    }
}
