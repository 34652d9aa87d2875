import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

/// The additional facts that people see with the requested part of the garden.
@Suite struct ShowingTests {
    static let shown: [(words: [String], answer: JSON, text: String)] = [
        (["points"], PointsSummary.none.json, pointsText(.none, .plain)),
        (["shop"], [], shopText([], .plain)),
        (["inventory"], [], inventoryText([], .plain)),
        (["log"], DayLog.sample([]).json, logText(.sample([]), .plain)),
        (["why", "rate"], [], explanationText([], .plain)),
        (["garden"], [], gardensText([], .plain)),
        (["day"], Today.sample.json, dayText(.sample)),
    ]

    let home = Home()

    static func status(isStale: Bool = false, day: CalendarDay? = nil) -> GardenStatus {
        var status = GardenStatus.sample(.stopped())
        status.stale = isStale
        status.day = day ?? status.day
        return status
    }

    @Test(arguments: shown, [true, false])
    func staleStateIsAnnouncedByEveryCommandThatShowsIt(
        shown: (words: [String], answer: JSON, text: String), isStale: Bool
    ) throws {
        let daemon = FakeDaemon(home.socketPath, hello: .sample(isStale: isStale), answering: shown.answer)

        let warning =
            "STALE: changes cannot be saved to disk; this is the last saved state. Find out why: gardenctl doctor"
        let text = isStale ? "\(warning)\n\n\(shown.text)\n" : "\(shown.text)\n"
        #expect(try home.gardenctl(shown.words) == Home.Outcome(status: 0, output: text))
        #expect(daemon.requests().count == 1)
    }

    @Test(arguments: shown)
    func jsonOutputIsTheAnswerWithoutTheStaleWarning(words: [String], answer: JSON, text: String) throws {
        let daemon = FakeDaemon(home.socketPath, answering: answer)

        let outcome = try home.gardenctl(words + ["--json"])

        #expect(outcome == Home.Outcome(status: 0, output: "\(answer.text)\n"))
        #expect(daemon.requests().count == 1)
    }

    @Test func theRateTableFollowsTheStaleWarning() throws {
        let settings = RateTextTests.settings
        _ = FakeDaemon(
            home.socketPath, hello: .sample(isStale: true), answering: Rate.sample().json, settings.json)

        let warning = try #require(staleWarning(true, .plain))
        let text = rateText(.sample(), settings.rateTable, .plain)
        #expect(try home.gardenctl("rate") == Home.Outcome(status: 0, output: "\(warning)\n\n\(text)\n"))
    }

    @Test(
        arguments: [
            ("2026-11-23", nil),
            (
                "2026-11-24",
                "The day is 3 days ahead of the calendar (2026-11-21). To fix it: gardenctl day correct"
            ),
        ] as [(String, String?)])
    func aDayFarAheadOfTheCalendarHasAHintToCorrectIt(day: String, hint: String?) throws {
        let today = try EconomyClientTests.today(day)
        let status = Self.status(day: today.day)
        _ = FakeDaemon(home.socketPath, hello: .sample(today: today), answering: today.json)

        let text = [dayText(today), hint].compactMap(\.self).joined(separator: "\n")
        #expect(try home.gardenctl("day") == Home.Outcome(status: 0, output: "\(text)\n"))
        #expect(
            statusText(status, .plain)
                == [hint, statusText(Self.status(), .plain)].compactMap(\.self)
                .joined(separator: "\n\n"))
    }
}
