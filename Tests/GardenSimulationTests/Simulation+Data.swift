import GardenAPI
import GardenEngine
import TestSupport
import Testing

@testable import GardenCore

extension Simulation {
    private static let schema = JSONSchema(OpenRPC.document)

    /// Subscribers get the published data, which contains nothing of the machine's.
    func checkData(_ data: JSON, of event: Event) throws {
        let problem = Self.schema.problem(ofEvent: event.type, data: data)
        #expect(problem == nil, "\(label), event \(event.seq): \(problem ?? "")")
        #expect(
            !data.text.contains(replayed.clock.bootId), "\(label): \(event.type) contains the boot id: \(data.text)")
    }
}
