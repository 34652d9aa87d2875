import GardenAPI
import TestSupport

/// Focus sessions of the past.
extension Workload {
    static let sessions: [Row] = [
        (
            "session.list", 1,
            { generator in
                var params = JSONObject([("limit", .integer(generator.pick([0, 1, 5, 1000])))])
                if generator.chance(30) { params.append("from", .string(generator.pick(days))) }
                if generator.chance(20) { params.append("to", .string(generator.pick(days))) }
                if generator.chance(20) { params.append("category", name(&generator)) }
                if generator.chance(20) { params.append("taskId", .integer(generator.pick([1, 2, 99]))) }
                if generator.chance(20) { params.append("outcome", .string(generator.pick(["completed", "stopped"]))) }
                if generator.chance(20) { params.append("before", .integer(generator.pick([1, 3, 99]))) }
                return .object(params)
            }
        ),
        ("session.get", 1, { ["id": .integer($0.pick([0, 1, 2, 99]))] }),
        ("journal.explain", 1, { ["what": "session", "id": .integer($0.pick([0, 1, 2, 99]))] }),
        (
            "session.add", 4,
            { generator in
                var params = JSONObject([("start", .string(start(&generator)))])
                if generator.chance(70) {
                    params.append("minutes", .integer(generator.pick([0, 1, 20, 25, 50, 90, 600, 1441])))
                } else {
                    params.append("end", .string(time(&generator)))
                }
                if generator.chance(20) { params.append("seconds", .integer(generator.pick([60, 600, 86_400]))) }
                if generator.chance(60) { params.append("category", name(&generator)) }
                if generator.chance(30) { params.append("taskId", .integer(generator.pick([1, 2, 3, 99]))) }
                if generator.chance(20) { params.append("note", "noted") }
                if generator.chance(50) { params.append("trim", true) }
                return .object(params)
            }
        ),
        (
            "session.edit", 4,
            { generator in
                var params = JSONObject([("id", .integer(generator.pick([1, 2, 99])))])
                if generator.chance(30) { params.append("start", .string(time(&generator))) }
                if generator.chance(30) { params.append("end", .string(time(&generator))) }
                if generator.chance(20) { params.append("seconds", .integer(generator.pick([60, 600]))) }
                if generator.chance(20) { params.append("countPauses", true) }
                if generator.chance(50) { params.append("category", name(&generator)) }
                if generator.chance(30) { params.append("taskId", generator.pick([.null, 1, 2, 99])) }
                if generator.chance(20) {
                    params.append("outcome", .string(generator.pick(["completed", "stopped", "discarded", "partial"])))
                }
                if generator.chance(30) { params.append("points", .string(generator.pick(["keep", "follow"]))) }
                return .object(params)
            }
        ),
        (
            "session.split", 1,
            { ["id": .integer($0.pick([1, 2, 99])), "at": .string(time(&$0))] }
        ),
        (
            "session.remove", 2,
            { generator in
                var params = JSONObject([("id", .integer(generator.pick([1, 2, 99])))])
                if generator.chance(20) { params = JSONObject([("ids", [1, 2])]) }
                if generator.chance(40) { params.append("points", .string(generator.pick(["keep", "follow"]))) }
                return .object(params)
            }
        ),
    ]

    private static let days = ["today", "yesterday", "3 days ago", "last week", "this month"]

    private static func time(_ generator: inout SeededGenerator) -> String {
        "\(Int.random(in: 0...23, using: &generator)):\(generator.pick(["00", "15", "50"]))"
    }

    private static func start(_ generator: inout SeededGenerator) -> String {
        if generator.chance(30) { return "\(generator.pick([5, 30, 90, 500])) minutes ago" }
        return "\(generator.pick(["", "yesterday ", "3 days ago "]))\(time(&generator))"
    }
}
