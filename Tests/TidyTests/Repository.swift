import Foundation

/// The repository these tests were built from.
enum Repository {
    struct NotFound: Error {
        let path: String
    }

    /// The folders with the targets of the two packages.
    private static let targetFolders = ["Sources", "GardenAPI/Sources"]

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
        try (targetFolders + ["Tests"]).flatMap { folder in
            let paths = try FileManager.default.subpathsOfDirectory(atPath: root().appendingPathComponent(folder).path)
            return try paths.filter { $0.hasSuffix(".swift") }.sorted().map {
                SourceText(path: "\(folder)/\($0)", try text("\(folder)/\($0)"))
            }
        }
    }

    /// The Swift files of the product, sorted by path in each of the two packages.
    static func production() throws -> [SourceText] { try targetFolders.flatMap(sources(in:)) }

    /// The Swift files of a target.
    static func sources(of target: String) throws -> [SourceText] { try sources(in: folder(of: target)) }

    /// The folder of a target, from the top of the repository.
    static func folder(of target: String) throws -> String {
        guard let folder = try targetFolders.first(where: { try names(in: $0).contains(target) }) else {
            throw NotFound(path: target)
        }
        return "\(folder)/\(target)"
    }

    /// The names of the targets, sorted.
    static func targets() throws -> [String] {
        try targetFolders.flatMap { try names(in: $0) }.filter { !$0.hasPrefix(".") }.sorted()
    }
}
