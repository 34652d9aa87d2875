import GardenAPI
import Testing

@testable import gardenctl

@Suite struct EventTextTests {
    @Test func anEventIsPrintedOnOneLine() throws {
        var grown = try EventMessage(json: event(42, "garden.grew"))
        grown.text = "Reading\u{7} grew to 27 exp"
        let moon = try EventMessage(json: event(1_234_567, "moon.rose"))

        #expect(
            eventText(grown, .plain)
                == "    42  2026-11-21 09:25:00  garden.grew           Reading grew to 27 exp")
        #expect(eventText(moon, .plain) == "1234567  2026-11-21 09:25:00  moon.rose")
    }
}
