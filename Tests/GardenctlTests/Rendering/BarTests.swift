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

    @Test func nothingTicksWhileNothingIsRunning() {
        for timer in [FocusTimer.pausedFocus, .stopped()] {
            #expect(StatusSnapshot.home(.sample(timer)).ticking(from: Self.read) == nil)
        }
        #expect(StatusSnapshot.away.ticking(from: Self.read) == nil)
    }

    @Test func waybarGetsMarkupThatIsEscaped() throws {
        let status = GardenStatus.sample(.focus("R&D <x>") { ($0.paused, $0.endsAt) = (true, nil) })
        #expect(
            try JSON.parse(waybarText(.home(status))) == [
                "text": "R&amp;D &lt;x&gt; 23:00", "alt": "paused", "class": ["focus", "paused"], "percentage": 8,
                "tooltip": .string(
                    statusText(status, .plain).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                        .replacing(">", with: "&gt;")),
            ])
    }

    @Test(arguments: [
        (FocusTimer.focus(), "Default 23:00", "focus", ["focus"]), (.stopped(), "stopped", "stopped", ["stopped"]),
        (.focus { ($0.phase, $0.longRest) = (.rest, true) }, "rest 23:00", "longRest", ["rest", "long"]),
    ])
    func waybarGetsTextAlternativeAndClass(timer: FocusTimer, text: String, alternative: String, classes: [String])
        throws
    {
        let json = try JSON.parse(waybarText(.home(.sample(timer))))
        #expect(json["text"]?.stringValue == text)
        #expect(json["alt"]?.stringValue == alternative)
        #expect(json["class"]?.arrayValue?.compactMap(\.stringValue) == classes)
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
