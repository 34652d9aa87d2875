import Testing

/// The messages of the core and of the engine reach every client, so what to type is added by the client that it is typed into. Only
/// the advice of a check, a member of its own, names commands.
@Suite struct RemedyTests {
    @Test(arguments: ["GardenCore", "GardenEngine"])
    func messagesNameNoClient(target: String) throws {
        let named = try Repository.sources(of: target).flatMap { source in
            source.lines.indices.filter { index in
                let line = source.lines[index]
                return !line.hasComment && line.raw.contains("gardenctl ") && !line.raw.contains("advice")
            }.map(source.place)
        }
        #expect(named == [])
    }
}
