import GardenAPI
import TestSupport

/// Requests about visits.
extension Workload {
    static let visits: [Row] = [
        ("visit.add", 8, { .object(visit(&$0)) }),
        ("visit.here", 5, { .object(here(&$0)) }),
        ("visit.edit", 5, { .object(visitEdit(&$0)) }),
        ("visit.get", 2, { .object(visitReference(&$0)) }),
        ("visit.remove", 5, { .object(visitReference(&$0)) }),
        ("visit.restore", 4, { .object(visitReference(&$0)) }),
        ("visit.purge", 3, { .object(visitReference(&$0)) }),
        (
            "visit.addPhoto", 4,
            { generator in
                var params = visitReference(&generator)
                params.append("upload", .string(generator.pick(["a", "b", "c", "a/b"])))
                return .object(params)
            }
        ),
        (
            "visit.removePhoto", 3,
            { generator in
                var params = visitReference(&generator)
                params.append("photo", .string(generator.pick(["aaaa", "AAAAB", "bbbb", "cccc", "aa"])))
                return .object(params)
            }
        ),
        (
            "import.apply", 4,
            { generator in
                let entries = (0...generator.below(5)).map { _ in entry(&generator) }
                return [
                    "import": .string(generator.pick(["i", "j"])), "source": "places.gpx", "entries": .array(entries),
                ]
            }
        ),
        (
            "import.commit", 4,
            { generator in
                var params = JSONObject([("import", .string(generator.pick(["i", "j"])))])
                if generator.chance(20) { params.append("dryRun", true) }
                return .object(params)
            }
        ),
        ("visit.list", 8, { .object(visitList(&$0)) }),
        ("visit.near", 3, { .object(place(&$0)) }),
        ("visit.suggest", 2, { .object(place(&$0)) }),
        ("visit.verify", 2, { $0.chance(30) ? ["acknowledge": true] : [:] }),
        ("visit.newKey", 1, { _ in [:] }),
        (
            "visit.export", 2,
            {
                if $0.chance(50) { return $0.chance(50) ? [:] : ["id": .integer($0.below(6) + 1)] }
                let limit = JSON.integer($0.below(4) + 1)
                return $0.chance(30) ? ["limit": limit] : ["after": .integer($0.below(6) + 1), "limit": limit]
            }
        ),
        ("label.list", 2, { _ in [:] }), ("group.list", 1, { _ in [:] }), ("member.list", 1, { _ in [:] }),
        (
            "label.add", 2,
            { generator in
                var params = JSONObject([("name", tag(&generator))])
                if generator.chance(30) { params.append("color", "red") }
                return .object(params)
            }
        ),
        ("group.add", 1, { ["name": tag(&$0)] }), ("member.add", 1, { ["name": tag(&$0)] }),
        (
            "label.edit", 2,
            { generator in
                var params = tagReference(&generator)
                if generator.chance(70) { params.append("newName", tag(&generator)) }
                if generator.chance(30) { params.append("color", "blue") }
                return .object(params)
            }
        ),
        ("group.edit", 1, { renaming(&$0) }), ("member.edit", 1, { renaming(&$0) }),
        ("label.remove", 1, { .object(tagReference(&$0)) }), ("group.remove", 1, { .object(tagReference(&$0)) }),
        ("member.remove", 1, { .object(tagReference(&$0)) }),
    ]

    /// An entry of a file: often one that was there before.
    private static func entry(_ generator: inout SeededGenerator) -> JSON {
        if generator.chance(40) { return session(&generator) }
        if generator.chance(30) { return other(&generator) }
        var visit = JSONObject([
            ("latitude", generator.pick([1, "1.5", 91])), ("longitude", generator.pick([2, "-3.25"])),
        ])
        if generator.chance(80) {
            visit.append(
                "at", generator.pick(["2026-03-01T10:00:00Z", "2026-03-02T10:00:00+09:00", "2026-03-28T20:00:00Z"]))
        }
        if generator.chance(50) { visit.append("title", generator.pick(["Café", "Museum"])) }
        if generator.chance(30) { visit.append("labels", ["Imported"]) }
        return ["line": .integer(generator.below(9) + 1), "visit": .object(visit)]
    }

