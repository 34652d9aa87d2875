import GardenAPI

extension VisitTagList: ListQuery {
    public func slices(in context: QueryContext) -> () throws(GardenError) -> [ListedVisitTag]? {
        context.tagSlices(Tag.kind)
    }
}

extension VisitTagAdd: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> VisitTag {
        try t.addTag(Tag.kind, named: name, color: color)
    }
}

extension VisitTagEdit: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> VisitTag {
        try t.editTag(Tag.kind, self, newName, color: color)
    }
}

extension VisitTagRemove: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> VisitTag { try t.removeTag(Tag.kind, self) }
}

extension Transition {
    mutating func addTag(
        _ kind: VisitTag.Kind, named name: String, color: CategoryColor? = nil
    ) throws(GardenError) -> VisitTag {
        let book = state.visits[kind]
        if let taken = book.named(name) { throw .alreadyExists(kind: kind.rawValue, name: taken.name) }
        guard book.entries.count < Limits.visitTags else {
            throw .tooMany(kind.rawValue, named: "\(kind.rawValue)s", limit: Limits.visitTags)
        }
        let id = book.lastId + 1
        let facts = VisitTagEffect.Facts(
            name: name, color: kind == .label ? color ?? CategoryColor.ofLabel(id) : nil)
        let effect = VisitTagEffect(id: id, facts: facts)
        let added = emit(kind.events.added, effect)
        return effect.tag(state.identity, at: added.seq)
    }

    /// - Throws: `too_many` if the names that do not exist would be too many, before any of them is added.
    func checkRoom(for kind: VisitTag.Kind, named names: [String]) throws(GardenError) {
        let book = state.visits[kind]
        let new = Set(names.filter { book.named($0) == nil }.map(\.folded))
        guard book.entries.count + new.count <= Limits.visitTags else {
            throw .tooMany(kind.rawValue, named: "\(kind.rawValue)s", limit: Limits.visitTags)
        }
    }

    /// The ids of some names. Entries that do not exist are added.
    mutating func tagIds(_ kind: VisitTag.Kind, named names: [String]) throws(GardenError) -> [Int] {
        var ids: [Int] = []
        for name in names {
            let id = if let tag = state.visits[kind].named(name) { tag.id } else { try addTag(kind, named: name).id }
            ids.append(id)
        }
        return ids.sorted()
    }

    fileprivate mutating func editTag(
        _ kind: VisitTag.Kind, _ request: some EntityReference, _ newName: String?, color: CategoryColor? = nil
    ) throws(GardenError) -> VisitTag {
        let before = try state.visits.tag(kind, request)
        var after = before
        if let newName {
            if let taken = state.visits[kind].named(newName), taken.id != before.id {
                throw .alreadyExists(kind: kind.rawValue, name: taken.name)
            }
            after.name = newName
        }
        if let color { after.color = color }
        guard !after.isIdentical(as: before) else { return after }
        var effect = effect(on: after)
        effect.before = VisitTagEffect.Facts(before)
        emit(kind.events.edited, effect)
        return after
    }

    fileprivate mutating func removeTag(
        _ kind: VisitTag.Kind, _ request: some EntityReference
    ) throws(GardenError) -> VisitTag {
        let tag = try state.visits.tag(kind, request)
        emit(kind.events.removed, effect(on: tag))
        return tag
    }

    private func effect(on tag: VisitTag) -> VisitTagEffect {
        VisitTagEffect(id: tag.id, uid: state.identity.reference(to: tag.uid), facts: VisitTagEffect.Facts(tag))
    }
}

extension VisitBook {
    fileprivate func tag(_ kind: VisitTag.Kind, _ request: some EntityReference) throws(GardenError) -> VisitTag {
        guard let id = request.id else { return try tag(kind, named: request.name ?? "") }
        guard let tag = self[kind][id] else { throw .notFound(kind: kind.rawValue, id: id) }
        return tag
    }

    func tag(_ kind: VisitTag.Kind, named name: String) throws(GardenError) -> VisitTag {
        guard let tag = self[kind].named(name) else { throw .notFound(kind: kind.rawValue, name: name) }
        return tag
    }
}

extension QueryContext {
    /// How many entries a slice counts; a popular one takes a millisecond.
    private static var tagsOfSlice: Int { 4 }

    fileprivate func tagSlices(_ kind: VisitTag.Kind) -> () throws(GardenError) -> [ListedVisitTag]? {
        var remaining = state.visits[kind].entries.inOrder.sorted { ($0.foldedName, $0.id) < ($1.foldedName, $1.id) }[
            ...]
        return { () throws(GardenError) in
            guard !remaining.isEmpty else { return nil }
            let tags = remaining.prefix(Self.tagsOfSlice)
            remaining = remaining.dropFirst(Self.tagsOfSlice)
            return try readingJournal { try tags.map { try listed($0, kind) } }
        }
    }

    private func listed(_ tag: VisitTag, _ kind: VisitTag.Kind) throws -> ListedVisitTag {
        let found = try history.read(VisitTagQuery(facet: .init(kind), id: tag.id))
        let latest = found.latest.map { ListedVisitTag.Latest(id: $0.id, at: $0.at) }
        return ListedVisitTag(tag: tag, visits: found.count, latest: latest)
    }
}
