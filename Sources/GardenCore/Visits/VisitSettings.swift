import GardenAPI

/// The settings of visits (API §6; RULES V8).
public struct VisitSettings: WireObject, Equatable {
    public static let name = "VisitSettings"

    public var trashDays: Int
    public var locate: VisitLocator
    /// A command and its arguments; empty for none.
    public var geocode: [String]

    static let standard = VisitSettings(trashDays: 30, locate: .geoclue, geocode: [])

    public static let fields = Fields(
        VisitSettings.init,
        .defaulted(
            "visits.trash_days", \.trashDays, in: standard,
            "How many days a removed visit stays in the trash, from which it can be restored.", .range(1...36_500)),
        .defaulted(
            "visits.locate", \.locate, in: standard,
            "How visit here finds the place: \"geoclue\", \"off\" or a command and its arguments, for example"
                + " [\"my-place\"], that prints {\"latitude\": …, \"longitude\": …, \"accuracy\": …}."),
        .defaulted(
            "visits.geocode", \.geocode, in: standard,
            "A command and its arguments that fill in the address of a visit without one, for example [\"my-address\"]: it gets"
                + " the place in $GARDEN_LATITUDE and $GARDEN_LONGITUDE and as JSON on standard input, and prints the address; [] for"
                + " none.",
            .words(32)))
}
