import GardenAPI
import GardenCore
import GardenEngine
import Testing

/// Turns that the disk refuses, and requests that share a turn.
@Suite("Turns")
struct TurnTests {
    private static func request(_ method: String, _ params: JSON = [:], id: Int = 1) -> JSON {
        ["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params]
    }

    private static func code(_ answer: JSON) -> JSON? { answer["error"]?["data"]?["code"] }

    @Test("a released machine releases its engine and its store")
    func aReleasedMachineReleasesItsEngineAndStore() throws {
        var garden: Garden? = try Garden()
        try garden?.ask("timer.start")
        weak let machine = garden?.machine
        weak let engine = machine?.engine
        weak let store = garden?.store
        #expect(machine != nil && engine != nil && store != nil)
        garden = nil
        #expect(machine == nil && engine == nil && store == nil)
    }

    @Test("of what a client sent before it left, only what changes the garden is decided, in its name")
    func onlyChangesOfAClientThatLeftAreDecided() throws {
        let garden = try Garden()
        let engine = try #require(garden.machine.engine)
        _ = engine.catchUp(to: garden.machine.now)
        let batch: JSON = [
            Self.request("daemon.status"), Self.request("daemon.hello", ["actor": "script"], id: 2),
            Self.request("nothing", id: 3), Self.request("log.note", ["text": "gone"], id: 4),
            Self.request("journal.list", id: 5),
        ]
        let reply = engine.decide(.text(batch.encoded), isAwaited: false, at: garden.machine.now)
        while !reply.isDecided { engine.decideNext(reply, at: garden.machine.now) }
        _ = engine.commit()
        #expect(reply.isReady && !engine.hasWork)
        #expect(try JSON.parse(reply.line).arrayValue?.map { $0["id"] } == [2, 4])
        let change = try #require(try garden.store.change(ofEvent: try garden.store.lastSeq()))
        #expect((change.method, change.actor) == ("log.note", "script"))
    }

    @Test("P8: a start that the disk refuses still counts: no phantom cycles, and daemon.started is written later")
    func aStartWhileTheDiskRefusesIsRecordedLater() throws {
        var settings = Settings.standard
        settings.focusMinutes = 1
        settings.restMinutes = 1
        let garden = try Garden(settings: settings)
        try garden.ask("timer.start")
        garden.store.isRefusing = true
        #expect(try garden.send(["down": 600]).isEmpty)
        #expect(try garden.send(["advance": 600]).isEmpty)
        garden.store.isRefusing = false
        #expect(
            try garden.send(["advance": 1]).summary
                == ["09:01:00 focus.completed", "09:01:00 garden.grew", "09:20:01 daemon.started"])
        #expect(try garden.timer["phase"] == "stopped")
    }

