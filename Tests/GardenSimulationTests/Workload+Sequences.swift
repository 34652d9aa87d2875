import GardenAPI
import TestSupport
import TimeKit

/// Steps that belong together.
extension Workload {
    /// What seldom happens by chance: a phase is skipped, a category is edited, one is merged, items are moved, a purchase is returned, a category
    /// with items and tasks is removed, and an item, a task is reopened with other sessions than it was done with, a counter is renamed, changed and removed, tasks pay
    /// more, one takes points, the rate is chosen and switched, the clock is set during a drill, one was played elsewhere, the screen is locked during a focus session, and a hook fails and works again.
    static let seldom: [Step] = [
        .request(
            method: "session.add", params: ["start": "2 days ago 9:00", "minutes": 50, "category": "Short-lived"]),
        .request(method: "session.edit", params: ["id": 1, "end": "9:30"]),
        .request(method: "session.split", params: ["id": 1, "at": "9:10"]),
        .request(method: "session.remove", params: ["id": 1]),
        .request(method: "visit.add", params: ["latitude": 1, "longitude": 2]),
        .request(method: "visit.remove", params: ["id": 1]), .directive(["down": 2_764_800]),
        .request(method: "rate.add", params: ["amount": 3500, "at": "yesterday"]),
        .request(
            method: "drill.record",
            params: ["deck": "pairs", "level": "basic", "answers": [["word": "A"]], "milliseconds": 900]),
        .request(method: "category.add", params: ["name": "Short-lived"]),
        .request(method: "category.edit", params: ["name": "Short-lived", "color": "#123456"]),
        .request(method: "category.add", params: ["name": "Elsewhere"]),
        .request(method: "category.move", params: ["name": "Short-lived", "position": 2]),
        .request(
            method: "session.add", params: ["start": "2 days ago 12:00", "minutes": 30, "category": "Short-livde"]),
        .request(method: "category.merge", params: ["name": "Short-livde", "into": "Short-lived"]),
        .request(method: "timer.start", params: ["restart": true]),
        .request(method: "timer.extend", params: ["minutes": 5]), .request(method: "timer.skip", params: [:]),
        .request(method: "shop.add", params: ["name": "Tea", "price": 5, "category": "Short-lived"]),
        .request(method: "shop.edit", params: ["id": 1, "price": 6]),
        .request(method: "shop.add", params: ["name": "Cake", "price": 7, "category": "Short-lived"]),
        .request(method: "shop.move", params: ["id": 2, "position": 0]),
        .request(method: "points.adjust", params: ["amount": 100, "reason": "gift"]),
        .request(method: "shop.buy", params: ["id": 1]), .request(method: "shop.refund", params: [:]),
        .request(method: "task.add", params: ["title": "Somewhere else soon", "category": "Short-lived"]),
        .request(method: "task.edit", params: ["title": "Somewhere else soon", "points": 7]),
        .request(method: "category.remove", params: ["name": "Short-lived"]),
        .request(method: "shop.remove", params: ["id": 2]),
        .request(method: "task.add", params: ["title": "Done by mistake"]),
        .request(method: "task.edit", params: ["id": 2, "priority": 3]),
        .request(method: "task.move", params: ["id": 2, "position": 0]),
        .request(method: "task.done", params: ["id": 2]),
        .request(method: "session.add", params: ["start": "3 days ago 20:00", "minutes": 25, "taskId": 2]),
        .request(method: "task.undone", params: ["id": 2]), .request(method: "journal.undo", params: ["count": 2]),
        .request(method: "journal.redo", params: [:]), .request(method: "session.remove", params: ["id": 5]),
        .request(method: "task.undone", params: ["id": 2]),
        .request(method: "journal.undo", params: ["count": 2]), .request(method: "task.undone", params: ["id": 2]),
        .request(method: "task.remove", params: ["id": 2]),
        .request(method: "inventory.add", params: ["name": "Ticket"]),
        .request(method: "inventory.set", params: ["id": 1, "newName": "Tickets"]),
        .request(method: "inventory.adjust", params: ["id": 1, "amount": 2]),
        .request(method: "inventory.remove", params: ["id": 1]),
        .request(method: "points.setMultiplier", params: ["multiplier": 2]),
        .request(method: "points.setMultiplier", params: ["multiplier": 1]),
        .request(method: "rate.set", params: ["amount": 3000]), .request(method: "rate.set", params: ["amount": 0]),
        .request(method: "rate.force", params: ["tier": 1, "days": 1]),
        .request(method: "shop.setApplyRate", params: ["enabled": false]),
        .request(method: "shop.setApplyRate", params: ["enabled": true]),
        .request(method: "drill.start", params: ["deck": "colours", "level": "basic", "restart": true]),
        .directive(["stepClock": 2]), .request(method: "drill.quit", params: [:]),
        .directive([
            "hook": ["file": "all", "event": "timer.started", "eventSeq": 2, "problem": "exited with status 1"]
        ]),
        .directive(["hook": ["file": "all", "event": "timer.started", "eventSeq": 2]]),
        .request(method: "task.add", params: ["title": "Sweep soon", "due": "tomorrow", "repeat": "daily"]),
        .request(method: "task.skip", params: ["title": "Sweep soon"]),
        .request(method: "points.adjust", params: ["amount": 100, "reason": "gift"]),
        .request(method: "task.add", params: ["title": "Sweets of the day", "points": -5, "standing": true]),
        .request(method: "task.done", params: ["title": "Sweets of the day"]),
        .request(method: "shop.add", params: ["name": "Bread of the day", "price": 1]),
        .request(method: "shop.buy", params: ["name": "Bread of the day"]), .directive(["advance": 90_000]),
        .request(method: "presence.set", params: ["presence": "active"]),
        .request(method: "timer.start", params: ["restart": true, "minutes": 40]), .directive(["advance": 60]),
        .request(method: "presence.set", params: ["presence": "locked"]), .directive(["advance": 2400]),
        .request(method: "presence.set", params: ["presence": "active"]),
        .request(method: "timer.resolve", params: ["kind": "locked", "answer": "discard"]),
        .request(method: "presence.set", params: ["presence": "auto"]),
    ]

