/// What a file of another program holds for a garden (RULES I2).
public struct ImportedFile: Equatable, Sendable {
    /// The format in words: `GPX 1.0`.
    public internal(set) var format: String
    /// The places, in the order of the file.
    public internal(set) var places: [ImportedPlace] = []
    /// The tasks, in the order of the file.
    public internal(set) var tasks: [ImportedTask] = []
    /// The stretches of work, in the order of the file.
    public internal(set) var sessions: [ImportedSession] = []
    /// The days of habits, in the order of the file.
    public internal(set) var completions: [ImportedCompletion] = []
    /// The entries of a garden's own export, which need no choice.
    public internal(set) var entries: [ImportedEntry] = []
    /// The entries that are not taken.
    public internal(set) var leftOut: [LeftOut] = []
    /// How many more entries are not taken, which are only counted.
    public internal(set) var unnamed = 0
    /// What the file has besides entries, such as tracks, and how many of each; by their names in the singular.
    public internal(set) var others: [String: Int] = [:]
    /// What was changed in the file as a whole so that it can be read: `read as Windows-1252`.
    public internal(set) var repairs: [String] = []
    /// From where on a damaged file cannot be read; `nil` if it is complete.
    public internal(set) var damage: LeftOut?

    init(_ format: String) { self.format = format }

    mutating func leaveOut(_ position: String, _ reason: String) {
        leftOut.append(LeftOut(position: position, reason: reason), in: &unnamed)
    }

    /// The most entries of a file.
    private static let mostEntries = 500_000

    /// How many entries are taken.
    public var count: Int { places.count + tasks.count + sessions.count + completions.count + entries.count }

    mutating func take(_ place: ImportedPlace) { if hasRoom(for: place.position) { places.append(place) } }
    mutating func take(_ task: ImportedTask) { if hasRoom(for: task.position) { tasks.append(task) } }
    mutating func take(_ session: ImportedSession) { if hasRoom(for: session.position) { sessions.append(session) } }
    mutating func take(_ completion: ImportedCompletion) {
        if hasRoom(for: completion.position) { completions.append(completion) }
    }
    mutating func take(_ entry: ImportedEntry) { if hasRoom(for: entry.position) { entries.append(entry) } }

    private mutating func hasRoom(for position: String) -> Bool {
        guard count >= Self.mostEntries else { return true }
        leaveOut(position, "the file has more than \(Self.mostEntries) entries")
        return false
    }

    /// Takes what the records of a JSON text are not.
    mutating func add(_ records: JSONRecords) {
        for part in records.leftOut { leaveOut(part.position, part.reason) }
        unnamed += records.unnamed
        damage = records.damage
    }

    /// Takes what a file of an archive holds.
    mutating func add(_ other: ImportedFile, named name: String) {
        func named(_ part: LeftOut) -> LeftOut { LeftOut(position: "\(name): \(part.position)", reason: part.reason) }
        for var place in other.places {
            place.position = "\(name): \(place.position)"
            take(place)
        }
        // The table of the days of habits has the habits again.
        let known = Set(tasks.compactMap(\.origin))
        for var task in other.tasks where task.origin.map(known.contains) != true {
            task.position = "\(name): \(task.position)"
            take(task)
        }
        for var session in other.sessions {
            session.position = "\(name): \(session.position)"
            take(session)
        }
        for var completion in other.completions {
            completion.position = "\(name): \(completion.position)"
            take(completion)
        }
        for var entry in other.entries {
            entry.position = "\(name): \(entry.position)"
            take(entry)
        }
        for part in (other.leftOut + [other.damage].compactMap(\.self)).map(named) {
            leaveOut(part.position, part.reason)
        }
        unnamed += other.unnamed
        others.merge(other.others, uniquingKeysWith: +)
        repairs += other.repairs.map { "\(name): \($0)" }
    }

    mutating func noteOther(_ name: String) { others[name, default: 0] += 1 }
}

/// A part of a file that is not taken, and why.
public struct LeftOut: Equatable, Sendable {
    /// Where in the file it is: `line 12`.
    public var position: String
    /// Why it is not taken, for people.
    public var reason: String

    /// Creates it from the position and the reason.
    public init(position: String, reason: String) { (self.position, self.reason) = (position, reason) }
}

extension [LeftOut] {
    /// The most parts that are named, so that a file of mistakes needs no more memory than one without.
    private static let most = 1000

    /// - Parameter unnamed: how many parts there are beyond those that are named.
    mutating func append(_ part: LeftOut, in unnamed: inout Int) {
        if count < Self.most { append(part) } else { unnamed += 1 }
    }
}

/// A file in which nothing can be read.
public struct UnreadableFile: Error, Equatable {
    /// Why, for people.
    public var reason: String
    /// Where the reader stopped: `line 12`; `nil` for the file as a whole.
    public var position: String?

    /// Creates it from the reason and the position.
    public init(reason: String, position: String? = nil) { (self.reason, self.position) = (reason, position) }
}
