import FileKit
import Glibc
import SystemPackage

/// A process as proc(5) shows it.
struct ProcessStatus {
    var parent: pid_t
    /// When it was started, in ticks since the boot. Numbers of processes are used again; number and start together are unique.
    var start: UInt64

    /// - Returns: `nil` if there is no such process.
    init?(of process: pid_t) {
        // The name of the program is in parentheses, and may contain blanks and parentheses itself.
        let text = ProcessFile.read("/proc/\(process)/stat")
        guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let words = text[(end + 1)...].split(separator: UInt8(ascii: " "))
        guard words.count > 19, let parent = pid_t(String(decoding: words[1], as: UTF8.self)),
            let start = UInt64(String(decoding: words[19], as: UTF8.self))
        else { return nil }
        (self.parent, self.start) = (parent, start)
    }
}

/// The processes that a process has started, directly or not.
enum Descendants {
    /// The children of a process, also those that have ended and were not awaited.
    static func children(of process: pid_t) -> [pid_t] {
        let threads = (try? Folder.names(in: "/proc/\(process)/task")) ?? []
        return threads.flatMap { thread in
            ProcessFile.read("/proc/\(process)/task/\(thread)/children").split(separator: UInt8(ascii: " "))
                .compactMap { pid_t(String(decoding: $0, as: UTF8.self)) }
        }
    }

    /// All descendants of a process, each after its parent.
    static func all(of root: pid_t) -> [pid_t] {
        var found: [pid_t] = []
        var seen: Set<pid_t> = [root]
        var next = children(of: root)
        while !next.isEmpty {
            let new = next.filter { seen.insert($0).inserted }
            found += new
            next = new.flatMap(children)
        }
        return found
    }

    /// Whether a process descends from another one, which must be its own subreaper: prctl(2).
    static func descent(of process: pid_t, from root: pid_t) -> Descent {
        // A parent that ends meanwhile hands its children on, so the way up is looked for again.
        for _ in 0..<3 {
            guard let first = ProcessStatus(of: process) else { return .gone }
            var (current, next) = (first, first.parent)
            while next > 1, next != root, let parent = ProcessStatus(of: next), parent.start <= current.start {
                (current, next) = (parent, parent.parent)
            }
            guard ProcessStatus(of: process)?.start == first.start else { return .gone }
            if next == root { return .descendant }
            if next <= 1 { return .unrelated }
        }
        return .unrelated
    }
}

private enum ProcessFile {
    /// A file of proc(5), which has no size; empty if it cannot be read.
    static func read(_ path: String) -> [UInt8] {
        guard let file = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec) else { return [] }
        defer { try? file.close() }
        return (try? file.readAll(limitBytes: 1 << 20)) ?? []
    }
}
