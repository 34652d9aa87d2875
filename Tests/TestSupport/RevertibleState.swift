import GardenAPI
import GardenCore

extension GardenState {
    /// The state as JSON, without what undo leaves alone: the log, the numbers of events, the counters of ids, the chain of visits
    /// with its keys (RULES U5), and that there was a sign of the person (P18).
    public var revertible: JSON {
        guard case .object(var object) = json else { return json }
        for name in ["seq", "lastChangeAt", "log", "undo", "lastSessionId", "questions"] { _ = object.remove(name) }
        return JSON.object(object).withoutCounters
    }
}

extension JSON {
    private static let counters = [
        "lastId", "lastPurchaseId", "chain", "keys", "signed", "automatic", "seenMilliseconds",
    ]

    fileprivate var withoutCounters: JSON {
        switch self {
        case .object(let object):
            .object(
                JSONObject(
                    object.members.filter { !Self.counters.contains($0.name) }
                        .map { ($0.name, $0.value.withoutCounters) }))
        case .array(let elements): .array(elements.map(\.withoutCounters))
        case .null, .bool, .integer, .number, .string: self
        }
    }

    /// Where another value is not the same: `path: this → other`.
    public func differences(to other: JSON, _ path: String = "") -> [String] {
        switch (self, other) {
        case (.object(let old), .object(let new)):
            let names = Set(old.members.map(\.name) + new.members.map(\.name)).sorted()
            return names.flatMap { (old[$0] ?? .null).differences(to: new[$0] ?? .null, "\(path).\($0)") }
        case (.array(let old), .array(let new)) where old.count == new.count:
            return old.indices.flatMap { old[$0].differences(to: new[$0], "\(path)[\($0)]") }
        default: return isIdentical(as: other) ? [] : ["\(path): \(text) → \(other.text)"]
        }
    }
}
