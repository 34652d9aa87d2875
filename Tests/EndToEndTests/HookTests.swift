import GardenAPI
import Glibc
import TestSupport
import Testing

/// Hooks of a daemon without a service manager, which are its children (RULES H1 … H3).
struct HookTests {
    private let home: Home

    init() throws {
        home = try Home()
        try makeFolder("\(home.configFolder)/hooks", mode: 0o700)
        try limit(seconds: 300)
    }

    /// The limit of hooks is on the wall: what is to end by itself gets one that a busy machine does not reach.
    private func limit(seconds: Int) throws { try write("[hooks]\ntimeout_seconds = \(seconds)\n", to: home.config) }

    private func put(_ file: String, _ script: String) throws {
        let path = "\(home.configFolder)/hooks/\(file)"
        let folder = path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        if !exists(folder) { try makeFolder(folder, mode: 0o700) }
        // A new file takes its place: one that is starting at this moment cannot be written (ETXTBSY).
        let new = "\(home.folder.path)/new-hook"
        try write("#!/bin/sh\n\(script)\n", to: new)
        chmod(new, 0o700)
        guard rename(new, path) == 0 else { throw TestFailure(call: "rename \(new)") }
    }

    /// What a test of the hooks of `timer.started` reports: "FILE: PROBLEM, OUTPUT".
    private func tested(_ client: Client) throws -> [String] {
        let answer = try client.call("hook.test", ["event": "timer.started"])
        return answer["runs"]?.arrayValue?.map { run in
            let file = run["file"]?.stringValue ?? ""
            return "\(file): \(run["problem"]?.stringValue ?? "ok"), \(run["output"]?.stringValue ?? "")"
        } ?? []
    }

    /// The processes of hooks that are left, as their command lines, without our own.
    private func left() throws -> [String] {
        names(in: "/proc").compactMap { name in
            guard pid_t(name) != nil, let bytes = try? readBytes("/proc/\(name)/environ"),
                bytes.split(separator: 0).contains(where: {
                    $0.elementsEqual("GARDEN_ACTOR=hook".utf8) || $0.starts(with: "GARDEN_ACTOR=hook:".utf8)
                }),
                bytes.split(separator: 0).contains(where: { $0.elementsEqual("GARDEN_SOCKET=\(home.socket)".utf8) }),
                let words = try? readBytes("/proc/\(name)/cmdline").split(separator: 0)
            else { return nil }
            let line = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
            return line.contains("supervise-program") ? nil : line
        }.sorted()
    }

    @Test func aHookGetsItsEventAndItsEnvironment() throws {
        try put("timer.started", "cat; env | grep ^GARDEN_ | sort; echo \"$# ${0##*/} $PWD $PATH\"")
        let daemon = try Gardend(in: home)
        let client = try daemon.subscriber()
        try client.call("timer.start", ["category": "Deep \"work\""])
        let event = try client.event("timer.started")
        let runs = try tested(client)
        let expected = """
            timer.started: ok, \(event.text)
            GARDEN_ACTOR=hook:timer.started
            GARDEN_AT=\(event["at"]?.stringValue ?? "")
            GARDEN_CATEGORY=Deep "work"
            GARDEN_DAY=\(try client.call("day.get")["day"]?.stringValue ?? "")
            GARDEN_EVENT=timer.started
            GARDEN_PHASE=focus
            GARDEN_SEQ=\(event["seq"]?.integerValue ?? 0)
            GARDEN_SOCKET=\(home.socket)
            GARDEN_TASK=
            GARDEN_TEST=1
            0 timer.started \(home.folder.path) /usr/bin:/bin:\(Binaries.folder)

            """
        #expect(runs == [expected])
    }

