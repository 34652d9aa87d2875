import Foundation
import GardenAPI
import Testing

/// The plant of a garden in processes of different environments (RULES S6).
struct PlantTests {
    private static let environments: [[String: String]] = [
        ["LC_ALL": "C", "TZ": "UTC", "TERM": "dumb", "COLUMNS": "80"],
        ["LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Tokyo", "TERM": "xterm-256color", "COLUMNS": "80"],
        ["LANG": "ja_JP.UTF-8", "TZ": "America/New_York", "TERM": "xterm-direct", "NO_COLOR": "1", "COLUMNS": "80"],
    ]

    @Test func aPlantIsTheSameInEveryEnvironment() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        let client = try daemon.connect()
        try client.call("task.add", ["title": "Scales", "category": "Piano", "standing": true])
        for _ in 1...24 { try client.call("task.done", ["title": "Scales"]) }
        var drawings: Set<String> = []
        var files: Set<Data> = []
        for (index, variables) in Self.environments.enumerated() {
            let environment = home.environment.merging(variables) { $1 }
            let gardenctl = "\(Binaries.folder)/gardenctl"
            let drawn = try run([gardenctl, "garden", "Piano", "--ascii"], environment: environment)
            #expect(drawn.end == .exited(0), "\(drawn)")
            drawings.insert(String(drawn.output.prefix { $0 != "P" }))
            let file = "\(home.folder.path)/piano-\(index).svg"
            #expect(try run([gardenctl, "garden", "Piano", "--svg", file], environment: environment).end == .exited(0))
            files.insert(try Data(contentsOf: URL(filePath: file)))
        }
        #expect(drawings.count == 1, "\(drawings)")
        #expect(drawings.first?.contains("*") ?? false || drawings.first?.contains("o") ?? false, "\(drawings)")
        #expect(files.count == 1)
        let svg = try #require(files.first)
        #expect(svg.starts(with: Data("<svg ".utf8)) && svg.count > 1000)
    }
}
