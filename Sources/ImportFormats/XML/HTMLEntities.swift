/// The entities of HTML that descriptions contain although XML does not know them.
enum HTMLEntities {
    private static let latin: [Substring] =
        ("nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para "
        + "middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave "
        + "Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute "
        + "Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave "
        + "iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml")
        .split(separator: " ")
    private static let others: [String: Unicode.Scalar] = [
        "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "hellip": "…", "bull": "•",
        "euro": "€", "trade": "™",
    ]
    private static let table = Dictionary(
        uniqueKeysWithValues: latin.enumerated().map { (String($1), Unicode.Scalar(UInt8(0xA0 + $0))) })

    /// The character of an entity; `nil` if it is not one of HTML's.
    static func character(_ name: String) -> Unicode.Scalar? { table[name] ?? others[name] }

    /// The text of an entity; the reference itself if it is not one of HTML's.
    static func text(_ name: String) -> String { character(name).map { String($0) } ?? "&\(name);" }
}
