import Glibc
import Testing

/// A call that a program does not survive: one of those that change something in a folder, counted by a preloaded
/// library (Kill/killshim.c).
struct FatalCall {
    /// How far the call gets.
    enum Kind: CaseIterable {
        /// Not at all: the program is killed between two calls.
        case before
        /// Half the bytes: the program is killed during a write. Only writes count.
        case halfWay
    }

    /// Whether every call is tried, and more kills than in each run: at night (contrib/nightly.sh).
    static let isThorough = getenv("THOROUGH_KILLS") != nil
    /// The distance from one fatal call to the next.
    static let step = isThorough ? 1 : 3

    var folder: String
    /// From 1.
    var number: Int
    var kind = Kind.before
    /// Calls count once this file is there; from the start when `nil`.
    var since: String?

    var environment: [String: String] {
        var variables = [
            "LD_PRELOAD": Self.library ?? "", "KILLSHIM_FOLDER": folder, "KILLSHIM_CALL": "\(number)",
        ]
        if kind == .halfWay { variables["KILLSHIM_HALF"] = "1" }
        variables["KILLSHIM_SINCE"] = since
        return variables
    }

    /// `nil` if there is no C compiler.
    static let library = PreloadedLibrary.compiled("Kill/killshim.c")
}

extension Needs {
    static var fatalCalls: ConditionTrait { .enabled(if: FatalCall.library != nil, "needs a C compiler") }
}

/// A file's observable state.
struct FoundFile: Equatable, CustomStringConvertible {
    var text: String
    var mode: mode_t

    init(_ text: String, mode: mode_t = 0o600) { (self.text, self.mode) = (text, mode) }

    init(at path: String) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw TestFailure(call: "lstat \(path)") }
        self.init(try readText(path), mode: status.st_mode & 0o7777)
    }

    var description: String { "\(String(mode, radix: 8)) \(text.debugDescription)" }

    /// All files of a folder by name; empty if the folder does not exist.
    static func all(in folder: String) throws -> [String: FoundFile] {
        try Dictionary(uniqueKeysWithValues: names(in: folder).map { ($0, try FoundFile(at: "\(folder)/\($0)")) })
    }
}
