import GardenAPI

/// A complete kind of event: its type, its effect, how it changes the state, and the data that subscribers get.
///
/// The effect holds the new and the replaced values, so that applying is plain assignment: it needs no setting, zone or
/// rule of today. The data is made from the effect on each read: the entity as its methods return it, its value before,
/// and the event that caused this one.
public struct EventKind<Effect: WireObject, Published: WireObject>: Sendable {
    /// What the kind is made of, behind one reference: a kind is asked about many events, and each question would copy it.
    private final class Storage: Sendable {
        let parts: Parts

        init(_ parts: Parts) { self.parts = parts }
    }

    private struct Parts: Sendable {
        let type: String
        let template: EventTemplate
        let version: Int
        let upgrades: [RecordUpgrade]
        let apply: @Sendable (Effect, EventOrigin, inout GardenState) throws(ValidationError) -> Void
        let publish: @Sendable (Effect, PublishingContext) -> Publication<Published>
        var replacedParts: [String] = []
        var replacements: @Sendable (Effect, ReplacementContext) -> [Replacement] = { _, _ in [] }
        var isUndoableAlone = false
        var text: (@Sendable (Effect) -> String)?
        var logText: (@Sendable (Effect) -> String)?
        var explanations: [Explained: @Sendable (Effect, EventOrigin) -> ExplainedStep?] = [:]
    }

    private let storage: Storage

    /// In the past tense: `shop.bought`.
    public var type: String { storage.parts.type }
    /// What its events say to people.
    var template: EventTemplate { storage.parts.template }
    /// The version of the effect's form that this release writes.
    var version: Int { storage.parts.version }
    /// Throws only for a damaged effect.
    var apply: @Sendable (Effect, EventOrigin, inout GardenState) throws(ValidationError) -> Void {
        storage.parts.apply
    }
    var publish: @Sendable (Effect, PublishingContext) -> Publication<Published> { storage.parts.publish }
    /// The parts of the state in which it replaces something that undo brings back.
    var replacedParts: [String] { storage.parts.replacedParts }
    var replacements: @Sendable (Effect, ReplacementContext) -> [Replacement] { storage.parts.replacements }
    /// Whether its events can be undone although other changes were made since.
    var isUndoableAlone: Bool { storage.parts.isUndoableAlone }
    var text: (@Sendable (Effect) -> String)? { storage.parts.text }
    var logText: (@Sendable (Effect) -> String)? { storage.parts.logText }
    var explanations: [Explained: @Sendable (Effect, EventOrigin) -> ExplainedStep?] { storage.parts.explanations }

    /// - Parameters:
    ///   - template: what its events say, in a sentence without its full stop.
    ///   - upgrades: one for each version before `version`; step `i` turns a record of version `i + 1` into the next.
    init(
        _ type: String, _ template: String, version: Int = 1, upgrades: [RecordUpgrade] = [],
        apply: @escaping @Sendable (Effect, EventOrigin, inout GardenState) throws(ValidationError) -> Void,
        publish: @escaping @Sendable (Effect, PublishingContext) -> Publication<Published>
    ) {
        precondition(upgrades.count == version - 1, "\(type) \(version) has \(upgrades.count) upgrades")
        storage = Storage(
            Parts(
                type: type, template: EventTemplate(template), version: version, upgrades: upgrades, apply: apply,
                publish: publish))
    }

    private init(_ parts: Parts) { storage = Storage(parts) }

    private func with(_ change: (inout Parts) -> Void) -> Self {
        var parts = storage.parts
        change(&parts)
        return Self(parts)
    }

    /// Returns the same kind with what it replaces in some parts of the state, from which undo is derived (RULES U1).
    func replacing(
        _ parts: StatePart..., by replacements: @escaping @Sendable (Effect, ReplacementContext) -> [Replacement]
    ) -> Self {
        with { ($0.replacedParts, $0.replacements) = (parts.map(\.name), replacements) }
    }

    /// Returns the same kind with events that can be undone although other changes were made since: what those build on can be seen
    /// from what they replaced, but for sums (RULES U7).
    func undoableAlone() -> Self { with { $0.isUndoableAlone = true } }