    /// A counter, a day off, or a line of the log, of another garden.
    private static func other(_ generator: inout SeededGenerator) -> JSON {
        var entry = JSONObject()
        if generator.chance(20) {
            entry.append("dayOff", .string(generator.pick(["2026-02-27", "2026-03-28", "2026-04-01"])))
        } else if generator.chance(50) {
            entry.append("counter", ["name": generator.pick(["Tickets", "tickets", "Cups"]), "count": 2])
        } else {
            let day = generator.pick(["2026-03-01", "2026-03-27", "2026-03-28"])
            entry.append(
                "logLine",
                [
                    "day": "2026-02-27", "at": .string("\(day)T09:05:00.000+00:00"), "kind": "note",
                    "text": "[09:05] Snow",
                ])
        }
        if generator.chance(90) { entry.append("origin", .string("o:\(generator.below(12))")) }
        return .object(entry)
    }

    /// A session of another program: days before the first one of the garden, and around that.
    private static func session(_ generator: inout SeededGenerator) -> JSON {
        let day = generator.pick(["2025-12-31", "2026-03-01", "2026-03-27", "2026-03-28", "2026-03-29"])
        let hour = generator.pick([1, 2, 3, 8, 20])
        let minutes = generator.pick([0, 10, 25, 30, 59])
        var session = JSONObject([
            ("start", .string("\(day)T0\(hour % 10):00:00.000+01:00")),
            ("end", .string("\(day)T0\(hour % 10):\(minutes == 0 ? "00" : "\(minutes)"):00.000+01:00")),
        ])
        if generator.chance(70) { session.append("category", .string(generator.pick(["Work", "Reading", "Old"]))) }
        if generator.chance(20) { session.append("seconds", .integer(generator.pick([60, 600]))) }
        var entry = JSONObject([("session", .object(session))])
        if generator.chance(95) { entry.append("origin", .string("t:\(generator.below(12))")) }
        return .object(entry)
    }

    /// A file is imported twice, and taken back.
    static func imported(_ generator: inout SeededGenerator) -> [Step] {
        let entries = (0...generator.below(7)).map { _ in entry(&generator) }
        let apply = Step.request(
            method: "import.apply", params: ["import": "i", "source": "places.gpx", "entries": .array(entries)])
        let commit = Step.request(method: "import.commit", params: ["import": "i"])
        return [apply, commit, apply, commit]
            + (generator.chance(50)
                ? [.request(method: "journal.undo", params: [:]), .request(method: "journal.redo", params: [:])] : [])
    }

    /// The machine is at another place, or cannot find it.
    static func place(_ generator: inout SeededGenerator) -> Step {
        .directive([
            "place": generator.pick([
                ["latitude": "35.6812364", "longitude": 139.767125, "accuracy": 8.46, "source": "geoclue"],
                ["latitude": 35.6813, "longitude": 139.7672, "source": "command"],
                ["latitude": 91, "longitude": 0, "source": "command"],
                ["latitude": 1, "longitude": 1, "accuracy": 100_001, "source": "geoclue"],
                "location_denied", "location_no_agent", "location_timeout",
            ])
        ])
    }

    private static func here(_ generator: inout SeededGenerator) -> JSONObject {
        var params = JSONObject()
        if generator.chance(20) { params.append("like", .integer(generator.below(6) + 1)) }
        for member in details(&generator).members where generator.chance(60) {
            params.append(member.name, member.value)
        }
        return params
    }

