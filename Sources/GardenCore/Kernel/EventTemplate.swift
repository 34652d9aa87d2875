import GardenAPI
import TextKit
import TimeKit

/// The sentence of a kind of event, with gaps that the members of the event's data fill. So a sentence in another language is
/// another template.
///
/// `{title}` is a member, `{before.tier}` a member's member. `[, due {due:date}]` is left out if a member in it is null or
/// missing; of `[a|b]` the first one with values for all its members applies. A word after the colon says how a value is written, see
/// ``Format``.
struct EventTemplate: Sendable {
    /// How a value is written. A value of another type has no text, as if it were missing.
    enum Format: Sendable, Equatable {
        /// A text on one line, a number, or the first few of a list.
        case plain
        /// `given`: nothing, but the value must be there. `missing`: nothing, but it must not.
        case given, missing
        /// `some`: a number other than 0.
        case some
        /// `signed`: +500. `gain`: the same, of a number other than 0.
        case signed, gain
        /// `count task/tasks`: a number or the size of a list, with the noun in singular or plural. `some task/tasks` is the same, of a
        /// number other than 0.
        case count(one: String, many: String, isPositive: Bool)
        /// `if right/wrong`: the first for true, the second for false.
        case choice(ifTrue: String, ifFalse: String)
        /// `times`: ×1.5
        case times
        /// `length`, `minutes`: a length in seconds or minutes, such as 1 h 30 min. `span`: a length in seconds other than 0.
        case length, minutes, span
        /// `duration`: milliseconds, such as 12.3 s. `step`: the same with a sign, such as +1 h.
        case duration, step
        /// `clock`: the wall clock's time, after the date if that is another than the event's. `date`: a day, with the time if there is one.
        case clock, date
        /// `changes`: of `before`, each member with its old and its new value. `settings`: of an object of settings, the same.
        case changes, settings
    }

    private enum Part: Sendable {
        case literal(String)
        case gap(path: [String], Format)
        case alternatives([[Part]])
    }

    private let parts: [Part]

    /// - Precondition: the text is well formed; it is one of ours.
    init(_ text: String) {
        var rest = Substring(text)
        parts = Self.parts(&rest, in: text)
        precondition(rest.isEmpty, "the text has a bracket too many: \(text)")
    }

    /// Reads to the end, or to the bracket or bar that ends an alternative.
    private static func parts(_ rest: inout Substring, in text: String) -> [Part] {
        var parts: [Part] = []
        while let next = rest.first, next != "]", next != "|" {
            switch next {
            case "{":
                guard let end = rest.firstIndex(of: "}") else { preconditionFailure("a { has no }: \(text)") }
                parts.append(gap(rest[..<end].dropFirst(), in: text))
                rest = rest[rest.index(after: end)...]
            case "[":
                var alternatives: [[Part]] = []
                repeat {
                    rest.removeFirst()
                    alternatives.append(Self.parts(&rest, in: text))
                } while rest.first == "|"
                precondition(rest.popFirst() == "]", "a [ has no ]: \(text)")
                parts.append(.alternatives(alternatives))
            default:
                let literal = rest.prefix { !"{[]|".contains($0) }
                parts.append(.literal(String(literal)))
                rest = rest[literal.endIndex...]
            }
        }
        return parts
    }

    private static func gap(_ text: Substring, in template: String) -> Part {
        let halves = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard let format = Format(halves.count > 1 ? halves[1] : "") else {
            preconditionFailure("{\(text)} has an unknown format: \(template)")
        }
        return .gap(path: halves[0].split(separator: ".").map(String.init), format)
    }

    /// The members that it names, each as a path.
    var paths: [[String]] { Self.paths(in: parts) }

    private static func paths(in parts: [Part]) -> [[String]] {
        parts.flatMap { part -> [[String]] in
            switch part {
            case .literal: []
            case .gap(let path, _): [path]
            case .alternatives(let alternatives): alternatives.flatMap(paths(in:))
            }
        }
    }

    /// The sentence about an event.
    func text(of values: EventValues) -> String {
        parts.map { Self.text(of: $0, values) ?? "" }.joined()
    }

    /// - Returns: `nil` if a member has no value.
    private static func text(of part: Part, _ values: EventValues) -> String? {
        switch part {
        case .literal(let text): return text
        case .gap(let path, let format): return format.text(of: values.value(at: path), values)
        case .alternatives(let alternatives):
            for alternative in alternatives {
                let texts = alternative.map { text(of: $0, values) }
                if !texts.contains(nil) { return texts.compactMap(\.self).joined() }
            }
            return ""
        }
    }
}

/// The members of an event's data that fill the gaps of its sentence.
struct EventValues {
    /// When the event happened, which decides whether a time needs its date.
    let at: Timestamp
    /// Returns a member of the data, or null. Members are read one at a time, because a sentence needs few of them.
    let member: (String) -> JSON

    func value(at path: [String]) -> JSON {
        path.dropFirst().reduce(member(path[0])) { value, name in value[name] ?? .null }
    }
}

