import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

/// The requests of the economy's commands, and the messages for refusals.
@Suite struct EconomyClientTests {
    static let candidates: JSON = [
        ["id": 3, "name": "Coffee", "category": "Treats"], ["id": 12, "name": "coffee\u{1B}", "category": "Default"],
    ]

    let home = Home()

    @Test(arguments: [
        (
            ["buy", "Coffee"],
            GardenError(.insufficientPoints, "\"Coffee\" costs 750 points; you have 500, 250 too few"),
            "gardenctl: \"Coffee\" costs 750 points; you have 500, 250 too few\n"
        ),
        (
            ["buy", "Coffee"],
            .refused(
                .ambiguous, "2 items are named \"Coffee\"; name one by its id",
                [("candidates", candidates)]),
            """
            gardenctl: 2 items are named "Coffee"; name one by its id
              3  Coffee (Treats)
              12  coffee (Default)

            """
        ),
        (
            ["start", "--ago", "40"],
            .refused(
                .nothingLeft, "less than a minute would be left",
                [("remainingSeconds", 0), ("start", "2026-11-27T18:20:00.000+00:00")]),
            """
            gardenctl: less than a minute would be left; to enter it: gardenctl session add 18:20-now

            """
        ),
        (
            ["start", "Thesis", "--ago", "40"],
            .refused(
                .nothingLeft, "less than a minute would be left",
                [("remainingSeconds", 0), ("start", "2026-11-27T18:20:00.000+00:00"), ("category", "Thesis")]),
            """
            gardenctl: less than a minute would be left; to enter it: \
            gardenctl session add 18:20-now Thesis

            """
        ),
        (
            ["refund", "3"], .refused(.notToday, "purchase 3 is from an earlier day", [("purchaseId", 3)]),
            """
            gardenctl: purchase 3 is from an earlier day; a purchase by mistake can be taken back: gardenctl undo --dry-run

            """
        ),
        (
            ["spend", "-500"],
            .refused(.belowTierBase, "3000 of the 3200 on the meter are of earlier days"),
            "gardenctl: 3000 of the 3200 on the meter are of earlier days\n"
        ),
        (
            ["log", "remove", "3"], .refused(.archived, "line 3 is of a day that has ended"),
            "gardenctl: line 3 is of a day that has ended; "
                + "to add a line to another day: gardenctl log note TEXT --at yesterday\n"
        ),
    ])
    func aRefusalExitsWithStatus1AndPrintsItsNumbers(words: [String], error: GardenError, message: String) throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.refuse(error)
            client.receive()
        }

        #expect(try home.gardenctl(words) == Home.Outcome(status: 1, errors: message))
    }

    /// The answer says how much was taken back, so that one request is enough.
    @Test(
        arguments: [
            (["takenBack": 300], 0, "Took back 300 of 500, because the meter was 300.\n"),
            (["takenBack": 500], 0, ""), (nil, 0, "Took back 0 of 500, because the meter was 0.\n"), (nil, 200, ""),
        ] as [(JSON, Int, String)])
    func aMeterThatFallsToZeroSaysHowMuchWasTakenBack(meta: JSON, meter: Int, line: String) throws {
        let rate = Rate.lowest(meter)
        let daemon = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(rate.json, meta: meta)
            client.receive()
        }

        let outcome = try home.gardenctl("spend", "-500")
        #expect(outcome == Home.Outcome(status: 0, output: "\(rateText(rate, .plain))\n\(line)"))
        #expect(daemon.requests().map { $0["method"] } == ["rate.add"])
    }

    @Test(
        "P22: an answer about an ended day says how its meter changed, and how to take a purchase back",
        arguments: [
            (
                ["spend", "1200", "shoes", "--at", "tuesday"], [0, 1200], [0, 0],
                "Meter of Tuesday, 2026-11-24: 0 → 1200, tier unchanged\n"
            ),
            (
                ["spend", "3200", "--at", "tuesday"], [100, 3300], [0, 1],
                "Meter of Tuesday, 2026-11-24: 100 → 3300, tier 0 → 1\n"
            ),
        ] as [([String], JSON, JSON, String)])
    func moneyOfAnEndedDay(words: [String], meter: JSON, tier: JSON, line: String) throws {
        let rate = Rate.lowest(0)
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(
                rate.json, meta: ["meterOfDay": ["day": "2026-11-24", "meter": meter, "tier": tier]])
            client.receive()
        }

        #expect(try home.gardenctl(words) == Home.Outcome(status: 0, output: "\(rateText(rate, .plain))\n\(line)"))
    }

    @Test("a day at the end of a note is no --at, and a person at a terminal reads how to say it")
    func aDayInANote() throws {
        @Sendable func day(_ number: Int) -> JSON {
            let day = CalendarDay(daysSinceEpoch: number)
            let totals = StatisticsTotals(minutes: 0, sessions: 0, interruptions: 0, tasks: 0, earned: 0, spent: 0)
            return DayStatistics(day: day, totals: totals, goalMinutes: 25, isOff: false, hours: []).json
        }
        for (isInteractive, words, hint) in [
            (true, ["shoes", "yesterday"], #""yesterday" is a word of the text"#), (true, ["shoes"], nil),
            (true, ["shoes", "--at", "yesterday"], nil), (false, ["shoes", "yesterday"], nil),
        ] as [(Bool, [String], String?)] {
            home.isInteractive = isInteractive
            let daemon = FakeDaemon(home.socketPath) { daemon in
                let client = daemon.acceptClient()
                while let line = client.receive() {
                    switch line["params"]?["day"]?.stringValue {
                    case nil: client.answer(line["method"] == "rate.add" ? Rate.lowest(0).json : day(20_783))
                    case "yesterday": client.answer(day(20_782))
                    case let text?: client.refuse(GardenError(.invalidParams, "day: \"\(text)\" is no date"))
                    }
                }
            }
            let outcome = try home.gardenctl(["spend", "1200"] + words)
            #expect(outcome.status == 0)
            let line = outcome.output.split(separator: "\n").first { $0.contains("counts for today") }
            #expect((line?.contains(hint ?? "") ?? false) == (hint != nil))
            #expect(line?.hasSuffix("gardenctl undo, then again with --at yesterday") ?? true)
            #expect(daemon.requests().first?["params"]?["amount"] == 1200)
        }
    }

    @Test(
        "P22, M12: what could not be taken back at a time of the past is said",
        arguments: [
            (["unchanged": true], "Took back 0 of 900, because the meter was 0 then"),
            (["takenBack": 100], "Took back 100 of 900, because the meter was 100 then"),
            (.null, nil),
        ] as [(JSON, String?)])
    func moneyThatWasNotThere(meta: JSON, line: String?) throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(Rate.lowest(3000).json, meta: meta)
            client.receive()
        }
        let outcome = try home.gardenctl("spend", "-900", "--at", "tuesday")
        let advice = line.map { "\($0); a day alone is its noon: --at \"tue 18:00\"\n" } ?? ""
        #expect(outcome == Home.Outcome(status: 0, output: "\(rateText(.lowest(3000), .plain))\n\(advice)"))
    }

    @Test("M12: who gave a time is not advised to give one")
    func moneyThatWasNotThereAtATime() throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(Rate.lowest(3000).json, meta: ["takenBack": 100])
            client.receive()
        }
        let outcome = try home.gardenctl("spend", "-900", "--at", "tue 18:00")
        #expect(
            outcome.output
                == "\(rateText(.lowest(3000), .plain))\nTook back 100 of 900, because the meter was 100 then.\n")
    }

    @Test("P32: a purchase of an ended day is undone, not returned")
    func aPurchaseOfAnEndedDay() throws {
        _ = FakeDaemon(home.socketPath) { daemon in
            let client = daemon.acceptClient()
            client.receive()
            client.answer(
                Purchase.coffee.json, meta: ["at": "2026-11-24T12:00:00.000+01:00", "endedDay": "2026-11-24"])
            client.receive()
        }

        #expect(
            try home.gardenctl("buy", "Coffee", "--at", "tuesday")
                == Home.Outcome(
                    status: 0,
                    output: """
                        Bought Coffee for 750 points (500 ×1.5); 1 point left.
                        Counted for Tue 2026-11-24 12:00.
                        To take it back: gardenctl undo

                        """))
    }

    @Test func aPurchaseRequestHasAnIdempotencyKey() throws {
        let daemon = FakeDaemon(home.socketPath, answering: Purchase.coffee.json)

        let outcome = try home.gardenctl("buy", "Coffee")

        #expect(
            outcome
                == Home.Outcome(
                    status: 0,
                    output: """
                        Bought Coffee for 750 points (500 ×1.5); 1 point left.
                        To return it before the day ends: gardenctl refund 7

                        """))
        #expect(daemon.requests().first?["params"]?["key"] != nil)
    }

    @Test func theRateCommandReadsTheTableFromTheSettings() throws {
        let daemon = FakeDaemon(
            home.socketPath, answering: Rate.sample().json, RateTextTests.settings.json)

        let outcome = try home.gardenctl("rate")

        let text = rateText(.sample(), RateTextTests.settings.rateTable, .plain)
        #expect(outcome == Home.Outcome(status: 0, output: "\(text)\n"))
        #expect(daemon.requests().map { $0["method"] } == ["rate.get", "settings.get"])
    }

    @Test func rateAsJSONPrintsOnlyTheAnswer() throws {
        let daemon = FakeDaemon(home.socketPath, answering: Rate.sample().json)

        #expect(
            try home.gardenctl("rate", "--json") == Home.Outcome(status: 0, output: "\(Rate.sample().json.text)\n"))
        #expect(daemon.requests().count == 1)
    }

    @Test(arguments: [
        (["shop", "add", "Tea", "30", "-c", "3", "--json"], ShopItem.sample(4, "Tea", 30, now: 30, balance: 0).json),
        (["shop", "edit", "Tea", "-c", "3"], ShopItem.sample(4, "Tea", 30, now: 30, balance: 0).json),
        (["shop", "move", "Tea", "0", "-c", "3"], ShopItem.sample(4, "Tea", 30, now: 30, balance: 0).json),
    ])
    func aCategoryIdIsResolvedToItsName(words: [String], item: JSON) throws {
        let categories: JSON = [["id": 3, "uid": "a-3", "name": "Reading", "color": "blue", "position": 1, "open": 2]]
        let daemon = FakeDaemon(home.socketPath, answering: categories, item)

        #expect(try home.gardenctl(words).status == 0)
        let requests = daemon.requests()
        #expect(requests.map { $0["method"] } == ["category.list", .string("shop.\(words[1])")])
        #expect(requests.last?["params"]?["category"] == "Reading")
    }

    static func today(_ day: String) throws -> Today {
        Today(
            day: try #require(CalendarDay(day)), startsAt: try #require(Timestamp("\(day)T04:00:00.000+09:00")),
            endsAt: try #require(Timestamp("\(day)T23:59:00.000+09:00")), timezone: "Asia/Tokyo")
    }

    @Test func correctingTheDayPrintsTheOldAndTheNewDay() throws {
        let daemon = FakeDaemon(
            home.socketPath, answering: try Self.today("2036-01-05").json, try Self.today("2026-11-21").json)

        let outcome = try home.gardenctl("day", "correct")

        #expect(
            outcome
                == Home.Outcome(
                    status: 0,
                    output: """
                        The day was 2036-01-05. Corrected:
                        Saturday, 2026-11-21
                        from 2026-11-21 04:00 to 2026-11-21 23:59, Asia/Tokyo

                        """))
        #expect(daemon.requests().map { $0["method"] } == ["day.get", "day.correct"])
    }

    @Test func aCorrectDayIsLeftUnchanged() throws {
        let day = try Self.today("2026-11-21").json
        _ = FakeDaemon(home.socketPath, answering: day, day)

        #expect(
            try home.gardenctl("day", "correct")
                == Home.Outcome(status: 0, output: "Nothing to correct: the day is 2026-11-21.\n"))
    }
}

extension Rate {
    /// The lowest tier with that meter.
    fileprivate static func lowest(_ meter: Int) -> Rate {
        var rate = Rate.lowest
        rate.meter = meter
        return rate
    }
}
