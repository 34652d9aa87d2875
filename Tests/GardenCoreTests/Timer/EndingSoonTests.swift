import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// What is shown before a phase ends, with `timer.ending_soon_seconds` (RULES N2).
struct EndingSoonTests {
    private static func garden(seconds: Int = 90) throws -> CoreGarden {
        try CoreGarden {
            $0.endingSoonSeconds = seconds
            ($0.startRest, $0.startFocus) = (.always, .always)
        }
    }

    private static func shown(_ garden: CoreGarden) throws -> [String] {
        try garden.context.notifications(about: garden.events).map { planned in
            let shown = planned.notification
            return "\(shown.summary): \(shown.body) \(shown.actions.map(\.action.rawValue))"
        }
    }

    private static func open(_ garden: CoreGarden) throws -> [NotificationKind] {
        try garden.ask(NotificationList()).map(\.kind)
    }

    @Test("each phase says once that it ends soon, until it ends")
    func eachPhase() throws {
        let garden = try Self.garden()
        try garden.perform(TimerStart())
        garden.at("09:23:29")
        #expect(try Self.shown(garden) == [])
        garden.at("09:23:30")
        #expect(try Self.shown(garden) == [#"Focus ends soon: Default, 1:30 left. ["extend"]"#])
        #expect(try Self.open(garden) == [.endingSoon])
        garden.at("09:25:00")
        #expect(try Self.open(garden) == [.focusCompleted])
        garden.at("09:28:30")
        #expect(try Self.shown(garden) == [#"Rest ends soon: Default, 1:30 left. ["extend"]"#])
        garden.at("09:30:00")
        #expect(try Self.open(garden) == [.restCompleted])
    }

    @Test("its button makes the phase longer, whose new end is announced again")
    func extended() throws {
        let garden = try Self.garden()
        try garden.perform(TimerStart())
        garden.at("09:24:00")
        let id = try #require(try garden.ask(NotificationList()).first).id
        #expect(try garden.perform(NotificationAct(id: id, action: .extend)).timer.remainingSeconds == 360)
        #expect(try Self.open(garden) == [])
        #expect(
            try garden.refusal(of: NotificationAct(id: id, action: .extend))
                == .refused(RefusalReason.tooLate, ["id": .integer(id)]))
        garden.at("09:28:30")
        #expect(try Self.shown(garden) == [#"Focus ends soon: Default, 1:30 left. ["extend"]"#])
    }

    @Test(
        "what happens to the phase makes it obsolete",
        arguments: [
            TimerPause() as any Command, TimerStop(), TimerSkip(), TimerExtend(minutes: 5), TimerStart(restart: true),
        ])
    func obsolete(_ command: any Command) throws {
        let garden = try Self.garden()
        try garden.perform(TimerStart())
        garden.at("09:24:00")
        try garden.run(command)
        #expect(try Self.open(garden) == [])
    }

    @Test("without the setting, in an open session, and in a phase that is as short, nothing is said")
    func silent() throws {
        let never = try Self.garden(seconds: 0)
        try never.perform(TimerStart())
        let open = try Self.garden()
        try open.perform(TimerStart(open: true))
        let short = try Self.garden()
        short.changeSettings { ($0.focusMinutes, $0.restMinutes) = (1, 1) }
        try short.perform(TimerStart())
        for garden in [never, open, short] {
            garden.at("09:24:59")
            #expect(!garden.events.map(\.type).contains("timer.endingSoon"))
        }
    }
}
