import GardenAPI
import TextKit

extension Feature {
    /// Beginning again, with one garden or with everything.
    static let reset = Feature(
        "reset", undo: .impossible(because: "only its backup can restore what was there before"),
        methods: [.command(GardenReset.self)],
        events: { EventKind.gardenReset })
}

extension Occasion where Details == Void {
    /// Everything is about to be reset (RULES U6): what is in progress ends.
    static let resetBegin = Occasion("resetBegin")
}

extension GardenReset: PreparedCommand {
    static let isExclusive = true

    func prepare(in context: QueryContext) throws(GardenError) -> Preparation<BackupNeed> {
        guard let category else { return .needs(BackupNeed()) }
        let garden = try context.state.garden(named: category)
        guard garden.exp > 0 else { return .unchanged(answer: Self.unchanged(garden).encoded, BackupNeed()) }
        return .needs(BackupNeed())
    }

    func perform(with outcome: BackupNeed.Outcome, in t: inout Transition) throws(GardenError) -> ResetReport {
        let backup = try outcome.made()
        guard let category else { return t.resetAll(after: backup) }
        let garden = try t.state.garden(named: category)
        guard garden.exp > 0 else { return Self.unchanged(garden) }
        let reset = t.emit(.gardenReset, ResetEffect(garden: garden, backup: backup.fileName))
        // A removed category has no lines of its own.
        let categoryId = garden.isRetired == true ? nil : garden.categoryId
        t.writeLine(
            .reset, "reset: the garden of \(garden.category.name), \(signed(-garden.exp)) exp",
            categoryId: categoryId, because: reset)
        return ResetReport(
            category: garden.category.name, exp: garden.exp, backup: backup.path, restore: backup.restoreCommand)
    }

    private static func unchanged(_ garden: ResetEffect.Garden) -> ResetReport {
        ResetReport(category: garden.category.name, exp: 0)
    }
}

extension GardenState {
    /// The garden of a category, or of a removed one.
    fileprivate func garden(named name: String) throws(GardenError) -> ResetEffect.Garden {
        let active = categories.entries.named(name).first
        guard let entry = active ?? categories.retired.named(name).first else {
            throw .notFound(kind: "category", name: name)
        }
        return ResetEffect.Garden(
            categoryId: entry.id,
            category: CategoryLabel(name: entry.name, uid: identity.reference(to: entry.category.uid)),
            exp: entry.exp, taskExp: entry.taskExp == 0 ? nil : entry.taskExp, isRetired: active == nil ? true : nil)
    }
}

extension Transition {
    fileprivate mutating func resetAll(after backup: GardenBackup) -> ResetReport {
        let sums = ResetEffect.Sums(
            exp: state.gardens.reduce(0) { $0.addingUpToLimit($1.exp) }, balance: state.points.balance,
            meter: state.rate.meter)
        react(to: .resetBegin, ())
        let reset = emit(.gardenReset, ResetEffect(sums: sums, backup: backup.fileName))
        writeLine(.reset, "reset: everything; the backup is \(backup.fileName)", because: reset)
        return ResetReport(
            exp: sums.exp, balance: sums.balance, backup: backup.path, restore: backup.restoreCommand)
    }
}
