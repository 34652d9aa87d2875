/// The samples that a rule does not hold for, with the reason: the only list.
enum Exemptions {
    /// Those that may grow faster than themselves.
    static let growth: [String: String] = [
        "rate.add, afterwards": facts, "shop.buy, afterwards": facts,
        "garden.reset": "it removes everything, and says how many of each",
    ]
    private static let facts = "what moved the meter since that day is counted again (RULES P31)"

    /// Those with a turn that may take longer than 10 ms in gardens with 10,000 of everything.
    static let turns: [String: String] = [
        "task.doneAll": change, "journal.undo, a large change": change, "journal.redo, a large change": change,
        "journal.undoable, a large change": change, "category.remove, a large category": change,
        "category.merge, a large category": change,
        "daemon.reload, another start of the day": change, "day.correct": change,
        "journal.list, within a large change": row, "journal.explain, after large changes": row,
        "journal.explain, the rate": row, "garden.plant": levels, "stats.streak": days,
        "stats.streak, of a past day": days,
        "garden.reset": release,
        "visit.purge": "it writes the whole database again, which a person asks for (RULES V8)",
    ]

    /// Those that do something that is not counted.
    static let uncounted: [String: String] = [
        "visit.purge": "SQLite copies the pages of the database without steps (VACUUM)", "garden.reset": release,
    ]

    private static let release = "the memory of everything is released at once"
    private static let change = "a change is decided and written in one turn, however many tasks it has"
    private static let days = "all days count for the longest run: 27 years of them take 1.5 µs each"
    private static let levels =
        "the last level of a garden is looked for in the rows of changes that brought many (see row)"
    private static let row = "a change is one row, and the undo of one is one event, read and applied at once"
}
