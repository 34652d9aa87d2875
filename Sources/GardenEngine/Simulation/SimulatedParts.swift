/// The parts of the virtual machine: the only list. Each is that of a feature.
enum SimulatedParts {
    static var all: [any SimulatedPart] {
        [
            SimulatedPresence(), SimulatedBackups(), SimulatedVerification(), SimulatedDesktop(), SimulatedHooks(),
            SimulatedPhotos(), SimulatedPlace(),
        ]
    }
}