    @Test("P8: a start that is killed before the disk accepts it hides no absence from the next one")
    func anAbsenceThatWasNotRecordedIsFoundAgain() throws {
        let garden = try Garden()
        try garden.ask("timer.start")
        garden.store.isRefusing = true
        try garden.send(["down": 7200])
        try garden.send(["advance": 60])
        garden.store.isRefusing = false
        #expect(
            try garden.send(["down": 5]).summary
                == ["09:25:00 focus.completed", "09:25:00 garden.grew", "11:01:05 daemon.started"])
        #expect(try garden.timer["phase"] == "stopped")
    }

    @Test("P8: a downtime shorter than the grace is ignored, also if the disk refuses its start")
    func aShortDowntimeThatWasNotRecordedIsIgnored() throws {
        let garden = try Garden()
        try garden.ask("timer.start")
        garden.store.isRefusing = true
        try garden.send(["down": 5])
        try garden.send(["advance": 1800])
        garden.store.isRefusing = false
        #expect(
            try garden.send(["down": 5]).summary.suffix(2) == ["09:30:00 timer.started", "09:30:10 daemon.started"])
        #expect(try garden.timer["phase"] == "focus")
    }

    @Test("P9: a start that is killed before the disk accepts it does not count the time without power as focus")
    func aPowerCutThatWasNotRecordedIsFoundAgain() throws {
        let garden = try Garden()
        try garden.ask("timer.start")
        garden.store.isRefusing = true
        try garden.send(["reboot": 7200])
        try garden.send(["advance": 60])
        garden.store.isRefusing = false
        #expect(
            try garden.send(["down": 5]).summary
                == [
                    "09:00:00 system.slept", "09:00:00 timer.edited", "11:01:05 system.woke", "11:01:05 timer.paused",
                    "11:01:05 daemon.started",
                ])
        #expect(try garden.timer["remainingSeconds"] == 1500)
    }

    @Test("P8, P10: a clock set while the disk refuses moves the end of a phase that was over by then")
    func aStepWhileTheDiskRefusesMovesTheEndOfAFinishedPhase() throws {
        let garden = try Garden()
        try garden.ask("timer.start")
        try garden.send(["advance": 600])
        garden.store.isRefusing = true
        try garden.send(["advance": 1020])
        try garden.send(["stepClock": 2])
        garden.store.isRefusing = false
        let events = try garden.send(["advance": 1])
        let completed = try #require(events.first { $0["type"] == "focus.completed" })
        #expect(completed["at"] == "2026-01-01T09:25:02.000+00:00")
        #expect(
            try garden.timer.only("phase", "endsAt") == ["phase": "rest", "endsAt": "2026-01-01T09:30:02.000+00:00"])
    }

    @Test("every answer that depends on a refused write reports it, refusals included")
    func everyAnswerThatDependsOnAFailedWriteReportsIt() throws {
        let garden = try Garden()
        garden.store.isRefusing = true
        let before = try garden.state
        let answers = try garden.askTogether([
            Self.request("timer.get"), Self.request("timer.start"), Self.request("timer.start"),
            Self.request("timer.get"), Self.request("timer.fly"), Self.request("timer.start", ["minutes": 0]),
        ])
        #expect(answers[0]["result"]?["phase"] == "stopped")
        #expect(answers[1...3].map(Self.code) == ["storage_failed", "storage_failed", "storage_failed"])
        #expect(answers[4...].map(Self.code) == ["method_not_found", "invalid_params"])
        #expect(try garden.state == before)
        #expect(try garden.ask("daemon.status")["stale"] == true)
        garden.store.isRefusing = false
        #expect(try garden.ask("daemon.status")["stale"] == false)
        #expect(try garden.ask("timer.start")["session"] == 1)
    }

    @Test("the same query at the same moment has the same answer until something changes")
    func theSameQueryHasTheSameAnswerUntilAChange() throws {
        let garden = try Garden()
        let answers = try garden.askTogether([
            Self.request("category.list"), Self.request("category.list", id: 2),
            Self.request("category.add", ["name": "Piano"], id: 3), Self.request("category.list", id: 4),
        ])
        let (first, second) = (try #require(answers[0]["result"]), try #require(answers[1]["result"]))
        #expect(answers[1]["id"] == 2)
        #expect(first == second)
        #expect(answers[3]["result"]?.arrayValue?.map { $0["name"] } == ["Default", "Piano"])
        #expect(try garden.ask("journal.list", ["limit": 1]).arrayValue?.count == 1)
        #expect(try garden.ask("journal.list", ["limit": 2]).arrayValue?.count == 2)
        try garden.ask("timer.start")
        #expect(try garden.ask("timer.get")["remainingSeconds"] == 1500)
        try garden.send(["advance": 1])
        #expect(try garden.ask("timer.get")["remainingSeconds"] == 1499)
        #expect(try garden.ask("day.get")["timezone"] == "UTC")
        try garden.send(["timezone": "Asia/Tokyo"])
        #expect(try garden.ask("day.get")["timezone"] == "Asia/Tokyo")
    }

    @Test("once a batch's answers exceed the output limit, the rest of the batch is refused and not executed")
    func aBatchWithTooLongAnswersIsTruncated() throws {
        let garden = try Garden()
        let name = String(repeating: "long name ", count: 10)
        for number in 1...400 {
            try garden.ask("category.add", ["name": .string("\(number) \(name.prefix(95))")])
        }
        var entries = [JSON](repeating: Self.request("journal.list", ["limit": 1000]), count: 99)
        entries.append(Self.request("category.add", ["name": "Piano"]))
        let answers = try #require(try garden.askTogether([.array(entries)])[0].arrayValue)
        #expect(answers.count == 100)
        let first = try #require(answers[0]["result"])
        let whole = answers.prefix { $0["result"] != nil }
        #expect(whole.allSatisfy { $0["result"] == first })
        let length = first.text.utf8.count
        #expect(
            (Limits.queuedBytes...(Limits.queuedBytes + 2 * length)).contains(whole.count * length + whole.count * 64))
        for refused in answers[whole.count...] {
            #expect(refused["error"]?["data"] == ["code": "too_large", "limit": .integer(Limits.queuedBytes)])
        }
        #expect(try garden.ask("category.list").arrayValue?.count == 401)
    }

    @Test("a key that was used keeps its answer while the disk refuses")
    func aUsedKeyKeepsItsAnswer() throws {
        let garden = try Garden()
        let params: JSON = ["name": "Piano", "key": "k1"]
        let added = try garden.ask("category.add", params)
        garden.store.isRefusing = true
        #expect(try garden.refusal("category.add", ["name": "Violin", "key": "k2"]).hasPrefix("storage_failed"))
        #expect(try garden.ask("category.add", params) == added)
        #expect(try garden.refusal("category.add", ["name": "Violin", "key": "k1"]) == "refused key_reused")
        garden.store.isRefusing = false
        try garden.ask("category.add", ["name": "Violin", "key": "k2"])
    }

    @Test("a request that changes nothing keeps its answer for its key, and nothing to undo")
    func aRequestThatChangesNothingKeepsItsAnswer() throws {
        let garden = try Garden()
        try garden.ask("log.note", ["text": "first"])
        let done: JSON = ["category": "Default", "key": "k1"]
        #expect(try garden.ask("task.doneAll", done) == [])
        let undoable = try garden.ask("journal.undoable")
        let kept = try garden.ask("journal.list", ["limit": 1]).arrayValue?[0]
        #expect(
            kept?.only("type", "text", "data") == [
                "type": "request.changedNothing", "text": "task.doneAll changed nothing",
                "data": ["method": "task.doneAll"],
            ])
        try garden.ask("task.add", ["title": "Later"])
        #expect(try garden.ask("task.doneAll", done) == [])
        #expect(try garden.ask("task.list")["tasks"]?.arrayValue?.count == 1)
        #expect(try garden.refusal("log.note", ["text": "x", "key": "k1"]) == "refused key_reused")
        try garden.ask("journal.undo")
        #expect(try garden.ask("journal.undoable") == undoable)
        try garden.ask("journal.redo")
        #expect(try garden.ask("task.doneAll", ["category": "Default", "key": "k1"]) == [])
        // Without a key there is nothing to keep.
        let seq = try garden.ask("daemon.hello")["seq"]
        try garden.ask("rate.set", ["amount": 0])
        #expect(try garden.ask("daemon.hello")["seq"] == seq)
    }

    @Test("what a dry run would add is not added by a repeat, and its key is free")
    func aDryRunLeavesItsKeyFree() throws {
        let garden = try Garden()
        let seq = try garden.ask("daemon.hello")["seq"]
        try garden.ask("task.quickAdd", ["text": "Call Ann", "dryRun": true, "key": "k1"])
        #expect(try garden.ask("daemon.hello")["seq"] == seq)
        try garden.ask("task.quickAdd", ["text": "Call Ann", "key": "k1"])
        #expect(
            try garden.refusal("task.quickAdd", ["text": "Call Ann", "dryRun": true, "key": "k1"])
                == "refused key_reused")
    }

    @Test("a repeat has the meta of the first answer, and the key of a change is not for a check")
    func aRepeatHasTheFirstMeta() throws {
        let garden = try Garden()
        let add = Self.request("category.add", ["name": "Gardening", "key": "k1"])
        let answer = try garden.askTogether([add])[0]
        #expect(answer["meta"] == ["created": [["name": "Gardening", "similar": nil]]])
        try garden.ask("category.add", ["name": "Gardenings"])
        #expect(try garden.askTogether([add])[0] == answer)
        #expect(try garden.refusal("visit.verify", ["key": "k1"]) == "refused key_reused")
    }

    @Test("keys that only look alike are different keys, in one turn as in two")
    func canonicallyEquivalentKeysAreDifferent() throws {
        let garden = try Garden()
        try garden.ask("inventory.add", ["name": "Tickets"])
        let requests = ["k\u{e9}", "ke\u{301}", "k\u{e9}"].map { key in
            Self.request("inventory.adjust", ["id": 1, "amount": 1, "key": .string(key)])
        }
        #expect(try garden.askTogether(requests).map { $0["result"]?["count"] } == [1, 2, 1])
        #expect(try requests.map { try garden.askTogether([$0])[0]["result"]?["count"] } == [1, 2, 1])
        #expect(try garden.ask("inventory.list").arrayValue?.map { $0["count"] } == [2])
    }

    @Test("a subscription begins if its own entry is answered, even if other entries of its batch fail")
    func aSubscriptionDependsOnlyOnItsOwnBatchEntry() throws {
        let garden = try Garden()
        let engine = try #require(garden.machine.engine)
        garden.store.isRefusing = true
        let failing: JSON = [Self.request("events.subscribe"), Self.request("timer.start", id: 2)]
        var reply = garden.decide(failing, engine)
        _ = engine.commit()
        #expect(try Self.isBegun(reply))
        // The disk takes everything again, until just after the turn has begun.
        garden.store.isRefusing = false
        _ = engine.catchUp(to: garden.machine.now)
        garden.store.isRefusing = true
        let late: JSON = [Self.request("timer.start"), Self.request("events.subscribe", id: 2)]
        reply = garden.decide(late, engine)
        _ = engine.commit()
        #expect(try !Self.isBegun(reply))
        garden.store.isRefusing = false
        _ = engine.catchUp(to: garden.machine.now)
        let pending: JSON = [Self.request("events.subscribe"), Self.request("journal.verify", id: 2)]
        reply = engine.decide(.text(pending.encoded), at: garden.machine.now)
        engine.decideNext(reply, at: garden.machine.now)
        _ = engine.commit()
        #expect(!reply.isReady)
        garden.machine.obtainNeeds()
        #expect(try Self.isBegun(reply))
    }

    /// Whether the subscription of a reply begins. Its answer must agree.
    private static func isBegun(_ reply: Reply) throws -> Bool {
        let entries = try #require(try JSON.parse(reply.line).arrayValue)
        let isAnswered = entries.contains { $0["result"]?["snapshot"] != nil }
        guard case .begin = reply.subscription else {
            #expect(!isAnswered)
            return false
        }
        #expect(isAnswered)
        return true
    }

    @Test("settings that are reported again unchanged are not applied later")
    func unchangedSettingsAreNotAppliedAgain() throws {
        let garden = try Garden()
        let engine = try #require(garden.machine.engine)
        engine.update(environment: try garden.machine.readEnvironment())
        try garden.send(["advance": 1])
        garden.settings.focusMinutes = 50
        #expect(try garden.ask("daemon.reload", ["key": "r"]) == ["changed": ["timer.focus_minutes"]])
        #expect(garden.events.map { $0["type"] } == ["settings.changed"])
        try garden.send(["advance": 1])
        #expect(try garden.ask("settings.get")["changed"] == ["timer.focus_minutes"])
        #expect(try garden.ask("timer.start")["totalSeconds"] == 3000)
    }

    @Test("settings and presence that change while the disk refuses are applied once, with the last values")
    func changesWhileTheDiskRefusesAreAppliedOnce() throws {
        let garden = try Garden()
        let engine = try #require(garden.machine.engine)
        garden.store.isRefusing = true
        for minutes in [30, 40] {
            garden.settings.focusMinutes = minutes
            engine.update(environment: try garden.machine.readEnvironment())
            #expect(try garden.send(["presence": minutes == 30 ? "idle" : "locked"]).isEmpty)
        }
        #expect(engine.environment.settings.focusMinutes == 25)
        garden.store.isRefusing = false
        let events = try garden.send(["advance": 1])
        #expect(events.map { $0["type"] } == ["settings.changed", "presence.changed"])
        #expect(
            events.map { $0["data"] } == [
                ["changed": ["timer.focus_minutes": 40], "before": ["changed": ["timer.focus_minutes": 25]]],
                ["presence": "locked", "source": "login", "before": ["presence": "unknown"]],
            ])
    }

    @Test("L8: a presence change does not affect earlier deadlines")
    func overdueDeadlinesPrecedeAPresenceChange() throws {
        let garden = try Garden()
        try garden.ask("timer.start")
        try #require(garden.machine.engine).note(LoginPresence(.locked))
        #expect(
            try garden.send(["advance": 1801]).summary.suffix(3)
                == ["09:30:00 rest.completed", "09:30:00 timer.started", "09:30:01 presence.changed"])
    }

    @Test("too many topics are refused with the param's name", arguments: ["events.subscribe", "journal.list"])
    func tooManyTopicsAreRefused(method: String) throws {
        let garden = try Garden()
        let name = method == "journal.list" ? "types" : "topics"
        let answer = try garden.answer(method, [name: .array(Array(repeating: "a", count: 101))])
        #expect(answer["error"]?["data"] == ["code": "invalid_params", "param": .string(name)])
    }
}