    @Test func everyEndIsReportedAndNothingIsLeft() throws {
        try limit(seconds: 3)
        let late = "did not end within 3 s, and was stopped"
        let hooks = [
            ("1-works", "echo fine", "ok, fine\n"), ("2-fails", "exit 3", "exited with status 3, "),
            ("3-is-killed", "kill -9 $$", "was killed by signal 9, "), ("4-hangs", "sleep 100", "\(late), "),
            ("5-ignores-SIGTERM", "trap '' TERM; sleep 100 & sleep 100", "\(late), "),
            ("6-has-a-daemon", "setsid -f sleep 100; sleep 100", "\(late), "),
            ("7-has-a-deaf-daemon", "(setsid sh -c 'trap \"\" TERM; sleep 100; sleep 100' &); sleep 100", "\(late), "),
            ("8 a\"b'$(exit)%n;", "echo \"${0##*/}\"", "ok, 8 a\"b'$(exit)%n;\n"),
        ]
        for (name, script, _) in hooks { try put("timer.started.d/\(name)", script) }
        let path = "\(home.configFolder)/hooks/timer.started.d/9-no-shell"
        try write("#!/no/such/shell\n", to: path)
        chmod(path, 0o700)
        let daemon = try Gardend(in: home)
        let runs = try tested(try daemon.connect())
        let noShell = "9-no-shell: cannot be executed; check its first line, such as #!/bin/sh, "
        let expected = hooks.map { "timer.started.d/\($0.0): \($0.2)" } + ["timer.started.d/\(noShell)"]
        #expect(runs == expected)
        #expect(try left() == [])
    }

    @Test("H2: what a hook leaves running stays until the daemon is gone", arguments: [false, true])
    func whatAHookLeavesStays(isKilled: Bool) throws {
        try put("timer.started", "sleep 1001 & setsid -f sleep 1002; (setsid sh -c 'trap \"\" TERM; sleep 1003; :' &)")
        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        #expect(try tested(client) == ["timer.started: ok, "])
        let expected = ["sh -c trap \"\" TERM; sleep 1003; :", "sleep 1001", "sleep 1002", "sleep 1003"]
        try WaitLimit.wait(for: "the programs that a hook leaves") { try left() == expected }
        // The count that doctor gives is the one before, and it has all be counted again.
        try WaitLimit.wait(for: "the count of them") {
            try hooksCheck(client) == "1 hook, run as children of gardend; 4 processes left running"
        }
        #expect(try left() == expected)
        if isKilled { try daemon.kill() } else { #expect(try daemon.stop() == .exited(0)) }
        // The supervisor ends them, too, if the daemon was killed.
        try WaitLimit.wait(for: "the end of the programs") { try left() == [] }
    }

    private func hooksCheck(_ client: Client) throws -> String? {
        try client.call("daemon.doctor").arrayValue?.first { $0["name"] == "hooks" }?["detail"]?.stringValue
    }

    @Test("H2: a hook that starts programs without end is ended with all of them")
    func aHookThatStartsProgramsWithoutEndIsEnded() throws {
        try limit(seconds: 1)
        let starter = "while :; do sleep 100 & sleep 0.02; done"
        try put("timer.started", "trap '' TERM; for i in 1 2 3; do (setsid sh -c '\(starter)' &); done; sleep 100")
        let daemon = try Gardend(in: home)
        #expect(
            try tested(try daemon.connect()) == ["timer.started: did not end within 1 s, and was stopped, "])
        #expect(try left() == [])
    }

