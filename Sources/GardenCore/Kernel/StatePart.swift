import GardenAPI

/// A part of the state that events replace: one value, or one for each id. A feature declares its parts, and each kind of
/// event what it replaces in them; undo is derived from that (RULES U1).
struct StatePart: Sendable {
    /// Its name in events, such as `task`.
    let name: String
    /// Whether only tables of the history have it, which follow the events of undo by themselves.
    let isInHistory: Bool
    /// Finds a value that only the history has, after the events of the transition; `nil` if the state has it, or if undo needs
    /// no value.
    let find: (@Sendable (borrowing Transition, Int) throws(GardenError) -> JSON?)?
    /// `nil` if there is no such value.
    let read: @Sendable (GardenState, Int) -> JSON?
    /// `nil` removes the value.
    let write: @Sendable (inout GardenState, Int, JSON?) throws(ValidationError) -> Void
    /// How its members are reverted.
    let members: Members
    /// What would become wrong if a value came back, such as a name that is taken; `nil` if nothing would.
    let problem: @Sendable (GardenState, Int, JSON) throws(ValidationError) -> String?
    /// What has been changed so that a value may no longer come back; `nil` for nothing.
    let conflict: @Sendable (GardenState, JSON) throws(ValidationError) -> String?
    /// What a value still is needed for, if it may not be removed now.
    let use: @Sendable (GardenState, Int) -> String?
    /// A value that comes back, with the dates that have passed meanwhile moved on.
    let restored: @Sendable (JSON, borrowing Transition) throws(ValidationError) -> JSON

    /// How the members of a part's value are reverted. A member of a member is named with a dot.
    struct Members: Sendable {
        /// Sums go back by their amount, whatever was added to them since.
        var sums: Set<String> = []
        /// Sums of what others have: they change with that, and not the value itself. They count it again after undo and redo.
        var following: Set<String> = []
        /// Sums that must not become negative.
        var fromZero: Set<String> = []
        /// Members that stay as they are if they were changed since.
        var yielding: Set<String> = []
        /// Members that must be the same as at the time of the event: otherwise the value is another one, and stays.
        var identifying: Set<String> = []
        /// Members that hold for one day only: once another day has begun, they stay as they are (RULES U4).
        var ofToday: Set<String> = []
        /// The name of the part that has such values of days that have ended, if there is one.
        var ofEndedDays: String?
        /// Members that replacements name even if they did not change, for tables and statistics that follow them.
        var carried: Set<String> = []
        /// Whether what uses a value cannot be without it, so that redo does not take it away either.
        var isIndispensable = false
        /// The name of members of other values that refer to this one by its id; `nil` if none do.
        var referredAs: String?
        /// The methods that set a sum, and do not add to it.
        var setBy: [String] = []
        /// The types of events after which the members of a day stay as they are, too, because something else decides them.
        var endedBy: [String] = []

        static let all = "*"

        /// Whether a difference is only in members that yield, or follow what others have.
        func areOfOthers(_ difference: JSONObject, _ prefix: String = "") -> Bool {
            difference.members.allSatisfy { member in
                let path = prefix + member.name
                if yields(path) || following.contains(path) { return true }
                guard case .object(let inner) = member.value else { return false }
                return areOfOthers(inner, path + ".")
            }
        }

        func areOfToday(_ member: String) -> Bool { ofToday.contains(member) || ofToday.contains(Self.all) }
        func yields(_ member: String) -> Bool { yielding.contains(member) || yielding.contains(Self.all) }

        /// Whether a member yields, or one that it is part of.
        func yields(partsOf path: String) -> Bool {
            yields(path) || path.indices.contains { path[$0] == "." && yields(String(path[..<$0])) }
        }
    }

    init<Value: WireObject>(
        _ name: String, _ members: Members = Members(),
        read: @escaping @Sendable (GardenState, Int) -> Value?,
        write: @escaping @Sendable (inout GardenState, Int, Value?) -> Void,
        problem: @escaping @Sendable (GardenState, Int, Value) -> String? = { _, _, _ in nil },
        conflict: @escaping @Sendable (GardenState, Value) -> String? = { _, _ in nil },
        use: @escaping @Sendable (GardenState, Int) -> String? = { _, _ in nil },
        restored: @escaping @Sendable (Value, borrowing Transition) -> Value = { value, _ in value }
    ) {
        self.name = name
        isInHistory = false
        find = nil
        self.members = members
        self.use = use
        self.read = { state, id in read(state, id)?.json }
        self.write = { state, id, json throws(ValidationError) in
            write(&state, id, try json.map { json throws(ValidationError) in try Value(json: json) })
        }
        self.problem = { state, id, json throws(ValidationError) in problem(state, id, try Value(json: json)) }
        self.conflict = { state, json throws(ValidationError) in conflict(state, try Value(json: json)) }
        self.restored = { json, t throws(ValidationError) in restored(try Value(json: json), t).json }
    }

