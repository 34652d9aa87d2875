import GardenAPI
import Glibc
import SystemPackage

/// Speaks words, one at a time: a new word interrupts the one before.
final class Speaker {
    private let command: Command
    private let environment: EnvironmentVariables
    private var running: BackgroundProgram?
    /// Why words are not spoken; `nil` while they are, and if sound is switched off.
    private(set) var problem: String?
    /// Whether a word can be heard.
    var speaks: Bool { command != .silence }

    /// Whether a program that speaks is installed.
    static func isInstalled(in environment: EnvironmentVariables) -> Bool {
        ["spd-say", "espeak-ng"].contains { BackgroundProgram.find($0, in: environment) != nil }
    }

    /// What is missing where no program speaks.
    static let missing = "no speech program is installed, so words are not spoken: speech-dispatcher or espeak-ng"

    /// The program that speaks.
    private enum Command: Equatable {
        /// That of `drills.speak_command`.
        case own([String])
        case speechDispatcher, espeak, silence
    }

    /// - Parameters:
    ///   - settings: those of the daemon.
    ///   - environment: has the path to the programs.
    init(_ settings: SettingsReport, environment: EnvironmentVariables) {
        self.environment = environment
        let own = settings.values["drills.speak_command"]?.arrayValue?.compactMap(\.stringValue) ?? []
        if settings.values["drills.sound"] == .bool(false) {
            command = .silence
        } else if !own.isEmpty {
            problem = settings.file.flatMap(Self.problem(ofCommandIn:))
            command = problem == nil ? .own(own) : .silence
        } else if BackgroundProgram.find("spd-say", in: environment) != nil {
            command = .speechDispatcher
        } else {
            command = BackgroundProgram.find("espeak-ng", in: environment) != nil ? .espeak : .silence
            if command == .silence { problem = Self.missing }
        }
    }

    /// The problem, the first time that it is asked for: what has no remedy now need not be said at each word.
    func takeProblem() -> String? {
        defer { problem = nil }
        return problem
    }

    /// A command in a file that others can change would run what they want (RULES H3).
    private static func problem(ofCommandIn file: String) -> String? {
        let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
        for path in [folder, file] {
            guard let status = try? Stat(path) else { continue }
            let isOwn = status.userID.rawValue == getuid()
            guard isOwn, status.permissions.isDisjoint(with: [.groupWrite, .otherWrite]) else {
                let reason = isOwn ? "can be changed by others; run: chmod go-w \(path)" : "belongs to another user"
                return "drills.speak_command is not used: \(path) \(reason)"
            }
        }
        return nil
    }

    /// The words of the command line that speaks a word; `nil` if none does. `--` keeps a word from being an option.
    func words(for word: DrillWord) -> [String]? {
        let language = word.language ?? "en"
        switch command {
        case .own(let words): return words.map { $0.replacing("{language}", with: language) } + ["--", word.say]
        case .speechDispatcher: return ["spd-say", "-l", language, "--", word.say]
        // Its name for Mandarin.
        case .espeak: return ["espeak-ng", "-v", language == "zh" ? "cmn" : language, "--", word.say]
        case .silence: return nil
        }
    }

    func speak(_ word: DrillWord) {
        running?.end()
        running = nil
        guard let words = words(for: word) else { return }
        do throws(Errno) { running = try BackgroundProgram(words, environment: environment) } catch {
            problem = "cannot run \(words[0]): \(error)"
        }
    }

    /// Waits for nothing: a word that is being spoken is finished.
    func end() { _ = running?.isRunning }
}
