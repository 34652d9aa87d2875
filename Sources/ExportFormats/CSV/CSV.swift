/// Tables as RFC 4180 writes them.
public enum CSV {
    /// The rows, without a line end after the last one.
    public static func text(_ rows: [[String]]) -> String {
        rows.map { $0.map(quoted).joined(separator: ",") }.joined(separator: "\r\n")
    }

    /// A text that no spreadsheet takes for a formula.
    public static func harmless(_ text: String) -> String {
        guard let first = text.unicodeScalars.first,
            "=+-@\t\r\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(first)
        else { return text }
        return "'\(text)"
    }

    private static func quoted(_ cell: String) -> String {
        // A mark that combines with a comma makes another character of it, but not for a reader of bytes.
        let special = ",\"\n\r\u{0B}\u{0C}\u{85}\u{2028}\u{2029}".unicodeScalars
        guard cell.unicodeScalars.contains(where: special.contains) else { return cell }
        let doubled = cell.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }
        return "\"\(doubled.joined())\""
    }
}
