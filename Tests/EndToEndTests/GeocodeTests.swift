import GardenAPI
import Testing

/// Addresses that a command fills in (RULES V11).
struct GeocodeTests {
    /// A daemon with a command that prints something for one place, and fails for others.
    private func garden(in home: Home) throws -> Gardend {
        let script = """
            read -r place
            [ "$GARDEN_LATITUDE" = 35.681236 ] && [ "$GARDEN_LONGITUDE" = 139.767125 ] && [ $# = 0 ] || exit 3
            [ "$place" = '{"latitude":35.681236,"longitude":139.767125}' ] || exit 4
            ! tr '\\0' ' ' < /proc/$$/cmdline | grep -qF 35.681236 || exit 5
            printf '%s\\n' '1 Chiyoda, TOKYO'
            """
        try write(script, to: "\(home.folder.path)/address")
        try write("[visits]\ngeocode = [\"sh\", \"\(home.folder.path)/address\"]\n", to: home.config)
        return try Gardend(in: home)
    }

    @Test func anAddressIsFilledInUnlessTheVisitHasOneOrTheCommandFails() throws {
        let home = try Home()
        let daemon = try garden(in: home)
        let (listener, client) = (try daemon.subscriber(), try daemon.connect())
        let place: JSON = ["latitude": 35.681236, "longitude": 139.767125]
        try client.call("visit.add", ["latitude": 1, "longitude": 2])
        try client.call("visit.add", ["latitude": 35.681236, "longitude": 139.767125, "address": "mine"])
        try client.call("visit.add", place)
        // The commands run in order, so the first two have had their turn.
        let edited = try listener.event("visit.edited")
        #expect(edited.at("data.id") == 3 && edited.at("data.address") == "1 Chiyoda, TOKYO")
        let visits = try client.call("visit.list", ["ascending": true])["visits"]?.arrayValue ?? []
        #expect(visits.map { $0["address"] } == [.null, "mine", "1 Chiyoda, TOKYO"])
        let change = try client.call("journal.list", ["types": ["visit.edited"]]).arrayValue ?? []
        #expect(change.count == 1)
        // Undo takes back the visit, which a person added.
        let undone = try client.call("journal.undo")["undone"]?.arrayValue ?? []
        #expect(undone.map { $0["method"] } == ["visit.add"])
        #expect(try client.call("visit.list")["visits"]?.arrayValue?.count == 2)
        #expect(try client.call("journal.verify")["ok"] == true)
        #expect(try daemon.stop() == .exited(0))
    }
}
