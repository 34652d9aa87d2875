import GardenAPI

/// A change that is being made in parts, and has some in the journal. Until its end it can be taken back.
public struct ChangeInParts: WireObject, Equatable {
    public static let name = "ChangeInParts"

    /// A part that was made.
    struct Part: WireObject, Equatable {
        static let name = "PartOfChange"

        /// The first event of the change that the part is, or that it undid or made again.
        var change: Int
        /// The event that undid it or made it again; `nil` for a part that is a change of its own.
        var event: Int?

        static let fields = Fields(
            Part.init,
            .required("change", \.change, "the first event of the change"),
            .optional("event", \.event, "the event that undid it or made it again"))
    }

    /// The method of the change.
    var method: String
    /// The parts that were made, the last one at the end.
    var parts: [Part]

    public static let fields = Fields(
        ChangeInParts.init,
        .required("method", \.method, "the method of the change"),
        .required("parts", \.parts, "the parts that were made"))

    /// The types of the events that say how far it has come.
    static let types: Set = [
        EventKind.partMade.type, EventKind.partsCompleted.type, EventKind.partsDropped.type,
    ]
}

/// A part of a change, from its begin on.
struct PartEffect: WireObject {
    static let name = "PartEffect"

    /// The method of the change.
    var method: String
    /// How many parts it has with this one.
    var parts: Int
    /// The change that this part undoes or makes again, by its first event: the next event does; `nil` for a part that is a change of
    /// its own.
    var reverts: Int?
    /// True if the next event takes the last part back.
    var takesBack: Bool?

    static let fields = Fields(
        PartEffect.init,
        .required("method", \.method, "the method of the change"),
        .required("parts", \.parts, "how many parts it has with this one"),
        .optional("reverts", \.reverts, "the change that this part undoes or makes again"),
        .optional("takesBack", \.takesBack, "true if it takes the last part back"))
}

/// The end of a change in parts.
struct PartedEndEffect: WireObject {
    static let name = "PartedEndEffect"

    /// The method of the change.
    var method: String
    /// The parts by their events, in their order: the first event of each, or the one that undid a part or made it again. Nothing for
    /// a change that is its only part.
    var parts: [Int]

    static let fields = Fields(
        PartedEndEffect.init,
        .required("method", \.method, "the method of the change"),
        .required("parts", \.parts, "the parts by their events"))
}

extension EventKind where Effect == PartEffect, Published == ChangeProgress {
    /// A part begins. It has caused all that follows in its change, which is news for subscribers only (RULES I6).
    static let partMade = EventKind(
        "change.partMade", "Part {parts} of {method}"
    ) { effect, origin, state in
        if effect.takesBack == true {
            state.partedChange?.parts.removeLast()
            return
        }
        var change = state.partedChange ?? ChangeInParts(method: effect.method, parts: [])
        change.parts.append(
            ChangeInParts.Part(
                change: effect.reverts ?? origin.seq, event: effect.reverts == nil ? nil : origin.seq + 1))
        state.partedChange = change
    } publish: { effect, _ in
        Publication(ChangeProgress(method: effect.method, parts: effect.parts))
    }
}

extension EventKind where Effect == PartedEndEffect, Published == ChangeProgress {
    /// All parts are made.
    static let partsCompleted = EventKind(
        "change.completed", "Completed {method}"
    ) { _, _, state in
        state.partedChange = nil
    } publish: { effect, _ in
        Publication(ChangeProgress(method: effect.method, parts: max(1, effect.parts.count)))
    }
    /// All parts are taken back.
    static let partsDropped = EventKind(
        "change.dropped", "Took back the parts of {method}, which was not completed"
    ) { _, _, state in
        state.partedChange = nil
    } publish: { effect, _ in
        Publication(ChangeProgress(method: effect.method, parts: effect.parts.count))
    }
}

extension Transition {
    /// Begins a part of a change. What follows is caused by it.
    @discardableResult
    mutating func beginPart(of method: String, reverting change: Int? = nil) -> EventReference {
        let count = state.partedChange?.parts.count ?? 0
        return emit(.partMade, PartEffect(method: method, parts: count + 1, reverts: change, takesBack: nil))
    }

    /// Ends a change with its last part, or after it.
    mutating func completeParts() {
        guard let change = state.partedChange else { return }
        // One part alone is an ordinary change.
        let isOrdinary = change.parts.count == 1 && change.parts[0].change == events.first?.seq
        let parts = isOrdinary ? [] : change.parts.map { $0.event ?? $0.change }
        emit(.partsCompleted, PartedEndEffect(method: change.method, parts: parts))
    }
}

extension [Event] {
    /// The events without those that belong to parts of a change: nothing follows from these, such as a hook (RULES I6).
    public var news: [Event] {
        var quiet: Set<Int> = []
        return filter { event in
            let isQuiet =
                ChangeInParts.types.contains(event.type) || event.cause.map { quiet.contains($0.seq) } ?? false
            if isQuiet { quiet.insert(event.seq) }
            return !isQuiet
        }
    }

    /// The parts of the change that these events end, if it has several: by their events, in their order.
    func parts() throws(ValidationError) -> [Int] {
        for event in self {
            if let end = try EventKind.partsCompleted.effect(of: event) { return end.parts }
        }
        return []
    }
}
