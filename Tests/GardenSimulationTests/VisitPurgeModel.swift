import GardenAPI
import Testing

@testable import GardenCore

/// Which visits were purged, and which can be (RULES V8).
struct VisitPurgeModel {
    /// The uids of all visits that were ever added, also of those that methods no longer return.
    private var uids: [Int: JSON] = [:]
    private(set) var purged: Set<Int> = []
    private var pending: [(params: JSON, answer: JSON, reason: String?, isKnown: Bool)] = []

    mutating func note(_ params: JSON, _ answer: JSON, _ model: VisitModel) {
        let id = params["id"]?.integerValue ?? uids.first { $0.value == params["uid"] }?.key ?? 0
        let isKnown = uids[id] != nil && !purged.contains(id)
        let isListed = model.visits[id].map { $0.removedOn == nil } ?? false
        pending.append((params, answer, isKnown && isListed ? "not_in_trash" : nil, isKnown))
    }

    mutating func enter(_ event: Event, _ data: JSON) {
        guard let id = data["id"]?.integerValue else { return }
        if event.type == "visit.added" { uids[id] = data["uid"] }
        if event.type == "visit.purged" { purged.insert(id) }
    }

    mutating func check(_ label: String) {
        for (params, answer, reason, isKnown) in pending {
            let label = "\(label): visit.purge \(params.text): \(answer.text)"
            guard isKnown else {
                #expect(answer["error"]?["data"]?["code"] == "not_found", "\(label)")
                continue
            }
            if let reason {
                #expect(answer["error"]?["data"]?["reason"] == .string(reason), "\(label)")
            } else {
                let id = answer["result"]?["id"]?.integerValue ?? 0
                #expect(answer["result"]?["backups"] == [] && purged.contains(id), "\(label)")
                #expect(answer["result"]?["uid"] == uids[id], "\(label)")
            }
        }
        pending = []
    }

    /// Every event about a visit that was purged must be without its data, and its change without params.
    ///
    /// - Parameter data: the published data of an event.
    func check(_ changes: [Change], _ label: String, data: (Event) throws -> JSON) throws {
        for change in changes {
            for event in change.events where event.type.hasPrefix("visit.") {
                guard event.type != "visit.purged", !event.type.contains("tamper"), !event.type.contains("Acknowledged")
                else { continue }
                let data = try data(event)
                guard let id = data["id"]?.integerValue, purged.contains(id) else { continue }
                let blank: [String: JSON] = [
                    "purged": true, "title": .null, "facility": .null, "address": .null, "kind": .null,
                    "comment": .null,
                    "labels": [], "group": .null, "members": [], "accuracy": .null,
                ]
                for (name, value) in blank {
                    #expect(data[name] == value, "\(label): event \(event.seq): \(data.text)")
                }
                #expect(
                    [data["latitude"], data["longitude"]].map(VisitModel.number) == [0, 0], "\(label): \(event.seq)")
                #expect(change.params.isEmpty, "\(label): change \(change.seq)")
            }
        }
    }
}
