import GardenAPI

extension JSON {
    /// The text of a string or a number.
    var plainText: String? {
        switch self {
        case .string(let text): text
        case .integer, .number: numberText
        case .null, .bool, .array, .object: nil
        }
    }

    /// The digits of a number; `nil` for anything else, also for a string of digits.
    var numberText: String? {
        switch self {
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .null, .bool, .string, .array, .object: nil
        }
    }
}
