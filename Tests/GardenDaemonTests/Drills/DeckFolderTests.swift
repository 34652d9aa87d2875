import CSystemd
import Foundation
import GardenCore
import GardenEngine
import Glibc
import Logging
import TestSupport
import Testing

@testable import GardenDaemon
@testable import SystemdKit

/// The person's own decks as files (RULES D1).
struct DeckFolderTests {
    nonisolated private static let valid = """
        language = "en"
        [[entries]]
        show = "☿"
        ask = "Mercury"
        [[entries]]
        show = ["♀", "🟡"]
        ask = { en = "Venus", ja = "金星" }
        """

    nonisolated private static func entries(_ count: Int) -> String {
        (0..<count).map { "[[entries]]\nshow = \"s\($0)\"\nask = \"w\($0)\"\n" }.joined()
    }

    nonisolated private static let two = entries(2)

    /// Files that are refused, and how the message about each continues after its path.
    nonisolated private static let wrong: [(name: String, text: String, problem: String)] = [
        ("empty", "", ": entries is missing"),
        ("one", entries(1), ": must have 2 to 256 entries, not 1"),
        ("many", entries(257), ": must have 2 to 256 entries, not 257"),
        ("none", "entries = []", ": must have 2 to 256 entries, not 0"),
        ("syntax", "[[entries]\n", ", line 1, column 11: "),
        ("unclosed", "\(two)[[entries]]\nshow = \"a\n", ", line 8, column 10: "),
        ("table", "[entries]\nshow = \"a\"\n", ": entries must be a list, not an object"),
        ("number", "entries = 3", ": entries must be a list, not 3"),
        ("integers", "entries = [1, 2]", ": entry 1: the value must be an object, not 1"),
        (
            "doubled", "\(two)[[entries]]\nshow = \"x\"\nask = \"W0\"\n",
            ": entry 3 (\"W0\"): ask \"W0\" is asked by entry 1, too"
        ),
        (
            "shown-twice", "\(two)[[entries]]\nshow = \"s1\"\nask = \"x\"\n",
            ": entry 3 (\"x\"): show \"s1\" is shown by entry 2, too"
        ),
        ("same-key", "\(two)[[entries]]\nshow = \"x\"\nshow = \"y\"\nask = \"x\"\n", ", line 9, column "),
        ("no-show", "\(two)[[entries]]\nask = \"x\"\n", ": entry 3 (\"x\"): show is missing"),
        ("no-ask", "\(two)[[entries]]\nshow = \"x\"\n", ": entry 3 (\"x\"): ask is missing"),
        (
            "blank", "\(two)[[entries]]\nshow = \" \"\nask = \"x\"\n",
            ": entry 3 (\"x\"): show must be a line of 1 to 40 characters, not \" \""
        ),
        (
            "control", "\(two)[[entries]]\nshow = \"a\\u0007\"\nask = \"x\"\n",
            ": entry 3 (\"x\"): show contains U+0007 BELL, which is a control character and is not allowed"
        ),
        (
            "escape", "\(two)[[entries]]\nshow = \"a\\u001B[2J\"\nask = \"x\"\n",
            ": entry 3 (\"x\"): show contains U+001B ESCAPE, which is a control character and is not allowed"
        ),
        (
            "two-lines", "\(two)[[entries]]\nshow = \"x\"\nask = \"a\\nb\"\n",
            ": entry 3 (\"a\\nb\"): ask contains U+000A LINE FEED, which is a control character and is not allowed"
        ),
        ("nul", "\(two)# \0\n", ", line 7, column 3: the control character U+0000 is not allowed here"),
        (
            "long", "\(two)[[entries]]\nshow = \"\(String(repeating: "x", count: 41))\"\nask = \"x\"\n",
            ": entry 3 (\"x\"): show must be a line of 1 to 40 characters, not "
        ),
        (
            "language", "language = \"english language\"\n\(two)",
            ": language must be a language such as \"en\" or \"pt-BR\", not \"english language\""
        ),
        (
            "option", "language = \"-v\"\n\(two)",
            ": language must be a language such as \"en\" or \"pt-BR\", not \"-v\""
        ),
        ("unknown", "title = \"x\"\n\(two)", ": title is unknown; allowed: language, entries, levels"),
        (
            "deep", "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s = 1\n",
            ", line 1, column 34: a name has more than 16 parts"
        ),
        (
            "values", "x = [\(String(repeating: "1,", count: 10_240))1]\n",
            ", line 1, column 20484: more than 10240 values"
        ),
        ("level", "\(two)[[levels]]\nid = \"challenge\"\n", ": level 1: id \"challenge\" is the name of another level"),
        (
            "choices", "\(two)[[levels]]\nid = \"x\"\nchoices = 3\n",
            ": level 1: choices needs 3 entries; the deck has 2"
        ),
        ("flags", two, ": has the name of a built-in deck, flags; rename it"),
        ("123", two, ": is not the name of a deck: it must not consist only of digits: 123 is read as an id"),
        ("large", two + String(repeating: "#\n", count: 1 << 20), ": larger than 262144 bytes"),
    ]

