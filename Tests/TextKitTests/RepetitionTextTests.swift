import GardenAPI
import Testing
import TextKit

@Suite struct RepetitionTextTests {
    @Test(arguments: [
        ("FREQ=DAILY", "every day"), ("FREQ=DAILY;INTERVAL=3", "every 3 days"),
        ("FREQ=WEEKLY;INTERVAL=2", "every 2 weeks"), ("FREQ=MONTHLY;INTERVAL=2", "every 2 months"),
        ("FREQ=WEEKLY;BYDAY=MO", "every Monday"), ("FREQ=WEEKLY;BYDAY=MO,TH", "every Mon and Thu"),
        ("FREQ=WEEKLY;BYDAY=MO,WE,FR", "every Mon, Wed and Fri"), ("FREQ=WEEKLY;BYDAY=SA,SU", "every weekend"),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "every 2 weeks on Monday"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR", "every 2 weeks on each weekday"),
    ])
    func aSimpleRuleReadsLikeSpeech(rule: String, text: String) {
        #expect(repetitionText(ofRule: rule) == text)
    }

    @Test(arguments: [
        "daily", "after 4d", "", "FREQ=HOURLY", "FREQ=DAILY;COUNT=3", "FREQ=MONTHLY;BYDAY=-1FR",
        "FREQ=MONTHLY;BYDAY=FR",
        "FREQ=WEEKLY;BYDAY=1MO", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,FR;WKST=SU", "FREQ=DAILY;INTERVAL=x", "FREQ",
    ])
    func everyOtherRuleHasNoText(rule: String) {
        #expect(repetitionText(ofRule: rule) == nil)
    }
}
