import Foundation
import GardenAPI

/// An independent account of visits: what the events say, except those that were undone (RULES V1 … V8).
struct VisitModel {
    struct Fact {
        var change: Int
        var type: String
        var data: JSON
        var today: String
    }

    struct Entry {
        /// The value without names.
        var data: JSONObject
        var labels: [Int]
        var group: Int?
        var members: [Int]
        /// The day on which it was removed, if it is in the trash.
        var removedOn: String?

        var at: String { data["at"]?.stringValue ?? "" }
        var day: String { data["day"]?.stringValue ?? "" }
        var kind: String? { data["kind"]?.stringValue }
        var place: (latitude: Double, longitude: Double) {
            (VisitModel.number(data["latitude"]), VisitModel.number(data["longitude"]))
        }
        var text: String {
            ["title", "facility", "address", "comment"].compactMap { data[$0]?.stringValue }.joined(separator: "\n")
        }
    }

    private(set) var tags: [String: [Int: JSON]] = ["label": [:], "group": [:], "member": [:]]
    private(set) var visits: [Int: Entry] = [:]
    private(set) var prunedBefore = ""

    init(_ facts: [Fact], without undone: Set<Int>) {
        for fact in facts where !undone.contains(fact.change) { apply(fact) }
    }

    private mutating func apply(_ fact: Fact) {
        let parts = fact.type.split(separator: ".").map(String.init)
        let id = fact.data["id"]?.integerValue ?? 0
        switch (parts[0], parts[1]) {
        case ("visit", "purged"): visits[id] = nil
        case ("visit", "pruned"): prunedBefore = fact.data["before"]?.stringValue ?? ""
        case ("visit", _): visits[id] = entry(fact, isRemoved: parts[1] == "removed")
        case (let kind, "removed"): tags[kind]?[id] = nil
        case (let kind, _): tags[kind]?[id] = fact.data
        }
    }

    private func entry(_ fact: Fact, isRemoved: Bool) -> Entry {
        let data = fact.data
        func ids(_ kind: String, _ names: JSON?) -> [Int] {
            (names?.arrayValue ?? names.map { [$0] } ?? []).compactMap { name in
                tags[kind]?.first { $0.value["name"] == name }?.key
            }
        }
        let old = data["id"]?.integerValue.flatMap { visits[$0] }
        let isTrashed = data["trashedAt"] ?? .null != .null
        return Entry(
            data: JSONObject(
                (data.members).filter { !["labels", "group", "members", "before", "cause"].contains($0.0) }),
            labels: ids("label", data["labels"]), group: ids("group", data["group"]).first,
            members: ids("member", data["members"]),
            removedOn: isTrashed ? (isRemoved ? fact.today : old?.removedOn) : nil)
    }

    // MARK: Answers

    func name(_ kind: String, _ id: Int) -> JSON? { tags[kind]?[id]?["name"] }

    func tag(_ kind: String, named name: String) -> Int? {
        tags[kind]?.first { Self.folded($0.value["name"]?.stringValue ?? "") == Self.folded(name) }?.key
    }

    /// Whether methods know a visit.
    func isKnown(_ entry: Entry) -> Bool { entry.removedOn.map { $0 >= prunedBefore } ?? true }

    /// A visit as methods return it, its members in any order.
    func value(_ entry: Entry) -> [String: JSON] {
        var value = Dictionary(entry.data.members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        value["labels"] = .array(entry.labels.sorted().compactMap { name("label", $0) })
        value["group"] = entry.group.flatMap { name("group", $0) } ?? .null
        value["members"] = .array(entry.members.sorted().compactMap { name("member", $0) })
        return value
    }

    /// All visits in the order of a list.
    func sorted(isAscending: Bool = false) -> [(id: Int, entry: Entry)] {
        let all = visits.sorted { left, right in
            let (first, second) = (Self.instant(left.value.at), Self.instant(right.value.at))
            return first == second ? left.key < right.key : first < second
        }.map { (id: $0.key, entry: $0.value) }
        return isAscending ? all : all.reversed()
    }

    // MARK: Arithmetic

    static func folded(_ text: String) -> String { text.uppercased().lowercased() }

    /// Milliseconds since 1970.
    static func instant(_ text: String) -> Int {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions =
            text.contains(".") ? [.withInternetDateTime, .withFractionalSeconds] : .withInternetDateTime
        return Int(((formatter.date(from: text)?.timeIntervalSince1970 ?? 0) * 1000).rounded())
    }

    static func number(_ json: JSON?) -> Double {
        switch json {
        case .integer(let value)?: Double(value)
        case .number(let value)?: value
        case .string(let text)?: Double(text) ?? .nan
        case .null?, .bool?, .array?, .object?, nil: .nan
        }
    }

    /// Degrees rounded to millionths; `nil` if they are of no place.
    static func place(_ params: JSON?) -> (latitude: Double, longitude: Double)? {
        let latitude = (number(params?["latitude"]) * 1e6).rounded() / 1e6
        let longitude = (number(params?["longitude"]) * 1e6).rounded() / 1e6
        guard abs(latitude) <= 90, abs(longitude) <= 180, (latitude, longitude) != (0, 0) else { return nil }
        return (latitude, longitude)
    }

    /// The angle between two unit vectors, times the radius.
    static func meters(_ first: (latitude: Double, longitude: Double), _ second: (latitude: Double, longitude: Double))
        -> Double
    {
        func vector(_ place: (latitude: Double, longitude: Double)) -> [Double] {
            let (north, east) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
            return [cos(north) * cos(east), cos(north) * sin(east), sin(north)]
        }
        let (a, b) = (vector(first), vector(second))
        let cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        let dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
        return 6_371_000 * atan2(cross.map { $0 * $0 }.reduce(0, +).squareRoot(), dot)
    }
}

extension JSON {
    fileprivate var members: [(String, JSON)] {
        guard case .object(let object) = self else { return [] }
        return object.members.map { ($0.name, $0.value) }
    }
}