extension EventTemplate.Format {
    /// Returns `nil` for an unknown format.
    fileprivate init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let pair = words.count > 1 ? words[1].split(separator: "/", omittingEmptySubsequences: false) : []
        switch (words.first ?? "", pair.count) {
        case ("", 0): self = .plain
        case ("given", 0): self = .given
        case ("missing", 0): self = .missing
        case ("some", 0): self = .some
        case ("signed", 0): self = .signed
        case ("gain", 0): self = .gain
        case ("count", 2): self = .count(one: String(pair[0]), many: String(pair[1]), isPositive: false)
        case ("some", 2): self = .count(one: String(pair[0]), many: String(pair[1]), isPositive: true)
        case ("if", 2): self = .choice(ifTrue: String(pair[0]), ifFalse: String(pair[1]))
        case ("times", 0): self = .times
        case ("length", 0): self = .length
        case ("minutes", 0): self = .minutes
        case ("span", 0): self = .span
        case ("duration", 0): self = .duration
        case ("step", 0): self = .step
        case ("clock", 0): self = .clock
        case ("date", 0): self = .date
        case ("changes", 0): self = .changes
        case ("settings", 0): self = .settings
        default: return nil
        }
    }

    fileprivate func text(of value: JSON, _ values: EventValues) -> String? {
        switch self {
        case .plain: value.plainText
        case .given: value == .null ? nil : ""
        case .missing: value == .null ? "" : nil
        case .some: value.otherThanZero.map { "\($0)" }
        case .signed: value.integerValue.map(TextKit.signed)
        case .gain: value.otherThanZero.map(TextKit.signed)
        case .count(let one, let many, let isPositive):
            (value.arrayValue?.count ?? (isPositive ? value.otherThanZero : value.integerValue))
                .map { "\($0) \($0 == 1 ? one : many)" }
        case .choice(let ifTrue, let ifFalse):
            value == .bool(true) ? ifTrue : value == .bool(false) ? ifFalse : nil
        case .times: (try? Tenths(json: value)).map(TextKit.times)
        case .length: value.integerValue.map(TextKit.length)
        case .minutes: value.integerValue.map { TextKit.length($0 * 60) }
        case .span: value.otherThanZero.map(TextKit.length)
        case .duration: value.integerValue.map { "\($0 / 1000).\($0 / 100 % 10) s" }
        case .step: value.integerValue.map(Self.step)
        case .clock: value.stringValue.flatMap { Timestamp($0) }?.clock(seenAt: values.at)
        case .date: value.stringValue.map { Timestamp($0)?.dateAndClock ?? $0 }
        case .changes: Self.changes(from: value, values)
        case .settings: Self.settings(value, values)
        }
    }

    /// `+1 h`, `−250 ms`
    private static func step(_ milliseconds: Int) -> String {
        guard milliseconds.magnitude >= 1000 else { return "\(TextKit.signed(milliseconds)) ms" }
        return "\(milliseconds < 0 ? "\u{2212}" : "+")\(TextKit.length(Int(milliseconds.magnitude / 1000)))"
    }

    /// `due 2026-11-21 → 2026-11-22; note a → none`; `nil` if nothing changed that a person sees.
    private static func changes(from before: JSON, _ values: EventValues) -> String? {
        guard case .object(let before) = before else { return nil }
        let changes = before.members.filter { !isImplied($0.name) }.map { member in
            "\(member.name) \(short(member.value)) → \(short(values.member(member.name)))"
        }
        return changes.isEmpty ? nil : changes.joined(separator: "; ")
    }

    /// Whether a member only follows from another one.
    private static func isImplied(_ name: String) -> Bool {
        name == "updatedAt" || name == "position" || name.hasSuffix("Id") || name.hasSuffix("Uid")
    }

    private static let mostCharacters = 40

    private static func short(_ value: JSON) -> String {
        if case .object(let parts) = value {
            return parts.members.map { "\($0.name) \(short($0.value))" }.joined(separator: ", ")
        }
        if let values = value.arrayValue {
            return values.isEmpty ? "none" : values.map(short).joined(separator: ", ")
        }
        guard let text = value.stringValue else { return value == .null ? "none" : value.text }
        let line = Timestamp(text)?.dateAndClock ?? text.onOneLine
        return line.count > mostCharacters ? "\(line.prefix(mostCharacters - 1))…" : line
    }

    /// `day.start_hour: 4 → 5`; only the new value if the old one is not known.
    private static func settings(_ changed: JSON, _ values: EventValues) -> String? {
        guard case .object(let changed) = changed else { return nil }
        let before = values.value(at: ["before", "changed"])
        return changed.members.map { member in
            let old = before[member.name].map { "\($0.text) → " } ?? ""
            return "\(member.name): \(old)\(member.value.text)"
        }.joined(separator: "; ")
    }
}

extension JSON {
    fileprivate var plainText: String? {
        switch self {
        case .null: nil
        case .string(let text): text.onOneLine
        case .array(let values): Self.joined(values.compactMap(\.plainText))
        default: text
        }
    }

    /// `a, b, c and 5 more`
    private static func joined(_ texts: [String]) -> String {
        let most = 3
        return texts.prefix(most).joined(separator: ", ")
            + (texts.count > most ? " and \(texts.count - most) more" : "")
    }

    fileprivate var otherThanZero: Int? { integerValue.flatMap { $0 == 0 ? nil : $0 } }
}

extension String {
    /// The text with a blank for each control character, such as a line break.
    var onOneLine: String {
        guard unicodeScalars.contains(where: { $0.value < 0x20 }) else { return self }
        return String(UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
    }
}
