import GardenCore

/// A virtual machine has no desktop.
final class SimulatedDesktop: SimulatedPart {
    let needs = [
        NeedHandler(SampleNotificationNeed.self) { _, end in
            end(.failure(NotificationProblem(message: "a simulated machine has no desktop")))
        }
    ]
}
