import FileKit
import GardenAPI
import GardenClient
import Glibc
import SystemPackage

/// A missing or unresponsive daemon: what is known about it, and what to do.
struct ConnectionFailure: Equatable {
    static let releases =
        "Check that gardenctl and gardend are the same release: gardenctl --version; gardend --version"
    private static let lastWordsLimitBytes = 1 << 16

    let socketPath: String
    let error: ConnectionError
    /// The change with an unknown outcome; `nil` if there is none.
    let inDoubt: String?
    /// What a person can do then; `nil` for the usual advice.
    var adviceInDoubt: String?
    let manager: ServiceManager
    /// The daemon that holds the data folder and serves on another socket, or has lost its socket; `nil` without one.
    var holder: LockHolder?

    /// The message for people. It queries the service manager, which takes a moment.
    var text: String {
        var lines = [whatHappened]
        if let inDoubt {
            lines.append(
                adviceInDoubt
                    ?? "The change may or may not have been made (\(inDoubt)). Check before you repeat it.")
        }
        lines += advice
        return lines.joined(separator: "\n")
    }

    private var whatHappened: String {
        let place = printable(socketPath)
        switch error {
        case .cannotConnect where isSocketGone: return "gardend is running, but its socket is gone: \(place)"
        case .cannotConnect(let number) where number == ENOENT || number == ECONNREFUSED:
            return inDoubt == nil
                ? "gardend is not running (\(number == ENOENT ? "no socket at" : "nothing listens on") \(place))"
                : "gardend stopped before it answered, and is not running"
        case .cannotConnect(let number): return "cannot connect to gardend at \(place): \(Errno(rawValue: number))"
        case .pathTooLong: return printable(Endpoint.problem(ofPath: socketPath) ?? "")
        case .broken: return "gardend at \(place) closed the connection before it answered"
        case .silent: return "gardend at \(place) does not answer; to find out why: gardenctl doctor"
        case .unintelligible(let problem):
            return "the program at \(place) does not speak the protocol of gardend: \(problem)"
        case .readerGone, .inputReady: preconditionFailure("\(error) ends a wait, not a connection")
        }
    }

    private var advice: [String] {
        switch error {
        case .cannotConnect(let number) where number == ENOENT || number == ECONNREFUSED:
            if let holder, isSocketGone { return adviceWithoutSocket(holder) }
            if let holder, let path = holder.socketPath {
                return ["gardend is running as process \(holder.processId), on another socket: \(printable(path))"]
            }
            return lastWords + remedyOrStart
        case .cannotConnect, .pathTooLong, .silent: return []
        case .broken: return lastWords + (service?.reasonForFailure.map { [$0] } ?? ["See its log."])
        case .unintelligible: return [Self.releases]
        case .readerGone, .inputReady: return []
        }
    }

    private var isSocketGone: Bool { holder?.socketPath == socketPath }

    private var service: Service? { manager.service(listeningAt: socketPath) }

    /// The daemon must end before another one can serve: it holds the data. It is the service's own process or another one.
    private func adviceWithoutSocket(_ holder: LockHolder) -> [String] {
        if let service, !service.isAtRest { return service.advice(hasProblem: false) }
        let start = service == nil ? "setsid -f gardend" : Service.restart
        return lastWords + ["Restart it: kill \(holder.processId); \(start)"]
    }

    /// A sentence with the command that starts the daemon.
    ///
    /// - Parameter hasProblem: whether the message names a problem that another start would meet again.
    static func howToStart(_ command: String, hasProblem: Bool) -> String {
        "\(hasProblem ? "Once that is fixed, start it" : "Start it"): \(command)"
    }

    private var lastWords: [String] {
        guard let words = Self.lastWords(socketPath: socketPath)?.words else { return [] }
        return [words]
    }

    /// The remedy in the last daemon's words, if any: without it another daemon would end for the same reason.
    /// Otherwise, how to start the daemon.
    private var remedyOrStart: [String] {
        let words = Self.lastWords(socketPath: socketPath)
        if let remedy = words?.remedy { return [service?.reasonForFailure, remedy].compactMap(\.self) }
        let hasProblem = words != nil
        return service?.advice(hasProblem: hasProblem) ?? [Self.howToStart("setsid -f gardend", hasProblem: hasProblem)]
    }

    /// The last words of that socket's daemon: why it ended, on one line, and the remedy if it left one; `nil` if it
    /// left no words.
    static func lastWords(socketPath: String) -> (words: String, remedy: String?)? {
        let path = Endpoint.lastWordsPath(socketPath: socketPath)
        let bytes = try? SmallFile.read(path, limitBytes: lastWordsLimitBytes, options: .noFollow)
        guard let bytes else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self)
            .split(separator: "\n", maxSplits: 1).map { printable(String($0)) }.filter { !$0.isEmpty }
        return lines.first.map { ($0, lines.count > 1 ? lines[1] : nil) }
    }
}
