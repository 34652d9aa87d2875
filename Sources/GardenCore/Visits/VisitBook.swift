import GardenAPI
import TimeKit

/// What the state has of visits: everything but the visits, which are in a table of the history.
public struct VisitBook: Sendable, Equatable {
    var labels: VisitTagBook
    var groups: VisitTagBook
    var members: VisitTagBook
    private(set) var trash: [TrashedVisits]
    /// Visits that were removed before this day are gone; `nil` if all are in the trash.
    private(set) var prunedBefore: CalendarDay?
    private(set) var lastId: Int
    var chain: VisitChain
    /// What checks of the chain found.
    var findings: [Finding]
    /// The keys with which the garden has signed visits, oldest first.
    var keys: [JournaledKey]
    /// How many visits are signed.
    var signed: Int

    mutating func noteAdded(_ id: Int) { lastId = max(lastId, id) }

    /// A new garden's, with the ids, the chain and the keys as they are.
    mutating func clear() {
        for kind in VisitTag.Kind.allCases { self[kind].clear() }
        trash = []
        prunedBefore = nil
    }

    /// How many of the visits in the trash were removed on a day.
    func trashed(on day: CalendarDay) -> Int { trash.first { $0.day == day }?.visits ?? 0 }

    mutating func setTrashed(_ count: Int, on day: CalendarDay) {
        trash.removeAll { $0.day == day }
        guard count > 0 else { return }
        trash.insert(TrashedVisits(day: day, visits: count), at: trash.firstIndex { $0.day > day } ?? trash.endIndex)
    }

    /// How many visits in the trash were removed before a day.
    func trashed(before day: CalendarDay) -> Int { trash.prefix { $0.day < day }.map(\.visits).reduce(0, +) }

    mutating func prune(before day: CalendarDay) {
        trash.removeAll { $0.day < day }
        prunedBefore = day
    }

    subscript(kind: VisitTag.Kind) -> VisitTagBook {
        get {
            switch kind {
            case .label: labels
            case .group: groups
            case .member: members
            }
        }
        set {
            switch kind {
            case .label: labels = newValue
            case .group: groups = newValue
            case .member: members = newValue
            }
        }
    }
}

/// How many visits were removed on a day, and are in the trash.
struct TrashedVisits: WireObject, Equatable {
    static let name = "TrashedVisits"

    var day: CalendarDay
    var visits: Int

    static let fields = Fields(
        TrashedVisits.init,
        .required("day", \.day, "the day on which they were removed"),
        .required("visits", \.visits, "how many they are"))
}

/// The end of the chain of visits (RULES V3).
public struct VisitChain: WireObject, Equatable {
    public static let name = "VisitChain"

    /// How many lines it has.
    public internal(set) var lines: Int
    /// The hash of the last line, in hexadecimal digits.
    public internal(set) var head: String

    static let empty = VisitChain(lines: 0, head: String(repeating: "0", count: 64))

    public static let fields = Fields(
        VisitChain.init,
        .required("lines", \.lines, "how many lines it has"),
        .required("head", \.head, "the hash of the last line"))
}

extension VisitBook: WireObject {
    public static let name = "VisitBook"

    /// No visits.
    public init() {
        self.init(
            labels: VisitTagBook(), groups: VisitTagBook(), members: VisitTagBook(), trash: [], prunedBefore: nil,
            lastId: 0, chain: .empty, findings: [], keys: [],
            signed: 0)
    }

    public static let fields = Fields(
        {
            VisitBook(
                labels: $0, groups: $1, members: $2, trash: $3, prunedBefore: $4, lastId: $5, chain: $6, findings: $7,
                keys: $8, signed: $9)
        },
        .required("labels", \.labels, "the labels"),
        .required("groups", \.groups, "the groups"),
        .required("members", \.members, "the members"),
        .required("trash", \.trash, "how many visits are in the trash, by the day of their removal"),
        .nullable("prunedBefore", \.prunedBefore, "visits removed before this day are gone"),
        .required("lastId", \.lastId, "the id last given"),
        .required("chain", \.chain, "the end of the chain"),
        .required("findings", \.findings, "what checks of the chain found"),
        .required("keys", \.keys, "the keys with which visits were signed"),
        .required("signed", \.signed, "how many visits are signed"))
}
