import GardenAPI

/// A request as a sample of its method.
struct Sample: Sendable {
    let method: String
    /// What else the name needs beside the method, if it has several samples.
    var variant = ""
    /// What happens before it.
    var before: [(String, JSON)] = []
    var directives: [JSON] = []
    /// Whether it can be asked once only.
    var isOnce = false
    /// Whether it can be asked once only, and changes little.
    var isSmall = false
    /// Whether it can be refused, at least in some gardens.
    var mayBeRefused = false
    /// The pasts after which it is asked: a check of the whole journal takes longer than all others together.
    var pasts = World.Past.allCases
    let params: @Sendable (World) throws -> JSON

    var name: String { variant.isEmpty ? method : "\(method), \(variant)" }
}

/// The samples of all methods, in the order in which one garden is asked: what changes much comes last.
enum Samples {
    static let all: [Sample] = daemon + timer + sessions + lists + economy + tasks + journal + visits + large

    private static func sample(
        _ method: String, _ variant: String = "", before: [(String, JSON)] = [], after directives: [JSON] = [],
        once: Bool = false, small: Bool = false, refused: Bool = false,
        _ params: @escaping @Sendable (World) throws -> JSON = { _ in [:] }
    ) -> Sample {
        Sample(
            method: method, variant: variant, before: before, directives: directives, isOnce: once || small,
            isSmall: small, mayBeRefused: refused, params: params)
    }

    private static let daemon = [
        sample("daemon.hello") { _ in ["client": "growth"] },
        sample("daemon.reload"),
        sample("daemon.reload", "another start of the day") { world in
            world.changeSettings()
            return [:]
        },
        sample("daemon.doctor"), sample("rpc.discover"), sample("settings.get"),
        sample("events.subscribe"), sample("events.unsubscribe"), sample("daemon.status"),
        sample("daemon.status", "of a past day", refused: true) { _ in ["asOf": "2026-01-20"] }, sample("day.get"),
        sample("presence.get"),
        sample("presence.set") { world in ["presence": world.isEven ? "idle" : "active"] },
        sample("hook.list"), sample("hook.test") { _ in ["event": "timer.started"] },
        sample("notification.list"), sample("notification.test") { _ in ["kind": "reminder"] },
    ]

    private static let timer = [
        sample("timer.get"),
        sample("timer.start", before: [("timer.stop", [:])]) { _ in ["category": "Big"] },
        sample("timer.start", "a task", before: [("timer.stop", [:])]) { ["taskId": try $0.next(.task)] },
        sample("timer.start", "a new category", before: [("timer.stop", [:])]) { ["category": $0.newName] },
        sample("timer.start", "an open session", before: [("timer.stop", [:])]) { _ in ["open": true] },
        sample("timer.pause", before: [("timer.start", ["restart": true])]),
        sample("timer.resume", before: [("timer.start", ["restart": true]), ("timer.pause", [:])]),
        sample("timer.toggle"),
        sample("timer.extend", before: [("timer.start", ["restart": true])]) { _ in ["minutes": 5] },
        sample("timer.edit", before: [("timer.start", ["restart": true])]) { _ in ["category": "Done"] },
        sample("timer.skip", before: [("timer.start", ["restart": true])]),
        sample("timer.stop", before: [("timer.start", ["restart": true])]),
        sample("timer.finish", before: [("timer.start", ["restart": true])], refused: true),
        sample("timer.finish", "an open session", before: [("timer.start", ["restart": true, "open": true])]),
        sample("timer.resolve", refused: true) { _ in ["answer": "keep"] },
        sample(
            "notification.act", before: [("timer.start", ["minutes": 1, "restart": true])], after: [["advance": 60]]
        ) {
            _ in ["action": "extend"]
        },
    ]

