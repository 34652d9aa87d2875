import GardenAPI
import Testing

extension Simulation {
    /// Long before the garden, there was nothing: the days have changed balance and experience to what they are (RULES S7). After a
    /// reset of everything, nothing is known of that.
    func checkBeginning() throws {
        let points = try ask("points.get", ["asOf": "2000-01-01"])
        if points["error"]?["data"]?["reason"] == "before_reset" { return }
        #expect(points["result"]?["balance"] == 0, "\(label): \(points.text)")
        for garden in try ask("garden.list", ["asOf": "2000-01-01"])["result"]?.arrayValue ?? [] {
            #expect(garden["exp"] == 0 && garden["taskExp"] == 0, "\(label): \(garden.text)")
        }
    }
}