    /// Visits with everything, as a beginning.
    static let visited: [Step] = [
        .request(
            method: "visit.add",
            params: [
                "latitude": 35.681236, "longitude": 139.767125, "title": "Station", "labels": ["Park", "Sea"],
                "group": "Trip", "members": ["Ann"], "kind": "food",
            ]),
        .request(method: "visit.add", params: ["latitude": 0, "longitude": -179.9999, "like": 1]),
        .request(method: "visit.here", params: [:]),
        .directive(["place": ["latitude": 35.69, "longitude": 139.7, "accuracy": 3, "source": "geoclue"]]),
        .request(method: "visit.here", params: ["title": "Here", "labels": ["Sea"]]),
        .request(method: "journal.undo", params: [:]), .request(method: "journal.redo", params: [:]),
        .request(method: "visit.edit", params: ["id": 1, "comment": "two\nlines", "facility": "Café"]),
        .request(method: "visit.remove", params: ["id": 1]), .request(method: "visit.restore", params: ["id": 1]),
        .request(method: "label.edit", params: ["name": "Park", "newName": "Parks"]),
        .request(method: "group.edit", params: ["name": "Trip", "newName": "Tour"]),
        .request(method: "member.edit", params: ["name": "Ann", "newName": "Anna"]),
        .request(method: "label.remove", params: ["id": 2]), .request(method: "group.remove", params: ["name": "Tour"]),
        .request(method: "member.remove", params: ["id": 1]), .request(method: "visit.get", params: ["id": 2]),
        .request(method: "journal.undo", params: ["count": 2]), .request(method: "visit.list", params: [:]),
        .request(method: "visit.remove", params: ["id": 2]), .directive(["advance": 90_000]),
        .request(method: "visit.purge", params: ["id": 2]), .request(method: "journal.undo", params: [:]),
        .directive(["identityKey": "other"]), .request(method: "visit.newKey", params: [:]),
    ]

    /// A client has copied a file: a photo, or another.
    private static func upload(_ generator: inout SeededGenerator) -> Step {
        var upload = JSONObject([("file", .string(generator.pick(["a", "b"])))])
        if generator.chance(85) {
            let digits = generator.pick(["aaaaa", "aaaab", "b", "c", "d", "e"])
            let last = digits.last.map(String.init) ?? ""
            let photo: JSON = [
                "name": .string(digits + String(repeating: last, count: 64 - digits.count)), "bytes": 5, "type": "heic",
            ]
            upload.append("photo", photo)
        }
        return .directive(["upload": .object(upload)])
    }

    /// Photos are added to visits until one has too many, and removed.
    static func photographed(_ generator: inout SeededGenerator) -> [Step] {
        let visit = JSON.integer(generator.below(4) + 1)
        return (0..<Int.random(in: 1...7, using: &generator)).flatMap { _ -> [Step] in
            let id: JSON = generator.chance(80) ? visit : .integer(generator.below(4) + 1)
            let added: JSON = ["id": id, "upload": .string(generator.pick(["a", "a", "a", "b", "c"]))]
            let removed: JSON = ["id": id, "photo": .string(generator.pick(["aaaa", "aaaab", "bbbb", "cccc"]))]
            return [upload(&generator), upload(&generator), .request(method: "visit.addPhoto", params: added)]
                + (generator.chance(25) ? [.request(method: "visit.removePhoto", params: removed)] : [])
                + (generator.chance(10) ? [.request(method: "journal.undo", params: [:])] : [])
                + (generator.chance(5) ? [.directive(["down": 5])] : [])
        }
    }

    /// The daemon locates visits, while the file of its key changes.
    static func located(_ generator: inout SeededGenerator) -> [Step] {
        (0..<Int.random(in: 1...4, using: &generator)).flatMap { _ -> [Step] in
            let key = Step.directive([
                "identityKey": .string(generator.pick(["own", "own", "other", "missing", "unreadable"]))
            ])
            let place: JSON = [
                "latitude": 35.681236, "longitude": 139.767125,
                "source": .string(generator.pick(["geoclue", "command"])),
            ]
            let renewal = Step.request(method: "visit.newKey", params: [:])
            return (generator.chance(50) ? [key] : [])
                + [.directive(["place": place]), .request(method: "visit.here", params: [:])]
                + (generator.chance(30) ? [renewal] : [])
        } + [.request(method: "visit.verify", params: [:])]
    }

    private static func visit(_ generator: inout SeededGenerator) -> JSONObject {
        var params = place(&generator, withRadius: false)
        if generator.chance(40) {
            params.append(
                "at", .string(generator.pick(["2026-03-01", "2026-03-27T20:59:00Z", "2027-01-01T00:00:00Z"])))
        }
        if generator.chance(20) { params.append("accuracy", generator.pick([5, 12.34, 100_001, "x"])) }
        if generator.chance(20) { params.append("like", .integer(generator.below(6) + 1)) }
        for member in details(&generator).members where generator.chance(60) {
            params.append(member.name, member.value)
        }
        return params
    }