    private static let sessions = [
        sample("session.list") { _ in ["limit": 10] },
        sample("session.list", "of a category") { _ in ["category": "Big", "limit": 10] },
        sample("session.get") { ["id": try $0.next(.session)] },
        sample("session.add", refused: true) { _ in
            ["start": "2 hours ago", "minutes": 30, "category": "Big", "trim": true]
        },
        sample("session.edit") { world in
            ["id": try world.next(.session), "category": world.isEven ? "Done" : "Few"]
        },
        sample("session.split", refused: true) { ["id": try $0.next(.session), "at": "9:10"] },
        sample("session.remove") { ["id": try $0.next(.session)] },
    ]

    private static let lists =
        ["label", "group", "member"].flatMap { kind in
            [
                sample("\(kind).list"), sample("\(kind).add") { ["name": $0.newName] },
                sample("\(kind).edit") { ["id": try $0.next(World.Thing(kind)), "newName": $0.newName] },
                sample("\(kind).remove") { ["id": try $0.next(World.Thing(kind))] },
            ]
        } + [
            sample("category.list"), sample("garden.list"),
            sample("garden.list", "of a past day", refused: true) { _ in ["asOf": "2026-01-20"] },
            sample("category.add") { ["name": $0.newName] },
            sample("category.edit") { ["id": try $0.next(.category), "newName": $0.newName] },
            sample("category.move") { ["id": try $0.next(.category), "position": 0] },
            sample("category.remove") { ["id": try $0.next(.category)] },
            sample("category.merge") { ["id": try $0.next(.category), "into": "Few"] },
            sample("garden.plant") { _ in ["category": "Big"] },
            sample("inventory.list"), sample("inventory.add") { ["name": $0.newName] },
            sample("inventory.set", "afterwards") { ["id": try $0.next(.counter), "count": 3, "at": "yesterday"] },
            sample("inventory.adjust", "earlier today") {
                ["id": try $0.next(.counter), "amount": 3, "at": "2 minutes ago"]
            },
            sample("inventory.set", "earlier today") {
                ["id": try $0.next(.counter), "count": 4, "at": "2 minutes ago"]
            },
            sample("log.note", "earlier today") { ["text": $0.newName, "at": "2 minutes ago"] },
            sample("inventory.adjust", "afterwards") {
                ["id": try $0.next(.counter), "amount": 3, "at": "yesterday"]
            },
            sample("inventory.set") { ["id": try $0.next(.counter), "count": 3] },
            sample("inventory.adjust") { ["id": try $0.next(.counter), "amount": 3] },
            sample("inventory.remove") { ["id": try $0.next(.counter)] },
            sample("drill.decks"), sample("drill.levels") { _ in ["deck": "colours"] },
            sample("drill.entries") { _ in ["deck": "colours"] },
            sample("drill.start") { _ in ["deck": "colours", "level": "basic", "restart": true] },
            sample("drill.get"),
            sample("drill.answer", before: [("drill.start", ["deck": "colours", "level": "basic", "restart": true])]) {
                _ in ["question": 1, "place": 0]
            },
            sample(
                "drill.quit", before: [("drill.start", ["deck": "colours", "level": "basic", "restart": true])]),
            sample("drill.record") { _ in
                ["deck": "colours", "level": "basic", "answers": [["word": "red"]], "milliseconds": 9000]
            },
            sample("drill.record", "afterwards") { _ in
                [
                    "deck": "colours", "level": "basic", "answers": [["word": "red"]], "milliseconds": 9000,
                    "at": "yesterday",
                ]
            },
            sample("log.list"), sample("log.list", "an earlier day") { _ in ["day": "2026-01-02"] },
            sample("log.note", "afterwards") { ["text": $0.newName, "at": "yesterday"] },
            sample("log.note") { ["text": $0.newName] },
            sample("log.edit") { ["id": try $0.next(.line), "text": $0.newName] },
            sample("log.remove") { ["id": try $0.next(.line)] }, sample("log.archives"),
            sample("stats.heatmap") { _ in ["from": "2026-01-02", "to": "2026-03-20"] }, sample("stats.day"),
            sample("stats.summary") { _ in ["from": "2026-02-02", "to": "2026-03-20"] },
            sample("stats.trend") { _ in ["from": "2026-01-02", "to": "2026-03-20"] },
            sample("stats.streak"), sample("stats.daysOff"),
            sample("stats.streak", "of a past day", refused: true) { _ in ["asOf": "2026-01-20"] },
            sample("stats.trend", "of a past day", refused: true) { _ in ["from": "2026-01-02", "asOf": "2026-01-20"] },
            sample("stats.off") { ["from": "today", "remove": .bool($0.isEven)] },
        ]

