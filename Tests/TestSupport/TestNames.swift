import GardenCore

extension Startup.Names {
    /// Those of a garden in a test: always the same.
    public static let test = Startup.Names(
        newGardenId: String(repeating: "0", count: 31) + "1", newDeviceId: String(repeating: "0", count: 31) + "2",
        machine: nil)
}
