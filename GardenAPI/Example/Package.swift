// swift-tools-version: 6.2
import PackageDescription

// A package outside the repository names the folder GardenAPI of its copy here.
let api = Context.environment["GARDEN_API"] ?? ".."

let package = Package(
    name: "garden-follow",
    dependencies: [.package(name: "GardenAPI", path: api)],
    targets: [
        .executableTarget(
            name: "garden-follow",
            dependencies: [
                .product(name: "GardenAPI", package: "GardenAPI"), .product(name: "GardenClient", package: "GardenAPI"),
            ])
    ]
)
