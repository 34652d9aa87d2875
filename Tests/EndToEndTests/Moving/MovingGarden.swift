import GardenAPI
import Glibc

/// A garden with something of everything that a full backup copies.
struct MovingGarden {
    let home: Home
    private(set) var daemon: Gardend

    static let settings = """
        [timer]
        focus_minutes = 30
        [visits]
        locate = ["printf", '{"latitude": 35.68, "longitude": 139.77, "accuracy": 8.5}']

        """

    /// - Parameter photos: how many photos the first visit has, each of another content.
    init(in home: Home, photos: Int = 2) throws {
        self.home = home
        try write(Self.settings, to: home.config)
        daemon = try Gardend(in: home)
        let client = try daemon.connect()
        try client.call("task.add", ["title": "Write the report", "points": 500])
        try client.call("visit.add", ["latitude": 1, "longitude": 2, "title": "by hand"])
        try client.call("visit.here", ["title": "located"])
        for number in 0..<photos { try addPhoto(number) }
    }

    /// Adds a photo to the first visit.
    func addPhoto(_ number: Int) throws {
        try write(Self.photo(number), to: "\(home.photos)/incoming/upload")
        try daemon.connect().call("visit.addPhoto", ["id": 1, "upload": "upload"])
    }

    static func photo(_ number: Int) -> [UInt8] { PhotoTests.jpeg + Array("\(number)".utf8) }

    /// What a person has in a garden.
    struct Content: Equatable {
        var isValid: Bool
        var tasks: JSON
        var visits: JSON
        var chain: JSON
        var events: [Int]
    }

    /// - Parameter seq: the last event to compare; a start adds others.
    static func content(_ client: Client, through seq: Int) throws -> Content {
        Content(
            isValid: try client.call("journal.verify")["ok"] == true,
            tasks: try client.call("task.list"), visits: try client.call("visit.list"),
            chain: try client.call("visit.verify"), events: try client.journal(since: 0).map(\.seq).filter { $0 <= seq }
        )
    }
}

/// Runs `gardenctl` with the environment of a home, and returns its outcome.
func gardenctl(_ arguments: [String], in home: Home, environment: [String: String] = [:]) throws -> Outcome {
    try run(["\(Binaries.folder)/gardenctl"] + arguments, environment: home.environment.merging(environment) { $1 })
}

/// Runs `gardend` with the environment of a home, and returns its outcome.
func gardend(_ arguments: [String], in home: Home, environment: [String: String] = [:]) throws -> Outcome {
    try run([Binaries.gardend] + arguments, environment: home.environment.merging(environment) { $1 })
}

/// Runs a command of the system that must succeed.
func shell(_ arguments: String...) throws {
    let outcome = try run(arguments)
    guard outcome.end == .exited(0) else { throw TestFailure("\(arguments): \(outcome.errors)") }
}

/// All files below a folder, by their paths in it, with their contents and modes.
///
/// - Parameter exception: a file to leave out.
func allFiles(below folder: String, but exception: String? = nil) throws -> [String: FoundFile] {
    let found = try run(["/usr/bin/find", folder, "-type", "f", "-printf", "%P\\n"])
    let paths = found.output.split(separator: "\n").map(String.init).filter { $0 != exception }
    return try Dictionary(uniqueKeysWithValues: paths.map { ($0, try FoundFile(at: "\(folder)/\($0)")) })
}
