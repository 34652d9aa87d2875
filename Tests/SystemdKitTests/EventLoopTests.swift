import Glibc
import SystemdKit
import TestSupport
import Testing

@MainActor
@Suite("The event loop")
struct EventLoopTests {
    private let loop: EventLoop

    init() throws { loop = try EventLoop() }

    @Test func runReturnsTheExitCode() throws {
        loop.defer { [loop] in loop.exit(code: 42) }
        #expect(try loop.runToEnd() == 42)
    }

    @Test func aLoopRunsOnlyOnce() throws {
        loop.defer { [loop] in loop.exit(code: 0) }
        _ = try loop.runToEnd()
        #expect(throws: SystemError(code: EBUSY, call: "sd_event_loop")) { try loop.run() }
    }

    @Test func runningInsideAHandlerIsRefused() throws {
        var refusal: SystemError?
        loop.defer { [loop] in
            do throws(SystemError) { _ = try loop.run() } catch { refusal = error }
            loop.exit(code: 0)
        }
        _ = try loop.runToEnd()
        #expect(refusal == SystemError(code: EBUSY, call: "sd_event_loop"))
    }

    @Test func deferredWorkRunsOnceAndInOrder() throws {
        var done: [Int] = []
        for number in 1...5 { loop.defer { done.append(number) } }
        loop.defer { [loop] in loop.defer { loop.exit(code: 0) } }
        _ = try loop.runToEnd()
        #expect(done == [1, 2, 3, 4, 5])
    }

    @Test func repeatedlyDeferredWorkDoesNotStarveOtherSources() throws {
        let sockets = try SocketPair()
        var slices = 0
        func slice() {
            slices += 1
            if slices == 1000 { return loop.exit(code: 1) }
            loop.defer(slice)
            if slices == 10 { _ = write(sockets.left, "x", 1) }
        }
        let source = try loop.io(sockets.right, .readable) { [loop] _ in loop.exit(code: 0) }
        loop.defer(slice)
        _ = try loop.runToEnd()
        source.cancel()
        #expect((10...13).contains(slices))
    }

    @Test func aReadySocketIsReportedWithItsEvents() throws {
        let sockets = try SocketPair()
        var reports: [IOEvents] = []
        let source = try loop.io(sockets.right, [.readable, .peerClosed]) { [loop] events in
            reports.append(events)
            if events.contains(.hangUp) { return loop.exit(code: 0) }
            #expect(received(from: sockets.right) == "seed")
            shutdown(sockets.left, Int32(SHUT_RDWR))
        }
        #expect(write(sockets.left, "seed", 4) == 4)
        _ = try loop.runToEnd()
        source.cancel()
        #expect(reports == [.readable, [.readable, .peerClosed, .hangUp]])
    }

    @Test func theEventsOfASourceCanBeChanged() throws {
        let sockets = try SocketPair()
        var reports: [IOEvents] = []
        var source: IOSource?
        source = try loop.io(sockets.right, []) { [loop] events in
            reports.append(events)
            source?.events = []
            loop.defer { loop.defer { loop.exit(code: 0) } }
        }
        source?.events = .writable
        _ = try loop.runToEnd()
        source = nil
        #expect(reports == [.writable])
    }

    @Test func aRegularFileCannotBePolled() throws {
        let folder = try TemporaryFolder()
        let file = open(folder.path + "/file", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        defer { close(file) }
        #expect(throws: SystemError(code: EPERM, call: "sd_event_add_io")) {
            try loop.io(file, .readable) { _ in }
        }
    }

    @Test func aReleasedSourceCallsItsHandlerNoMore() throws {
        let sockets = try SocketPair()
        #expect(write(sockets.left, "x", 1) == 1)
        var calls = 0
        var source: IOSource? = try loop.io(sockets.right, .readable) { _ in calls += 1 }
        weak let released = source
        source = nil
        #expect(released == nil)
        loop.defer { [loop] in loop.defer { loop.exit(code: 0) } }
        _ = try loop.runToEnd()
        #expect(calls == 0)
    }

    @Test func aHandlerMayReleaseItsOwnSource() throws {
        let sockets = try SocketPair()
        #expect(write(sockets.left, "x", 1) == 1)
        var calls = 0
        var source: IOSource?
        source = try loop.io(sockets.right, .readable) { [loop] _ in
            calls += 1
            source = nil
            loop.defer { loop.defer { loop.exit(code: 0) } }
        }
        #expect(source != nil)
        _ = try loop.runToEnd()
        #expect(calls == 1)
    }

