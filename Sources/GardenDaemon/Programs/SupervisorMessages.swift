import Glibc
import SystemdKit

/// What the daemon says to a ``ProgramSupervisor``, as a line of words.
enum SupervisorRequest: Equatable {
    /// End the program, and everything that it has started.
    case stop
    /// Answer whether a process is the program's, or was started by it, directly or not.
    case find(query: Int, process: pid_t)
    /// Count what is left of the program.
    case count

    var text: String {
        switch self {
        case .stop: "stop"
        case .find(let query, let process): "find \(query) \(process)"
        case .count: "count"
        }
    }

    init?(_ text: String) {
        let words = text.split(separator: " ")
        switch (words.first, words.dropFirst().map { Int($0) }) {
        case ("stop", []): self = .stop
        case ("count", []): self = .count
        case ("find", let numbers) where numbers.count == 2:
            guard let query = numbers[0], let process = numbers[1].flatMap(pid_t.init(exactly:)) else { return nil }
            self = .find(query: query, process: process)
        default: return nil
        }
    }
}

/// What a ``ProgramSupervisor`` says to the daemon, as a line of words.
enum SupervisorReport: Equatable {
    /// The program could not be executed: errno(3).
    case notStarted(code: Int32)
    /// The program itself has ended. `leaves`: whether something that it has started runs on.
    case ended(ChildExit, leaves: Bool)
    /// The program did not end in its time. It was stopped, and nothing of it is left.
    case timedOut
    /// So many processes are left of it.
    case left(Int)
    /// Whether a process belongs to the program.
    case found(query: Int, Descent)

    var text: String {
        switch self {
        case .notStarted(let code): "not-started \(code)"
        case .ended(.exited(let code), let leaves): "exited \(code) \(leaves ? 1 : 0)"
        case .ended(.killed(let signal), let leaves): "killed \(signal) \(leaves ? 1 : 0)"
        case .timedOut: "timed-out"
        case .left(let count): "left \(count)"
        case .found(let query, let descent): "found \(query) \(descent.rawValue)"
        }
    }

    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard let word = words.first else { return nil }
        let numbers = words.dropFirst().compactMap { Int32($0) }
        guard numbers.count == words.count - 1 else { return nil }
        switch (word, numbers.count) {
        case ("not-started", 1): self = .notStarted(code: numbers[0])
        case ("exited", 2): self = .ended(.exited(code: numbers[0]), leaves: numbers[1] != 0)
        case ("killed", 2): self = .ended(.killed(signal: numbers[0]), leaves: numbers[1] != 0)
        case ("timed-out", 0): self = .timedOut
        case ("left", 1): self = .left(Int(numbers[0]))
        case ("found", 2):
            guard let descent = Descent(rawValue: Int(numbers[1])) else { return nil }
            self = .found(query: Int(numbers[0]), descent)
        default: return nil
        }
    }
}

/// Whether a process was started by another one, directly or not.
enum Descent: Int {
    case unrelated = 0
    case descendant = 1
    /// There is no such process any more.
    case gone = 2
}
