import GardenAPI
import Glibc
import TextKit
import TimeKit

/// Why a command failed.
enum CommandError: Error, Equatable {
    /// The parser refused the arguments and has written its own text.
    case parsing(String, status: Int32)
    case usage(String)
    case refused(GardenError)
    /// There is no daemon, or it does not answer.
    case connectionFailed(ConnectionFailure)
    /// The daemon's answers are invalid; the text says what to do.
    case unreachable(String)
    /// A file or a program on the client's side failed.
    case system(String)
    /// Writing to standard output failed for a reason other than a closed reader.
    case unwritable(reason: String, afterChange: Bool = false)
    /// The reader of standard output is gone, so nothing remains to do or report.
    case readerGone
    /// The command has already printed everything.
    case alreadyReported(status: Int32)

    /// API §5.
    var exitStatus: Int32 {
        switch self {
        case .parsing(_, let status), .alreadyReported(let status): return status
        case .usage: return EX_USAGE
        case .refused(let error):
            switch error.code {
            // A script may repeat what the disk refused, but not what it may have saved.
            case .storageFailed: return error.details["outcome"] == nil ? EX_IOERR : EX_OSERR
            case .overloaded: return EX_TEMPFAIL
            case .parseError, .invalidRequest, .methodNotFound, .invalidParams, .internal, .notFound, .alreadyRunning,
                .notRunning, .insufficientPoints, .tooLarge, .alreadyExists, .refused:
                return 1
            }
        case .connectionFailed, .unreachable: return EX_UNAVAILABLE
        case .system: return EX_IOERR
        case .unwritable: return EX_CANTCREAT
        case .readerGone: return 0
        }
    }

    /// The message for standard error; `nil` for none.
    var prose: String? { prose { _ in nil } }

    /// The same with what to type after a refusal, if that is known.
    func prose(advice: (GardenError) -> String?) -> String? {
        switch self {
        case .parsing(let text, _): return text
        case .usage(let text), .unreachable(let text), .system(let text): return "gardenctl: \(text)"
        case .connectionFailed(let failure): return "gardenctl: \(failure.text)"
        case .refused(let error): return "gardenctl: \(Self.words(of: error, advice(error)))"
        case .unwritable(let reason, let afterChange):
            return "gardenctl: cannot write the output: \(reason)"
                + (afterChange ? "; the request was carried out, so do not repeat it" : "")
        case .readerGone, .alreadyReported: return nil
        }
    }

    /// The message for programs, which asked for JSON: `{"error": {"status", "message", "data"}}`; `nil` for none. Of a refusal, the
    /// message and the data are those of the protocol.
    var json: JSON? {
        guard let prose else { return nil }
        var error = JSONObject([("status", .integer(Int(exitStatus)))])
        if case .refused(let refusal) = self {
            error.append("message", .string(refusal.message))
            if let data = refusal.json["data"] { error.append("data", data) }
        } else {
            // A program needs no usage line.
            let lines = prose.split(separator: "\n", omittingEmptySubsequences: false)
            let message = lines.prefix { !$0.hasPrefix("Usage: ") }.joined(separator: "\n")
            let prefix = "gardenctl: "
            error.append(
                "message", .string(message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message))
        }
        return ["error": .object(error)]
    }

    /// If there is nothing with the name or id, the same refusal with a message that also says what to type.
    func advisingIfNotFound(_ advice: String) -> CommandError {
        guard case .refused(let refusal) = self, refusal.code == .notFound else { return self }
        var advised = refusal
        advised.message += "; \(advice)"
        return .refused(advised)
    }

    /// Whether nothing listens, as before the daemon is started.
    var isNotRunning: Bool {
        guard case .connectionFailed(let failure) = self else { return false }
        return failure.error.isNotRunning
    }

    /// Whether the error can go away when the daemon restarts or has fewer clients.
    var isTransient: Bool {
        switch self {
        case .connectionFailed, .unreachable: return true
        case .refused(let error): return error.code == .overloaded
        case .parsing, .usage, .system, .unwritable, .readerGone, .alreadyReported: return false
        }
    }

    /// A message that begins with a parameter, with the option that sets it in its place if that has another name.
    static func inWordsOfOptions(_ message: String) -> String {
        for (parameter, option) in [("newName ", "--name "), ("asOf: ", "--as-of: ")] where message.hasPrefix(parameter)
        {
            return option + message.dropFirst(parameter.count)
        }
        return message
    }

    private static func words(of error: GardenError, _ advice: String?) -> String {
        let candidates = error.details["candidates"]?.arrayValue ?? []
        let more = error.details["more"]?.integerValue.map { "\n  … and \($0) more" } ?? ""
        return printable(inWordsOfOptions(error.message)) + (advice.map { "; \($0)" } ?? "")
            + candidates.map { "\n  \(words(ofCandidate: $0))" }.joined()
            + more
    }

    /// A candidate that the user may have meant: `3  Coffee (Treats)`, or the text itself if it is one.
    private static func words(ofCandidate json: JSON) -> String {
        guard let id = json["id"]?.integerValue, let name = json["name"]?.stringValue ?? json["title"]?.stringValue
        else {
            return printable(json.stringValue ?? json.text)
        }
        let longestName = 60
        let completedAt = json["completedAt"]?.stringValue.flatMap { Timestamp($0) }.map { "done \($0.dateAndClock)" }
        let price = json["price"]?.integerValue.map { points($0) }
        let facts = [json["category"]?.stringValue.map(printable), price, completedAt].compactMap(\.self)
        let remark = facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))"
        return "\(id)  \(printable(name).cut(to: longestName))\(remark)"
    }
}