    private static let economy = [
        sample("points.adjust", "earlier today") { _ in ["amount": 5, "reason": "found", "at": "2 minutes ago"] },
        sample("points.adjust", "long ago") { _ in ["amount": 5, "reason": "found", "at": "2 days ago"] },
        sample("points.adjust", "afterwards") { _ in ["amount": 5, "reason": "found", "at": "yesterday"] },
        sample("points.get"), sample("points.get", "of a past day", refused: true) { _ in ["asOf": "2026-01-20"] },
        sample("points.adjust") { _ in ["amount": 5, "reason": "found"] },
        sample("points.setMultiplier") { ["multiplier": $0.isEven ? 2 : 1] },
        sample("shop.list"), sample("shop.add") { ["name": $0.newName, "price": 1, "category": "Big"] },
        sample("shop.add", "a new category") { ["name": $0.newName, "price": 1, "category": $0.newName] },
        sample("shop.edit") { ["id": try $0.next(.item), "newName": $0.newName] },
        sample("shop.move") { ["id": try $0.next(.item), "position": 0] },
        sample("shop.remove") { ["id": try $0.next(.item)] },
        sample("shop.buy", "afterwards") { ["id": try $0.next(.item), "at": "yesterday"] },
        sample("shop.buy") { ["id": try $0.next(.item)] }, sample("shop.refund"),
        sample("shop.setApplyRate") { ["enabled": .bool($0.isEven)] },
        sample("rate.get"), sample("rate.get", "of a past day", refused: true) { _ in ["asOf": "2026-01-20"] },
        sample("rate.add", "afterwards") { _ in ["amount": 5, "at": "yesterday"] },
        sample("rate.add", "long ago", refused: true) { _ in ["amount": 5, "at": "2026-01-20 12:00"] },
        sample("rate.add") { _ in ["amount": 5] },
        sample("rate.set") { ["amount": $0.isEven ? 10 : 20] },
        sample("rate.force") { ["tier": $0.isEven ? 1 : 2] },
    ]

