import GardenAPI

/// "1.5"
func decimal(_ number: Tenths) -> String { "\(number.tenths / 10).\(number.tenths % 10)" }

/// "×1.5"
func times(_ rate: Tenths) -> String { "×\(decimal(rate))" }

/// "+500", "−750", "0"
func signed(_ amount: Int) -> String { "\(amount < 0 ? "−" : amount > 0 ? "+" : "")\(amount.magnitude)" }

/// "1 point", "500 points"
func points(_ count: Int) -> String { count.counted("point") }

/// "1 day left", "2 days left"
func daysLeft(_ count: Int) -> String { "\(count.counted("day")) left" }
