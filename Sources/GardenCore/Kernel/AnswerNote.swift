import GardenAPI

/// What the answer to a change says besides its result: a member of `meta` (API §1).
struct AnswerNote: Sendable {
    let name: String
    /// The type of the event that gives a reason for it.
    let event: String
    /// - Parameter events: those of the change that have this type.
    /// - Returns: `nil` if there is nothing that the result does not say.
    let value: @Sendable (_ events: [Event], GardenState) -> JSON?

    /// The notes of every feature.
    fileprivate static let all = Features.additions(AnswerNote.self)
}

extension GardenState {
    /// The `meta` of the answer to a change with these events; `nil` if there is nothing to say.
    public func answerMeta(after events: [Event]) -> [UInt8]? {
        var meta = JSONObject()
        if events.isEmpty { meta.append(RequestError.unchangedName, true) }
        // Words that look back are read as people mean them, so the answer says how they were read (RULES P22).
        if let late = events.first, late.recordedAt != nil {
            meta.append(RequestError.pastTimeName, late.at.json)
        }
        for note in AnswerNote.all {
            let events = events.filter { $0.type == note.event }
            if !events.isEmpty, let value = note.value(events, self) { meta.append(note.name, value) }
        }
        return meta.members.isEmpty ? nil : JSON.object(meta).encoded
    }
}
