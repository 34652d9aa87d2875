import ArgumentParser
import GardenAPI

/// The day that a command shows, as it ended (RULES S7).
struct AsOfOption: ParsableArguments {
    @Option(
        name: .customLong("as-of"), parsing: .upToNextOption,
        help: ArgumentHelp(
            "As this day ended, by what is known now, such as yesterday (default: now).", valueName: "day"))
    var words: [String] = []

    var isGiven: Bool { !words.isEmpty }

    /// `nil` for the present.
    var text: String? { joined(words) }
}

/// Says which day is shown: `As Tuesday, 2026-03-10 ended, by what is known now`; `nil` for the present.
///
/// - Parameter text: the day as a person wrote it.
func pastDayHeading(_ text: String?, asking client: Client, _ style: Style) throws(CommandError) -> String? {
    guard let text else { return nil }
    let day = try client.ask(StatsDay(day: text)).value().day
    let today = try client.ask(DayGet()).value().day
    guard day != today else { return nil }
    return style.dim("As \(dayHeading(day, today: nil)) ended, by what is known now")
}
