import FileKit
import Glibc
import SystemPackage

/// Whether only the user can change a file, so that running it runs nothing of another user (RULES H3).
enum OwnFile {
    /// As in Linux: path_resolution(7).
    private static let mostLinks = 40

    /// Why a file may not be run, and how to correct that; `nil` if it may. Links are followed: each directory on the way
    /// must be the user's own, too.
    static func problem(of path: String) -> String? {
        var path = path
        for _ in 0...mostLinks {
            if let problem = folderProblem(parent(of: path)) { return problem }
            guard let target = Folder.linkTarget(path) else { return fileProblem(path) }
            path = target.hasPrefix("/") ? target : "\(parent(of: path))/\(target)"
        }
        return "\(shown(path)) is one of too many links in a row"
    }

    /// The path with links followed; `nil` if it leads nowhere.
    static func target(of path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Whether there is a file, a directory or a link with that path.
    static func exists(_ path: String) -> Bool { (try? Stat(path, followTargetSymlink: false)) != nil }

    /// Why files in a directory may not be run; `nil` if they may, or if it does not exist.
    static func folderProblem(_ path: String) -> String? {
        let status: Stat
        do throws(Errno) { status = try Stat(path) } catch {
            return error == .noSuchFileOrDirectory ? nil : "\(shown(path)) cannot be read: \(error)"
        }
        return ownershipProblem(path, status)
    }

    private static func fileProblem(_ path: String) -> String? {
        let status: Stat
        do throws(Errno) { status = try Stat(path, followTargetSymlink: false) } catch {
            return error == .noSuchFileOrDirectory
                ? "\(shown(path)) does not exist" : "\(shown(path)) cannot be read: \(error)"
        }
        guard status.type == .regular else {
            let hint = status.type == .directory ? "; the name of a directory of hooks ends in .d" : ""
            return "\(shown(path)) is not a file\(hint)"
        }
        if let problem = ownershipProblem(path, status) { return problem }
        guard status.permissions.contains(.ownerExecute) else {
            return "\(shown(path)) is not executable; run: chmod u+x \(quoted(path))"
        }
        return nil
    }

    private static func ownershipProblem(_ path: String, _ status: Stat) -> String? {
        guard status.userID.rawValue == getuid() else {
            return "\(shown(path)) belongs to another user; use a copy that belongs to you"
        }
        guard status.permissions.isDisjoint(with: [.groupWrite, .otherWrite]) else {
            return "\(shown(path)) can be changed by others; run: chmod go-w \(quoted(path))"
        }
        return nil
    }

    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    private static func shown(_ path: String) -> String { path.printable(limit: 300, keepsLines: false) }

    /// The path as one word of a shell.
    private static func quoted(_ path: String) -> String {
        let plain = path.utf8.allSatisfy { byte in
            switch Unicode.Scalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "_", "-", "+": true
            default: false
            }
        }
        return plain
            ? path
            : "'\(shown(path).split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }
}
