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
            #expect(!drawn.output.contains { "█░▀▄".contains($0) }, "\(drawn)")
            drawings.insert(String(drawn.output.prefix { $0 != "P" }))
            let file = "\(home.folder.path)/piano-\(index).svg"
            #expect(try run([gardenctl, "garden", "Piano", "--svg", file], environment: environment).end == .exited(0))
            files.insert(try Data(contentsOf: URL(filePath: file)))
        }
        #expect(drawings.count == 1, "\(drawings)")
        // What else the tasks grow depends on the kind of plant, which is another in each garden.
        #expect(drawings.first?.contains(",") ?? false, "\(drawings)")
        #expect(files.count == 1)
        let svg = try #require(files.first)
        #expect(svg.starts(with: Data("<svg ".utf8)) && svg.count > 1000)
    }

    @Test("a file that cannot be written stays as it was, and a device is not replaced")
    func aFileIsReplacedCompletelyOrNotAtAll() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        try daemon.connect().call("task.add", ["title": "Scales", "category": "Piano"])
        func draw(_ file: String) throws -> Outcome {
            try run(["\(Binaries.folder)/gardenctl", "garden", "Piano", "--svg", file], environment: home.environment)
        }
        let full = try draw("/dev/full")
        #expect(full.end == .exited(74))
        #expect(full.errors == "gardenctl: /dev/full cannot be written: No space left on device\n")
        let isDevice = { (path: String) in
            let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            return type == .typeCharacterSpecial
        }
        #expect(try isDevice("/dev/full"))
        #expect(try draw("/dev/null").end == .exited(0))
        #expect(try isDevice("/dev/null"))
        let folder = "\(home.folder.path)/pictures"
        #expect(try draw("\(folder)/piano.svg").errors.hasSuffix("cannot be written: No such file or directory\n"))
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try Data("before".utf8).write(to: URL(filePath: "\(folder)/piano.svg"))
        #expect(try draw("\(folder)/piano.svg").output == "Wrote \(folder)/piano.svg\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["piano.svg"])
        let output = try draw("-")
        #expect(
            Data(output.output.utf8) == (try Data(contentsOf: URL(filePath: "\(folder)/piano.svg"))) + Data("\n".utf8))
    }
}
