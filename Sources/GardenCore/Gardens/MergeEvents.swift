import GardenAPI

/// A category that was merged into another one (RULES T26).
struct MergeEffect: WireObject {
    static let name = "MergeEffect"

    /// A category that existed before.
    struct Side: WireObject {
        static let name = "MergedSide"

        var id: Int
        var uid: UIDReference
        var facts: CategoryEffect.Facts

        static let fields = Fields(
            Side.init,
            .required("id", \.id, "the category's id"),
            .required("uid", \.uid, "its uid"),
            .required("facts", \.facts, "its values"))

        func entry(_ identity: GardenIdentity, at seq: Int) -> CategoryBook.StoredCategory {
            CategoryEffect.entry(facts, id: id, uid: identity.uid(uid, at: seq))
        }
    }

    /// The category that ends, as it was.
    var from: Side
    /// The one that continues it, after the event.
    var into: Side
    /// The removed categories of its name, with the history that it continued.
    var continued: [Int]?
    /// True if it was the last one focused on.
    var wasLastUsed: Bool?

    static let fields = Fields(
        MergeEffect.init,
        .required("from", \.from, "the category that ends, as it was"),
        .required("into", \.into, "the one that continues it, after the event"),
        .optional("continued", \.continued, "the removed categories that it continued"),
        .optional("wasLastUsed", \.wasLastUsed, "true if it was the last one focused on"))

    /// The merges that the state keeps.
    private func links(_ identity: GardenIdentity, at seq: Int) -> [MergedCategory] {
        func link(_ id: Int, _ other: Side, since: Int) -> MergedCategory {
            MergedCategory(
                id: id, into: other.id, name: other.facts.name, uid: identity.uid(other.uid, at: seq), since: since)
        }
        // By way of the one that continued them: its resets were about them, too, and those of the other one were not.
        return [link(from.id, into, since: seq)] + (continued ?? []).map { link($0, from, since: 0) }
    }

    /// The category that continues, before the event.
    private var old: CategoryEffect.Facts {
        var old = into.facts
        old.exp -= from.facts.exp
        let taskExp = (old.taskExp ?? 0) - (from.facts.taskExp ?? 0)
        old.taskExp = taskExp == 0 ? nil : taskExp
        if from.facts.position <= old.position { old.position += 1 }
        return old
    }

    fileprivate func apply(_ origin: EventOrigin, to state: inout GardenState) {
        state.categories.erase(from.id)
        state.categories.setExp(into.facts.exp, taskExp: into.facts.taskExp ?? 0, ofCategory: into.id)
        for link in links(state.identity, at: origin.seq) { state.categories.merged[link.id] = link }
        if wasLastUsed == true { state.categories.lastUsedId = into.id }
    }

    /// Undo takes the experience that came from the other garden, and leaves what was earned since (RULES T26).
    fileprivate func replacements(_ context: ReplacementContext) -> [Replacement] {
        let (seq, identity) = (context.origin.seq, context.identity)
        func sums(_ facts: CategoryEffect.Facts) -> JSON {
            ["exp": .integer(facts.exp), "taskExp": .integer(facts.taskExp ?? 0)]
        }
        var all = links(identity, at: seq).map {
            Replacement(.mergedCategory, $0.id, from: MergedCategory?.none, to: $0, at: seq)
        }
        if wasLastUsed == true {
            all.append(
                Replacement(
                    .lastUsedCategory, from: LastUsedCategory(id: from.id), to: LastUsedCategory(id: into.id), at: seq))
        }
        all.append(Replacement(.category, from.id, from: from.entry(identity, at: seq), to: nil, at: seq))
        all.append(Replacement(.category, into.id, from: sums(old), to: sums(into.facts), at: seq))
        return all
    }

    fileprivate func published(_ context: PublishingContext) -> Publication<CategoryMerged> {
        func data(_ facts: CategoryEffect.Facts) -> CategoryMerged {
            CategoryMerged(
                category: Category(
                    id: into.id, uid: context.uid(into.uid), name: facts.name, color: facts.color,
                    position: facts.position),
                exp: facts.exp, amount: from.facts.exp, from: from.facts.name, fromId: from.id,
                fromUid: context.uid(from.uid))
        }
        return Publication(data(into.facts), before: data(old))
    }
}

extension MergeEffect {
    /// - Parameters:
    ///   - entry: the category that ends.
    ///   - other: the one that continues it, before.
    init(
        _ entry: CategoryBook.StoredCategory, into other: CategoryBook.StoredCategory, continued: [Int],
        wasLastUsed: Bool, _ identity: GardenIdentity
    ) {
        var after = other
        after.exp += entry.exp
        after.taskExp += entry.taskExp
        if entry.position < other.position { after.position -= 1 }
        func side(_ entry: CategoryBook.StoredCategory) -> Side {
            Side(id: entry.id, uid: identity.reference(to: entry.category.uid), facts: CategoryEffect.Facts(entry))
        }
        self.init(
            from: side(entry), into: side(after), continued: continued.isEmpty ? nil : continued,
            wasLastUsed: wasLastUsed ? true : nil)
    }
}

extension EventKind where Effect == MergeEffect, Published == CategoryMerged {
    static let categoryMerged = EventKind(
        "category.merged", "Merged the category {from} into {name}, {exp} exp"
    ) { effect, origin, state in
        effect.apply(origin, to: &state)
    } publish: {
        $0.published($1)
    }
    .described { "merged the category \($0.from.facts.name) into \($0.into.facts.name)" }
    .explaining(.session) { effect, _ in
        ExplainedStep(
            "T26", "\(effect.from.facts.name) was merged into \(effect.into.facts.name)",
            inCategories: [effect.from.id] + (effect.continued ?? []))
    }
    .replacing(.category, .lastUsedCategory, .mergedCategory) { $0.replacements($1) }
}
