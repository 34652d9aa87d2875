import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// Compares the answers about visits with those of an independent model.
struct VisitComparison {
    private typealias Asked = (method: String, params: JSON, answer: JSON, now: Int, before: VisitModel)

    /// Where the machine is: a place, or why it is not found.
    var place: JSON = "location_no_agent"
    private var facts: [VisitModel.Fact] = []
    private var undone: Set<Int> = []
    private var change = 0
    var keys = VisitKeyModel()
    var photos = VisitPhotoModel()
    var imports = ImportModel()
    private var today = ""
    /// The answers of the step, which are compared once its events are known.
    private var pending: [Asked] = []
    private var purges = VisitPurgeModel()

    private var model: VisitModel { VisitModel(facts, without: undone) }

    mutating func begin(_ change: Int) { self.change = change }

    /// ``VisitPurgeModel/check(_:_:data:)`` with all changes.
    func checkPurges(_ changes: [Change], _ label: String, data: (Event) throws -> JSON) throws {
        try purges.check(changes, label, data: data)
    }

    mutating func note(_ method: String, _ params: JSON, _ answer: JSON, _ now: Int) {
        guard ["visit.", "label.", "group.", "member."].contains(where: method.hasPrefix) else { return }
        if method == "visit.purge" { return purges.note(params, answer, model) }
        if method == "visit.addPhoto" {
            photos.checkAdd(params, answer, known(params), "\(params.text): \(answer.text)")
        }
        if method == "visit.removePhoto" {
            photos.checkRemove(params, answer, known(params), "\(params.text): \(answer.text)")
        }
        pending.append((method, method == "visit.here" ? here(params) : params, answer, now, model))
    }

    mutating func noteImport(
        _ method: String, _ params: JSON, _ answer: JSON, _ sessions: ImportedSessions, _ now: Int, isCurrent: Bool,
        _ label: String
    ) {
        imports.note(method, params, answer, isCurrent ? model : nil, sessions, now, label)
    }

    /// The visit that a request names; `nil` if methods do not know it.
    private func known(_ params: JSON) -> VisitModel.Entry? {
        let model = model
        let uid = params["uid"]
        let id = params["id"]?.integerValue ?? model.visits.first { $0.value.data["uid"] == uid }?.key ?? 0
        return model.visits[id].flatMap { model.isKnown($0) ? $0 : nil }
    }

    /// The params of `visit.here` with the place that was found.
    private func here(_ params: JSON) -> JSON {
        guard case .object(var object) = params else { return params }
        if case .object(let found) = place {
            for member in found.members { object.append(member.name, member.value) }
        } else {
            object.append("reason", place)
        }
        return .object(object)
    }

