import Testing

/// Which of the core's feature folders may use another one's declarations. The kernel and the files outside the folders, which list the
/// features, are open to all.
private let allowedDependencies: [String: Set<String>] = [
    "Clock": ["Log"],
    "Day": [],
    "Drills": ["Clock", "Gardens", "Notifications", "Reset"],
    "Focus": [],
    "Gardens": ["Notifications"],
    "Hooks": ["Day"],
    "Imports": ["Gardens", "Log", "Undo"],
    "Inventory": ["Imports", "Log"],
    "Journal": ["Day", "Log", "Reset", "Undo"],
    "Kernel": [],
    "Lifecycle": ["Clock", "Day", "Notifications"],
    "Log": ["Day", "Undo"],
    "Notifications": [],
    "Points": ["Day", "Gardens", "Imports", "Log"],
    "Presence": [],
    "Rate": ["Day", "Lifecycle", "Log", "Notifications", "Reset", "Undo"],
    "Reset": ["Gardens", "Log"],
    "Sessions": ["Focus", "Gardens", "Imports", "Log", "Points", "Presence", "Reset", "Tasks"],
    "Shop": ["Day", "Gardens", "Imports", "Log", "Rate"],
    "Statistics": [
        "Day", "Gardens", "Imports", "Lifecycle", "Points", "Rate", "Reset", "Sessions", "Shop", "Tasks", "Timer",
        "Undo",
    ],
    "Tasks": ["Clock", "Day", "Focus", "Gardens", "Imports", "Lifecycle", "Log", "Notifications", "Points", "Undo"],
    "Timer": [
        "Clock", "Day", "Focus", "Gardens", "Log", "Notifications", "Points", "Presence", "Reset", "Sessions", "Tasks",
        "Undo",
    ],
    "Undo": [],
    "Visits": ["Day", "Imports", "Journal", "Log"],
]

private let core = "Sources/GardenCore/"

/// The feature folder of a file; `nil` for a file outside them.
private func folder(_ source: SourceText) -> String? {
    let parts = source.path.dropFirst(core.count).split(separator: "/")
    return parts.count > 1 ? String(parts[0]) : nil
}

/// The names that a file declares for others: its types, and as `.name` the kinds of event and the occasions of its feature.
private func declaredNames(_ source: SourceText) -> [String] {
    let keywords: Set = ["struct", "enum", "class", "protocol", "typealias"]
    return source.lines.compactMap { line in
        let words = line.code.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
        let isTopLevel = line.code.first.map { !$0.isWhitespace } ?? false
        if isTopLevel, let keyword = words.firstIndex(where: keywords.contains), keyword + 1 < words.count {
            return words[..<keyword].contains("private") ? nil : words[keyword + 1]
        }
        guard line.code.contains("static let"),
            line.code.contains("= EventKind(") || line.code.contains("= Occasion("),
            let name = words.firstIndex(of: "let").map({ words[$0 + 1] })
        else { return nil }
        return ".\(name)"
    }
}

/// The places where a folder uses another one's declarations without permission.
private func forbiddenUses(in sources: [SourceText], _ allowedDependencies: [String: Set<String>]) -> [String] {
    var owners: [String: String] = [:]
    for source in sources {
        guard let folder = folder(source) else { continue }
        for name in declaredNames(source) { owners[name] = folder }
    }
    let names = owners.sorted { $0.key < $1.key }
    return sources.flatMap { source -> [String] in
        guard let folder = folder(source) else { return [] }
        let allowed = allowedDependencies[folder, default: []].union([folder, "Kernel"])
        // Checks the words first, because there are many names and many lines.
        let words = Set(source.code.split { !($0.isLetter || $0.isNumber || $0 == "_") })
        return names.flatMap { name, owner -> [String] in
            let word = name.hasPrefix(".") ? name.dropFirst() : name[...]
            guard !allowed.contains(owner), words.contains(word) else { return [] }
            return source.places(of: name).map { "\(owner) at \($0)" }
        }
    }
}

@Suite struct FeatureDependencyTests {
    @Test func everyFeatureFolderHasARow() throws {
        let folders = Set(try Repository.sources(in: "Sources/GardenCore").compactMap(folder))
        #expect(folders == Set(allowedDependencies.keys))
    }

    @Test func featuresUseOnlyPermittedDeclarations() throws {
        let found = forbiddenUses(in: try Repository.sources(in: "Sources/GardenCore"), allowedDependencies)
        #expect(found == [])
    }

    @Test func dependenciesHaveNoCycles() {
        var left = allowedDependencies
        while let leaf = left.first(where: { $0.value.isDisjoint(with: left.keys) })?.key { left[leaf] = nil }
        #expect(left == [:])
    }

    // MARK: The rule itself

    @Test func aForbiddenNameIsReported() {
        let shop = SourceText(
            path: core + "Shop/ShopBook.swift", "public struct ShopBook {\n    private struct Entry {}\n}\n")
        let kinds = SourceText(
            path: core + "Shop/ShopEvents.swift", "    static let shopBought = EventKind(\"shop.bought\") {}\n")
        let log = SourceText(
            path: core + "Log/LogBook.swift", "// ShopBook\nlet a = ShopBook()\nt.emit(.shopBought)\nlet b = Entry()\n")
        let state = SourceText(path: core + "GardenState.swift", "var shop = ShopBook()\n")
        let found = forbiddenUses(in: [shop, kinds, log, state], ["Log": [], "Shop": []])
        #expect(
            Set(found) == [
                "Shop at \(core)Log/LogBook.swift:2: let a = ShopBook()",
                "Shop at \(core)Log/LogBook.swift:3: t.emit(.shopBought)",
            ])
        #expect(forbiddenUses(in: [shop, kinds, log, state], ["Log": ["Shop"]]) == [])
    }
}
