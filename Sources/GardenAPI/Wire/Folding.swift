@_spi(_Unicode) import Swift

extension String {
    /// The text as it is compared where the case of letters does not count: in normal form C, then in upper case, then in
    /// lower case (RULES G1). `Straße` and `STRASSE` come out the same, `Éclair` and `éclair`, `ΟΔΟΣ` and `οδός` but for
    /// its accent.
    ///
    /// Compare what comes out with `==`, or as the key of a dictionary: these take canonically equivalent texts for equal,
    /// bytes do not. The normal form comes first because the upper case of a Greek iota below a letter stands behind that
    /// letter, and with it would other marks.
    public var folded: String {
        guard !utf8.allSatisfy({ $0 < 0x80 }) else { return lowercased() }
        var composed = UnicodeScalarView()
        composed.append(contentsOf: _nfc)
        return String(composed).uppercased().lowercased()
    }
}
