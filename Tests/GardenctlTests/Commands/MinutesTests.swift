import Testing

@testable import gardenctl

struct MinutesTests {
    @Test(
        "a length is minutes, or hours and minutes",
        arguments: [
            ("25", 25), ("25m", 25), ("25min", 25), ("90 minutes", 90), ("1h", 60), ("1h30", 90), ("1h30m", 90),
            ("1H 05", 65), ("1h３０", 90), ("２５", 25), ("25分", 25), ("1時間30分", 90), ("2小时", 120), ("１小時５分鐘", 65),
            ("0", 0), ("-5", -5), ("", nil), ("h", nil), ("25x", nil), ("1.5", nil), ("1h30s", nil), ("m", nil),
            ("99999999h", nil),
        ])
    func aLengthIsRead(text: String, minutes: Int?) {
        #expect(Minutes(argument: text)?.count == minutes)
    }
}
