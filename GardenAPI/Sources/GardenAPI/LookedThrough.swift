/// What a request looks through as a whole to answer. The work of any request grows with what it returns and changes, and besides
/// only with these.
public enum LookedThrough: String, Sendable, CaseIterable {
    /// The categories, and the gardens of removed ones.
    case categories
    /// The open tasks.
    case tasks
    /// The items of the shop.
    case items
    /// The focus sessions.
    case sessions
    /// The visits, also those in the trash and those before a reset.
    case visits
    /// The days of the garden.
    case days
    /// The events of the journal.
    case events
    /// The changes that have the events that it returns, each with all of its events: the journal stores a change as one row.
    case changes

    /// What it is, in words.
    public var meaning: String {
        switch self {
        case .categories: "the categories, and the gardens of removed ones"
        case .tasks: "the open tasks"
        case .items: "the items of the shop"
        case .sessions: "the focus sessions"
        case .visits: "the visits, also those in the trash and those before a reset"
        case .days: "the days of the garden"
        case .events: "the events of the journal"
        case .changes: "the changes that have the events that it returns, with all of their events"
        }
    }
}

extension Request {
    /// Nothing.
    public static var looksThrough: [LookedThrough] { [] }
}
