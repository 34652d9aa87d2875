import GardenAPI
import TestSupport

/// What a person does at the desktop: locks, and answers to notifications.
extension Workload {
    /// Placeholders, which the simulation replaces: a notification that can be answered now, one of its actions, and one of
    /// the last notifications.
    static let openNotification = JSON.string("(open)")
    static let openAction = JSON.string("(action)")
    static let pastNotification = JSON.string("(past)")

    private static let actions = [
        "startRest", "skipRest", "extend", "startFocus", "snooze", "stop", "done", "resume", "discard", "count", "keep",
        "untilLock", "untilIdle", "dance",
    ]

    static func act(_ generator: inout SeededGenerator) -> JSON {
        let action = JSON.string(generator.pick(actions))
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<4: return ["id": openNotification, "action": openAction]
        case 4: return ["id": openNotification, "action": action]
        case 5: return ["action": openAction]
        case 6..<8: return ["action": action]
        case 8: return ["id": pastNotification, "action": action]
        default: return ["id": .integer(generator.pick([0, 1, 2, 17, 100_000])), "action": action]
        }
    }

    /// A focus session during which the desktop is locked, or the person idle, and what the person says about it.
    static func lockedFocus(_ generator: inout SeededGenerator) -> [Step] {
        var start: [Step] = [
            .request(method: "presence.set", params: ["presence": "auto"]),
            .request(
                method: "timer.start",
                params: generator.chance(15)
                    ? ["restart": true, "minutes": 25, "idle": "count"] : ["restart": true, "minutes": 25]),
            .directive(["advance": .integer(generator.pick([0, 60, 600]))]),
        ]
        // Idle time comes before a lock, or instead of it.
        if generator.chance(50) {
            start += [
                .directive(["presence": "idle"]), .directive(["advance": .integer(generator.pick([1, 30, 400, 900]))]),
            ]
        }
        if generator.chance(80) { start.append(.directive(["presence": "locked"])) }
        var lock: [Step] = [
            .directive([
                generator.pick(["advance", "advance", "down", "sleep"]): .integer(
                    generator.pick([300, 301, 600, 3000]))
            ]),
            .directive(["advance": .integer(generator.pick([0, 1, 900]))]),
        ]
        let isDisturbed = generator.chance(40)
        if isDisturbed { lock.insert(contentsOf: disturbance(&generator), at: 1) }
        let unlock: [Step] = generator.pick([
            [.directive(["presence": "active"])], [.directive(["presence": "active"])],
            [.directive(["presence": "idle"])],
            [.directive(["presence": "idle"]), .directive(["advance": 30]), .directive(["presence": "active"])],
        ])
        guard generator.chance(30) else {
            return start + lock + unlock + (generator.chance(25) ? [delay(&generator)] : []) + [lockAnswer(&generator)]
        }
        // The question about one lock is answered during the next one, or with that of the next one.
        let again: [Step] = [
            .directive(["advance": .integer(generator.pick([0, 30]))]), .directive(["presence": "locked"]),
            .directive(["advance": .integer(generator.pick([200, 400]))]),
        ]
        let rest: [Step] = [.directive(["advance": .integer(generator.pick([200, 400, 1200]))])] + unlock
        let answers = [lockAnswer(&generator), lockAnswer(&generator)]
        return start + lock + unlock + again + (generator.chance(60) ? [answers[0]] : []) + rest + [answers[1]]
    }

    /// What else happens during a lock: another client pauses and resumes the session, or the machine sleeps.
    private static func disturbance(_ generator: inout SeededGenerator) -> [Step] {
        let length = JSON.integer(generator.pick([30, 120, 360]))
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: return [.request(method: "timer.pause", params: [:])]
        case 1:
            return [
                .request(method: "timer.pause", params: [:]), .directive(["advance": length]),
                .request(method: "timer.resume", params: [:]),
            ]
        case 2: return [.directive(["advance": length]), .directive(["sleep": 1200])]
        case 3:
            return [
                .directive(["advance": length]), .directive(["sleep": 1200]),
                .request(method: "timer.resume", params: ["countAbsence": .bool(generator.chance(60))]),
            ]
        default: return [.directive(["stepClock": .integer(generator.pick([-3600, 3600]))])]
        }
    }

    /// What comes before the answer, which may be too late then.
    private static func delay(_ generator: inout SeededGenerator) -> Step {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: .request(method: "timer.stop", params: [:])
        case 1: .request(method: "timer.skip", params: [:])
        case 2: .directive(["reboot": 30])
        case 3: .directive(["advance": 1200])
        default: .directive(["advance": 80_000])
        }
    }

    private static func lockAnswer(_ generator: inout SeededGenerator) -> Step {
        let answer = JSON.string(generator.pick(["keep", "discard", "discard", "untilLock", "untilLock", "untilIdle"]))
        return generator.chance(50)
            ? .request(method: "timer.resolve", params: ["answer": answer])
            : .request(method: "notification.act", params: ["action": answer])
    }

    /// Something that a notification is about, and an answer to it.
    static func notified(_ generator: inout SeededGenerator) -> [Step] {
        let answer = Step.request(
            method: "notification.act", params: ["id": openNotification, "action": openAction])
        let reminder: [Step] = [
            .request(
                method: "task.add",
                params: [
                    "title": "Call", "points": .integer(generator.pick([0, 100])), "remind": "in 2m",
                    "repeat": .string(generator.pick(["none", "daily"])),
                ]),
            .directive(["advance": 180]),
        ]
        let focus: [Step] = [
            .request(method: "timer.start", params: ["restart": true, "minutes": 5]),
            .directive([generator.pick(["advance", "advance", "sleep"]): .integer(generator.pick([300, 600, 1500]))]),
        ]
        return (generator.chance(60) ? reminder : focus) + [.request(method: "notification.list", params: [:]), answer]
            + (generator.chance(30) ? [answer] : [])
    }
}
