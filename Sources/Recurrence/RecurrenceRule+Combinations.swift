/// The combinations of parts that RFC 5545 §3.3.10 forbids.
extension RecurrenceRule {
    func checkCombinations() throws(RepeatError) {
        if !weekNumbers.isEmpty { try allow(.weekNumbers, [.yearly]) }
        if !yearDays.isEmpty { try allow(.yearDays, [.yearly, .hourly, .minutely]) }
        if !monthDays.isEmpty { try allow(.monthDays, [.yearly, .monthly, .daily, .hourly, .minutely]) }
        if let entry = weekdays.first(where: { $0.ordinal != nil }) {
            try allow(.weekdays, [.yearly, .monthly], value: entry)
            guard weekNumbers.isEmpty else {
                throw .conflict(
                    .weekdays, other: "BYWEEKNO", allowed: "use \(entry.weekday.name) without the number in \(entry)")
            }
        }
        if !positions.isEmpty, !hasOtherPart { throw .positionsAlone }
        if skip == .backward {
            try allow(.skip, [.yearly, .monthly])
            if hasOtherPart {
                throw .conflict(
                    .skip, other: "BY parts",
                    allowed: "it keeps the day of the first date; BYMONTHDAY=-1 is the last day of each month")
            }
        }
    }

    private var hasOtherPart: Bool {
        [months, weekNumbers, yearDays, monthDays, hours, minutes].contains { !$0.isEmpty } || !weekdays.isEmpty
    }

    private func allow(
        _ part: Part, _ frequencies: Set<Frequency>, value: WeekdayEntry? = nil
    ) throws(RepeatError) {
        guard !frequencies.contains(frequency) else { return }
        let names = Frequency.allCases.reversed().filter(frequencies.contains).map { "FREQ=\($0.rawValue)" }
        let use = names.joined(separator: " or ")
        throw .conflict(
            part, other: "FREQ=\(frequency.rawValue)",
            allowed: value.map { "\($0) has a number, which needs \(use)" } ?? "it needs \(use)")
    }
}
