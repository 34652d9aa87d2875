import DatePhrases
import GardenAPI
import Recurrence
import TimeKit

extension GardenError {
    /// A repeat that cannot be used. The reason is a sentence of its own.
    static func invalidRepeat(_ reason: String) -> GardenError {
        var error = GardenError.invalidParam("repeat", reason)
        error.message = "repeat: \(reason)"
        return error
    }
}

extension RepeatPhrase {
    /// The text of the same rule: `monthly`, `FREQ=WEEKLY;BYDAY=MO`.
    var rule: String {
        guard let weekday else { return frequency.rawValue }
        return "FREQ=WEEKLY;BYDAY=\(["MO", "TU", "WE", "TH", "FR", "SA", "SU"][weekday - 1])"
    }
}

extension Repeat {
    /// Reads the param `repeat`: a rule, or the word for it in another language; `nil` for `none`.
    static func reading(_ text: String) throws(GardenError) -> Repeat? {
        if let phrase = try? RepeatPhrase(text), let rule = try? Repeat(phrase.rule) { return rule }
        do throws(RepeatError) {
            let rule = try Repeat(text)
            return rule == .never ? nil : rule
        } catch {
            throw .invalidRepeat(error.description)
        }
    }
}