    mutating func enter(_ event: Event, _ data: JSON) throws {
        try keys.enter(event, data)
        purges.enter(event, data)
        if event.type.hasPrefix("visit.") { photos.enter(data) }
        switch event.type {
        case "daemon.started" where today.isEmpty: today = CalendarDay.ofSimulation(event)
        case "day.rolledOver", "day.corrected": today = try #require(data["day"]?.stringValue)
        case "garden.reset" where data["category"] == nil: facts = []
        case "change.undone": undone.insert(try #require(data["change"]?.integerValue))
        case "change.redone": undone.remove(try #require(data["change"]?.integerValue))
        case "visit.pruned":
            let before = try #require(data["before"]?.stringValue)
            let gone = model.visits.values.filter { $0.removedOn.map { $0 < before } ?? false && model.isKnown($0) }
            #expect(data["visits"]?.integerValue == gone.count, "\(event.seq): visits that left the trash")
            facts.append(VisitModel.Fact(change: change, type: event.type, data: data, today: today))
        case "visit.tamperDetected", "visit.findingsAcknowledged": break
        case let type where ["visit.", "label.", "group.", "member."].contains(where: type.hasPrefix):
            facts.append(VisitModel.Fact(change: change, type: type, data: data, today: today))
        default: break
        }
    }

    /// - Parameter files: the files of photos.
    mutating func check(
        _ state: GardenState, _ environment: Environment, _ files: Set<String>, _ label: String
    ) throws {
        let model = model
        photos.check(files, model, label)
        for asked in pending {
            let label = "\(label): \(asked.method) \(asked.params.text): \(asked.answer.text)"
            switch asked.method {
            case "visit.here" where asked.params["reason"] != nil && areValid(asked.params):
                #expect(asked.answer["error"]?["data"]?["reason"] == asked.params["reason"], "\(label)")
            case "visit.add", "visit.here": try checkAdd(asked, model, label)
            case "visit.edit", "visit.remove", "visit.restore", "visit.get": try checkOne(asked, model, label)
            case "visit.addPhoto", "visit.removePhoto":
                if let visit = asked.answer["result"] { checkIsKnown(visit, model, label) }
            case "visit.list": checkList(asked, model, label)
            case "visit.near": checkNear(asked, model, label)
            case "visit.verify":
                keys.check(asked.answer, label)
                let isAcknowledged = asked.params["acknowledge"] == true
                #expect(isAcknowledged || asked.answer["result"]?["ok"] == true, "\(label)")
            case "visit.newKey": break
            case "visit.export": checkExport(asked, model, label)
            case "visit.suggest": checkSuggest(asked, model, label)
            case "label.list", "group.list", "member.list": checkTags(asked, model, label)
            default: checkTag(asked, model, label)
            }
        }
        pending = []
        purges.check(label)
        #expect(
            state.visits.trash.map(\.visits).reduce(0, +)
                == model.visits.values.count { entry in
                    entry.removedOn != nil && model.isKnown(entry)
                }, "\(label): the trash")
    }

    // MARK: Changes

    private func areValid(_ params: JSON) -> Bool {
        let lists = ["labels", "members"].flatMap { params[$0]?.arrayValue ?? [] }
        return params["title"] != "a\nb" && !lists.contains("")
    }

    private func checkAdd(_ asked: Asked, _ model: VisitModel, _ label: String) throws {
        let params = asked.params
        let isFuture = params["at"]?.stringValue.map { VisitModel.instant($0) > asked.now } ?? false
        let accuracy = params["accuracy"].map(VisitModel.number)
        let like = params["like"]?.integerValue
        let isLike = like.map { id in asked.before.visits[id].map(asked.before.isKnown) ?? false } ?? true
        let isRefused =
            VisitModel.place(params) == nil || params["reason"] != nil || isFuture
            || accuracy.map { !(0...100_000 ~= $0) } ?? false || !isLike
            || !areValid(params)
        guard !isRefused else {
            #expect(asked.answer["error"] != nil, "\(label): not refused")
            return
        }
        let visit = try #require(asked.answer["result"], "\(label): refused")
        let place = try #require(VisitModel.place(params))
        #expect(VisitModel.number(visit["latitude"]) == place.latitude, "\(label)")
        #expect(VisitModel.number(visit["longitude"]) == place.longitude, "\(label)")
        #expect(
            visit["source"] == params["source"] ?? "manual" && visit["trashedAt"] == .null,
            "\(label)")
        checkDetails(visit, params, nil, label)
        checkIsKnown(visit, model, label)
    }

