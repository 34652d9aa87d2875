@_spi(_Unicode) import Swift

extension String {
    /// The text for comparison regardless of case: converted to normal form C, then upper case, then lower case (RULES
    /// G1). `Straße` and `STRASSE` become equal, and so do `Éclair` and `éclair`, or `ΟΔΟΣ` and `οδος`.
    ///
    /// The result is in normal form C, too, so that equal texts have equal bytes, and their order is that of the bytes. The
    /// normal form also comes first, because in upper case an iota subscript becomes a
    /// letter of its own, and the order of the marks around it would matter.
    public var folded: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return lowercased() }
        var composed = UnicodeScalarView()
        composed.append(contentsOf: _nfc)
        var folded = UnicodeScalarView()
        folded.append(contentsOf: String(composed).uppercased().lowercased()._nfc)
        return String(folded)
    }
}
