import GardenAPI
import Glibc

/// A file with a line for each event, such as `1 daemon.started gardend started`. Its first line has the epoch of their journal, and the
/// number of the last event before them: 0, or more after a journal took the place of the one that the file was made from.
struct EventFile {
    /// A file that cannot be read or written.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    let path: String
    /// The epoch of the events; `nil` in a new file.
    private(set) var epoch: String?
    /// The number of the last event of the file, or of the last one before it; `nil` until ``begin(_:)`` says it.
    private(set) var lastSeq: Int? = 0
    /// The number of the last event before those of the file; `nil` until ``begin(_:)`` says it.
    private var start: Int? = 0

    init(path: String) throws {
        self.path = path
        let text = try Self.text(of: path)
        let lines = Self.wholeLines(text)
        let words = lines.first?.split(separator: " ") ?? []
        if !lines.isEmpty { (epoch, start) = words.count == 2 ? (String(words[0]), Int(words[1])) : (nil, nil) }
        lastSeq = lines.count > 1 ? Self.seq(of: lines[lines.count - 1]) : start
        // The beginning of a line is left by a program that was killed.
        if let last = text.last, last != "\n" { try rewrite(Array(lines.dropFirst())) }
    }

    /// Notes the journal of the events that follow.
    mutating func begin(_ subscription: Subscription) throws {
        guard subscription.epoch != epoch || start == nil else { return }
        epoch = subscription.epoch
        start = start ?? subscription.seq
        lastSeq = lastSeq ?? start
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

    /// Removes the events that the journal no longer has; all if the last common one is not known, and then the file goes on with new
    /// ones.
    mutating func cut(after seq: Int?) throws {
        lastSeq = seq
        guard let seq else {
            (epoch, start) = (nil, nil)
            return try rewrite([])
        }
        start = start.map { min($0, seq) }
        try rewrite(Self.wholeLines(Self.text(of: path)).dropFirst().filter { Self.seq(of: $0) <= seq })
    }

    private func rewrite(_ events: [String]) throws {
        let draft = "\(path).new"
        guard let file = fopen(draft, "w") else { throw problem }
        let first = start.map { "\(epoch ?? "-") \($0)" } ?? ""
        let text = ([first] + events).map { "\($0)\n" }.joined()
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
