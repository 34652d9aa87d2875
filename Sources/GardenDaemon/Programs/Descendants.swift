import FileKit
import Glibc
import SystemPackage

/// The processes that a process has started, directly or not: proc(5).
enum Descendants {
    /// The children of a process, also those that have ended and were not awaited.
    static func children(of process: pid_t) -> [pid_t] {
        let threads = (try? Folder.names(in: "/proc/\(process)/task")) ?? []
        return threads.flatMap { thread in
            read("/proc/\(process)/task/\(thread)/children").split(separator: UInt8(ascii: " "))
                .compactMap { pid_t(String(decoding: $0, as: UTF8.self)) }
        }
    }

    /// A process and all its descendants.
    static func tree(_ root: pid_t) -> [pid_t] {
        var found = [root]
        var next = 0
        while next < found.count {
            found += children(of: found[next]).filter { !found.contains($0) }
            next += 1
        }
        return found
    }

    /// The environment with which a process was started; empty if it has ended.
    static func environment(of process: pid_t) -> [String] {
        read("/proc/\(process)/environ").split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A file of proc(5), which has no size; empty if it cannot be read.
    private static func read(_ path: String) -> [UInt8] {
        guard let file = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec) else { return [] }
        defer { try? file.close() }
        return (try? file.readAll(limitBytes: 1 << 20)) ?? []
    }
}
