// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let mainActor: [SwiftSetting] = strict + [.defaultIsolation(MainActor.self)]

// The protocol and what it is made of: a package of their own, for other clients too.
let api = Target.Dependency.product(name: "GardenAPI", package: "GardenAPI")
let gardenClient = Target.Dependency.product(name: "GardenClient", package: "GardenAPI")
let timeKit = Target.Dependency.product(name: "TimeKit", package: "GardenAPI")
let geoKit = Target.Dependency.product(name: "GeoKit", package: "GardenAPI")
let fileKit = Target.Dependency.product(name: "FileKit", package: "GardenAPI")

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let treeDictionary = Target.Dependency.product(name: "HashTreeCollections", package: "swift-collections")

// contrib/common.sh asks for these two, for the programs as they are shipped.
let hasProgramsOnly = Context.environment["GARDEN_PROGRAMS_ONLY"] != nil
// A program without shared libraries starts in a third less time. It needs a libc that has a static one.
let client: [LinkerSetting] =
    Context.environment["GARDEN_STATIC_CLIENT"] == nil
    ? [] : [.unsafeFlags(["-static-executable"], .when(configuration: .release))]

let tests: [Target] = [
    .target(
        name: "TestSupport", dependencies: [api, "GardenCore", "GardenEngine", timeKit],
        path: "Tests/TestSupport",
        swiftSettings: strict),
    .executableTarget(
        name: "login-probe", dependencies: ["GardenDaemon", api, "SystemdKit"], path: "Tests/LoginProbe",
        swiftSettings: mainActor),
    // The example of the package of the protocol, which has a package of its own, too.
    .executableTarget(
        name: "garden-follow", dependencies: [api, gardenClient], path: "GardenAPI/Example/Sources/garden-follow",
        swiftSettings: strict),
    .testTarget(name: "TidyTests", swiftSettings: strict),
    .testTarget(
        name: "SystemdKitTests", dependencies: ["SystemdKit", "TestSupport"], swiftSettings: mainActor),
    .testTarget(name: "NettleKitTests", dependencies: ["NettleKit"], swiftSettings: strict),
    .testTarget(name: "FileKitTests", dependencies: [fileKit], swiftSettings: strict),
    .testTarget(
        name: "TOMLReaderTests", dependencies: ["TOMLReader"], exclude: ["Cases"], swiftSettings: strict),
    .testTarget(name: "GeoKitTests", dependencies: [geoKit], swiftSettings: strict),
    .testTarget(name: "TimeKitTests", dependencies: [timeKit, "TestSupport"], swiftSettings: strict),
    .testTarget(
        name: "RecurrenceTests", dependencies: ["Recurrence", "TestSupport"], exclude: ["Comparison"],
        swiftSettings: strict),
    .testTarget(
        name: "DatePhrasesTests", dependencies: ["DatePhrases", timeKit], exclude: ["Phrases"],
        swiftSettings: strict),
    .testTarget(name: "TextKitTests", dependencies: ["TextKit", timeKit], swiftSettings: strict),
    .testTarget(
        name: "ExportFormatsTests", dependencies: ["ExportFormats", api, timeKit, "TestSupport"],
        swiftSettings: strict),
    .testTarget(
        name: "ImportFormatsTests", dependencies: ["ImportFormats", api, geoKit, timeKit], swiftSettings: strict),
    .testTarget(name: "GardenAPITests", dependencies: [api, "TestSupport"], swiftSettings: strict),
    .testTarget(
        name: "GardenCoreTests", dependencies: ["GardenCore", "TestSupport"], exclude: ["Tasks/Sentences"],
        swiftSettings: strict),
    .testTarget(
        name: "GardenStoreTests",
        dependencies: [
            "GardenStore", "GardenCore", "TestSupport", "WorkKit", .product(name: "GRDB", package: "GRDB.swift"),
        ],
        resources: [.copy("Databases")], swiftSettings: strict),
    .testTarget(
        name: "GardenEngineTests", dependencies: ["GardenEngine", "GardenStore", "TestSupport"],
        swiftSettings: strict),
    .testTarget(
        name: "GrowthTests", dependencies: ["GardenEngine", "GardenStore", "TestSupport", "WorkKit"],
        swiftSettings: strict),
    .testTarget(
        name: "GardenSimulationTests", dependencies: ["GardenEngine", "GardenStore", "TestSupport"],
        swiftSettings: strict),
    .testTarget(
        name: "GoldenTests",
        dependencies: ["GardenEngine", "GardenStore", "GardenCore", "gardenctl", "TestSupport"],
        exclude: ["Scripts"], swiftSettings: strict),
    .testTarget(
        name: "GardenDaemonTests", dependencies: ["GardenDaemon", "GardenStore", "TestSupport", "gardend"],
        swiftSettings: mainActor),
    .testTarget(
        name: "EndToEndTests",
        dependencies: [
            api, gardenClient, fileKit, "TestSupport", "gardend", "gardenctl", "login-probe", "garden-follow",
        ],
        exclude: [
            "Clock", "Kill/killshim.c", "Kill/syncshim.c", "Moving/modeshim.c", "Box/box.sh", "Box/latency.py",
            "Box/stall.c",
            "Box/GeoClue",
        ],
        swiftSettings: strict),
    .testTarget(
        name: "CommandGuideTests", dependencies: ["CommandGuide", argumentParser], swiftSettings: strict),
    .testTarget(
        name: "PlantDrawingTests", dependencies: ["PlantDrawing"], exclude: ["drawings.txt"], swiftSettings: strict),
    .testTarget(
        name: "GardenctlTests", dependencies: ["gardenctl", gardenClient, "ImportFormats", "TestSupport"],
        exclude: ["View/Watch/screens.txt", "Tasks/Screen/screens.txt"],
        swiftSettings: strict),
]

