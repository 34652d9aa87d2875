import Testing

@testable import gardenctl

struct TextWrappingTests {
    @Test(
        arguments: [
            ("a bc def gh", 6, 2, ["a bc", "  def", "  gh"]),
            // A word that fits on no line fills the rest of this one.
            ("ab cdefghijk", 6, 2, ["ab cde", "  fghi", "  jk"]), ("読書会と散歩", 5, 0, ["読書", "会と", "散歩"]),
            ("a  b   c d", 6, 0, ["a  b", "c d"]), ("  ab cd", 5, 2, ["  ab", "  cd"]),
            ("\u{1B}[1mab cd\u{1B}[0m", 3, 0, ["\u{1B}[1mab", "cd\u{1B}[0m"]), ("short", 9, 4, ["short"]),
        ] as [(String, Int, Int, [String])])
    func furtherLinesAreIndented(text: String, width: Int, indentation: Int, lines: [String]) {
        #expect(text.wrapped(to: width, indentedBy: indentation) == lines)
        #expect(text.wrapped(to: nil, indentedBy: indentation) == [text])
    }

    @Test func aColorHasNoWidth() {
        #expect("\u{1B}[38;5;70m読書\u{1B}[0m!".columns == 5)
        #expect("\u{1B}[1mab\u{1B}[0m".padded(to: 4) == "\u{1B}[1mab\u{1B}[0m  ")
    }

    @Test func aTextIsFittedLineByLine() {
        let text = """
            gardenctl: there are several such tasks; use the id of one
              3  Write the report of this year (Reading)
              Put words that begin with a hyphen behind others
              -c, --category <category>   The category, by name or id.
            short
            """

        #expect(
            text.fitted(to: 34) == """
                gardenctl: there are several such
                tasks; use the id of one
                  3  Write the report of this year
                     (Reading)
                  Put words that begin with a
                    hyphen behind others
                  -c, --category <category>
                      The category, by name or id.
                short
                """)
        #expect(text.fitted(to: nil) == text)
    }

    @Test func aCommandWithALongPathCanBeCopied() {
        let text = "To take it back:\n  gardend restore /home/ada/.local/share/garden/backups/garden.sqlite"
        #expect(text.fitted(to: 40) == text)
    }

    @Test func aLabelThatIsTooLongIsWrapped() {
        #expect("A name of many words  level 0  1/10".fitted(to: 16) == "A name of many\nwords\n    level 0\n    1/10")
    }

    @Test func aTextBesideAHeadIsWrappedBelowItself() {
        let style = Style(isColored: false, columns: 30)

        #expect(
            style.hanging("12:30  ", "a text that is too long for one line")
                == "12:30  a text that is too long\n       for one line")
        #expect(style.hanging("12:30  ", "short") == "12:30  short")
        // Too little room beside the head, whether or not this text would fit.
        #expect(style.hanging("2026-11-21 12:30  ", "short") == "2026-11-21 12:30\n    short")
        #expect(style.hanging("                  ", "short") == "    short")
        #expect(Style.plain.hanging("2026-11-21 12:30  ", "short") == "2026-11-21 12:30  short")
    }

    @Test func factsAreKeptWhole() {
        let facts = ["meter 3200", "2800 to tier 2", "drops on Monday"]

        #expect(Style.plain.facts(facts) == "meter 3200 · 2800 to tier 2 · drops on Monday")
        #expect(Style(isColored: false, columns: 30).facts(facts) == "meter 3200 · 2800 to tier 2\ndrops on Monday")
    }
}
