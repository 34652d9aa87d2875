import GardenAPI
import GardenCore
import GardenEngine

/// A platform with settings, and with nothing else: no checks, no backups, no desktop.
final class QuietPlatform: Platform {
    let pid = 0
    let settingsFile: String? = nil
    let photoFiles: (any PhotoFiles)? = nil
    private let settings: Settings

    init(_ settings: Settings = .standard) { self.settings = settings }

    func readEnvironment() -> Environment { Environment(settings: settings, zone: .utc) }
    func startBackup() {}
    func startLocating(by locator: VisitLocator) {}
    func discardBackup(_ backup: GardenBackup) {}
    func backups(with effect: WrittenEffect) -> [String] { [] }
    func show(_ sample: PlannedNotification) -> Result<String, NotificationProblem> {
        .failure(NotificationProblem(message: "no desktop"))
    }
    func listHooks() -> [Hook] { [] }
    func testHooks(with input: HookInput, file: String?) -> GardenError? { .noHook(for: input.event.type, file: file) }
    func checkHealth() -> [HealthCheck] { [] }
    func readIdentityKey() -> IdentityKeyFile.Reading { .key(.simulated) }
    func createIdentityKey() -> Result<IdentityKey, StoreError> { .success(.simulated) }
}
