import TimeKit

extension Instant {
    /// In UTC, in the basic form of ISO 8601 without fractions: `20261130T080000Z`.
    var basicText: String {
        let text = timestamp(offsetSeconds: 0).description
        return "\(text.prefix(19).filter { $0 != "-" && $0 != ":" })Z"
    }
}

extension CalendarDay {
    /// `20261130`
    var basicText: String { "\(self)".filter { $0 != "-" } }
}
