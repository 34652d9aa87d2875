import Testing

/// Files that do not belong at the top of the repository. SwiftPM writes Package.resolved, which is not kept.
private func unknownFiles(in names: [String]) -> [String] {
    let known: Set = [
        "Package.swift", "Package.resolved", "Sources", "GardenAPI", "Tests", "systemd", "contrib", "README.md",
        "LICENSE",
    ]
    return names.filter { !known.contains($0) && !$0.hasPrefix(".") }
}

/// The dependencies of a manifest, and those of them that more than one release would satisfy.
private func dependencies(of manifest: SourceText) -> (count: Int, loose: [String]) {
    let calls = manifest.code.split(separator: ".package(", omittingEmptySubsequences: false).dropFirst()
    let arguments = calls.map { call in
        var open = 1
        return call.prefix { character in
            open += character == "(" ? 1 : character == ")" ? -1 : 0
            return open > 0
        }
    }
    return (arguments.count, arguments.filter { !$0.contains("exact:") }.map(String.init))
}

@Suite struct PackageTests {
    @Test func theTopLevelHasOnlyKnownFiles() throws {
        #expect(unknownFiles(in: try Repository.names()) == [])
    }

    @Test(arguments: ["Package.swift", "GardenAPI/Package.swift"]) func everyDependencyIsPinned(path: String) throws {
        let manifest = SourceText(path: path, try Repository.text(path))
        let (count, loose) = dependencies(of: manifest)
        #expect(count > 0)
        // The package of the protocol, by its path in the repository.
        #expect(loose == (path == "Package.swift" ? ["path: \"         \""] : []))
    }

    // MARK: The rules themselves

    @Test func anUnknownFileIsFound() {
        #expect(
            unknownFiles(in: [".git", ".swift-format", "LICENSE", "Sources", "docs", "notes.txt"]) == [
                "docs", "notes.txt",
            ])
    }

    @Test func anUnpinnedDependencyIsFound() {
        let manifest = SourceText(
            path: "Package.swift",
            """
            .package(url: "a", exact: "1.0.0"),
            // .package(url: "b", from: "1.0.0"),
            .package(
                url: "c",
                exact: Version(1, 0, 0)),
            .package(url: "exact:", from: f(1)), exact: no
            .package(path: "../e"),
            .product(name: "g", package: "a"),
            """)
        let (count, loose) = dependencies(of: manifest)
        #expect(count == 4)
        #expect(loose == ["url: \"      \", from: f(1)", "path: \"    \""])
    }
}
