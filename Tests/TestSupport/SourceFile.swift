import Foundation
import Testing

/// A file of the package, read and, when asked to, written again.
public struct SourceFile: Sendable, CustomTestStringConvertible {
    /// Whether this run is to write what it would otherwise compare with: `GARDEN_WRITE_GOLDENS=1`.
    public static let isWriting = ProcessInfo.processInfo.environment["GARDEN_WRITE_GOLDENS"] == "1"

    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// From the package's root.
    public let path: String

    public init(path: String) { self.path = path }

    public var testDescription: String { path }

    private var url: URL { Self.root.appending(path: path) }

    /// The file's text; empty when there is none yet and this run writes it.
    public func text() throws -> String {
        if Self.isWriting, !FileManager.default.fileExists(atPath: url.path()) { return "" }
        return try String(contentsOf: url, encoding: .utf8)
    }

    private func write(_ text: String) throws {
        try Data(text.utf8).write(to: url)
    }

    /// Demands that the file says `expected`, or makes it say so.
    public func expect(
        _ expected: String, _ remark: Comment, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = try text()
        guard found != expected else { return }
        if Self.isWriting { return try write(expected) }
        let (difference, line) = Self.firstDifference(found, expected)
        Issue.record("\(path), line \(line): \(remark)\n\(difference)", sourceLocation: sourceLocation)
    }

    /// Every file below a folder whose name ends so, sorted by path.
    public static func all(below folder: String, ending suffix: String) throws -> [SourceFile] {
        let folderURL = root.appending(path: folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folderURL.path())
        return paths.filter { $0.hasSuffix(suffix) }.sorted().map { SourceFile(path: "\(folder)/\($0)") }
    }

    /// The articles of both packages.
    public static func documentation() throws -> [SourceFile] {
        try all(below: "Sources", ending: ".md") + all(below: "GardenAPI/Sources", ending: ".md")
            + [SourceFile(path: "GardenAPI/README.md")]
    }

    private static func firstDifference(_ found: String, _ expected: String) -> (text: String, line: Int) {
        let found = found.split(separator: "\n", omittingEmptySubsequences: false)
        let expected = expected.split(separator: "\n", omittingEmptySubsequences: false)
        let common = zip(found, expected).prefix { $0 == $1 }.count
        let was = common < found.count ? found[common] : "(the end)"
        let wanted = common < expected.count ? expected[common] : "(the end)"
        return ("- \(was)\n+ \(wanted)", common + 1)
    }
}
