import GardenCore
import Logging
import Testing

@testable import GardenDaemon

/// What is switched on and off, in which order, and what is left after a kill (RULES N5).
final class DoNotDisturbTests {
    /// A server that answers when the test says so.
    private final class Server: SilenceableServer {
        var onChange: () -> Void = {}
        var isPresent: Bool? = true
        var isSilent = false
        var fails = false
        /// Held answers; answered at once if `nil`.
        var held: [() -> Void]?
        var calls: [String] = []

        func read(_ answer: @escaping (Result<Bool, SilenceError>) -> Void) {
            calls.append("read")
            reply { answer(self.fails ? .failure(SilenceError(message: "no")) : .success(self.isSilent)) }
        }

        func write(_ isSilent: Bool, _ answer: @escaping (Result<Void, SilenceError>) -> Void) {
            calls.append(isSilent ? "on" : "off")
            reply {
                if self.fails { return answer(.failure(SilenceError(message: "no"))) }
                self.isSilent = isSilent
                answer(.success(()))
            }
        }

        private func reply(_ answer: @escaping () -> Void) {
            if held != nil { held?.append(answer) } else { answer() }
        }

        func answerAll() {
            while held?.isEmpty == false { held?.removeFirst()() }
        }
    }

    private let dunst = Server()
    private let mako = Server()
    private var written: DoNotDisturbServer?
    private var refusesWrites = false
    private var timers: [DoNotDisturb.Timer: () -> Void] = [:]

    private func begin() -> DoNotDisturb {
        let note = SilenceNote(last: written) { [unowned self] server in
            guard !refusesWrites else { return false }
            // Written first: the server is not silent yet.
            if server != nil { #expect(!dunst.isSilent || !mako.isSilent) }
            written = server
            return true
        }
        return DoNotDisturb(
            note, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            startTimer: { [unowned self] in timers[$0] = $1 }
        ) { [unowned self] kind in kind == .dunst ? dunst : mako }
    }

    @Test func aFocusIsSilentAndItsEndIsNot() {
        let silence = begin()
        silence.follow(isFocusing: false, .dunst)
        #expect(dunst.calls == [])
        silence.follow(isFocusing: true, .dunst)
        #expect((dunst.isSilent, written) == (true, .dunst))
        // Each turn asks again; nothing more is done.
        for _ in 1...3 { silence.follow(isFocusing: true, .dunst) }
        silence.follow(isFocusing: false, .dunst)
        silence.follow(isFocusing: false, .dunst)
        #expect((dunst.isSilent, written) == (false, nil))
        #expect(dunst.calls == ["read", "on", "off"])
    }

    @Test func whatThePersonHasSwitchedOnStaysOn() {
        dunst.isSilent = true
        let silence = begin()
        silence.follow(isFocusing: true, .dunst)
        #expect(written == nil)
        #expect(
            silence.check(.dunst)?.detail
                == "dunst was silenced before the focus session began, and stays silenced after it")
        silence.follow(isFocusing: false, .dunst)
        #expect(dunst.isSilent)
        #expect(silence.check(.dunst)?.detail == "dunst, at the next focus session")
        #expect(silence.check(.off) == nil)
        #expect(dunst.calls == ["read"])
    }

    @Test func aKillInAFocusIsMadeUpForByTheNextRun() {
        begin().follow(isFocusing: true, .dunst)
        #expect((dunst.isSilent, written) == (true, .dunst))
        begin().follow(isFocusing: false, .dunst)
        #expect((dunst.isSilent, written) == (false, nil))
    }

    @Test func aRestartInAFocusStaysSilent() {
        begin().follow(isFocusing: true, .dunst)
        let silence = begin()
        silence.follow(isFocusing: true, .dunst)
        #expect((dunst.isSilent, written) == (true, .dunst))
        silence.stop()
        #expect((dunst.isSilent, written) == (false, nil))
    }

    @Test func anotherServerInTheSettingsTakesOver() {
        let silence = begin()
        silence.follow(isFocusing: true, .dunst)
        silence.follow(isFocusing: true, .mako)
        #expect((dunst.isSilent, mako.isSilent, written) == (false, true, .mako))
        silence.follow(isFocusing: true, .off)
        #expect((mako.isSilent, written) == (false, nil))
    }

    @Test func aServerThatStartsInAFocusIsSilenced() {
        dunst.isPresent = nil
        let silence = begin()
        silence.follow(isFocusing: true, .dunst)
        #expect((dunst.calls, written) == ([], nil))
        #expect(silence.check(.dunst)?.detail == "dunst is not running, so it cannot be switched on")
        dunst.isPresent = true
        dunst.onChange()
        #expect((dunst.isSilent, written) == (true, .dunst))
        // It crashes, and its successor shows notifications.
        dunst.isPresent = false
        dunst.onChange()
        (dunst.isPresent, dunst.isSilent) = (true, false)
        dunst.onChange()
        #expect((dunst.isSilent, written) == (true, .dunst))
        dunst.isPresent = false
        silence.follow(isFocusing: false, .dunst)
        #expect(written == nil)
    }

