import Testing

/// The manual describes every variable that a program reads.
@Suite struct ManualTests {
    @Test(arguments: [("gardenctl", ["GardenAPI"]), ("gardend", ["GardenAPI", "GardenDaemon", "GardenStore"])])
    func everyEnvironmentVariableIsDocumented(program: String, libraries: [String]) throws {
        let sources = try Repository.sources(of: program)
        let manual = sources.filter { $0.path.hasSuffix("/Manual.swift") || $0.path.hasSuffix("Feature.swift") }
            .flatMap(\.lines).map(\.raw).joined(separator: "\n")
        let read = try ([program] + libraries).flatMap { try Repository.sources(of: $0) }
            .flatMap { source in source.lines.flatMap { variables(in: $0.raw) } }

        #expect(read.count > 3)
        #expect(read.filter { !manual.contains($0) } == [])
    }

    /// The names between one of these and the next quotation mark.
    private func variables(in line: String) -> [String] {
        ["environment[\"", "variable(\"", "getenv(\"", "folder(\""].flatMap { opening in
            line.split(separator: opening, omittingEmptySubsequences: false).dropFirst().map {
                String($0.prefix { $0 != "\"" })
            }
        }
    }
}