let package = Package(
    name: "garden",
    products: [
        .executable(name: "gardend", targets: ["gardend"]),
        .executable(name: "gardenctl", targets: ["gardenctl"]),
    ],
    dependencies: [
        .package(path: "GardenAPI"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .target(name: "SystemdKit", dependencies: ["CSystemd", fileKit, logging, system], swiftSettings: strict),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CNettle", pkgConfig: "hogweed", providers: [.apt(["nettle-dev"])]),
        .target(name: "NettleKit", dependencies: ["CNettle"], swiftSettings: strict),
        .target(name: "WorkKit", swiftSettings: strict),
        .target(name: "Recurrence", dependencies: [timeKit], swiftSettings: strict),
        .target(name: "DatePhrases", dependencies: [timeKit, "WorkKit"], swiftSettings: strict),
        .target(name: "PlantDrawing", swiftSettings: strict),
        .target(name: "TOMLReader", swiftSettings: strict),
        .target(name: "TextKit", dependencies: [api, timeKit], swiftSettings: strict),
        .target(name: "ExportFormats", dependencies: [api, timeKit], swiftSettings: strict),
        .target(
            name: "ImportFormats", dependencies: [api, timeKit, geoKit, "Recurrence", "CExpat", "CZlib"],
            swiftSettings: strict),
        .target(name: "CommandGuide", dependencies: [api, argumentParser], swiftSettings: strict),
        .target(
            name: "GardenCore",
            dependencies: [
                api, timeKit, geoKit, "TextKit", "Recurrence", "DatePhrases", treeDictionary, "NettleKit", "WorkKit",
            ],
            swiftSettings: strict),
        .target(
            name: "GardenStore",
            dependencies: [
                "GardenCore", api, timeKit, geoKit, fileKit, "TextKit", "NettleKit", "WorkKit", system,
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .target(
            name: "GardenEngine", dependencies: ["GardenCore", api, timeKit, "TextKit", "WorkKit"],
            swiftSettings: strict
        ),
        .target(
            name: "GardenDaemon",
            dependencies: [
                "GardenEngine", "GardenCore", api, timeKit, fileKit, "TextKit", "SystemdKit", "TOMLReader",
                logging, "NettleKit", system,
            ],
            swiftSettings: mainActor),
        .executableTarget(
            name: "gardend",
            dependencies: [
                "GardenDaemon", "GardenEngine", "GardenStore", "GardenCore", api, gardenClient, timeKit, fileKit,
                "SystemdKit", "CommandGuide", "TextKit", argumentParser, logging, system,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "gardenctl",
            dependencies: [
                api, gardenClient, timeKit, geoKit, fileKit, "TextKit", "PlantDrawing", "CommandGuide",
                "ImportFormats", "ExportFormats", "TOMLReader",
                argumentParser, system,
            ],
            swiftSettings: strict, linkerSettings: client),
    ] + (hasProgramsOnly ? [] : tests),
    swiftLanguageModes: [.v6]
)