    /// A person ends phases early, and takes that back (RULES P25).
    static func interrupted(_ generator: inout SeededGenerator) -> [Step] {
        let ends: [Step] = [
            .request(method: "timer.stop", params: [:]), .request(method: "timer.skip", params: [:]),
            .request(method: "timer.finish", params: [:]), .request(method: "timer.start", params: ["restart": true]),
        ]
        let pause: [Step] = generator.chance(30) ? [.request(method: "timer.pause", params: [:])] : []
        let passes: [Step] = [
            .directive(["advance": .integer(generator.pick([0, 20, 200]))]), .directive(["down": 30]),
            .directive(["stepClock": 2]), .directive(["sleep": 90]), .directive(["advance": 4000]),
        ]
        var steps: [Step] = [
            .request(method: "timer.start", params: ["category": "Reading"]),
            .directive(["advance": .integer(Int.random(in: 1...1400, using: &generator))]),
        ]
        steps += pause
        for _ in 0...generator.below(2) { steps += [generator.pick(ends), generator.pick(passes)] }
        for _ in 0...generator.below(2) { steps.append(.request(method: "journal.undo", params: [:])) }
        if generator.chance(40) { steps.append(.request(method: "journal.redo", params: [:])) }
        if generator.chance(60) { steps.append(.request(method: "timer.resume", params: [:])) }
        return steps + [.directive(["advance": .integer(generator.pick([60, 1500]))])]
    }

    /// An open session, in which a person is there, away, or gives no sign, and its end (RULES P27).
    static func opened(_ generator: inout SeededGenerator) -> [Step] {
        var steps: [Step] = [
            .request(method: "presence.set", params: ["presence": "auto"]),
            .directive(["presence": .string(generator.pick(["unknown", "unknown", "idle", "locked"]))]),
            .directive(["presence": .string(generator.pick(["unknown", "active"]))]),
            .request(method: "timer.start", params: ["restart": true, "open": true]),
        ]
        let passes: [Step] = [
            .directive(["advance": 600]), .directive(["advance": 5000]), .directive(["advance": 14_399]),
            .directive(["advance": 14_400]), .directive(["advance": 40_000]), .directive(["down": 100]),
            .directive(["down": 20_000]), .directive(["sleep": 30]), .directive(["sleep": 900]),
            .directive(["reboot": 20]), .directive(["reboot": 900]), .directive(["stepClock": 3600]),
            .directive(["presence": "idle"]), .directive(["presence": "unknown"]), .directive(["presence": "active"]),
            .request(method: "timer.pause", params: [:]), .request(method: "timer.extend", params: ["minutes": 5]),
            .request(method: "timer.resume", params: ["countAbsence": .bool(generator.chance(50))]),
            .request(method: "log.note", params: ["text": "a sign"]),
        ]
        let answers: [Step] = ["keep", "keep", "untilIdle", "discard"].map {
            .request(method: "timer.resolve", params: ["kind": "open", "answer": .string($0)])
        }
        for _ in 0...generator.below(4) {
            steps += [generator.pick(passes), generator.pick(passes)]
            if generator.chance(40) { steps += [.directive(["advance": 14_400]), generator.pick(answers)] }
        }
        let ends = ["timer.finish", "timer.finish", "timer.finish", "timer.stop", "timer.skip"]
        steps.append(.request(method: generator.pick(ends), params: [:]))
        if generator.chance(40) { steps.append(.request(method: "journal.undo", params: [:])) }
        if generator.chance(20) { steps.append(.request(method: "journal.redo", params: [:])) }
        return steps + [.directive(["advance": .integer(generator.pick([0, 60, 1500]))])]
    }

    /// Runs of a hook succeed, fail and are dropped.
    mutating func hookEnds() -> [Step] {
        let file = generator.pick(["all", "timer.started", "timer.started.d/10-sound"])
        return (0..<Int.random(in: 2...4, using: &generator)).map { _ in
            let problem: [(String, JSON)] = generator.chance(60) ? [("problem", "exited with status 1")] : []
            let end: [(String, JSON)] = [("file", .string(file)), ("event", "timer.started"), ("eventSeq", 2)]
            return .directive(["hook": .object(JSONObject(end + problem))])
        } + [
            .directive(["hookDropped": ["file": .string(file), "count": .integer(generator.below(300) + 1)]]),
            Self.place(&generator),
            .directive(["finding": ["id": .integer(generator.below(3) + 1), "problem": "it was changed"]]),
            .request(method: "visit.verify", params: ["acknowledge": true]),
        ]
    }

    /// A clock that was ahead is set back, and the person corrects the day and edits what it says.
    mutating func correction() -> [Step] {
        let steps: [Step] = [
            .request(method: "log.note", params: ["text": "on the wrong day"]),
            .directive(["stepClock": .integer(generator.pick([-259_200, -90_000]))]),
            .request(method: "day.correct", params: [:]),
        ]
        let edits = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            let id = JSON.integer(lastLine + Int.random(in: -3...3, using: &generator))
            return generator.chance(70)
                ? Step.request(method: "log.edit", params: ["id": id, "text": .string("\(id.text), edited")])
                : Step.request(method: "log.remove", params: ["id": id])
        }
        return steps + edits
    }
}
