import GardenAPI
import Testing

@testable import gardenctl

struct FocusViewTests {
    private func view(_ timer: FocusTimer) -> FocusView { FocusView(.sample(timer)) }

    @Test(
        "each key asks for its action",
        arguments: [
            (" ", .toggle), ("p", .toggle), ("+", .extend(minutes: 5)), ("=", .extend(minutes: 5)),
            ("-", .extend(minutes: -5)), ("−", .extend(minutes: -5)), ("f", .finish), ("q", .quit), ("z", nil),
        ] as [(Character, FocusView.Action?)])
    func keysAskForActions(key: Character, action: FocusView.Action?) {
        var view = view(.focus())
        #expect(view.press(.character(key)) == action)
        #expect(view.note == nil)
    }

    @Test(
        "what discards focus is asked about, and done at the second press", arguments: [("s", "skip"), ("x", "stop")])
    func discardingIsAskedAbout(key: Character, word: String) {
        let action: FocusView.Action = key == "s" ? .skip : .stop
        var view = view(.focus())
        #expect(view.press(.character(key)) == nil)
        #expect(view.note?.text == "2 min of focus will not count. To \(word), press \(key) again.")
        #expect(view.press(.character(key)) == action)
        #expect(view.note == nil)
        // Another key is no answer.
        #expect(view.press(.character(key)) == nil)
        #expect(view.press(.character("z")) == nil)
        #expect(view.note == nil)
        #expect(view.press(.character(key)) == nil)
    }

    @Test("nothing is asked in the first minute, in a rest, or when stopped")
    func nothingToDiscard() {
        var beginning = view(.focus { $0.elapsedSeconds = 59 })
        #expect(beginning.press(.character("x")) == .stop)
        var rest = view(.focus { $0.phase = .rest })
        #expect(rest.press(.character("s")) == .skip)
        var stopped = view(.stopped())
        #expect(stopped.press(.character("s")) == .skip)
    }

    @Test("the plant is that of the running category, then the one shown last, then that of the largest garden")
    func theGardenIsThatOfThePhase() {
        var (reading, work) = (Garden.grown(3, "Reading"), Garden.grown(47, "Work"))
        work.categoryUid = "00000000-1"
        #expect(FocusView(.sample(.stopped())).garden == nil)
        var view = FocusView(.sample(.stopped(), gardens: [reading, work]))
        #expect(view.garden == work)
        view.plant = PlantData(garden: reading, seed: 2, season: .autumn, lastGrewOn: .sample, lastLevelAt: nil)
        // It has grown since, and after a reset it is gone.
        reading.exp = 4
        view.status.gardens = [reading, work]
        #expect(view.garden == reading)
        view.status.gardens = []
        #expect(view.garden == nil)
    }

    @Test("r rests: it starts a rest, ends a focus session, or says that this is one")
    func restDependsOnThePhase() {
        var stopped = view(.stopped())
        #expect(stopped.press(.character("r")) == .startRest)
        var focus = view(.focus())
        #expect(focus.press(.character("r")) == nil)
        #expect(focus.note?.text.hasSuffix("of focus will not count. To rest, press r again.") == true)
        #expect(focus.press(.character("r")) == .skip)
        var rest = view(.focus { $0.phase = .rest })
        #expect(rest.press(.character("r")) == nil)
        #expect(rest.note?.text == "This is a rest already.")
    }

    @Test("the help goes at any key, which does nothing else, but q quits")
    func helpGoesAtAnyKey() {
        var view = view(.focus())
        #expect(view.press(.character("?")) == nil)
        #expect(view.showsHelp)
        #expect(view.press(.character(" ")) == nil)
        #expect(!view.showsHelp)
        _ = view.press(.character("?"))
        #expect(view.press(.character("q")) == .quit)
    }

    @Test("what cannot be saved or reached is said before anything else")
    func troubleComesFirst() {
        var view = view(.focus())
        view.message = "Focus completed\u{1B}[2J"
        #expect(view.note?.text == "Focus completed [2J")
        view.status.stale = true
        #expect(view.note?.text == "Changes cannot be saved to disk: gardenctl doctor")
        view.isAway = true
        #expect(view.note?.text == "gardend is away; reconnecting …")
    }
}
