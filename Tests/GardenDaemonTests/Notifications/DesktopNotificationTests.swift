import SystemdKit
import Testing

@testable import GardenDaemon

/// What a notification becomes on the bus.
struct DesktopNotificationTests {
    private static let everything: Set = ["actions", "body", "body-markup"]

    @Test func allPartsBecomeArguments() {
        let notification = DesktopNotification(
            summary: "Focus completed", body: "+25 points",
            actions: [.init(key: "startRest", label: "Start rest"), .init(key: "skipRest", label: "Skip")],
            urgency: .critical, category: "x-garden.focus", icon: "appointment-soon", sound: "complete",
            expires: false, reference: 42)
        #expect(
            notification.arguments(replacing: 7, capabilities: Self.everything) == [
                .string("Pocket Garden"), .uint32(7), .string("appointment-soon"), .string("Focus completed"),
                .string("+25 points"),
                .array(
                    elementSignature: "s",
                    [.string("startRest"), .string("Start rest"), .string("skipRest"), .string("Skip")]),
                .dictionary([
                    "urgency": .byte(2), "category": .string("x-garden.focus"), "sound-name": .string("complete"),
                ]),
                .int32(0),
            ])
    }

    @Test func absentPartsAreLeftOut() {
        #expect(
            DesktopNotification(summary: "Level 4").arguments(replacing: 0, capabilities: Self.everything) == [
                .string("Pocket Garden"), .uint32(0), .string(""), .string("Level 4"), .string(""),
                .array(elementSignature: "s", []),
                .dictionary(["urgency": .byte(1), "suppress-sound": .bool(true)]), .int32(-1),
            ])
    }

    /// RULES N3.
    @Test(arguments: [
        (["body-markup", "actions"], "a &lt;b&gt; &amp; \"c\"\nd", ["done", "Done"]),
        (["body-markup"], "a &lt;b&gt; &amp; \"c\"\nd", []),
        (["actions"], "a <b> & \"c\"\nd", ["done", "Done"]),
        ([], "a <b> & \"c\"\nd", []),
    ])
    func theCapabilitiesDecideOnMarkupAndButtons(capabilities: [String], body: String, actions: [String]) {
        let notification = DesktopNotification(
            summary: "<b> & \"c\"", body: "a <b> & \"c\"\nd", actions: [.init(key: "done", label: "Done")])
        let arguments = notification.arguments(replacing: 0, capabilities: Set(capabilities))
        #expect(arguments[3] == .string("<b> & \"c\""))
        #expect(arguments[4] == .string(body))
        #expect(arguments[5] == .array(elementSignature: "s", actions.map(BusValue.string)))
    }

    @Test(arguments: [
        ("", "", ""),
        ("one\ntwo\r\nthree\u{2028}four", "one two three four", "one\ntwo\nthree\nfour"),
        ("bell\u{7} zero\u{0} escape\u{1B}[1m tab\tend\u{7F}\u{9B}", "bell zero escape[1m tab end", nil),
        ("👩‍🌾🌱 Gärtnerei 庭", "👩‍🌾🌱 Gärtnerei 庭", nil),
        ("\u{7}", "", nil),
    ])
    func controlCharactersAreRemoved(text: String, line: String, lines: String?) {
        #expect(text.printable(limit: 100, keepsLines: false) == line)
        #expect(text.printable(limit: 100, keepsLines: true) == lines ?? line)
    }

    @Test(arguments: [
        ("12345", 5, "12345"), ("123456", 5, "1234…"), ("1234567", 5, "1234…"), ("🌱🌱🌱", 2, "🌱…"),
        // A farmer is three scalars, and an accent is one of its own here.
        ("1👩‍🌾5", 5, "1👩‍🌾5"), ("12👩‍🌾5", 5, "12…"), ("e\u{301}e\u{301}e\u{301}", 5, "e\u{301}e\u{301}…"),
    ])
    func longTextsAreCutBetweenCharacters(text: String, limit: Int, cut: String) {
        #expect(text.printable(limit: limit, keepsLines: false) == cut)
    }

    @Test func everyTextHasALimit() {
        let long = String(repeating: "<", count: 5000)
        let notification = DesktopNotification(
            summary: long, body: long, actions: [.init(key: "done", label: long)])
        let arguments = notification.arguments(replacing: 0, capabilities: Self.everything)
        #expect(arguments[3] == .string(String(repeating: "<", count: 199) + "…"))
        // It is cut first, so that no entity is.
        #expect(arguments[4] == .string(String(repeating: "&lt;", count: 999) + "…"))
        let label = String(repeating: "<", count: 59) + "…"
        #expect(arguments[5] == .array(elementSignature: "s", [.string("done"), .string(label)]))
    }
}
