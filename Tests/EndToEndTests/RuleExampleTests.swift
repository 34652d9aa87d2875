import GardenAPI
import Testing

/// Every worked example of the rules P1–P8, P10 and P11, through `gardend simulate`: what the timer and the gardens are
/// after each step, and the same bytes a second time.
struct RuleExampleTests {
    static let examples: [RuleExample] = [
        RuleExample(
            testDescription:
                "P4, P5: start 09:00 untouched: rest at 09:25 (+1), session 2 at 09:30, at 13:00 the 9th, +8",
            steps: [
                .ask("timer.start"), at("09:25:00"), .timer(["phase": "rest", "session": 1]), .garden(exp: 1, level: 0),
                at("09:30:00"), .timer(["phase": "focus", "session": 2]), at("13:00:00"),
                .timer(["phase": "focus", "session": 9, "startedAt": "2026-01-01T13:00:00.000+00:00"]),
                .garden(exp: 8, level: 0),
                .events(
                    "focus.completed",
                    [
                        "09:25:00", "09:55:00", "10:25:00", "10:55:00", "11:25:00", "11:55:00", "12:25:00", "12:55:00",
                    ]),
            ]),
        RuleExample(
            testDescription: "P6: start 09:00, pause 09:10:20, resume 09:30:00: ends 09:44:40",
            steps: [
                .ask("timer.start"), at("09:10:20"), .ask("timer.pause"), at("09:30:00"), .ask("timer.resume"),
                .timer(["endsAt": "2026-01-01T09:44:40.000+00:00", "remainingSeconds": 880]), at("09:44:39"),
                .garden(exp: 0, level: 0), at("09:44:40"), .garden(exp: 1, level: 0),
                .events("focus.completed", ["09:44:40"]),
            ]),
        RuleExample(
            testDescription: "P7: start 09:00, skip 09:05: rest 09:05–09:10, 0 EXP",
            steps: [
                .ask("timer.start"), at("09:05:00"), .ask("timer.skip"),
                .timer([
                    "phase": "rest", "startedAt": "2026-01-01T09:05:00.000+00:00",
                    "endsAt": "2026-01-01T09:10:00.000+00:00",
                ]),
                at("09:10:00"), .timer(["phase": "focus", "session": 2]), .garden(exp: 0, level: 0),
                .events("focus.completed", []),
            ]),
        RuleExample(
            testDescription: "P8: start 09:00, killed 09:10, started 09:20: 300 s left",
            steps: [
                .ask("timer.start"), at("09:10:00"), .go(["down": 600]),
                .timer([
                    "phase": "focus", "remainingSeconds": 300, "endsAt": "2026-01-01T09:25:00.000+00:00",
                ]),
                .garden(exp: 0, level: 0),
            ]),
        RuleExample(
            testDescription: "P8: killed 09:10, started 09:27: credited once, ended 09:25:00, 180 s of rest left",
            steps: [
                .ask("timer.start"), at("09:10:00"), .go(["down": 1020]),
                .timer(["phase": "rest", "remainingSeconds": 180]), .garden(exp: 1, level: 0),
                .events("focus.completed", ["09:25:00"]), .go(["down": 1]), .garden(exp: 1, level: 0),
            ]),
        RuleExample(
            testDescription: "P8: killed 09:10, started 11:00: credited once, stopped",
            steps: [
                .ask("timer.start"), at("09:10:00"), .go(["down": 6600]),
                .timer(["phase": "stopped", "session": 1, "remainingSeconds": 0]), .garden(exp: 1, level: 0),
                .events("focus.completed", ["09:25:00"]), .events("timer.started", ["09:00:00"]),
            ]),
        RuleExample(
            testDescription: "P8: killed while paused with 600 s left, started 3 h later: paused, 600 s left",
            steps: [
                .ask("timer.start"), at("09:15:00"), .ask("timer.pause"), .go(["down": 10_800]),
                .timer(["phase": "focus", "paused": true, "remainingSeconds": 600, "endsAt": nil]),
            ]),
        RuleExample(
            testDescription: "P11: exp 9 +1 is level 1; exp 99 +1 is level 10",
            settings: "[timer]\nfocus_minutes = 1\nrest_minutes = 1\nunattended_sessions = 0\n",
            steps: [
                .ask("timer.start"), .go(["advance": .integer(17 * 60)]), .garden(exp: 9, level: 0),
                .go(["advance": 120]), .garden(exp: 10, level: 1), .events("garden.leveledUp", ["09:19:00"]),
                .go(["advance": .integer(178 * 60)]), .garden(exp: 99, level: 9), .go(["advance": 120]),
                .garden(exp: 100, level: 10),
            ]),
        RuleExample(
            testDescription: "P3: Berlin 2026-03-29, a focus from 01:50 CET ends 03:15 CEST",
            arguments: ["--timezone", "Europe/Berlin", "--start", "2026-03-29T01:50:00+01:00"],
            steps: [
                .ask("timer.start"),
                .timer([
                    "startedAt": "2026-03-29T01:50:00.000+01:00", "endsAt": "2026-03-29T03:15:00.000+02:00",
                ]),
                .go(["advance": 1500]), .timer(["phase": "rest", "startedAt": "2026-03-29T03:15:00.000+02:00"]),
            ]),
        RuleExample(
            testDescription: "P10: a clock set forward or back moves endsAt by the step, and no deadline",
            steps: [
                .ask("timer.start"), .go(["stepClock": 7200]),
                .timer(["remainingSeconds": 1500, "endsAt": "2026-01-01T11:25:00.000+00:00"]),
                .go(["stepClock": -10_800]),
                .timer(["remainingSeconds": 1500, "endsAt": "2026-01-01T08:25:00.000+00:00"]),
                .go(["advance": 1499]), .garden(exp: 0, level: 0), .go(["advance": 1]), .garden(exp: 1, level: 0),
            ]),
        RuleExample(
            testDescription: "P1, P5: every second rest is long, and what may not start by itself does not",
            settings: "[timer]\nlong_rest_every = 2\nstart_focus = \"never\"\n",
            steps: [
                .ask("timer.start"), .go(["advance": 1800]), .timer(["phase": "stopped", "session": 1]),
                .ask("timer.start"), .timer(["session": 2]), .go(["advance": 1500]),
                .timer(["phase": "rest", "longRest": true, "totalSeconds": 900]), .ask("timer.stop"),
                .timer(["phase": "stopped", "session": 0]),
            ]),
        RuleExample(
            testDescription: "P2, P6, P7: refusals",
            steps: [
                .refused("timer.pause", [:], "not_running"), .refused("timer.resume", [:], "not_running"),
                .refused("timer.skip", [:], "not_running"), .refused("timer.stop", [:], "not_running"),
                .refused("timer.extend", ["minutes": 1], "not_running"), .ask("timer.toggle"),
                .refused("timer.start", [:], "already_running"), .refused("timer.resume", [:], "already_running"),
                .refused("timer.start", ["phase": "rest"], "already_running"),
                .refused("timer.extend", ["minutes": -25], "nothing_left"), .ask("timer.extend", ["minutes": -24]),
                .timer(["remainingSeconds": 60]), .ask("timer.toggle"), .refused("timer.pause", [:], "not_running"),
                .ask("timer.start", ["restart": true]), .timer(["session": 1, "remainingSeconds": 1500]),
                .garden(exp: 0, level: 0),
            ]),
    ]

    @Test(arguments: examples)
    func theExampleHolds(example: RuleExample) throws { try example.check() }

    private static func at(_ time: String) -> RuleExample.Step { .at("2026-01-01T\(time)Z") }
}
