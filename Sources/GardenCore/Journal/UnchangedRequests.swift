import GardenAPI

extension EventKind where Effect == UnchangedRequest, Published == UnchangedRequest {
    /// A request with a key changed nothing. Only for the event are its answer and its params kept with the key, so that a repeat
    /// after other changes changes nothing either (API §1).
    static let requestChangedNothing = EventKind("request.changedNothing", "{method} changed nothing") { _, _, _ in
    } publish: { effect, _ in
        Publication(effect)
    }

    /// The entity that an event of this kind is about, if a purge must find it there.
    static func entity(of part: StatePart, in event: Event) throws(ValidationError) -> Int? {
        guard let effect = try requestChangedNothing.effect(of: event), effect.kind == part.name else { return nil }
        return effect.id
    }
}

extension Transition {
    /// Records that a request with a key changed nothing, so that the journal keeps its answer.
    public mutating func keepAnswer(to method: String) {
        emit(
            .requestChangedNothing,
            UnchangedRequest(method: method, kind: unchangedEntity?.part.name, id: unchangedEntity?.id))
    }
}

extension Change {
    /// Whether it is only kept for its key.
    public var changedNothing: Bool { events.first?.type == EventKind.requestChangedNothing.type }
}