    @Test func aFloodIsCutAndDelaysNoOne() throws {
        try put("timer.started", "yes | head -c 30000000")
        let daemon = try Gardend(in: home)
        let run = try #require(
            try daemon.connect().call("hook.test", ["event": "timer.started"])["runs"]?.arrayValue?.first)
        #expect(run["output"]?.stringValue?.utf8.count == 16 << 10)
        #expect(run["omittedBytes"] == .integer(30_000_000 - 16 << 10))
        #expect(run["problem"] == nil)
    }

    @Test func failuresAreRecordedOnceAndOrderIsKept() throws {
        try limit(seconds: 1)
        try put("log.written.d/order", "echo $GARDEN_SEQ >> $HOME/order")
        try put("log.written.d/fails", "exit 3")
        try put("log.written.d/hangs", "sleep 100")
        try put("log.written.d/refused", "true")
        chmod("\(home.configFolder)/hooks/log.written.d/refused", 0o600)
        let daemon = try Gardend(in: home)
        let (client, subscriber) = (try daemon.connect(), try daemon.subscriber(["topics": ["hook.*"]]))
        for index in 1...300 { try client.call("log.note", ["text": .string("note \(index)")]) }
        var failed: [String: String] = [:]
        for _ in 1...3 {
            let data = try subscriber.event("hook.failed")["data"]
            failed[data?["file"]?.stringValue ?? ""] = data?["problem"]?.stringValue
        }
        let refused = "\(home.configFolder)/hooks/log.written.d/refused"
        #expect(
            failed == [
                "log.written.d/fails": "exited with status 3",
                "log.written.d/hangs": "did not end within 1 s, and was stopped",
                "log.written.d/refused": "\(refused) is not executable; run: chmod u+x \(refused)",
            ])
        // The hook that works has the events in order, and after its last one it fails no more often.
        try put("log.written.d/fails", "true")
        try client.call("log.note", ["text": "the last one"])
        #expect(try subscriber.event("hook.recovered")["data"]?["file"] == "log.written.d/fails")
        let order = try readText("\(home.folder.path)/order").split(separator: "\n").compactMap { Int($0) }
        #expect(order == order.sorted() && Set(order).count == order.count && order.count > 20)
        #expect(try client.call("journal.list", ["types": ["hook.failed", "hook.recovered"]]).arrayValue?.count == 4)
        let list = try client.call("hook.list").arrayValue ?? []
        let failures = list.map { $0["failure"]?.stringValue }
        #expect(failures == [nil, failed["log.written.d/hangs"], nil, failed["log.written.d/refused"]])
        #expect(try daemon.stop() == .exited(0))
        #expect(try left() == [])
    }

    @Test func aHookThatChangesTheGardenStartsNoLoop() throws {
        let note = "gardenctl log note \"${0##*/} saw $GARDEN_SEQ\" > $HOME/note-${0##*/} 2>&1"
        try put("log.written.d/a", note)
        try put("log.written.d/b", note)
        let daemon = try Gardend(in: home)
        let client = try daemon.subscriber(["topics": ["log.written"]])
        try client.call("log.note", ["text": "by hand"])
        let first = try client.event("log.written")["seq"]?.integerValue ?? 0
        // Both see it, and each sees what the other has written then. No one sees what it led to itself.
        let notes = try (1...4).map { _ in try client.event("log.written")["data"]?["text"]?.stringValue ?? "" }
        #expect(notes.count { $0.hasSuffix("a saw \(first)") } == 1)
        #expect(notes.count { $0.hasSuffix("b saw \(first)") } == 1)
        #expect(notes.count { $0.contains("a saw") } == 2)
        let authors = try client.call("journal.list", ["types": ["log.written"]])
        #expect(authors.arrayValue?.count == 5)
    }

    /// Ways in which a hook sends a change without GARDEN_ACTOR, or with that of another one.
    private static let strangers = [
        "env -i HOME=\"$HOME\" GARDEN_SOCKET=\"$GARDEN_SOCKET\" \(Binaries.folder)/gardenctl log note from-a-hook",
        "(sleep 0.1; env -u GARDEN_ACTOR setsid gardenctl log note from-a-hook) & exit 0",
        "GARDEN_ACTOR=hook:other gardenctl log note from-a-hook", "exec /usr/bin/python3 $HOME/sender.py",
    ]
    /// Sends a change and is gone before the answer.
    private static let sender = #"""
        import os, socket
        s = socket.socket(socket.AF_UNIX)
        s.connect(os.environ["GARDEN_SOCKET"])
        s.sendall(b'{"jsonrpc":"2.0","id":1,"method":"log.note","params":{"text":"from-a-hook"}}\n')
        os._exit(0)
        """#

    @Test("H4: a change of a hook is recognized by descent", Needs.program("/usr/bin/python3"), arguments: strangers)
    func aHookIsRecognizedByDescent(script: String) throws {
        try put("log.written.d/a", "echo run >> $HOME/runs\n\(script)")
        try write(Self.sender, to: "\(home.folder.path)/sender.py")
        let daemon = try Gardend(in: home)
        let client = try daemon.subscriber(["topics": ["log.written"]])
        try client.call("log.note", ["text": "by hand"])
        for text in ["by hand", "from-a-hook"] {
            #expect(try client.event("log.written")["data"]?["text"]?.stringValue?.hasSuffix("] \(text)") == true)
        }
        // What would begin now begins before what comes after it.
        try put("log.written.d/a", "echo last >> $HOME/runs")
        try client.call("log.note", ["text": "the last one"])
        #expect(try client.event("log.written")["data"]?["text"]?.stringValue?.hasSuffix("] the last one") == true)
        try WaitLimit.wait(for: "the last run") { try readText("\(home.folder.path)/runs").hasSuffix("last\n") }
        #expect(try readText("\(home.folder.path)/runs") == "run\nlast\n")
        let list = try client.call("journal.list", ["types": ["log.written"]]).arrayValue
        #expect(list?.count == 3)
    }
}
