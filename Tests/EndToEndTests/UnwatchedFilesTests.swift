import FileKit
import GardenAPI
import Glibc
import Testing

/// A daemon for which no inotify instance is free, because other programs of the user have taken them all.
struct UnwatchedFilesTests {
    /// Whether this machine permits user namespaces, in which the limit can be set for a single daemon.
    private static let hasNamespaces =
        (try? run(limited(to: 0) + ["/bin/true"], environment: ["PATH": "/usr/bin:/bin"]))?.end == .exited(0)

    private static let limit = "/proc/sys/user/max_inotify_instances"

    /// The command prefix that starts a program with a number of inotify instances.
    private static func limited(to count: Int) -> [String] {
        let script = "echo \(count) >\(limit) && exec \"$@\""
        return ["/usr/bin/unshare", "--user", "--map-root-user", "/bin/sh", "-c", script, "sh"]
    }

    /// Sets the number of instances of a daemon that runs.
    private func allow(_ count: Int, to daemon: Gardend) throws {
        let enter = ["/usr/bin/nsenter", "--user", "--preserve-credentials", "--target", "\(daemon.pid)"]
        let outcome = try run(
            enter + ["/bin/sh", "-c", "echo \(count) >\(Self.limit)"], environment: ["PATH": "/usr/bin:/bin"])
        #expect(outcome == Outcome(end: .exited(0), output: "", errors: ""))
    }

    private static let problem =
        "no inotify instance is free to watch files; saved files are found at the next command"

    private func check(_ name: String, of client: Client) throws -> JSON? {
        try client.call("daemon.doctor").arrayValue?.first { $0["name"] == .string(name) }
    }

    private static let deck = """
        [[entries]]
        show = "1"
        ask = "one"

        [[entries]]
        show = "2"
        ask = "two"

        """

    @Test(.enabled(if: hasNamespaces))
    func savedFilesAreFoundAtTheNextCommand() throws {
        let home = try Home()
        let daemon = try Gardend(in: home, wrapper: Self.limited(to: 0))
        let client = try daemon.connect()
        #expect(try readText(home.log).contains(Self.problem))
        #expect(try check("files", of: client)?["verdict"] == "warning")
        #expect(try check("files", of: client)?["detail"] == .string(Self.problem))

        try write("[timer]\nfocus_minutes = 33\n", to: home.config)
        #expect(try client.call("settings.get").at("values")?["timer.focus_minutes"] == 33)
        try write("[timer]\nfocus_minutes = 34\n", to: home.config)
        #expect(try client.call("settings.get").at("values")?["timer.focus_minutes"] == 34)
        // A wrong file changes nothing, and doctor says so.
        try write("[timer]\nfocus_minutes = 0\n", to: home.config)
        #expect(try client.call("settings.get").at("values")?["timer.focus_minutes"] == 34)
        #expect(try check("settings", of: client)?["verdict"] == "failed")
        unlink(home.config)
        #expect(try client.call("settings.get").at("values")?["timer.focus_minutes"] == 25)

        try makeFolders("\(home.configFolder)/decks")
        try write(Self.deck, to: "\(home.configFolder)/decks/numbers.toml")
        #expect(try client.call("drill.decks").text.contains("\"numbers\""))

        try allow(8, to: daemon)
        #expect(try check("files", of: client) == nil)
        #expect(try readText(home.log).contains("files are watched again"))
        let listener = try daemon.subscriber(["topics": ["settings.changed"]])
        try write("[timer]\nfocus_minutes = 35\n", to: home.config)
        #expect(try listener.event("settings.changed").at("data.changed") == ["timer.focus_minutes": 35])
    }

    /// A desktop has 128 of them by default, for all programs of the user.
    @Test func aDaemonTakesOneInotifyInstance() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        let folder = "/proc/\(daemon.pid)/fd"
        let instances = names(in: folder).filter { name in
            Folder.linkTarget("\(folder)/\(name)") == "anon_inode:inotify"
        }
        #expect(instances.count == 1)
    }
}
