@_spi(_Unicode) import Swift

extension String {
    /// The text for comparison regardless of case: converted to normal form C, then upper case, then lower case (RULES
    /// G1). `Straße` and `STRASSE` become equal, and so do `Éclair` and `éclair`, or `ΟΔΟΣ` and `οδος`.
    ///
    /// Compare the results with `==`, or use them as keys of a dictionary, which treat canonically equivalent texts as
    /// equal; their bytes can differ. The normal form comes first, because in upper case an iota subscript becomes a
    /// letter of its own, and the order of the marks around it would matter.
    public var folded: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return lowercased() }
        var composed = UnicodeScalarView()
        composed.append(contentsOf: _nfc)
        return String(composed).uppercased().lowercased()
    }
}