    // raise(3) sends to this thread only; a signal to the process could fall on a thread that has not blocked it.
    @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGUSR2])
    func aSignalIsDeliveredAsAnEvent(number: Int32) throws {
        var deliveries = 0
        let source = try loop.signal(number) { [loop] in
            deliveries += 1
            loop.exit(code: number)
        }
        raise(number)
        #expect(try loop.runToEnd() == number)
        source.cancel()
        #expect(deliveries == 1)
    }

    @Test func theSameSignalCannotBeWatchedTwice() throws {
        let source = try loop.signal(SIGUSR2) {}
        defer { source.cancel() }
        #expect(throws: SystemError(code: EBUSY, call: "sd_event_add_signal")) { try loop.signal(SIGUSR2) {} }
    }

    @Test func changesInAFolderAreReported() throws {
        try Inotify.requireInstance()
        let folder = try TemporaryFolder()
        var events: [InotifyEvent] = []
        let mask = UInt32(IN_CREATE) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_DELETE_SELF)
        let source = try loop.inotify(folder.path, mask: mask) { [loop] event in
            events.append(event)
            if event.mask & UInt32(IN_DELETE_SELF) != 0 { loop.exit(code: 0) }
        }
        close(open(folder.path + "/pläne.toml", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
        unlink(folder.path + "/pläne.toml")
        rmdir(folder.path)
        _ = try loop.runToEnd()
        source.cancel()
        #expect(events.map(\.name) == ["pläne.toml", "pläne.toml", nil])
        #expect(events.map { $0.mask & mask } == [UInt32(IN_CREATE), UInt32(IN_CLOSE_WRITE), UInt32(IN_DELETE_SELF)])
    }

    @Test func aMissingFileCannotBeWatched() {
        #expect(throws: SystemError(code: ENOENT, call: "sd_event_add_inotify")) {
            try loop.inotify("/nowhere/at/all", mask: UInt32(IN_CREATE)) { _ in }
        }
    }

    @Test(arguments: [
        (["/bin/true"], ChildExit.exited(code: 0)),
        (["/bin/false"], .exited(code: 1)),
        (["/bin/sh", "-c", "exit 255"], .exited(code: 255)),
        (["/bin/sh", "-c", "kill -KILL $$"], .killed(signal: SIGKILL)),
    ])
    func aChildsExitIsReportedOnceAndReaped(command: [String], end: ChildExit) throws {
        var ends: [ChildExit] = []
        let child = try spawn(command)
        let source = try loop.child(child.pid) { [loop] exit in
            ends.append(exit)
            loop.defer { loop.exit(code: 0) }
        }
        _ = try loop.runToEnd()
        source.cancel()
        #expect(ends == [end])
        #expect(waitpid(child.pid, nil, WNOHANG) == -1 && errno == ECHILD)
    }

    /// Not even those without O_CLOEXEC: the others are closed only in its exec, which may be later than what we do next.
    @Test func aChildHasTheStandardDescriptorsOnly() throws {
        let (reader, writer) = newPipe()
        defer { for end in [reader, writer] { close(end) } }
        for end in [reader, writer] { _ = fcntl(end, F_SETFD, 0) }
        let script = "[ -e /proc/$$/fd/2 ] && ! [ -e /proc/$$/fd/\(reader) ] && ! [ -e /proc/$$/fd/\(writer) ]"
        let program = ChildProgram(["/bin/sh", "-c", script])
        var end: ChildExit?
        let child = try loop.spawn(program) { [loop] exit in
            end = exit
            loop.exit(code: 0)
        }
        _ = try loop.runToEnd()
        child.cancel()
        #expect(end == .exited(code: 0))
    }

    @Test func aRunningChildIsWaitedFor() throws {
        let child = try spawn(["/bin/sleep", "60"])
        var end: ChildExit?
        let source = try loop.child(child.pid) { [loop] exit in
            end = exit
            loop.exit(code: 0)
        }
        loop.defer { kill(child.pid, SIGTERM) }
        _ = try loop.runToEnd()
        source.cancel()
        #expect(end == .killed(signal: SIGTERM))
    }

    @Test func cancellingTheSourceKillsAndReapsTheChild() throws {
        let child = try spawn(["/bin/sleep", "60"])
        let source = try loop.child(child.pid) { _ in Issue.record("a cancelled source called its handler") }
        source.cancel()
        #expect(waitpid(child.pid, nil, WNOHANG) == -1 && errno == ECHILD)
    }
}
