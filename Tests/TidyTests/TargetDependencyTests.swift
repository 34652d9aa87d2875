import Testing

/// The permitted imports of each target. SwiftPM does not enforce them: an import of an indirect dependency compiles
/// too.
private let allowedImports: [String: Set<String>] = [
    "CSystemd": [],
    "SystemdKit": ["CSystemd", "FileKit", "Logging", "SystemPackage", "Synchronization", "Glibc"],
    "WorkKit": ["Synchronization"],
    "CFileKit": [],
    "CExpat": [], "CZlib": [],
    "CNettle": [],
    "NettleKit": ["CNettle", "FoundationEssentials"],
    "FileKit": ["CFileKit", "SystemPackage", "Glibc"],
    "TimeKit": ["FileKit", "SystemPackage", "Glibc"],
    "Recurrence": ["TimeKit"],
    "PlantDrawing": [],
    "GeoKit": ["Glibc"],
    "TOMLReader": [],
    "GardenAPI": ["TimeKit", "GeoKit", "Swift", "Synchronization"],
    "GardenClient": ["GardenAPI", "FileKit", "SystemPackage", "Glibc"],
    "TextKit": ["GardenAPI", "TimeKit"],
    "DatePhrases": ["TimeKit", "WorkKit"],
    "GardenCore": [
        "GardenAPI", "TimeKit", "GeoKit", "TextKit", "Recurrence", "DatePhrases", "HashTreeCollections", "NettleKit",
        "Synchronization", "WorkKit",
    ],
    "GardenStore": [
        "GardenCore", "GardenAPI", "TimeKit", "GeoKit", "FileKit", "TextKit", "GRDB", "GRDBSQLite", "NettleKit",
        "SystemPackage", "Glibc", "Foundation", "FoundationEssentials", "WorkKit",
    ],
    "GardenEngine": ["GardenCore", "GardenAPI", "TimeKit", "TextKit", "WorkKit"],
    "GardenDaemon": [
        "GardenEngine", "GardenCore", "GardenAPI", "TimeKit", "FileKit", "TextKit", "SystemdKit", "Logging",
        "TOMLReader",
        "SystemPackage", "Glibc", "NettleKit",
    ],
    "CommandGuide": ["GardenAPI", "ArgumentParser"],
    "ExportFormats": ["GardenAPI", "TimeKit"],
    "ImportFormats": ["GardenAPI", "TimeKit", "GeoKit", "Recurrence", "CExpat", "CZlib"],
    "gardend": [
        "CommandGuide", "GardenDaemon", "GardenEngine", "GardenStore", "GardenCore", "GardenAPI", "GardenClient",
        "TimeKit", "FileKit",
        "SystemdKit", "TextKit", "ArgumentParser", "Logging", "SystemPackage", "Glibc",
    ],
    "gardenctl": [
        "CommandGuide", "GardenAPI", "GardenClient", "TimeKit", "GeoKit", "FileKit", "TextKit", "PlantDrawing",
        "ArgumentParser", "SystemPackage", "ImportFormats", "ExportFormats", "TOMLReader", "Glibc",
    ],
]

/// The modules that a line of code imports.
private func imports(_ code: String) -> [String] {
    let modifiers: Set = ["public", "package", "internal", "fileprivate", "private"]
    let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var", "actor", "macro"]
    return code.split(separator: ";").compactMap { statement in
        var words = statement.split(whereSeparator: \.isWhitespace)[...]
        while let first = words.first, first.hasPrefix("@") || modifiers.contains(String(first)) { words.removeFirst() }
        guard words.popFirst() == "import" else { return nil }
        if let first = words.first, kinds.contains(String(first)) { words.removeFirst() }
        return words.first?.split(separator: ".").first.map(String.init)
    }
}

/// The imports of a file that its target's row does not have.
private func forbiddenImports(in source: SourceText, of target: String) -> [String] {
    guard let allowed = allowedImports[target] else { return ["\(target) has no row"] }
    return source.lines.indices.flatMap { index in
        imports(source.lines[index].code).filter { !allowed.contains($0) }.map { "\($0) at \(source.place(index))" }
    }
}

@Suite struct TargetDependencyTests {
    @Test func everyTargetHasARow() throws {
        #expect(try Repository.targets() == allowedImports.keys.sorted())
    }

    @Test(arguments: try Repository.targets())
    func targetsImportOnlyPermittedModules(target: String) throws {
        // A module map and a header contain no Swift.
        if target.hasPrefix("C"), allowedImports[target] == [] {
            #expect(try Repository.names(in: Repository.folder(of: target)) == ["module.modulemap", "shim.h"])
            return
        }
        let found = try Repository.sources(of: target).flatMap { forbiddenImports(in: $0, of: target) }
        #expect(found == [])
    }

    // MARK: The rule itself

    @Test(arguments: [
        ("import GRDB", ["GRDB"]), ("  import  GRDB", ["GRDB"]), ("@testable import GRDB", ["GRDB"]),
        ("internal import GRDB", ["GRDB"]), ("public import GRDB", ["GRDB"]), ("@_spi(A) public import GRDB", ["GRDB"]),
        ("@preconcurrency package import GRDB", ["GRDB"]), ("import struct GRDB.Row", ["GRDB"]),
        ("import func Glibc.exit", ["Glibc"]),
        ("import A; import B", ["A", "B"]), ("import os.log", ["os"]), ("let a = imports", []), ("importer.add()", []),
        ("func `import`() {}", []), ("", []),
    ])
    func everyFormOfImportIsRecognized(code: String, modules: [String]) {
        #expect(imports(code) == modules)
    }

    @Test func aForbiddenImportIsReported() {
        let text = "import GardenAPI\n// import Glibc\nlet a = \"import Glibc\"\n@testable import GRDB\n"
        let source = SourceText(path: "Sources/GardenCore/a.swift", text)
        #expect(
            forbiddenImports(in: source, of: "GardenCore") == [
                "GRDB at Sources/GardenCore/a.swift:4: @testable import GRDB"
            ])
        #expect(forbiddenImports(in: source, of: "GardenStore") == [])
        #expect(forbiddenImports(in: source, of: "CSystemd").count == 2)
        #expect(forbiddenImports(in: source, of: "GardenNew") == ["GardenNew has no row"])
    }
}