    /// A part that only tables of the history have.
    ///
    /// - Parameter write: what the state notes of a value that comes back or goes.
    init(
        inHistory name: String, _ members: Members = Members(),
        write: @escaping @Sendable (inout GardenState, Int, JSON?) throws(ValidationError) -> Void = { _, _, _ in }
    ) {
        self.name = name
        isInHistory = true
        find = nil
        read = { _, _ in nil }
        self.write = write
        self.members = members
        problem = { _, _, _ throws(ValidationError) in nil }
        conflict = { _, _ throws(ValidationError) in nil }
        use = { _, _ in nil }
        restored = { value, _ throws(ValidationError) in value }
    }

    /// A part that only tables of the history have, with values that undo compares.
    init<Value: WireObject>(
        inHistory name: String, _ members: Members = Members(),
        find: @escaping @Sendable (borrowing Transition, Int) throws(GardenError) -> Value?,
        problem: @escaping @Sendable (GardenState, Value) -> String?
    ) {
        self.name = name
        isInHistory = true
        self.find = { t, id throws(GardenError) in try find(t, id)?.json }
        read = { _, _ in nil }
        write = { _, _, _ throws(ValidationError) in }
        self.members = members
        self.problem = { state, _, json throws(ValidationError) in problem(state, try Value(json: json)) }
        conflict = { _, _ throws(ValidationError) in nil }
        use = { _, _ in nil }
        restored = { value, _ throws(ValidationError) in value }
    }
}

/// What an event replaced in a part of the state.
///
/// For a value that was changed, `before` and `after` hold only the members that differ, with `null` for a member that is
/// not there. For a value that was added or removed, one of them is `nil` and the other the whole value.
struct Replacement: WireObject, Equatable {
    static let name = "Replacement"

    var part: String
    /// 0 for a part with one value.
    var id: Int
    /// The event that replaced it.
    var event: Int
    var before: JSON?
    var after: JSON?

    static let fields = Fields(
        Replacement.init,
        .required("part", \.part, "the part of the state"),
        .required("id", \.id, "the value's id in it"),
        .required("event", \.event, "the event that replaced it"),
        .nullable("before", \.before, "the members before the event, or the value"),
        .nullable("after", \.after, "the members after the event, or the value"))

    /// - Parameters:
    ///   - before: `nil` if the event added the value.
    ///   - after: `nil` if the event removed it.
    init<Value: WireObject>(_ part: StatePart, _ id: Int = 0, from before: Value?, to after: Value?, at event: Int) {
        self.init(part, id, from: before?.json, to: after?.json, at: event)
    }

    /// - Parameters:
    ///   - before: some members, or `nil`.
    ///   - after: the same members, or `nil`.
    init(_ part: StatePart, _ id: Int = 0, from before: JSON?, to after: JSON?, at event: Int) {
        var (before, after) = (before, after)
        if case .object(let old) = before, case .object(let new) = after {
            let difference = old.difference(to: new, keeping: part.members.identifying.union(part.members.carried))
            (before, after) = (.object(difference.before), .object(difference.after))
        }
        self.init(part: part.name, id: id, event: event, before: before, after: after)
    }

    private init(part: String, id: Int, event: Int, before: JSON?, after: JSON?) {
        self.part = part
        self.id = id
        self.before = before
        self.after = after
        self.event = event
    }

    /// Whether it replaced nothing.
    var isEmpty: Bool { before == after }

    /// The value after it.
    func applied(to current: JSON?) -> JSON? {
        switch (after, current) {
        case (.object(let members)?, .object(let current)?) where before != nil: .object(current.merged(members))
        default: after
        }
    }
}

/// The values that a kind of event may use besides its effect to say what it replaced.
struct ReplacementContext {
    let origin: EventOrigin
    let identity: GardenIdentity
}

extension JSONObject {
    /// The members that differ, on both sides; `null` for one that is missing. Members of members are compared one by one.
    ///
    /// - Parameter kept: members that are named even if they are equal.
    func difference(to other: JSONObject, keeping kept: Set<String> = []) -> (before: JSONObject, after: JSONObject) {
        var (before, after) = (JSONObject(), JSONObject())
        let names = members.map(\.name) + other.members.map(\.name).filter { self[$0] == nil }
        for name in names {
            let (mine, theirs) = (self[name] ?? .null, other[name] ?? .null)
            if case .object(let mine) = mine, case .object(let theirs) = theirs {
                let inner = mine.difference(to: theirs)
                guard !inner.before.members.isEmpty else { continue }
                before.append(name, .object(inner.before))
                after.append(name, .object(inner.after))
            } else if kept.contains(name) || !mine.isIdentical(as: theirs) {
                before.append(name, mine)
                after.append(name, theirs)
            }
        }
        return (before, after)
    }

    /// The members with names that satisfy a condition.
    func filter(_ isIncluded: (String) -> Bool) -> JSONObject {
        JSONObject(members.filter { isIncluded($0.name) }.map { ($0.name, $0.value) })
    }

    /// The same with some members replaced (RFC 7396): `null` removes one.
    func merged(_ patch: JSONObject) -> JSONObject {
        var result = self
        for member in patch.members {
            let old = result.remove(member.name)
            switch (old, member.value) {
            case (_, .null): break
            case (.object(let old)?, .object(let new)): result.append(member.name, .object(old.merged(new)))
            default: result.append(member.name, member.value)
            }
        }
        return result
    }
}