    private static let tasks = [
        sample("task.add") { ["title": $0.newName, "category": "Big", "due": "2080-02-01T10:00:00Z"] },
        sample("task.add", "a new category") { ["title": $0.newName, "category": $0.newName] },
        sample("task.quickAdd") { _ in ["text": "Call Ann tomorrow 9:00 #Big"] },
        sample("task.quickAdd", "a trial") { _ in ["text": "Call Ann tomorrow 9:00 #Big", "dryRun": true] },
        sample("task.list"),
        sample("task.list", "of a past day", refused: true) { _ in ["asOf": "2026-01-20", "limit": 10] },
        sample("task.list", "nothing found") { _ in ["search": "zzz"] },
        sample("task.list", "all found") { _ in ["search": "task", "limit": 10] },
        sample("task.list", "closed") { _ in ["status": "done", "limit": 10] },
        sample("task.completions") { _ in ["limit": 10] },
        sample("task.completions", "nothing found") { _ in ["search": "zzz"] },
        sample("task.completions", "of a category") { _ in ["category": "Few", "limit": 10] },
        sample("task.list", "by due date") { _ in ["sort": "due", "limit": 10] },
        sample("task.list", "of a category") { _ in ["category": "Few"] },
        sample("task.get") { ["id": try $0.next(.task)] },
        sample("task.get", "closed") { ["id": try $0.next(.closedTask)] },
        sample("task.get", "by title") { _ in ["title": "task 7"] },
        sample("task.get", "by the beginning of a title") { _ in ["title": "daily 7"] },
        sample("task.get", "missing", refused: true) { _ in ["title": "zzz"] },
        sample("task.get", "ambiguous", refused: true) { _ in ["title": "task"] },
        sample("task.edit") { ["id": try $0.next(.task), "newTitle": $0.newName] },
        sample("task.edit", "its date") { ["id": try $0.next(.task), "due": "2080-02-01T10:00:00Z"] },
        sample("task.edit", "a tag of several") {
            ["ids": [try $0.next(.task), try $0.next(.task), try $0.next(.task)], "addTags": ["growth"]]
        },
        sample("task.list", "of a tag") { _ in ["tag": "growth", "limit": 10] },
        sample("task.list", "overdue") { _ in ["due": "overdue", "limit": 10] },
        sample("task.list", "not hidden, of a priority") { _ in ["hidden": false, "priority": 1, "limit": 10] },
        sample("task.list", "by priority") { _ in ["sort": "priority", "limit": 10] },
        sample("task.move") { ["id": try $0.next(.task), "position": 0] },
        sample("task.move", "several") { ["ids": [try $0.next(.task), try $0.next(.task)], "position": 0] },
        sample("task.snooze") { ["id": try $0.next(.task), "minutes": 1000] },
        sample("task.done", "earlier today") { ["id": try $0.next(.task), "at": "2 minutes ago"] },
        sample("task.done", "afterwards") { ["id": try $0.next(.task), "at": "yesterday"] },
        sample("task.done") { ["id": try $0.next(.task)] },
        sample("task.done", "several") { ["ids": [try $0.next(.task), try $0.next(.task)]] },
        sample("task.undone") { ["id": try $0.next(.closedTask)] },
        sample("task.skip") { ["id": try $0.next(.repeatingTask)] },
        sample("task.remove") { ["id": try $0.next(.task)] },
        sample("task.remove", "closed") { ["id": try $0.next(.closedTask)] },
        sample("task.occurrences") { ["id": try $0.next(.repeatingTask), "count": 5] },
        sample("task.next"),
        sample("task.doneAll", "few", small: true) { _ in ["category": "Few"] },
    ]

    private static let journal = [
        sample("journal.list") { _ in ["limit": 20] },
        sample("journal.list", "the first") { _ in ["since": 0, "limit": 20] },
        sample("journal.list", "some types") { _ in ["types": ["focus"], "limit": 20] },
        sample("journal.list", "rare types") { _ in ["types": ["day.corrected"], "limit": 20] },
        sample("journal.list", "from a day") { _ in ["from": "2026-01-02", "limit": 20] },
        sample("journal.explain") { _ in ["what": "balance", "limit": 5] },
        sample("journal.explain", "the rate") { _ in ["what": "rate", "limit": 5] },
        sample("journal.undoable") { _ in ["limit": 3] },
        sample("journal.undo", before: [("points.adjust", ["amount": 1, "reason": "x"])]),
        sample("journal.undo", "one change alone", before: [("rate.add", ["amount": 1]), ("rate.add", ["amount": 2])]) {
            ["change": try $0.ask("journal.undoable", ["limit": 2]).arrayValue?.last?["seq"] ?? 1]
        },
        sample("journal.redo", before: [("points.adjust", ["amount": 1, "reason": "x"]), ("journal.undo", [:])]),
    ]

    private static let smallImport: JSON = [
        "import": "small", "source": "a.gpx",
        "entries": [
            ["visit": ["latitude": 35.5, "longitude": 139, "at": "2026-01-11T08:00:00Z"]],
            ["visit": ["latitude": 35.5, "longitude": 139, "title": "Somewhere"]],
        ],
    ]

