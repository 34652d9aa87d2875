import Foundation

/// The repository these tests were built from.
enum Repository {
    struct NotFound: Error {
        let path: String
    }

    /// The folder of Package.swift, above this file.
    static func root(above file: String = #filePath) throws -> URL {
        var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        while !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path) {
            guard folder.path != "/" else { throw NotFound(path: file) }
            folder.deleteLastPathComponent()
        }
        return folder
    }

    /// The names of what lies in a folder, sorted; hidden ones too.
    static func names(in folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root().appendingPathComponent(folder).path).sorted()
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root().appendingPathComponent(path), encoding: .utf8)
    }

    /// The Swift files below a folder, sorted by path.
    static func sources(in folder: String) throws -> [SourceText] {
        let sources = try all.get().filter { $0.path.hasPrefix("\(folder)/") }
        guard !sources.isEmpty else { throw NotFound(path: folder) }
        return sources
    }

    /// Read once for all tests.
    private static let all = Result {
        try ["Sources", "Tests"].flatMap { folder in
            let paths = try FileManager.default.subpathsOfDirectory(atPath: root().appendingPathComponent(folder).path)
            return try paths.filter { $0.hasSuffix(".swift") }.sorted().map {
                SourceText(path: "\(folder)/\($0)", try text("\(folder)/\($0)"))
            }
        }
    }

    /// The folders of the targets.
    static func targets() throws -> [String] { try names(in: "Sources").filter { !$0.hasPrefix(".") } }
}
