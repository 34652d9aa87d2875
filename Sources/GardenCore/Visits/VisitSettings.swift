import GardenAPI

/// The settings of visits (API §6; RULES V8).
public struct VisitSettings: WireObject, Equatable {
    public static let name = "VisitSettings"

    public var trashDays: Int

    static let standard = VisitSettings(trashDays: 30)

    public static let fields = Fields(
        VisitSettings.init,
        .defaulted(
            "visits.trash_days", \.trashDays, in: standard,
            "How many days a removed visit stays in the trash, from which it can be restored.", .range(1...36_500)))
}
