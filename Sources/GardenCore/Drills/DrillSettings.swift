import GardenAPI

/// What clients do during a drill (API §6).
public struct DrillSettings: WireObject, Equatable {
    public static let name = "DrillSettings"

    public var speakCommand: [String]
    public var hasSound: Bool

    static let standard = DrillSettings(speakCommand: [], hasSound: true)

    public static let fields = Fields(
        DrillSettings.init,
        .defaulted(
            "drills.speak_command", \.speakCommand, in: standard,
            "The program that speaks a word and its arguments, for example [\"espeak-ng\", \"-v\", \"{language}\"]; \"--\""
                + " and the word are added. Empty: spd-say or espeak-ng, the first that is installed.",
            .words(32)),
        .defaulted("drills.sound", \.hasSound, in: standard, "Whether a drill speaks its words and plays sounds."))
}

/// What a drill pays (RULES D9; API §6).
public struct DrillRewards: WireObject, Equatable {
    public static let name = "DrillRewards"

    public var expPerDrill: Int
    /// The name of a category, which is created if it does not exist.
    public var category: String

    static let standard = DrillRewards(expPerDrill: 0, category: CategoryBook.defaultName)

    public static let fields = Fields(
        DrillRewards.init,
        .defaulted(
            "rewards.exp_per_drill", \.expPerDrill, in: standard,
            "The exp for the first time that a level of a drill is cleared.", .range(0...1000)),
        .defaulted(
            "rewards.drill_category", \.category, in: standard, "The category that gets that exp for its garden.",
            .newName))
}
