import GardenAPI
import Testing

@testable import gardenctl

struct StyleTests {
    @Test(
        arguments: [
            (["TERM": "xterm-256color"], .indexed), (["TERM": "xterm-256color", "COLORTERM": "truecolor"], .exact),
            (["TERM": "xterm-direct"], .exact), (["TERM": "xterm-kitty"], .indexed), (["TERM": "linux"], .sixteen),
            (["TERM": "xterm"], .sixteen), (["TERM": "screen"], .sixteen), (["TERM": "vt100"], nil),
            (["TERM": "dumb", "COLORTERM": "truecolor"], nil), (["TERM": ""], nil), ([:], nil),
        ] as [([String: String], Palette?)])
    func aTerminalHasThePaletteOfItsType(environment: [String: String], palette: Palette?) {
        #expect(Palette(environment: EnvironmentVariables(environment)) == palette)
    }

    @Test(
        arguments: [
            (.exact, "green", "38;5;70"), (.exact, "#3366CC", "38;2;51;102;204"), (.indexed, "green", "38;5;70"),
            (.indexed, "#3366CC", "38;5;62"), (.indexed, "#000000", "38;5;16"), (.indexed, "#FFFFFF", "38;5;231"),
            (.sixteen, "green", "32"), (.sixteen, "pink", "95"), (.sixteen, "#3366CC", "94"),
            (.sixteen, "#7F0000", "31"), (.sixteen, "#FFFFFF", "97"), (.sixteen, "#101010", "1"),
            (.sixteen, "black", "1"),
        ] as [(Palette, String, String)])
    func aColorIsTheNearestThatTheTerminalHas(palette: Palette, color: String, code: String) throws {
        let color = try #require(CategoryColor(color))
        #expect(Style(palette).painted("█", color) == "\u{1B}[\(code)m█\u{1B}[0m")
        #expect(Style(nil).painted("█", color) == "█")
    }
}
