import Testing

@testable import GardenAPI

/// Names are compared whatever the case of their letters, and however these are encoded (RULES G1).
@Suite struct FoldingTests {
    @Test(arguments: [
        ("Reading", "rEADING"), ("Straße", "STRASSE"), ("Straße", "strasse"), ("Éclair", "éclair"),
        ("Éclair", "e\u{301}CLAIR"), ("ΟΔΟΣ", "οδος"), ("οδοσ", "οδος"), ("ﬁg", "FIG"),
        ("Ångström", "a\u{30A}ngstro\u{308}m"),
        ("\u{212B}", "å"), ("К", "к"), ("ǅ", "ǆ"), ("ᾳ\u{301}", "α\u{301}\u{345}"), ("α\u{345}\u{301}", "ᾴ"),
        ("a\u{323}\u{301}", "A\u{301}\u{323}"), ("庭園", "庭園"),
    ])
    func namesThatDifferOnlyInCaseAreEqual(one: String, other: String) {
        #expect(one.folded == other.folded)
        #expect([one.folded: 1][other.folded] == 1)
    }

    @Test(arguments: [("Reading", "Reeding"), ("résumé", "resume"), ("İ", "i"), ("1", "１"), ("か", "カ"), ("O", "0")])
    func otherNamesAreNotEqual(one: String, other: String) {
        #expect(one.folded != other.folded)
    }

    /// A search by halves compares bytes: two forms of one letter must not differ in them.
    @Test(arguments: [("\u{390}", "\u{399}\u{308}\u{301}"), ("\u{1FD3}", "\u{3AA}\u{301}"), ("É", "e\u{301}")])
    func equalTextsHaveEqualBytes(one: String, other: String) {
        #expect(Array(one.folded.utf8) == Array(other.folded.utf8))
    }
}
