import GardenAPI
import Testing

/// What an import answers, counted independently (RULES I1, I2).
struct ImportModel {
    private var staged: [String: [JSON]] = [:]
    /// Whether time has passed since something was sent ahead, so that it may be gone.
    private var isUncertain = false

    mutating func note(_ directive: JSON) {
        isUncertain = true
        if directive["down"] != nil || directive["reboot"] != nil { staged = [:] }
    }

    /// - Parameter model: the visits before the request; `nil` while the disk refuses.
    mutating func note(
        _ method: String, _ params: JSON, _ answer: JSON, _ model: VisitModel?, _ now: Int, _ label: String
    ) {
        let name = params["import"]?.stringValue ?? ""
        switch method {
        case "import.apply":
            if isUncertain { staged = [:] }
            staged[name, default: []] += params["entries"]?.arrayValue ?? []
            let count = answer["result"]?["staged"]?.integerValue ?? 0
            if isUncertain {
                // What there was before may have been kept, or not.
                #expect(count >= staged[name]?.count ?? 0, "\(label): \(answer.text)")
                if count != staged[name]?.count { staged = [:] } else { isUncertain = false }
            } else {
                #expect(count == staged[name]?.count, "\(label): \(answer.text)")
            }
        case "import.commit":
            guard let entries = staged[name], !isUncertain else { return staged[name] = nil }
            if params["dryRun"] != true { staged[name] = nil }
            guard let result = answer["result"], let model else {
                isUncertain = true
                return
            }
            #expect(
                Self.withoutReasons(result).text == Self.report(entries, model, now).text,
                "\(label): \(params.text), \(JSON.array(entries).text)")
        default: break
        }
    }

    private static func withoutReasons(_ report: JSON) -> JSON {
        guard case .object(var object) = report, let skipped = object.remove("skippedEntries")?.arrayValue else {
            return report
        }
        object.append(
            "skippedEntries",
            .array(skipped.map { ["entry": $0["entry"] ?? .null, "line": $0["line"] ?? .null] }))
        return .object(object)
    }

    private static func report(_ entries: [JSON], _ model: VisitModel, _ now: Int) -> JSON {
        let there = model.visits.values.filter(model.isKnown)
        var used: [String: Int] = [:]
        var (added, known, skipped): (Int, Int, [JSON]) = (0, 0, [])
        for (index, entry) in entries.enumerated() {
            let visit = entry["visit"]
            guard let place = VisitModel.place(visit) else {
                skipped.append(["entry": .integer(index + 1), "line": entry["line"] ?? .null])
                continue
            }
            let at = visit?["at"]?.stringValue.map(VisitModel.instant)
            let title = visit?["title"]?.stringValue ?? ""
            let key = "\(place) \(at.map { "\($0)" } ?? title)"
            let same = there.count { other in
                other.place == place
                    && (at.map { VisitModel.instant(other.at) == $0 }
                        ?? (other.data["title"]?.stringValue ?? "" == title))
            }
            if used[key] ?? 0 < same {
                used[key, default: 0] += 1
                known += 1
            } else if let at, at > now {
                skipped.append(["entry": .integer(index + 1), "line": entry["line"] ?? .null])
            } else {
                added += 1
            }
        }
        return [
            "added": added == 0 ? [] : [["kind": "visit", "count": .integer(added)]], "known": .integer(known),
            "skipped": .integer(skipped.count), "skippedEntries": .array(skipped),
        ]
    }
}
