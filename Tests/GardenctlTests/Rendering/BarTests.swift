import GardenAPI
import Testing
import TextKit
import TimeKit

@testable import gardenctl

/// What status bars read.
@Suite struct BarTests {
    private static let read = ContinuousClock.now

    private func ticking(leftMilliseconds: Int) throws -> Ticking {
        var status = GardenStatus.sample(.focus())
        status.now = Timestamp(
            instant: Timestamp.sample(9, 25).instant.advanced(byMilliseconds: -leftMilliseconds), offsetSeconds: 32_400)
        return try #require(Ticking(status, read: Self.read))
    }

    @Test(
        "the time left is rounded up, and never below 0",
        arguments: [
            (0, 1380), (1, 1380), (399, 1380), (400, 1379), (1400, 1378), (1_379_399, 1), (1_379_400, 0),
            (9_999_999, 0),
        ])
    func theTimeLeftIsCountedDown(passedMilliseconds: Int, left: Int) throws {
        let timer = try ticking(leftMilliseconds: 1_379_400)
            .status(at: Self.read + .milliseconds(passedMilliseconds)).timer
        #expect(timer.remainingSeconds == left)
        #expect(timer.elapsedSeconds == 1500 - left)
    }

    @Test(
        "a tick comes when the time left is a multiple of the interval, until the end",
        arguments: [
            (0, 1, 400), (399, 1, 400), (400, 1, 1400), (0, 60, 59_400), (59_400, 60, 119_400), (0, 3600, 1_379_400),
            (1_379_399, 1, 1_379_400), (1_379_400, 1, nil), (2_000_000, 60, nil),
        ] as [(Int, Int, Int?)])
    func aTickComesAtTheMultiple(passed: Int, seconds: Int, next: Int?) throws {
        let tick = try ticking(leftMilliseconds: 1_379_400)
            .nextTick(after: Self.read + .milliseconds(passed), every: seconds)
        #expect(tick == next.map { Self.read + .milliseconds($0) })
    }

    /// An open session of 09:00:00, at 09:02:00.300; with pauses, the start does not show the fraction of a second.
    private func ticking(openFor seconds: Int) throws -> Ticking {
        var status = GardenStatus.sample(.open { $0.elapsedSeconds = seconds })
        status.now = Timestamp(instant: status.now.instant.advanced(byMilliseconds: 300), offsetSeconds: 32_400)
        return try #require(Ticking(status, read: Self.read))
    }

    @Test(
        "the time of an open session is counted up, and a tick comes as its seconds pass",
        arguments: [
            (120, 0, 1, 120, 700), (120, 699, 1, 120, 700), (120, 700, 1, 121, 1700), (120, 0, 60, 120, 59_700),
            (120, 59_700, 60, 180, 119_700), (60, 0, 1, 60, 1000), (60, 1000, 1, 61, 2000),
            (60, 10, 3600, 60, 3_540_000),
        ])
    func theTimeIsCountedUp(from start: Int, passed: Int, every seconds: Int, elapsed: Int, next: Int) throws {
        let ticking = try ticking(openFor: start)
        let moment = Self.read + .milliseconds(passed)
        var timer = FocusTimer.open()
        timer.elapsedSeconds = elapsed
        #expect(ticking.status(at: moment).timer == timer)
        #expect(ticking.nextTick(after: moment, every: seconds) == Self.read + .milliseconds(next))
    }

    @Test func nothingTicksWhileNothingIsRunning() {
        for timer in [FocusTimer.pausedFocus, .stopped(), .open { $0.paused = true }] {
            #expect(StatusSnapshot.home(.sample(timer)).ticking(from: Self.read) == nil)
        }
        #expect(StatusSnapshot.away.ticking(from: Self.read) == nil)
    }

    @Test func waybarGetsMarkupThatIsEscaped() throws {
        let status = GardenStatus.sample(.focus("R&D <x>"))
        #expect(
            try JSON.parse(waybarText(.home(status))) == [
                "text": "● R&amp;D &lt;x&gt; 23:00", "alt": "focus", "class": ["focus"], "percentage": 8,
                "tooltip": .string(
                    statusText(status, .plain).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                        .replacing(">", with: "&gt;")),
            ])
    }

    @Test(arguments: [
        (FocusTimer.focus(), "● Default 23:00", "focus", ["focus"]), (.stopped(), "○", "stopped", ["stopped"]),
        (.stopped(after: 5), "○", "stopped", ["stopped", "waiting"]),
        (.pausedFocus, "‖ 23:00", "paused", ["focus", "paused"]),
        (.focus { ($0.phase, $0.longRest) = (.rest, true) }, "☕ 23:00", "longRest", ["rest", "long"]),
        (.open(), "● Default 02:00", "focus", ["focus", "open"]),
    ])
    func waybarGetsTextAlternativeAndClass(timer: FocusTimer, text: String, alternative: String, classes: [String])
        throws
    {
        let json = try JSON.parse(waybarText(.home(.sample(timer))))
        #expect(json["text"]?.stringValue == text)
        #expect(json["alt"]?.stringValue == alternative)
        #expect(json["class"]?.arrayValue?.compactMap(\.stringValue) == classes)
    }

    @Test(
        "the bar and the placeholders say the state in the same words",
        arguments: [
            (.focus("Maths"), "● Maths 23:00", "●"), (.pausedFocus, "‖ 23:00", "‖"), (.stopped(), "○", "○"),
            (.focus("Maths") { $0.phase = .rest }, "☕ 23:00", "☕"),
            (.focus { ($0.phase, $0.paused, $0.endsAt) = (.rest, true, nil) }, "‖ 23:00", "‖"),
            (.open { $0.elapsedSeconds = 4500 }, "● Default 75:00", "●"),
            (.focus("A category with a long name"), "● A category with a l… 23:00", "●"),
        ] as [(FocusTimer, String, String)])
    func theBarSaysTheState(timer: FocusTimer, text: String, symbol: String) throws {
        let snapshot = StatusSnapshot.home(.sample(timer))
        #expect(barText(snapshot) == text)
        #expect(try JSON.parse(waybarText(snapshot))["text"]?.stringValue == text)
        #expect(try StatusFormat("{bar} {symbol}").rendered(snapshot, .plain) == "\(text) \(symbol)")
        #expect(try StatusFormat("bar").rendered(snapshot, .plain) == text)
    }

    @Test func theBarSaysThatNothingIsSavedOrTheDaemonIsAway() throws {
        var status = GardenStatus.sample(.stopped())
        status.stale = true
        #expect(barText(.home(status)) == "○ !")
        #expect(try StatusFormat("{bar}{symbol}").rendered(.away, .plain) == "away")
    }

    @Test func waybarLearnsThatTheDaemonIsAway() {
        #expect(
            waybarText(.away)
                == #"{"text":"away","alt":"away","class":["away"],"percentage":0,"tooltip":"gardend is away"}"#)
    }

    @Test func aTemplateWritesAValueAsJSON() throws {
        let template = try Template("{{\"text\":{category:json}}}", placeholders: ["category"])
        #expect(template.rendered { _ in "say \"hi\"" } == #"{"text":"say \"hi\""}"#)
        #expect(template.contains("category"))
        let problem = "unknown placeholder {category:xml}; did you mean {category}? use one of: category"
        #expect(throws: Template.Problem(message: problem)) {
            try Template("{category:xml}", placeholders: ["category"])
        }
    }
}
