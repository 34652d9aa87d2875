import GardenAPI
import TimeKit

/// What a hook gets to know about its event (RULES H1).
public struct HookInput: Sendable, Equatable {
    public var event: EventReference
    /// The event as subscribers get it: one line of JSON with its line feed, for standard input.
    public var line: [UInt8]
    /// The variables of the environment that depend on the event, each a single line.
    public var variables: [Variable]

    /// A variable of the environment.
    public struct Variable: Sendable, Equatable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    init(_ message: EventMessage, calendar: LogicalDay) {
        event = EventReference(seq: message.seq, type: message.type)
        line = message.encoded + [UInt8(ascii: "\n")]
        let data = message.data
        let isAboutTask = message.type.hasPrefix("task.")
        // An event that ends a phase is about that one, and what the timer has afterwards says nothing.
        let ended = data["phase"] == "stopped" ? data["before"] : nil
        func member(_ name: String) -> String { (ended?[name] ?? data[name])?.line ?? "" }
        variables = [
            Variable("GARDEN_EVENT", message.type),
            Variable("GARDEN_SEQ", "\(message.seq)"),
            Variable("GARDEN_AT", "\(message.at)"),
            Variable("GARDEN_DAY", "\(calendar.day(of: message.at.instant))"),
            Variable("GARDEN_PHASE", member("phase")),
            Variable("GARDEN_CATEGORY", member("category")),
            Variable("GARDEN_TASK", member(isAboutTask ? "title" : "taskTitle")),
        ]
    }
}

extension JSON {
    /// A string as a single line; `nil` for other values.
    fileprivate var line: String? {
        stringValue?.onOneLine
    }
}

extension QueryContext {
    /// - Returns: `nil` for an event that starts no hook.
    public func hookInput(_ event: Event) throws(GardenError) -> HookInput? {
        guard EventCatalog.startsHooks(event.type) else { return nil }
        let message = try readingJournal {
            let bytes = try EventPublisher(state, zone: environment.zone).message(event)
            return try EventMessage(json: try JSON.parse(bytes))
        }
        return HookInput(message, calendar: environment.calendar)
    }

    /// The newest event of a type in the journal; an invented one with the seq 0 if the journal has no such event.
    public func sampleHookInput(_ type: String) throws(GardenError) -> HookInput {
        guard let kind = EventCatalog.kinds.first(where: { $0.type == type }) else {
            let hint = Suggestion.nearest(to: type, among: EventCatalog.types).map { "; did you mean \($0)?" } ?? ""
            throw GardenError(
                .invalidParams, "event: no event has the type \(JSON.string(type).text)\(hint)",
                [("param", .string("event"))])
        }
        let newest = try readingJournal { try history.newestEvents(before: nil, limit: 1, types: [type]).first }
        if let newest, let input = try hookInput(newest) { return input }
        guard EventCatalog.startsHooks(type) else {
            throw GardenError(
                .invalidParams, "event: \(type) starts no hooks", [("param", .string("event"))])
        }
        let (at, data) = (timestamp(moment.wall), kind.sampleData(at: timestamp(moment.wall)))
        let text = kind.template.text(of: EventValues(at: at) { data[$0] ?? .null })
        let message = EventMessage(seq: 0, at: at, type: type, text: text, data: data)
        return HookInput(message, calendar: environment.calendar)
    }
}

extension HookTestReport {
    public init(input: HookInput, runs: [HookRun]) {
        self.init(input: String(decoding: input.line.dropLast(), as: UTF8.self), runs: runs)
    }
}
