import GardenAPI

/// A garden, or everything, as it was before a reset.
struct ResetEffect: WireObject {
    static let name = "ResetEffect"

    /// The garden that was reset.
    struct Garden: WireObject {
        static let name = "GardenBeforeReset"

        var categoryId: Int
        var category: CategoryLabel
        var exp: Int
        /// The part of it from tasks; `nil` for none.
        var taskExp: Int?
        /// True if its category was removed before: such a garden is kept for its experience only.
        var isRetired: Bool?

        static let fields = Fields(
            Garden.init,
            .required("categoryId", \.categoryId, "the category's id"),
            .required("category", \.category, "the category"),
            .required("exp", \.exp, "the experience before"),
            .optional("taskExp", \.taskExp, "the part of it from tasks, if any"),
            .optional("isRetired", \.isRetired, "true if the category was removed before"))
    }

    /// The sums before everything was reset.
    struct Sums: WireObject {
        static let name = "SumsBeforeReset"

        /// The experience of all gardens.
        var exp: Int
        var balance: Int
        var meter: Int

        static let fields = Fields(
            Sums.init,
            .required("exp", \.exp, "the experience of all gardens"),
            .required("balance", \.balance, "the balance"),
            .required("meter", \.meter, "the meter"))
    }

    /// `nil` if everything was reset.
    var garden: Garden?
    /// `nil` if one garden was reset.
    var sums: Sums?
    /// The file name of the backup.
    var backup: String

    static let fields = Fields(
        ResetEffect.init,
        .optional("garden", \.garden, "the garden that was reset"),
        .optional("sums", \.sums, "the sums before everything was reset"),
        .required("backup", \.backup, "the file name of the backup"))

    fileprivate func published(_ context: PublishingContext) -> GardenWasReset {
        GardenWasReset(
            categoryId: garden?.categoryId, categoryUid: garden.map { context.uid($0.category.uid) },
            category: garden?.category.name, exp: garden?.exp ?? sums?.exp ?? 0, balance: sums?.balance,
            meter: sums?.meter, backup: backup)
    }
}

extension EventKind where Effect == ResetEffect, Published == GardenWasReset {
    static let gardenReset = EventKind(
        "garden.reset", "Reset [{category}|everything], {exp} exp, backup {backup}"
    ) { effect, origin, state in
        if let garden = effect.garden {
            state.resetGarden(garden)
        } else {
            state.reset(at: origin.seq)
        }
        state.undo.clear()
    } publish: { effect, context in
        Publication(effect.published(context))
    }.explaining(.balance) { effect, _ in
        effect.sums.map { ExplainedStep("U6", "balance \($0.balance) → 0, everything was reset") }
    }.explaining(.rate) { effect, _ in
        effect.sums.map { ExplainedStep("U6", "meter \($0.meter) → 0, everything was reset") }
    }
}

extension GardenState {
    fileprivate mutating func resetGarden(_ garden: ResetEffect.Garden) {
        if garden.isRetired == true {
            categories.removeRetired(garden.categoryId)
        } else {
            categories.setExp(0, taskExp: 0, ofCategory: garden.categoryId)
        }
    }

    /// Everything begins again, except for ids, the current day, and what records the past: the journal and the log.
    fileprivate mutating func reset(at seq: Int) {
        let new = GardenState()
        for feature in Features.all { feature.reset(&self, new) }
        lastResetSeq = seq
    }
}
