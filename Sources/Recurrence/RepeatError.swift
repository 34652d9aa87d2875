/// The reason why a text is not a ``Repeat``. Each names the wrong part of the text.
public enum RepeatError: Error, Hashable, Sendable {
    /// The text has more than ``Repeat/limitBytes`` bytes.
    case tooLong(bytes: Int)

    /// The text is no word, no rule and no delay.
    case unknown(String)

    /// The delay, such as `after 4y`, has an unknown unit, no number, or a count that is not within `limits`.
    case badDelay(String, limits: ClosedRange<Int>?)

    /// A target, such as `9 times a week`, has a count that is not within the limits.
    case targetOutOfRange(String, ClosedRange<Int>)

    /// A part of the rule is not `NAME=VALUE`.
    case notAPart(String)

    /// RFC 5545 has no part of that name.
    case unknownPart(String)

    /// The part occurs twice.
    case duplicatePart(RecurrenceRule.Part)

    /// The rule has no FREQ.
    case missingFrequency

    /// FREQ=SECONDLY, and BYSECOND other than 0: dates are to the minute.
    case tooFine(String)

    /// A value of a part is wrong; `expected` is a clause that says what is right.
    case badValue(RecurrenceRule.Part, value: String, expected: String)

    /// RFC 5545 §3.3.10 forbids the part together with `other`, which is another part or a value of FREQ.
    case conflict(RecurrenceRule.Part, other: String, allowed: String)

    /// BYSETPOS is the only BY part, so there is nothing to choose from.
    case positionsAlone
}

extension RepeatError: CustomStringConvertible {
    /// A sentence without a full stop: which part is wrong, and what would be right.
    public var description: String {
        switch self {
        case .tooLong(let bytes):
            "the repeat has \(bytes) bytes; at most \(Repeat.limitBytes) are allowed"
        case .unknown(let text):
            "\(excerpt(text)) is no repeat; use none, daily, weekly, monthly, yearly, after 4d, 3 times a week, or a rule such as "
                + "FREQ=WEEKLY;BYDAY=MO,TH"
        case .badDelay(let text, nil):
            "\(excerpt(text)): use a number and h, d, w or mo, such as after 4d"
        case .badDelay(let text, let limits?):
            "\(excerpt(text)): use a number from \(limits.lowerBound) to \(limits.upperBound)"
        case .targetOutOfRange(let text, let limits):
            "\(excerpt(text)): use a number from \(limits.lowerBound) to \(limits.upperBound)"
        case .notAPart(let text):
            "\(text.isEmpty ? "an empty part" : excerpt(text)) is no part of a rule; use NAME=VALUE, separated by "
                + "semicolons"
        case .unknownPart(let name):
            "\(excerpt(name)) is no part of a rule; use \(RecurrenceRule.Part.names)"
        case .duplicatePart(let part): "\(part.rawValue) occurs twice; use it once, with a list if it allows one"
        case .missingFrequency: "the rule has no FREQ; begin it with FREQ=DAILY, FREQ=WEEKLY or another frequency"
        case .tooFine(let text): "\(excerpt(text)): repeats are to the minute, and at least 5 minutes apart"
        case .badValue(let part, let value, let expected):
            "\(part.rawValue)=\(excerpt(value)): \(expected)"
        case .conflict(let part, let other, let allowed):
            "\(part.rawValue) is not allowed with \(other); \(allowed)"
        case .positionsAlone: "BYSETPOS needs another BY part to choose from, such as BYDAY=MO,TU,WE,TH,FR"
        }
    }
}

/// The beginning of a text from outside, without its control characters.
private func excerpt(_ text: String) -> String {
    let limit = 40
    let scalars = text.unicodeScalars.prefix(limit).map { scalar -> Unicode.Scalar in
        scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
            ? "\u{FFFD}" : scalar
    }
    var excerpt = String(String.UnicodeScalarView(scalars))
    if text.unicodeScalars.count > limit { excerpt += "…" }
    return excerpt
}
