import GardenAPI
import Glibc

/// A file with a line for each event, after a first line with the epoch of their journal: `1 daemon.started The daemon started`.
struct EventFile {
    /// A file that cannot be read or written.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    let path: String
    /// The epoch of the events; `nil` if there are none.
    private(set) var epoch: String?
    /// The number of the last event, 0 if there is none.
    private(set) var lastSeq = 0

    init(path: String) throws {
        self.path = path
        let text = try Self.text(of: path)
        let lines = Self.wholeLines(text)
        epoch = lines.first
        lastSeq = lines.count > 1 ? Self.seq(of: lines[lines.count - 1]) : 0
        // The beginning of a line is left by a program that was killed.
        if let last = text.last, last != "\n" { try rewrite(Array(lines.dropFirst())) }
    }

    /// Notes the epoch of the events that follow.
    mutating func begin(epoch: String?) throws {
        guard epoch != self.epoch else { return }
        self.epoch = epoch
        try rewrite(Array(Self.wholeLines(Self.text(of: path)).dropFirst()))
    }

    /// - Returns: the line.
    mutating func append(_ event: EventMessage) throws -> String {
        let line = "\(event.seq) \(event.type) \(event.text)"
        guard let file = fopen(path, "a") else { throw problem }
        defer { fclose(file) }
        guard fputs("\(line)\n", file) >= 0, fflush(file) == 0 else { throw problem }
        lastSeq = event.seq
        return line
    }

    /// Removes the events that the journal no longer has; all if the last common one is not known.
    mutating func cut(after seq: Int?) throws {
        lastSeq = seq ?? 0
        try rewrite(Self.wholeLines(Self.text(of: path)).dropFirst().filter { Self.seq(of: $0) <= lastSeq })
    }

    private func rewrite(_ events: [String]) throws {
        let draft = "\(path).new"
        guard let file = fopen(draft, "w") else { throw problem }
        let text = ([epoch ?? ""] + events).map { "\($0)\n" }.joined()
        let isWritten = fputs(text, file) >= 0 && fflush(file) == 0
        fclose(file)
        guard isWritten, rename(draft, path) == 0 else { throw problem }
    }

    private static func seq(of line: String) -> Int { Int(line.prefix { $0 != " " }) ?? 0 }

    private static func wholeLines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// The text of a file; empty if there is no file.
    private static func text(of path: String) throws -> String {
        guard let file = fopen(path, "r") else {
            if errno == ENOENT { return "" }
            throw Problem(description: "\(path): \(String(cString: strerror(errno)))")
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    private var problem: Problem { Problem(description: "\(path): \(String(cString: strerror(errno)))") }
}
