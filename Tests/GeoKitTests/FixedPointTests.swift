import GeoKit
import Testing

/// Decimal numbers as whole units.
struct FixedPointTests {
    @Test(
        "V2: rounded half away from zero",
        arguments: [
            ("35.681236", 35_681_236), ("35.6812365", 35_681_237), ("35.68123649", 35_681_236),
            ("-35.6812365", -35_681_237), ("90", 90_000_000), ("-0", 0), ("+1.5", 1_500_000), (".5", 500_000),
            ("1.", 1_000_000), ("1e-6", 1), ("5e-7", 1), ("4.9e-7", 0), ("-5E-7", -1), ("1.8e2", 180_000_000),
            ("0.0000000000000000000000001", 0), ("000000000000000000007", 7_000_000), ("1e-400", 0),
            ("180.0000004999999999999999", 180_000_000),
        ])
    func numbersAreRead(text: String, units: Int) { #expect(FixedPoint.units(of: text, decimals: 6) == units) }

    @Test(arguments: [
        "", "-", ".", "e5", "1e", "NaN", "nan", "inf", "1,5", "1 ", " 1", "0x10", "--1", "1.2.3", "١", "1e401",
        "12345678901", "1e-9223372036854775808", "1e9223372036854775807", "1e-401",
    ])
    func othersAreNot(text: String) { #expect(FixedPoint.units(of: text, decimals: 6) == nil) }

    @Test(arguments: [(35_681_236, "35.681236"), (-500_000, "-0.500000"), (7, "0.000007"), (0, "0.000000")])
    func unitsAreWrittenWithAllDecimals(units: Int, text: String) {
        #expect(FixedPoint.text(units, decimals: 6) == text)
    }
}