    @Test func aFocusThatEndsBeforeTheAnswerLeavesNothingSilent() {
        dunst.held = []
        let silence = begin()
        var settled = 0
        silence.onSettled = { settled += 1 }
        silence.follow(isFocusing: true, .dunst)
        silence.follow(isFocusing: false, .dunst)
        #expect(!silence.isSettled)
        dunst.answerAll()
        #expect((dunst.isSilent, written, silence.isSettled) == (false, nil, true))
        #expect(dunst.calls == ["read"])
        dunst.calls = []
        silence.follow(isFocusing: true, .dunst)
        dunst.held?.removeFirst()()
        silence.follow(isFocusing: false, .dunst)
        dunst.answerAll()
        #expect(dunst.calls == ["read", "on", "off"])
        #expect((dunst.isSilent, written) == (false, nil))
        #expect(settled == 2)
    }

    @Test func aRefusalIsReportedAndNotRepeatedAtEachTurn() {
        dunst.fails = true
        let silence = begin()
        for _ in 1...5 { silence.follow(isFocusing: true, .dunst) }
        #expect(dunst.calls == ["read"])
        #expect(silence.check(.dunst)?.detail == "dunst: no")
        dunst.fails = false
        silence.follow(isFocusing: false, .dunst)
        silence.follow(isFocusing: true, .dunst)
        #expect(dunst.isSilent)
        dunst.fails = true
        for _ in 1...5 { silence.follow(isFocusing: false, .dunst) }
        #expect(dunst.calls == ["read", "read", "on", "off"])
        #expect((dunst.isSilent, written) == (true, .dunst))
        // The next start tries again.
        dunst.fails = false
        begin().follow(isFocusing: false, .dunst)
        #expect((dunst.isSilent, written) == (false, nil))
    }

    @Test func withoutItsNoteOnTheDiskNothingIsSwitchedOn() {
        refusesWrites = true
        let silence = begin()
        silence.follow(isFocusing: true, .dunst)
        #expect(!dunst.isSilent)
        #expect(silence.check(.dunst)?.detail == "dunst: cannot note it on the disk, so it is not switched on")
    }

    // MARK: What comes through

    @Test("N5: a reminder is shown when the server shows notifications, which it does for a moment")
    func aReminderComesThrough() {
        dunst.held = []
        let silence = begin()
        silence.follow(isFocusing: true, .dunst)
        dunst.answerAll()
        var shown: [String] = []
        silence.lift { shown.append("water") }
        #expect(shown == [])
        silence.lift { shown.append("tea") }
        dunst.answerAll()
        #expect(shown == ["water", "tea"])
        #expect((dunst.isSilent, written) == (false, nil))
        // At once, while notifications are shown.
        silence.lift { shown.append("rent") }
        #expect(shown == ["water", "tea", "rent"])
        for _ in 1...3 { silence.follow(isFocusing: true, .dunst) }
        #expect(dunst.calls == ["read", "on", "off"])
        timers[.endOfLift]?()
        dunst.answerAll()
        #expect((dunst.isSilent, written) == (true, .dunst))
        #expect(dunst.calls == ["read", "on", "off", "read", "on"])
    }

    @Test("N5: a reminder is shown at once where nothing was silenced")
    func nothingIsLifted() {
        var shown = 0
        let silence = begin()
        silence.lift { shown += 1 }
        // The person has silenced the server.
        dunst.isSilent = true
        silence.follow(isFocusing: true, .dunst)
        silence.lift { shown += 1 }
        #expect((shown, dunst.isSilent, dunst.calls) == (2, true, ["read"]))
        #expect(timers.isEmpty)
    }

    @Test("N5: what the person switches on during the moment stays on")
    func thePersonSilencesItDuringALift() {
        let silence = begin()
        silence.follow(isFocusing: true, .dunst)
        silence.lift {}
        dunst.isSilent = true
        timers[.endOfLift]?()
        silence.follow(isFocusing: false, .dunst)
        #expect((dunst.isSilent, written) == (true, nil))
    }

    @Test("N5: a focus session that ends during the moment leaves nothing silent")
    func theFocusEndsDuringALift() {
        let silence = begin()
        silence.follow(isFocusing: true, .dunst)
        silence.lift {}
        silence.follow(isFocusing: false, .dunst)
        timers[.endOfLift]?()
        #expect((dunst.isSilent, written, dunst.calls) == (false, nil, ["read", "on", "off"]))
    }

    @Test("N5: a reminder is shown although the server cannot be lifted")
    func theServerRefusesTheLift() {
        let silence = begin()
        silence.follow(isFocusing: true, .dunst)
        dunst.fails = true
        var shown = 0
        silence.lift { shown += 1 }
        #expect(shown == 1)
        dunst.isPresent = nil
        silence.lift { shown += 1 }
        #expect(shown == 2)
    }

    @Test("N5: in an open session a reminder that does not come through waits for a time at most")
    func anOpenSessionHasNoEnd() {
        let silence = begin()
        silence.follow(isFocusing: true, .dunst)
        silence.lift(afterSeconds: 1500)
        #expect(dunst.isSilent)
        timers[.lift(seconds: 1500)]?()
        #expect(!dunst.isSilent)
        timers[.endOfLift]?()
        #expect(dunst.isSilent)
    }
}
