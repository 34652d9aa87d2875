/// A query that can be asked about a day that has ended (RULES S7).
public protocol DatedRequest: Request {
    /// A day, as `YYYY-MM-DD` or in words that look back (RULES T9). The answer is as that day ended, by what is known now: what was
    /// entered or corrected afterwards counts, what was undone does not. `nil` and the current day for the present.
    ///
    /// Errors: those of ``RequestError/ofPastTime``.
    var asOf: String? { get }
}

extension Field where Root: DatedRequest, Value == String? {
    static var asOf: Field {
        .optional("asOf", \.asOf, "a day: as it ended, by what is known now (default: the present)", .phrase)
    }
}
