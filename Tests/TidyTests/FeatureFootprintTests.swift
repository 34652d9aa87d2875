import Testing

/// The folders whose files know no feature. Folders in them that bear the name of a feature's folder are the feature's.
private let kernel = [
    "Sources/GardenCore", "Sources/GardenCore/Kernel", "Sources/GardenEngine", "Sources/GardenEngine/Simulation",
    "Sources/GardenDaemon", "Sources/GardenDaemon/Clocks", "Sources/GardenDaemon/Parts", "Sources/GardenDaemon/Config",
    "Sources/GardenDaemon/Server", "Sources/GardenDaemon/Programs", "Sources/GardenStore", "Sources/gardend",
    "Sources/gardenctl", "Sources/gardenctl/Client", "Sources/gardenctl/Commands", "Sources/gardenctl/Concepts",
    "Sources/gardenctl/Process", "Sources/gardenctl/Rendering", "Sources/gardenctl/System",
    "Sources/gardenctl/Terminal",
]

/// The files that list the features (ARCHITECTURE, "To add a feature", has the reason of each).
private let lists: Set<String> = [
    "Sources/GardenCore/Features.swift", "Sources/GardenCore/GardenState.swift", "Sources/GardenCore/Settings.swift",
    "Sources/GardenEngine/Simulation/SimulatedParts.swift", "Sources/GardenDaemon/DaemonParts.swift",
    "Sources/gardend/FeatureCommands.swift", "Sources/gardenctl/ClientFeatures.swift",
]

/// The words of features that came after the kernel.
private let words = [
    "visit", "photo", "drill", "deck", "hook", "presence", "habit", "notifier", "notificationkind",
    "plannednotification", "notificationsource", "notificationtype",
]

/// The lines of a file, without comments, that name a feature.
private func namedFeatures(in source: SourceText) -> [String] {
    source.lines.indices.filter { index in
        let line = source.lines[index]
        let text = (line.hasComment ? line.code : line.raw).lowercased()
        return words.contains { text.contains($0) }
    }.map(source.place)
}

@Suite struct FeatureFootprintTests {
    @Test func theKernelNamesNoFeature() throws {
        let sources = try kernel.flatMap { folder in
            try Repository.sources(in: folder).filter { source in
                source.path.dropFirst(folder.count + 1).contains("/") == false && !lists.contains(source.path)
            }
        }
        #expect(sources.flatMap(namedFeatures) == [])
    }

    @Test func theListsAreThere() throws {
        let paths = Set(try Repository.production().map(\.path))
        #expect(lists.subtracting(paths) == [])
    }

    // MARK: The rule itself

    @Test(arguments: [
        ("let visits = 1", false), ("text(\"a drill\")", false), ("// a drill", true), ("let events = 1", true),
        ("case .notification(let line)", true),
    ])
    func aFeatureIsFound(text: String, isFine: Bool) {
        #expect(namedFeatures(in: SourceText(path: "a.swift", text)).isEmpty == isFine)
    }
}