    private static func visitEdit(_ generator: inout SeededGenerator) -> JSONObject {
        var params = visitReference(&generator)
        for member in details(&generator).members where generator.chance(50) {
            params.append(member.name, generator.chance(20) ? .null : member.value)
        }
        return params
    }

    private static func details(_ generator: inout SeededGenerator) -> JSONObject {
        JSONObject([
            ("title", .string(generator.pick(["Station", "  ", "Straße", "a\nb"]))),
            ("facility", .string(generator.pick(["Café", "CAFÉ", "Shop", ""]))),
            ("address", .string(generator.pick(["1 Chiyoda, TOKYO", "here"]))),
            ("kind", .string(generator.pick(["food", "Food", "sightseeing"]))),
            ("comment", .string(generator.pick(["two\nlines", "short"]))),
            ("labels", .array((0..<generator.below(3)).map { _ in tag(&generator) })),
            ("group", tag(&generator)), ("members", .array([tag(&generator)])),
        ])
    }

    private static func visitList(_ generator: inout SeededGenerator) -> JSONObject {
        var params = JSONObject()
        for name in ["label", "group", "member"] where generator.chance(20) {
            params.append(name, .array((0...generator.below(2)).map { _ in tag(&generator) }))
        }
        if generator.chance(20) { params.append("kind", ["FOOD"]) }
        if generator.chance(20) { params.append("keyword", .string(generator.pick(["STRASSE", "caf", "tokyo"]))) }
        if generator.chance(20) {
            params.append("from", .string(generator.pick(["2026-03-27", "2026-03-28T00:00:00Z"])))
        }
        if generator.chance(20) {
            params.append("to", .string(generator.pick(["2026-03-28", "2026-03-29T00:00:00Z"])))
        }
        if generator.chance(20) { params.append("near", .object(place(&generator))) }
        if generator.chance(20) { params.append("trashed", true) }
        if generator.chance(30) { params.append("ascending", true) }
        if generator.chance(30) { params.append("limit", .integer(generator.pick([1, 2, 3]))) }
        if generator.chance(20) { params.append("before", .integer(generator.below(6) + 1)) }
        return params
    }

    /// Places around one, at the date line and at a pole, and some that are none.
    private static func place(_ generator: inout SeededGenerator, withRadius: Bool = true) -> JSONObject {
        let places: [(JSON, JSON)] = [
            (35.681236, 139.767125), (35.6813, 139.7672), (35.682, 139.767125), (0.0004, 179.9999), (0, -179.9999),
            (90, 12), ("89.9999995", -12), (0, 0), (91, 0), ("north", 1),
        ]
        let (latitude, longitude) = places[generator.below(generator.chance(90) ? 7 : 10)]
        var params = JSONObject([("latitude", latitude), ("longitude", longitude)])
        if withRadius, generator.chance(60) {
            params.append("radius", generator.pick([50, 99.9, 1000, 20_000_000, 0]))
        }
        return params
    }

    private static func visitReference(_ generator: inout SeededGenerator) -> JSONObject {
        generator.chance(10)
            ? JSONObject([("uid", .string("00000000-\(generator.below(200))"))])
            : JSONObject([("id", .integer(generator.below(9) + 1))])
    }

    private static func tagReference(_ generator: inout SeededGenerator) -> JSONObject {
        generator.chance(20)
            ? JSONObject([("id", .integer(generator.below(6) + 1))]) : JSONObject([("name", tag(&generator))])
    }

    private static func renaming(_ generator: inout SeededGenerator) -> JSON {
        var params = tagReference(&generator)
        if generator.chance(80) { params.append("newName", tag(&generator)) }
        return .object(params)
    }

    private static func tag(_ generator: inout SeededGenerator) -> JSON {
        .string(generator.pick(["Park", "park", "Sea", "Ann", "Straße", "STRASSE", ""]))
    }
}