    private static let smallHistory: JSON = [
        "import": "history", "source": "a.json",
        "entries": [
            [
                "origin": "t:1",
                "session": ["start": "2026-01-01T00:10:00.000+00:00", "end": "2026-01-01T00:20:00.000+00:00"],
            ],
            [
                "origin": "w:1",
                "task": [
                    "task": ["title": "Paint"], "created": "2026-01-01T00:10:00.000+00:00",
                    "completed": "2026-01-01T00:20:00.000+00:00",
                ],
            ],
        ],
    ]

    private static let visits = [
        sample("visit.add") { ["latitude": 35.5, "longitude": 139, "title": $0.newName] },
        sample(
            "visit.here", after: [["place": ["latitude": 35.5, "longitude": 139, "source": "command"]]]
        ) { ["title": $0.newName] },
        sample("visit.list") { _ in ["limit": 10] },
        sample("visit.list", "nothing found") { _ in ["keyword": "zzz"] },
        sample("visit.list", "of a label") { _ in ["label": ["label 1"], "limit": 10] },
        sample("visit.get") { ["id": try $0.next(.visit)] },
        sample("visit.edit") { ["id": try $0.next(.visit), "title": $0.newName] },
        sample("visit.remove") { ["id": try $0.next(.visit)] },
        sample("visit.restore") { ["id": try $0.removedVisit()] },
        sample("import.apply") { _ in
            [
                "import": "sent ahead", "source": "a.gpx",
                "entries": [["visit": ["latitude": 35.5, "longitude": 139, "at": "2026-01-10T08:00:00Z"]]],
            ]
        },
        sample("import.commit", before: [("import.apply", smallImport)]) { _ in ["import": "small"] },
        sample("import.commit", "history", before: [("import.apply", smallHistory)]) { _ in ["import": "history"] },
        sample("import.commit", "a dry run", before: [("import.apply", smallImport)]) { _ in
            ["import": "small", "dryRun": true]
        },
        sample("visit.near") { _ in ["latitude": 35.5, "longitude": 139, "radius": 500] },
        sample("visit.suggest") { _ in ["latitude": 35.5, "longitude": 139, "radius": 500] },
        sample("visit.addPhoto") { try $0.uploadedPhoto() },
        sample("visit.removePhoto") { try $0.addedPhoto() },
        sample("visit.newKey", before: [], after: [["identityKey": "missing"]], small: true),
        sample("visit.export") { ["id": try $0.next(.visit)] },
        sample("visit.verify"),
        sample("visit.purge") { ["id": try $0.removedVisit()] },
    ]

    private static let verification = {
        var verification = sample("journal.verify", once: true)
        verification.pasts = [.undone, .redone]
        return verification
    }()

    private static let large = [
        verification,
        sample("task.doneAll", once: true) { _ in ["category": "Chores"] },
        sample("journal.undoable", "a large change", once: true) { _ in ["limit": 1] },
        sample("journal.undo", "a large change", once: true, refused: true),
        sample("journal.redo", "a large change", once: true, refused: true),
        sample("journal.explain", "after large changes", once: true) { _ in ["what": "balance", "limit": 1000] },
        sample("journal.list", "within a large change", once: true) { _ in ["limit": 1000] },
        sample("stats.day", "after large changes"),
        sample("task.list", "after large changes"),
        sample("shop.list", "after large changes"),
        sample("category.merge", "a large category", small: true) { ["id": try $0.categoryId("Big"), "into": "Few"] },
        sample("category.remove", "a large category", once: true) { ["id": try $0.categoryId("Few")] },
        sample("day.correct", after: [["stepClock": 345_600], ["stepClock": -345_600]], small: true),
        sample("garden.reset", "a garden", small: true) { _ in ["category": "Done"] },
        sample("garden.reset", small: true) { _ in ["all": true] },
    ]
}

extension World.Thing {
    init(_ kind: String) { self = kind == "label" ? .label : kind == "group" ? .group : .member }
}