    /// Returns the same kind with what a person did with it, in the past tense: `bought Coffee`. A kind that only follows from
    /// other events has none.
    ///
    /// - Parameter logText: what the log says, which a purge does not reach; `nil` for the same.
    func described(
        inLog logText: (@Sendable (Effect) -> String)? = nil, _ text: @escaping @Sendable (Effect) -> String
    ) -> Self {
        with { ($0.text, $0.logText) = (text, logText ?? text) }
    }

    /// Returns the same kind with an explanation of how a value came about: the rule, and a sentence.
    ///
    /// - Parameter step: `nil` for an event that did not change the value.
    func explaining(_ what: Explained, _ step: @escaping @Sendable (Effect, EventOrigin) -> ExplainedStep?) -> Self {
        with { $0.explanations[what] = step }
    }

    /// The effect of an event of this kind; `nil` if the event is of another kind.
    func effect(of event: Event) throws(ValidationError) -> Effect? {
        guard event.type == type else { return nil }
        if let effect = event.decoded?.get(Effect.self) { return effect }
        let effect = try Effect(record: try upgraded(try event.effectRecord(), from: event.version))
        event.decoded?.set(effect)
        return effect
    }

    fileprivate func upgraded(_ record: JSON, from version: Int) throws(ValidationError) -> JSON {
        guard version <= self.version, version > 0 else {
            throw ValidationError(problem: "has version \(version); this release supports up to \(self.version)")
        }
        var record = record
        for upgrade in storage.parts.upgrades[(version - 1)...] { record = try upgrade(record) }
        return record
    }
}

/// Turns an effect's record into the next version.
typealias RecordUpgrade = @Sendable (JSON) throws(ValidationError) -> JSON

/// An event's data for subscribers: the entity after it, and before it if that differs.
struct Publication<Published: WireObject> {
    let after: Published
    let before: Published?

    init(_ after: Published, before: Published? = nil) {
        self.after = after
        self.before = before
    }

    /// The sentence about the event, and its data: the members of `after`, the old values of those that changed, and the type of
    /// the event that caused it.
    fileprivate func encoded(_ template: EventTemplate, _ origin: EventOrigin) -> EncodedPublication {
        var writer = JSONWriter(reservingCapacity: 512)
        writer.beginObject()
        after.writeMembers(to: &writer)
        let before = before.map { $0.fieldsDiffering(from: after) } ?? [:]
        if before != [:] {
            writer.key(EventData.before)
            writer.value(before)
        }
        if let cause = origin.cause {
            writer.key(EventData.cause)
            writer.string(cause.type)
        }
        writer.endObject()
        let values = EventValues(at: origin.at) { name in
            name == EventData.before ? before : after.value(ofField: name)
        }
        return EncodedPublication(text: template.text(of: values), data: writer.bytes)
    }
}

/// What subscribers get of an event.
struct EncodedPublication {
    /// What happened, in a sentence for people.
    let text: String
    /// One JSON object.
    let data: [UInt8]
}

/// How an event changed a value that can be explained.
struct ExplainedStep {
    let rule: String
    let text: String
    /// The things with the value that it changed, if there are several with such a value.
    let ids: [Int]
    /// The categories of all things that it changed, if it names none of them.
    let categoryIds: [Int]

    init(_ rule: String, _ text: String, of ids: [Int] = [], inCategories categoryIds: [Int] = []) {
        self.rule = rule
        self.text = text
        self.ids = ids
        self.categoryIds = categoryIds
    }
}

/// How a thing that can be explained came to its category without a change of its own.
struct ExplainedPath: Sendable {
    /// The categories that it has left, with the events by which it did; 0 for one that went along with another.
    let categories: @Sendable (_ what: Explained, _ id: Int, QueryContext) throws(GardenError) -> [Int: Int]
}