    private func write(_ text: String, _ name: String, in folder: TemporaryFolder) throws {
        try text.write(toFile: "\(folder.path)/decks/\(name).toml", atomically: true, encoding: .utf8)
    }

    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        mkdir("\(folder.path)/decks", 0o700)
        return folder
    }

    private func decks(in folder: TemporaryFolder) -> DeckFolder { DeckFolder(beside: "\(folder.path)/config.toml") }

    @Test("D1: thirty-two files that are refused, each by name and entry, and two that stay")
    func refusedFiles() throws {
        let folder = try folder()
        for (name, text, _) in Self.wrong { try write(text, name, in: folder) }
        try write(Self.valid, "planets", in: folder)
        try write(Self.valid, "Planets", in: folder)
        let bytes = Data([0x5B, 0xFF, 0xFE])
        try bytes.write(to: URL(fileURLWithPath: "\(folder.path)/decks/bytes.toml"))
        mkfifo("\(folder.path)/decks/pipe.toml", 0o600)
        mkdir("\(folder.path)/decks/directory.toml", 0o700)
        symlink("nowhere", "\(folder.path)/decks/link.toml")
        // Drafts of editors are no decks.
        for name in [".planets.toml.swp", "planets.toml~", ".hidden.toml", "notes.txt"] {
            try "x".write(toFile: "\(folder.path)/decks/\(name)", atomically: true, encoding: .utf8)
        }
        let library = decks(in: folder).read()
        #expect(library.own.map(\.name) == ["Planets"])
        let others = [
            ("bytes", ": not valid UTF-8"), ("pipe", ": not a regular file"), ("directory", ": not a regular file"),
            ("link", ": No such file or directory"), ("planets", ": another deck is named Planets; rename one of them"),
        ]
        let expected = Self.wrong.map { ($0.name, $0.problem) } + others
        #expect(library.problems.count == expected.count)
        for (name, problem) in expected {
            let found = library.problems.first { $0.deck == name }?.message ?? "not refused"
            #expect(found.hasPrefix("\(folder.path)/decks/\(name).toml\(problem)"), "\(found)")
        }
    }

    @Test func aDirectoryThatDoesNotExistHasNoDecks() throws {
        let folder = try TemporaryFolder()
        #expect(decks(in: folder).read() == DeckLibrary())
        try "x".write(toFile: "\(folder.path)/decks", atomically: true, encoding: .utf8)
        #expect(decks(in: folder).read().problems.map(\.message) == ["\(folder.path)/decks: Not a directory"])
    }

    @Test func aDeckIsReadAsTheRulesSay() throws {
        let folder = try folder()
        try write(Self.valid, "planets", in: folder)
        let deck = try DeckFolder.deck(at: "\(folder.path)/decks/planets.toml")
        #expect(deck.name == "planets")
        #expect(deck.entries.map(\.shows) == [["☿"], ["♀", "🟡"]])
        #expect(deck.entries.map { $0.words.map(\.text) } == [["Mercury"], ["Venus", "金星"]])
    }

    @Test("only the deck that changed is read again")
    func readFiles() throws {
        let folder = try folder()
        for number in 0..<20 { try write(Self.two, "deck\(number)", in: folder) }
        // Later than all changes, so that each is settled when it is looked at.
        let decks = DeckFolder(beside: "\(folder.path)/config.toml") { time(nil) + 60 }
        let first = decks.read()
        #expect((first.own.count, decks.readCount) == (20, 20))
        #expect(decks.read() == first)
        #expect(decks.readCount == 20)
        try write(Self.entries(3), "deck7", in: folder)
        #expect(decks.read().own.map(\.entries.count).sorted() == Array(repeating: 2, count: 19) + [3])
        #expect(decks.readCount == 21)
        rename("\(folder.path)/decks/deck3.toml", "\(folder.path)/decks/deck99.toml")
        #expect(decks.read().own.count == 20)
        #expect(decks.readCount == 22)
    }

    @Test("a file that was changed a moment ago is read again: its status may not show the next change")
    func unsettledFiles() throws {
        let folder = try folder()
        try write(Self.two, "deck", in: folder)
        let file = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/decks/deck.toml")
        let written = Int(try #require(file[.modificationDate] as? Date).timeIntervalSince1970)
        let decks = DeckFolder(beside: "\(folder.path)/config.toml") { written }
        #expect(decks.read() == decks.read())
        #expect(decks.readCount == 2)
    }

    @Test("all decks together have a bound")
    func largeDecks() throws {
        let folder = try folder()
        let large = Self.two + String(repeating: "# filling\n", count: 26_000)
        for number in 0..<20 { try write(large, "deck\(number + 10)", in: folder) }
        let library = decks(in: folder).read()
        let read = (1 << 22) / large.utf8.count
        #expect(library.own.map(\.name) == (0..<read).map { "deck\($0 + 10)" })
        #expect(
            library.problems
                == (read..<20).map {
                    .init(
                        deck: "deck\($0 + 10)",
                        message:
                            "\(folder.path)/decks/deck\($0 + 10).toml: all decks together are larger than 4194304 bytes"
                    )
                })
    }

    @Test("a file whose text has changed is read")
    func unchangedFiles() throws {
        let folder = try folder()
        try write(Self.valid, "planets", in: folder)
        let decks = decks(in: folder)
        let first = decks.read()
        #expect(decks.read() == first)
        try write(Self.two, "planets", in: folder)
        #expect(decks.read().own.first?.entries.count == 2)
        unlink("\(folder.path)/decks/planets.toml")
        #expect(decks.read() == DeckLibrary())
    }

    // MARK: Changes

    @Test(
        "D1: a deck that is written, replaced, renamed or removed is noticed, and one in a directory that appears later"
    )
    func changes() throws {
        try Inotify.requireInstance()
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let decks = decks(in: folder)
        let watch = DeckFiles(decks, on: loop, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let path = "\(folder.path)/decks/planets.toml"
        // Each change, and the words of the decks after it.
        var steps: [(words: [String], change: () throws -> Void)] = [
            (
                ["Mercury", "Venus"],
                {
                    mkdir("\(folder.path)/decks", 0o700)
                    try Self.valid.write(toFile: path, atomically: true, encoding: .utf8)
                }
            ),
            (["w0", "w1"], { try Self.two.write(toFile: path, atomically: false, encoding: .utf8) }),
            (["w0", "w1", "w2"], { try Self.entries(3).write(toFile: path, atomically: true, encoding: .utf8) }),
            ([], { rename(path, "\(folder.path)/away") }),
            (["w0", "w1", "w2"], { symlink("../away", path) }),
            (
                ["Mercury", "Venus"],
                { try Self.valid.write(toFile: "\(folder.path)/away", atomically: false, encoding: .utf8) }
            ),
            ([], { unlink(path) }),
        ]
        func begin() {
            guard let step = steps.first else { return }
            do { try step.change() } catch { Issue.record("\(error)") }
        }
        watch.onChange = {
            watch.watch()
            let words = decks.read().own.flatMap(\.entries).map { $0.words[0].text }
            guard words == steps.first?.words else { return }
            steps.removeFirst()
            begin()
        }
        watch.watch()
        begin()
        try WaitLimit.wait(for: "the notice of \(steps.count) changes") {
            try check(sd_event_run(loop.pointer, UInt64(WaitLimit.glanceMilliseconds) * 1000), "sd_event_run")
            return steps.isEmpty
        }
    }
}
