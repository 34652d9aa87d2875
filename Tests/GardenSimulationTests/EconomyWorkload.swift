import GardenAPI
import TestSupport

/// A person's actions on points, the shop, the rate, the inventory and the log.
extension Workload {
    static let economy: [Row] = [
        ("points.get", 2, { asOf(&$0) }),
        (
            "points.adjust", 4,
            { generator in
                let reason = generator.pick(["typo", "Ärger 囲碁", "", "a\nb"])
                return .object(
                    JSONObject([("amount", amount(&generator)), ("reason", .string(reason))] + past(&generator)))
            }
        ),
        ("points.setMultiplier", 1, { ["multiplier": .integer($0.pick([0, 1, 2, 2, 3]))] }),
        ("shop.list", 1, { _ in [:] }),
        ("shop.add", 12, { .object(item(&$0, JSONObject([("name", name(&$0))]), isNew: true)) }),
        (
            "shop.edit", 6,
            { generator in
                var params = reference(&generator)
                if generator.chance(30) { params.append("newName", name(&generator)) }
                return .object(item(&generator, params, isNew: false))
            }
        ),
        (
            "shop.move", 30,
            { generator in
                var params = reference(&generator)
                params.append("position", .integer(Int.random(in: -1...4, using: &generator)))
                if generator.chance(55) { params.append("category", name(&generator)) }
                return .object(params)
            }
        ),
        ("shop.remove", 3, { .object(reference(&$0)) }),
        (
            "shop.buy", 16,
            { generator in
                var params = reference(&generator)
                if generator.chance(20) { params.append("applyRate", .bool(generator.chance(50))) }
                if generator.chance(10) { params.append("price", .integer(generator.pick([-1, 0, 3, 250]))) }
                return .object(JSONObject(params.members.map { ($0.name, $0.value) } + past(&generator)))
            }
        ),
        ("shop.refund", 20, { ["purchaseId": .integer(Int.random(in: 0...5, using: &$0))] }),
        ("shop.refund", 15, { _ in [:] }),
        ("shop.setApplyRate", 1, { ["enabled": .bool($0.chance(50))] }),
        ("rate.get", 2, { asOf(&$0) }),
        (
            "rate.add", 6,
            { generator in
                var params = JSONObject([("amount", amount(&generator))])
                if generator.chance(20) { params.append("force", true) }
                if generator.chance(20) { params.append("note", "lunch") }
                return .object(JSONObject(params.members.map { ($0.name, $0.value) } + past(&generator)))
            }
        ),
        ("rate.set", 1, { ["amount": .integer($0.pick([-1, 0, 2999, 3000, 14_999, 15_000, .max]))] }),
        ("rate.force", 4, { ["tier": .integer($0.pick([0, 1, 3, 5, 6])), "days": .integer($0.pick([0, 1, 2, 3]))] }),
        ("inventory.list", 1, { _ in [:] }),
        (
            "inventory.add", 4,
            { generator in
                var params = JSONObject([("name", name(&generator))])
                if generator.chance(30) { params.append("icon", "🎟") }
                if generator.chance(30) { params.append("count", .integer(generator.pick([-1, 0, 3, .max]))) }
                return .object(params)
            }
        ),
        (
            "inventory.set", 6,
            { generator in
                var params = reference(&generator)
                if generator.chance(50) { params.append("count", .integer(generator.pick([-1, 0, 7]))) }
                if generator.chance(30) { params.append("newName", name(&generator)) }
                if generator.chance(30) { params.append("icon", "🍀") }
                return .object(JSONObject(params.members.map { ($0.name, $0.value) } + past(&generator)))
            }
        ),
        (
            "inventory.adjust", 12,
            { generator in
                var params = reference(&generator)
                params.append("amount", .integer(generator.pick([-3, -1, 0, 1, 2, .max])))
                return .object(JSONObject(params.members.map { ($0.name, $0.value) } + past(&generator)))
            }
        ),
        ("inventory.remove", 3, { .object(reference(&$0)) }),
        ("log.list", 2, { $0.chance(50) ? ["day": .string("2026-03-\(Int.random(in: 26...31, using: &$0))")] : [:] }),
        (
            "log.note", 4,
            { generator in
                let text = generator.pick(["a note", "囲碁 – two\tblanks", "", "a\nb"])
                return .object(JSONObject([("text", .string(text))] + past(&generator)))
            }
        ),
        ("log.edit", 5, { ["id": line(&$0), "text": .string($0.pick(["[09:00] other", "other", ""]))] }),
        ("log.remove", 3, { ["id": line(&$0)] }),
        ("log.archives", 1, { _ in [:] }),
        (
            "journal.explain", 1,
            {
                [
                    "what": .string($0.pick(["rate", "balance", "day", "weather"])),
                    "limit": .integer($0.pick([0, 1, 50])),
                ]
            }
        ),
    ]

    /// When it happened, seldom: mostly in the past (RULES P22).
    static func past(_ generator: inout SeededGenerator) -> [(String, JSON)] {
        guard generator.chance(20) else { return [] }
        let words = [
            "yesterday", "yesterday 20:00", "2 days ago 9:00", "today", "0:30", "5 days ago", "2 minutes ago",
            "noonish", "2030-01-01",
        ]
        return [("at", .string(generator.pick(words)))]
    }

    private static func amount(_ generator: inout SeededGenerator) -> JSON {
        .integer(generator.pick([-9999, -500, -1, 0, 1, 100, 500, 2500, 3000, 6500, .max, .min]))
    }

    private static func line(_ generator: inout SeededGenerator) -> JSON {
        .integer(Int.random(in: 0...generator.pick([20, 60, 200]), using: &generator))
    }

    private static func item(_ generator: inout SeededGenerator, _ params: JSONObject, isNew: Bool) -> JSONObject {
        var params = params
        if isNew || generator.chance(40) {
            params.append("price", .integer(generator.pick([-1, 0, 0, 1, 101, 333, .max])))
        }
        if generator.chance(30) { params.append("category", name(&generator)) }
        if generator.chance(40) { params.append("countsAsSpending", .bool(generator.chance(70))) }
        return params
    }
}