/// A type-erased kind of event: a row of a feature's list. It is a class, because it is looked up for each event.
public final class AnyEventKind: Sendable {
    public let type: String
    public let version: Int
    private let published: any WireObject.Type
    /// The values that it can explain.
    let explained: Set<Explained>
    /// The parts of the state in which it replaces something, as undo sees them.
    let replacedParts: [String]
    /// Whether its events can be undone although other changes were made since.
    let isUndoableAlone: Bool
    /// What a person did with it; `nil` if it only follows from another event.
    let text: @Sendable (JSON) throws(ValidationError) -> String?
    /// The same as the log says it.
    let logText: @Sendable (JSON) throws(ValidationError) -> String?
    let replacements: @Sendable (JSON, ReplacementContext) throws(ValidationError) -> [Replacement]
    /// The record in the form of ``version``.
    let upgraded: @Sendable (JSON, _ version: Int) throws(ValidationError) -> JSON
    let replay: @Sendable (JSON, EventOrigin, inout GardenState) throws(ValidationError) -> Void
    let publish: @Sendable (JSON, PublishingContext) throws(ValidationError) -> EncodedPublication
    let template: EventTemplate
    let explain: @Sendable (Explained, JSON, EventOrigin) throws(ValidationError) -> ExplainedStep?

    init<Effect, Published>(_ kind: EventKind<Effect, Published>) {
        type = kind.type
        template = kind.template
        version = kind.version
        published = Published.self
        explained = Set(kind.explanations.keys)
        upgraded = { record, version throws(ValidationError) in try kind.upgraded(record, from: version) }
        replay = { record, origin, state throws(ValidationError) in
            try kind.apply(try Effect(record: record), origin, &state)
        }
        replacedParts = kind.replacedParts
        isUndoableAlone = kind.isUndoableAlone
        text = { record throws(ValidationError) in
            guard let text = kind.text else { return nil }
            return text(try Effect(record: record))
        }
        logText = { record throws(ValidationError) in
            guard let text = kind.logText else { return nil }
            return text(try Effect(record: record))
        }
        replacements = { record, context throws(ValidationError) in
            guard !kind.replacedParts.isEmpty else { return [] }
            return kind.replacements(try Effect(record: record), context).filter { !$0.isEmpty }
        }
        publish = { record, context throws(ValidationError) in
            kind.publish(try Effect(record: record), context).encoded(kind.template, context.origin)
        }
        explain = { what, record, origin throws(ValidationError) in
            guard let step = kind.explanations[what] else { return nil }
            return step(try Effect(record: record), origin)
        }
    }

    /// The JSON Schema of its data.
    public var schema: JSON { EventData.schema(of: published) }

    /// The objects that ``schema`` refers to.
    public var referredObjects: [any WireObject.Type] { Self.referredObjects(of: published) }

    private static func referredObjects<Published: WireObject>(of type: Published.Type) -> [any WireObject.Type] {
        Published.fields.flatMap(\.referredObjects)
    }
}

/// A list of kinds, for a feature's declaration.
@resultBuilder enum EventKinds {
    static func buildExpression<Effect, Published>(_ kind: EventKind<Effect, Published>) -> AnyEventKind {
        AnyEventKind(kind)
    }
    static func buildBlock(_ kinds: AnyEventKind...) -> [AnyEventKind] { kinds }
}

/// The members that every event's data has besides its own.
enum EventData {
    static let before = "before"
    static let cause = "cause"

    static func schema<Published: WireObject>(of type: Published.Type) -> JSON {
        guard case .object(let definition) = Published.definition, case .object(let members)? = definition["properties"]
        else {
            preconditionFailure("\(Published.name) has no members to describe")
        }
        var properties = members
        // A kind with a member of that name of its own has no value before it.
        if members[before] == nil {
            properties.append(
                before,
                [
                    "type": "object", "description": "the members that changed, as they were",
                    "properties": .object(members),
                ])
        }
        properties.append(cause, ["type": "string", "description": "the type of the event that caused this one"])
        var schema = JSONObject([("type", "object"), ("properties", .object(properties))])
        if let required = definition["required"] { schema.append("required", required) }
        return .object(schema)
    }
}
