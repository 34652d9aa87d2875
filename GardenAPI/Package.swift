// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

let package = Package(
    name: "GardenAPI",
    products: [
        .library(name: "GardenAPI", targets: ["GardenAPI"]),
        .library(name: "GardenClient", targets: ["GardenClient"]),
        // For the programs of the repository; they can change at any time.
        .library(name: "TimeKit", targets: ["TimeKit"]),
        .library(name: "GeoKit", targets: ["GeoKit"]),
        .library(name: "FileKit", targets: ["FileKit"]),
    ],
    dependencies: [.package(url: "https://github.com/apple/swift-system", exact: "1.8.1")],
    targets: [
        .systemLibrary(name: "CFileKit"),
        .target(
            name: "FileKit",
            dependencies: ["CFileKit", system], swiftSettings: strict),
        .target(name: "TimeKit", dependencies: ["FileKit"], swiftSettings: strict),
        .target(name: "GeoKit", swiftSettings: strict),
        .target(name: "GardenAPI", dependencies: ["TimeKit", "GeoKit"], swiftSettings: strict),
        .target(name: "GardenClient", dependencies: ["GardenAPI", "FileKit", system], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
