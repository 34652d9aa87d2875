import GardenAPI
import Testing
import TextKit

@Suite struct RepetitionTextTests {
    @Test(arguments: [
        ("FREQ=DAILY", "every day"), ("FREQ=DAILY;INTERVAL=3", "every 3 days"),
        ("FREQ=WEEKLY;INTERVAL=2", "every 2 weeks"),
        ("RSCALE=GREGORIAN;FREQ=MONTHLY;INTERVAL=2;SKIP=BACKWARD", "every 2 months"),
        ("RSCALE=GREGORIAN;FREQ=YEARLY;INTERVAL=5;SKIP=BACKWARD", "every 5 years"),
        ("FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1", "the last day of every 2 months"),
        ("FREQ=WEEKLY;BYDAY=MO", "every Monday"), ("FREQ=WEEKLY;BYDAY=MO,TH", "every Mon and Thu"),
        ("FREQ=WEEKLY;BYDAY=MO,WE,FR", "every Mon, Wed and Fri"), ("FREQ=WEEKLY;BYDAY=SA,SU", "every weekend"),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "every 2 weeks on Monday"), ("FREQ=HOURLY", "every hour"),
        ("FREQ=HOURLY;INTERVAL=8", "every 8 hours"), ("FREQ=MONTHLY;BYDAY=1MO", "the first Monday of every month"),
        ("FREQ=MONTHLY;BYDAY=-1FR", "the last Friday of every month"),
        ("FREQ=DAILY;UNTIL=20261231", "every day until 2026-12-31"),
        ("RSCALE=GREGORIAN;FREQ=MONTHLY;UNTIL=20261231;SKIP=BACKWARD", "every month until 2026-12-31"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR", "every 2 weeks on each weekday"),
        ("FREQ=MONTHLY;BYDAY=1MO,3MO", "the first and third Monday of every month"),
        ("FREQ=DAILY;COUNT=3", "every day, 3 times in all"),
        ("FREQ=MONTHLY;BYMONTHDAY=1,15", "the 1st and 15th of every month"),
        ("FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=3,12,22", "the 3rd, 12th and 22nd of every 2 months"),
        ("FREQ=MONTHLY;BYMONTHDAY=15,-1", "the 15th and the last day of every month"),
        ("FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0", "every day at 8:00 and 20:00"),
        (
            "FREQ=WEEKLY;UNTIL=20261231;BYDAY=MO;BYHOUR=9,18;BYMINUTE=5",
            "every Monday at 9:05 and 18:05 until 2026-12-31"
        ),
    ])
    func aSimpleRuleReadsLikeSpeech(rule: String, text: String) {
        #expect(repetitionText(ofRule: rule) == text)
    }

    @Test(arguments: [
        "daily", "after 4d", "", "FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR", "FREQ=MONTHLY;BYDAY=1MO,3TU",
        "FREQ=MONTHLY;BYDAY=5FR",
        "FREQ=DAILY;UNTIL=20261231T100000Z",
        "FREQ=MONTHLY;BYDAY=FR", "FREQ=MONTHLY", "FREQ=YEARLY;INTERVAL=2", "FREQ=MONTHLY;SKIP=BACKWARD",
        "FREQ=WEEKLY;BYDAY=1MO", "FREQ=MONTHLY;BYMONTHDAY=1,-2",
        "FREQ=MONTHLY;BYMONTHDAY=1,2;BYDAY=MO", "FREQ=DAILY;BYHOUR=8", "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0,30",
        "FREQ=MONTHLY;BYHOUR=8,20;BYMINUTE=0", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,FR;WKST=SU", "FREQ=DAILY;INTERVAL=x",
        "FREQ",
    ])
    func everyOtherRuleHasNoText(rule: String) {
        #expect(repetitionText(ofRule: rule) == nil)
    }

    @Test(
        arguments: [
            ("FREQ=MONTHLY", 31, "months without a 31st", "monthly"),
            ("FREQ=MONTHLY;INTERVAL=2", 30, "months without a 30th", "every 2 months"),
            ("FREQ=MONTHLY;INTERVAL=3;COUNT=9", 31, "months without a 31st", nil),
            ("FREQ=YEARLY;INTERVAL=2", 29, "years without a 29 February", "every 2 years"),
        ] as [(String, Int, String, String?)])
    func aLiteralRuleLeavesOutMonths(rule: String, day: Int, text: String, instead: String?) throws {
        let leftOut = try #require(monthsLeftOut(byRule: rule, month: day == 29 ? 2 : 12, day: day))
        #expect(leftOut.text == text)
        #expect(leftOut.instead == instead)
    }

    @Test(arguments: [
        ("FREQ=MONTHLY", 28), ("FREQ=MONTHLY;BYMONTHDAY=-1", 31), ("monthly", 31), ("FREQ=YEARLY", 31),
        ("RSCALE=GREGORIAN;FREQ=MONTHLY;INTERVAL=3;SKIP=BACKWARD", 31), ("after 1mo", 31), ("FREQ=WEEKLY", 31),
        ("FREQ=MONTHLY;INTERVAL=12", 31), ("FREQ=MONTHLY;INTERVAL=3", 30),
    ])
    func otherRulesLeaveOutNothing(rule: String, day: Int) {
        #expect(monthsLeftOut(byRule: rule, month: 12, day: day) == nil)
    }
}
