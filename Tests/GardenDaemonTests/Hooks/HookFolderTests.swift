import Foundation
import Glibc
import TestSupport
import Testing

@testable import GardenDaemon

/// Which files are hooks, and which of them may be run (RULES H1, H3).
final class HookFolderTests {
    private let base: TemporaryFolder
    private var path: String { "\(base.path)/hooks" }
    private var folder: HookFolder { HookFolder(path: path) }
    nonisolated private static let isRoot = getuid() == 0

    init() throws {
        base = try TemporaryFolder()
        mkdir(path, 0o755)
        umask(0o022)
    }

    private func writeScript(_ path: String) throws {
        try "#!/bin/sh\n".write(toFile: path, atomically: false, encoding: .utf8)
    }

    private func put(_ name: String, mode: mode_t = 0o755) throws {
        try writeScript("\(path)/\(name)")
        chmod("\(path)/\(name)", mode)
    }

    /// "FILE: PROBLEM" of what an event starts, the folder's path left out.
    private func described(_ files: [HookFile]) -> [String] {
        files.map { file in
            let problem = file.problem.map { ": \($0.replacingOccurrences(of: base.path, with: "…"))" } ?? ""
            return "\(file.file)\(problem)"
        }
    }

    @Test func anEventStartsItsFilesInOrder() throws {
        for name in ["all", "timer.started", "timer.stopped"] { try put(name) }
        mkdir("\(path)/timer.started.d", 0o755)
        mkdir("\(path)/all.d", 0o755)
        for name in ["20", "10 a\"b'$(c)", ".hidden", "10~"] { try put("timer.started.d/\(name)") }
        try put("all.d/x")
        #expect(
            folder.files(for: "timer.started").map(\.file) == [
                "timer.started", "timer.started.d/10 a\"b'$(c)", "timer.started.d/20", "all", "all.d/x",
            ])
        #expect(folder.files(for: "timer.started").allSatisfy { $0.problem == nil })
        #expect(folder.files(for: "day.rolledOver").map(\.file) == ["all", "all.d/x"])
        #expect(folder.files().map(\.event).filter { $0 == "timer.stopped" }.count == 1)
    }

    @Test func aMissingFolderHasNoFiles() {
        #expect(HookFolder(path: "\(base.path)/none").files(for: "timer.started") == [])
        #expect(HookFolder(path: "\(base.path)/none").files() == [])
    }

    @Test func aNameThatIsNoEventIsReported() throws {
        for name in ["focus.complete", "daemon.stopping", "zzz", "timer.started"] { try put(name) }
        #expect(
            described(folder.files()) == [
                "timer.started", "daemon.stopping: daemon.stopping starts no hooks",
                "focus.complete: no event is named focus.complete; did you mean focus.completed?",
                "zzz: no event is named zzz",
            ])
    }

    @Test func onlyFilesOfTheUserMayBeRun() throws {
        mkdir("\(path)/all.d", 0o755)
        try put("all.d/1-mine")
        try put("all.d/2-plain", mode: 0o644)
        try put("all.d/3-group", mode: 0o775)
        try put("all.d/4-others", mode: 0o757)
        mkdir("\(path)/all.d/5-folder", 0o755)
        symlink("\(base.path)/none", "\(path)/all.d/6-broken")
        symlink("7-loop", "\(path)/all.d/7-loop")
        mkdir("\(base.path)/open", 0o775)
        chmod("\(base.path)/open", 0o775)
        try writeScript("\(base.path)/open/x")
        chmod("\(base.path)/open/x", 0o755)
        symlink("../../open/x", "\(path)/all.d/8-link")
        try put("all.d/9\nline")
        #expect(
            described(folder.files(for: "x")) == [
                "all.d/1-mine",
                "all.d/2-plain: …/hooks/all.d/2-plain is not executable; run: chmod u+x …/hooks/all.d/2-plain",
                "all.d/3-group: …/hooks/all.d/3-group can be changed by others; run: chmod go-w …/hooks/all.d/3-group",
                "all.d/4-others: …/hooks/all.d/4-others can be changed by others; run: chmod go-w …/hooks/all.d/4-others",
                "all.d/5-folder: …/hooks/all.d/5-folder is not a file; the name of a directory of hooks ends in .d",
                "all.d/6-broken: …/none does not exist",
                "all.d/7-loop: …/hooks/all.d/7-loop is one of too many links in a row",
                "all.d/8-link: …/hooks/all.d/../../open can be changed by others; run: chmod go-w …/hooks/all.d/../../open",
                "all.d/9\nline: has a control character in its name; rename it",
            ])
    }

    @Test func aFolderThatOthersCanChangeIsRefused() throws {
        try put("all")
        chmod(path, 0o777)
        #expect(described(folder.files(for: "x")) == ["all: …/hooks can be changed by others; run: chmod go-w …/hooks"])
        chmod(path, 0o755)
        chmod(base.path, 0o775)
        #expect(described(folder.files(for: "x")) == ["all: … can be changed by others; run: chmod go-w …"])
        chmod(base.path, 0o700)
        #expect(described(folder.files(for: "x")) == ["all"])
    }

    @Test(.enabled(if: isRoot, "skipped: only root can give files away"))
    func aFileOfAnotherUserIsRefused() throws {
        try writeScript("\(base.path)/theirs")
        chmod("\(base.path)/theirs", 0o755)
        symlink("\(base.path)/theirs", "\(path)/all")
        #expect(described(folder.files(for: "x")) == ["all"])
        chown("\(base.path)/theirs", 1, 1)
        #expect(
            described(folder.files(for: "x")) == [
                "all: …/theirs belongs to another user; use a copy that belongs to you"
            ])
    }
}