    private func checkOne(_ asked: Asked, _ model: VisitModel, _ label: String) throws {
        let uid = asked.params["uid"]
        let id =
            asked.params["id"]?.integerValue
            ?? asked.before.visits.first { $0.value.data["uid"] == uid }?.key ?? 0
        guard areValid(asked.params) else {
            #expect(asked.answer["error"]?["data"]?["code"] == "invalid_params", "\(label)")
            return
        }
        guard let before = model.visits[id], model.isKnown(before) || asked.answer["result"] != nil else {
            #expect(asked.answer["error"]?["data"]?["code"] == "not_found", "\(label)")
            return
        }
        let visit = try #require(asked.answer["result"], "\(label): refused")
        if asked.method == "visit.edit" { checkDetails(visit, asked.params, asked.before.visits[id], label) }
        if asked.method == "visit.remove" { #expect(visit["trashedAt"] != .null, "\(label)") }
        if asked.method == "visit.restore" { #expect(visit["trashedAt"] == .null, "\(label)") }
        checkIsKnown(visit, model, label)
    }

    /// Each param is what the visit has, and the rest is as before.
    private func checkDetails(_ visit: JSON, _ params: JSON, _ before: VisitModel.Entry?, _ label: String) {
        for name in ["title", "facility", "address", "kind", "comment"] {
            let text = params[name]?.stringValue?.split(separator: " ").joined(separator: " ")
            let given: JSON? = params[name].map { _ in text.map { $0.isEmpty ? .null : .string($0) } ?? .null }
            #expect(visit[name] == given ?? before?.data[name] ?? .null, "\(label): \(name)")
        }
        for name in ["labels", "members"] {
            guard let names = params[name] else { continue }
            let expected = Set((names.arrayValue ?? []).compactMap(\.stringValue).map(VisitModel.folded))
            let found = Set((visit[name]?.arrayValue ?? []).compactMap(\.stringValue).map(VisitModel.folded))
            #expect(found == expected, "\(label): \(name)")
        }
        if let group = params["group"] {
            let name = visit["group"]?.stringValue.map(VisitModel.folded)
            #expect(name ?? "" == VisitModel.folded(group.stringValue ?? ""), "\(label): group")
        }
    }

    private func checkIsKnown(_ visit: JSON, _ model: VisitModel, _ label: String) {
        let entry = visit["id"]?.integerValue.flatMap { model.visits[$0] }
        #expect(entry.map(model.value) == members(visit), "\(label): another visit than the model has")
    }

    private func members(_ value: JSON?) -> [String: JSON] {
        guard case .object(let object)? = value else { return [:] }
        return Dictionary(object.members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }

    private func checkTag(_ asked: Asked, _ model: VisitModel, _ label: String) {
        let parts = asked.method.split(separator: ".").map(String.init)
        guard let result = asked.answer["result"] else { return }
        let id = result["id"]?.integerValue ?? 0
        let known = parts[1] == "remove" ? nil : model.tags[parts[0]]?[id]
        #expect((known == nil) == (parts[1] == "remove"), "\(label)")
        if let known { #expect(known["name"] == result["name"] && known["color"] == result["color"], "\(label)") }
    }

    // MARK: Lists

    private func matches(_ entry: VisitModel.Entry, _ params: JSON, _ model: VisitModel) -> Bool {
        func ids(_ kind: String) -> [Int]? {
            params[kind]?.arrayValue.map { $0.compactMap { model.tag(kind, named: $0.stringValue ?? "") } }
        }
        guard (entry.removedOn != nil) == (params["trashed"] == true), model.isKnown(entry) else { return false }
        if let labels = ids("label"), !labels.contains(where: entry.labels.contains) { return false }
        if let groups = ids("group"), !groups.contains(where: { $0 == entry.group }) { return false }
        if let members = ids("member"), !members.contains(where: entry.members.contains) { return false }
        if params["kind"] != nil, entry.kind.map(VisitModel.folded) != "food" { return false }
        if let word = params["keyword"]?.stringValue,
            !VisitModel.folded(entry.text).contains(VisitModel.folded(word))
        {
            return false
        }
        if let from = params["from"]?.stringValue {
            let isAfter =
                from.count == 10 ? entry.day >= from : VisitModel.instant(entry.at) >= VisitModel.instant(from)
            if !isAfter { return false }
        }
        if let to = params["to"]?.stringValue {
            let isBefore = to.count == 10 ? entry.day <= to : VisitModel.instant(entry.at) <= VisitModel.instant(to)
            if !isBefore { return false }
        }
        return params["near"].map { isNear(entry, $0) } ?? true
    }

    private func isNear(_ entry: VisitModel.Entry, _ params: JSON) -> Bool {
        guard let place = VisitModel.place(params) else { return false }
        return VisitModel.meters(place, entry.place) <= params["radius"].map(VisitModel.number) ?? 100
    }

    private func isPlace(_ params: JSON) -> Bool { VisitModel.place(params) != nil && params["radius"] != 0 }

    private func checkList(_ asked: Asked, _ model: VisitModel, _ label: String) {
        let params = asked.params
        let names = ["label", "group", "member"].flatMap { kind in
            (params[kind]?.arrayValue ?? []).map { (kind, $0.stringValue ?? "") }
        }
        let before = params["before"]?.integerValue
        let isRefused =
            names.contains { $1.isEmpty || model.tag($0, named: $1) == nil } || params["near"].map(isPlace) == false
        guard !isRefused else {
            #expect(asked.answer["error"] != nil, "\(label): not refused")
            return
        }
        // A page can follow a visit that is gone.
        guard let result = asked.answer["result"] else {
            #expect(before.map { model.visits[$0] == nil } ?? false, "\(label): refused")
            return
        }
        let isAscending = params["ascending"] == true
        var all = model.sorted(isAscending: isAscending)
        if let before {
            guard let index = all.firstIndex(where: { $0.id == before }) else { return }
            all.removeFirst(index + 1)
        }
        let matching = all.filter { matches($0.entry, params, model) }
        let limit = params["limit"]?.integerValue ?? 100
        let visits = result["visits"]?.arrayValue ?? []
        #expect(visits.count == min(limit, matching.count), "\(label): \(matching.map(\.id))")
        #expect(result["more"] == .bool(matching.count > limit), "\(label)")
        for (visit, expected) in zip(visits, matching) {
            var found = members(visit)
            let meters = found.removeValue(forKey: "meters")
            #expect((found.removeValue(forKey: "expiresOn") != nil) == (expected.entry.removedOn != nil), "\(label)")
            #expect(found == model.value(expected.entry), "\(label)")
            guard let near = params["near"], let place = VisitModel.place(near) else { continue }
            #expect(abs(VisitModel.number(meters) - VisitModel.meters(place, expected.entry.place)) < 0.001, "\(label)")
        }
    }

    private func near(_ asked: Asked, _ model: VisitModel) -> [VisitModel.Entry] {
        model.sorted().map(\.entry).filter { $0.removedOn == nil && isNear($0, asked.params) }
    }

    private func checkNear(_ asked: Asked, _ model: VisitModel, _ label: String) {
        guard isPlace(asked.params), let place = VisitModel.place(asked.params) else {
            #expect(asked.answer["error"] != nil, "\(label): not refused")
            return
        }
        let (found, expected) = (asked.answer["result"]?.arrayValue ?? [], near(asked, model))
        #expect(found.count == expected.count, "\(label)")
        for (visit, expected) in zip(found, expected) {
            #expect(members(visit["visit"]) == model.value(expected), "\(label)")
            let meters = VisitModel.meters(place, expected.place)
            #expect(abs(VisitModel.number(visit["meters"]) - meters) < 0.001, "\(label)")
        }
    }

    private func checkSuggest(_ asked: Asked, _ model: VisitModel, _ label: String) {
        guard isPlace(asked.params) else {
            #expect(asked.answer["error"] != nil, "\(label): not refused")
            return
        }
        var counts: [String: Int] = [:]
        for entry in near(asked, model) {
            if let name = entry.data["facility"]?.stringValue { counts[VisitModel.folded(name), default: 0] += 1 }
        }
        let found = asked.answer["result"]?.arrayValue ?? []
        let names = found.map { VisitModel.folded($0["facility"]?.stringValue ?? "") }
        #expect(
            Dictionary(zip(names, found.map { $0["visits"]?.integerValue ?? 0 }), uniquingKeysWith: +) == counts,
            "\(label)")
    }

    private func checkExport(_ asked: Asked, _ model: VisitModel, _ label: String) {
        guard let id = asked.params["id"]?.integerValue else {
            let ids = asked.answer["result"]?.arrayValue?.compactMap { $0["visit"]?["id"]?.integerValue }
            var expected = model.sorted(isAscending: true)[...]
            if let after = asked.params["after"]?.integerValue {
                guard let index = expected.firstIndex(where: { $0.id == after }) else {
                    return #expect(ids == nil, "\(label)")
                }
                expected = expected[(index + 1)...]
            }
            let listed = expected.filter { $0.entry.removedOn == nil }.map(\.id)
            #expect(ids == Array(listed.prefix(asked.params["limit"]?.integerValue ?? .max)), "\(label)")
            return
        }
        let isKnown = model.visits[id].map(model.isKnown) ?? false
        #expect((asked.answer["result"] != nil) == isKnown, "\(label)")
    }

    private func checkTags(_ asked: Asked, _ model: VisitModel, _ label: String) {
        let kind = String(asked.method.prefix { $0 != "." })
        let found = asked.answer["result"]?.arrayValue ?? []
        #expect(found.count == model.tags[kind]?.count, "\(label)")
        for tag in found {
            let id = tag["id"]?.integerValue ?? 0
            let visits = model.sorted().filter { _, entry in
                let ids =
                    kind == "label" ? entry.labels : kind == "member" ? entry.members : entry.group.map { [$0] } ?? []
                return entry.removedOn == nil && ids.contains(id)
            }
            #expect(tag["name"] == model.name(kind, id), "\(label)")
            #expect(tag["visits"]?.integerValue == visits.count, "\(label)")
            #expect(tag["latest"]?["id"]?.integerValue == visits.first?.id, "\(label)")
        }
    }
}

extension CalendarDay {
    /// The logical day on which the simulation begins.
    fileprivate static func ofSimulation(_ event: Event) -> String { String(event.at.description.prefix(10)) }
}
