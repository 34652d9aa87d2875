import Testing

/// The targets in which no two folders use each other's types. The root counts as a folder.
///
/// Missing is GardenCore, where the files at the root list the features (``FeatureDependencyTests`` knows the arrows between the
/// folders).
private let targets = [
    "CommandGuide", "DatePhrases", "FileKit", "GardenAPI", "GardenClient", "GardenDaemon", "GardenEngine",
    "GardenStore", "GeoKit",
    "NettleKit", "PlantDrawing", "Recurrence", "SystemdKit", "TextKit", "TimeKit", "gardenctl", "gardend",
]

/// The folder of a file below its target; empty for its root.
private func folder(_ source: SourceText, in target: String) -> String {
    let parts = source.path[(source.path.firstRange(of: "Sources/\(target)/")?.upperBound ?? source.path.startIndex)...]
        .split(separator: "/")
    return parts.count > 1 ? String(parts.first ?? "") : ""
}

private func words(_ text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
}

/// The types that a file declares for others.
private func declaredTypes(_ source: SourceText) -> [String] {
    let keywords: Set = ["struct", "enum", "class", "protocol", "typealias"]
    return source.lines.compactMap { line in
        guard line.code.first.map({ !$0.isWhitespace }) ?? false else { return nil }
        let words = words(line.code)
        guard let keyword = words.firstIndex(where: keywords.contains), keyword + 1 < words.count,
            Set(words[..<keyword]).isDisjoint(with: ["private", "fileprivate"])
        else { return nil }
        return words[keyword + 1]
    }
}

/// The pairs of folders that use each other's types: `A (Type) <-> B (Type)`.
private func pairs(among sources: [SourceText], in target: String) -> [String] {
    var owners: [String: String] = [:]
    for source in sources { for type in declaredTypes(source) { owners[type] = folder(source, in: target) } }
    /// A type of the second folder that the first one uses.
    var uses: [[String]: String] = [:]
    for source in sources {
        let user = folder(source, in: target)
        for word in Set(words(source.code)).sorted() {
            guard let owner = owners[word], owner != user else { continue }
            uses[[user, owner]] = word
        }
    }
    return uses.compactMap { pair, type in
        guard pair[0] < pair[1], let back = uses[[pair[1], pair[0]]] else { return nil }
        return "\(pair[0]) (\(back)) <-> \(pair[1]) (\(type))"
    }.sorted()
}

@Suite struct FolderPairTests {
    @Test(arguments: targets) func noTwoFoldersUseEachOther(target: String) throws {
        #expect(pairs(among: try Repository.sources(of: target), in: target) == [])
    }

    // MARK: The rule itself

    @Test func aPairIsFound() {
        let sources = [
            SourceText(path: "Sources/T/A/One.swift", "struct One { var two: Two }\nprivate struct Three {}\n"),
            SourceText(path: "Sources/T/B/Two.swift", "struct Two { func one() -> One {} }\n"),
            SourceText(path: "Sources/T/Three.swift", "struct Four { var one: One } // Two\n"),
        ]
        #expect(pairs(among: sources, in: "T") == ["A (One) <-> B (Two)"])
        #expect(pairs(among: [sources[0], sources[2]], in: "T") == [])
    }
}
