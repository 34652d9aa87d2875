import GardenAPI
import ImportFormats
import TextKit

/// What became of the entries of a file.
struct ImportOutcome {
    private let file: ImportedFile
    /// The ids of the visits that were added.
    var added: [Int] = []
    /// How many visits would be added, in a dry run.
    var wouldAdd: Int?
    /// How many entries the garden had already.
    var known = 0
    var leftOut: [LeftOut]
    var guessed: [LeftOut] = []

    init(_ file: ImportedFile) { (self.file, leftOut) = (file, file.leftOut) }

    mutating func leaveOut(_ position: String, _ reason: String) {
        leftOut.append(LeftOut(position: position, reason: reason))
    }

    var json: JSON {
        func list(_ parts: [LeftOut]) -> JSON {
            .array(parts.map { ["position": .string($0.position), "reason": .string($0.reason)] })
        }
        let others = file.others.sorted { $0.key < $1.key }.map { ($0.key, JSON.integer($0.value)) }
        return [
            "format": .string(file.format), "added": .array(added.map { .integer($0) }),
            "wouldAdd": wouldAdd.map { .integer($0) } ?? .null, "alreadyThere": .integer(known),
            "leftOut": list(leftOut), "leftOutUnnamed": .integer(file.unnamed), "guessed": list(guessed),
            "notRead": .object(JSONObject(others)),
            "repairs": .array(file.repairs.map { .string($0) }), "damage": file.damage.map { list([$0]) } ?? .null,
        ]
    }

    func text(_ name: String, _ style: Style) -> String {
        let count = (wouldAdd ?? added.count).counted("visit")
        var lines = ["\(wouldAdd == nil ? "Added" : "Would add") \(count) from \(name) (\(printable(file.format)))."]
        if known > 0 { lines.append("Already there: \(known).") }
        if !file.others.isEmpty {
            let others = file.others.sorted { $0.key < $1.key }.map { $0.value.counted($0.key) }
            lines.append("Not read: \(others.joined(separator: ", ")).")
        }
        for repair in file.repairs { lines.append("To read it: \(printable(repair)).") }
        lines += Self.list("Left out", leftOut, file.unnamed, style) + Self.list("Guessed", guessed, 0, style)
        if let damage = file.damage {
            let text =
                "The file is damaged at \(printable(damage.position)): \(printable(damage.reason)). What is before that was read."
            lines.append(style.warning(text))
        }
        return lines.joined(separator: "\n")
    }

    /// The most parts that are named; --json has all.
    private static let mostNamed = 10

    /// - Parameter unnamed: how many more there are.
    private static func list(_ heading: String, _ parts: [LeftOut], _ unnamed: Int, _ style: Style) -> [String] {
        guard !parts.isEmpty else { return [] }
        let named = parts.prefix(mostNamed).map { "  \(printable($0.position)): \(printable($0.reason))" }
        let more = parts.count - named.count + unnamed
        let rest = more > 0 ? ["  and \(more) more; as far as they are named: --json"] : []
        return ["\(heading): \(parts.count + unnamed)"] + (named + rest).map(style.dim)
    }
}
