import Testing

@testable import GardenDaemon

/// What a command of visits.geocode prints (RULES V11).
struct GeocoderTests {
    @Test(arguments: [
        ("1 Chiyoda, TOKYO\n", "1 Chiyoda, TOKYO"), ("\n  東京都  千代田区 \nsecond line", "東京都 千代田区"),
        ("a\u{1B}[31mb\u{200B}c", "a[31mbc"), ("", nil), (" \n\t\n", nil), ("\u{1}\nnext", "next"),
        (String(repeating: "x", count: 600), String(repeating: "x", count: 500)),
    ])
    func theFirstLineIsTheAddress(text: String, address: String?) { #expect(Geocoder.address(in: text) == address) }
}
