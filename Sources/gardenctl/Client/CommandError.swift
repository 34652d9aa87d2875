import GardenAPI
import Glibc

/// Why a command did not do what it was asked to.
enum CommandError: Error, Equatable {
    /// The arguments were refused by the parser, which has written its own text.
    case parsing(String, status: Int32)
    case usage(String)
    case refused(GardenError)
    /// No daemon, or none that answers.
    case absent(ConnectionFailure)
    /// A daemon whose answers make no sense here; the text says what to do about it.
    case unreachable(String)
    /// Something on this side of the socket: a file or a program.
    case system(String)
    /// The standard output takes no more, for a reason other than its reader being gone.
    case unwritable(reason: String)
    /// Whoever read the standard output has gone: nothing is left to be done, and nobody to tell.
    case readerGone
    /// All is said already.
    case told(status: Int32)

    /// API §5.
    var exitStatus: Int32 {
        switch self {
        case .parsing(_, let status), .told(let status): return status
        case .usage: return EX_USAGE
        case .refused(let error):
            switch error.code {
            case .storageFailed: return EX_IOERR
            case .overloaded: return EX_TEMPFAIL
            case .parseError, .invalidRequest, .methodNotFound, .invalidParams, .internal, .notFound, .alreadyRunning,
                .notRunning, .insufficientPoints, .tooLarge, .alreadyExists, .refused:
                return 1
            }
        case .absent, .unreachable: return EX_UNAVAILABLE
        case .system, .unwritable: return EX_IOERR
        case .readerGone: return 0
        }
    }

    /// What to say on the standard error; `nil` for nothing.
    var prose: String? {
        switch self {
        case .parsing(let text, _): return text
        case .usage(let text), .unreachable(let text), .system(let text): return "gardenctl: \(text)"
        case .absent(let absence): return "gardenctl: \(absence.text)"
        case .refused(let error): return "gardenctl: \(Self.words(of: error))"
        case .unwritable(let reason): return "gardenctl: cannot write the output: \(reason)"
        case .readerGone, .told: return nil
        }
    }

    /// Whether a daemon that comes back, or has fewer guests, would make it good.
    var mayPass: Bool {
        switch self {
        case .absent, .unreachable: return true
        case .refused(let error): return error.code == .overloaded
        case .parsing, .usage, .system, .unwritable, .readerGone, .told: return false
        }
    }

    private static func words(of error: GardenError) -> String {
        let candidates = error.details["candidates"]?.arrayValue ?? []
        return printable(error.message) + candidates.map { "\n  \(words(ofCandidate: $0))" }.joined()
    }

    /// A thing that may have been meant: `3  Coffee (Treats)`, or as a text where it is one.
    private static func words(ofCandidate json: JSON) -> String {
        guard let id = json["id"]?.integerValue, let name = json["name"]?.stringValue ?? json["title"]?.stringValue
        else {
            return printable(json.stringValue ?? json.text)
        }
        let category = json["category"]?.stringValue.map { " (\(printable($0)))" } ?? ""
        return "\(id)  \(printable(name))\(category)"
    }
}
