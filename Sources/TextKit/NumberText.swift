import GardenAPI

extension Int {
    /// "1 event", "7 events", "7 categories".
    ///
    /// - Parameter noun: in the singular; the plural ends in "s".
    package func counted(_ noun: String) -> String {
        guard self != 1 else { return "1 \(noun)" }
        let endsInConsonantAndY = noun.hasSuffix("y") && !["ay", "ey", "oy"].contains(String(noun.suffix(2)))
        return endsInConsonantAndY ? "\(self) \(noun.dropLast())ies" : "\(self) \(noun)s"
    }
}

/// "+500", "−750", "0"
package func signed(_ amount: Int) -> String { "\(amount < 0 ? "\u{2212}" : amount > 0 ? "+" : "")\(amount.magnitude)" }

/// "1.5"
package func decimal(_ number: Tenths) -> String { "\(number.tenths / 10).\(number.tenths % 10)" }

/// "×1.5"
package func times(_ rate: Tenths) -> String { "×\(decimal(rate))" }

/// "1 day left", "2 days left"
package func daysLeft(_ count: Int) -> String { "\(count.counted("day")) left" }
