/// The parts of the virtual machine: the only list. Each is that of a feature.
enum SimulatedParts {
    static var all: [any SimulatedPart] {
        [
            SimulatedPresence(), SimulatedBackups(), SimulatedDesktop(), SimulatedHooks(), SimulatedPhotos(),
            SimulatedPlace(),
        ]
    }
}
