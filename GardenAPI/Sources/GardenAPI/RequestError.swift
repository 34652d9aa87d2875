/// An error of a method, as `rpc.discover` lists it: a code, or the code `refused` with a reason.
public enum RequestError: Sendable, Hashable {
    /// An error with this code, other than `refused`.
    case code(ErrorCode)
    /// An error with the code `refused` and this reason.
    case refused(RefusalReason)

    /// No entity has the id or the name.
    public static let notFound = RequestError.code(.notFound)
    /// An entity of the kind has the name.
    public static let alreadyExists = RequestError.code(.alreadyExists)
    /// The timer, or a drill, is running.
    public static let alreadyRunning = RequestError.code(.alreadyRunning)
    /// No phase, or no drill, is in the state that the request needs.
    public static let notRunning = RequestError.code(.notRunning)
    /// The balance is less than the price.
    public static let insufficientPoints = RequestError.code(.insufficientPoints)

    /// The member of the `meta` of an answer that says that nothing had to be changed (API §1).
    public static let unchangedName = "unchanged"
    /// The member of the `meta` of an answer with the time at which a change happened that was entered afterwards (API §1).
    public static let pastTimeName = "at"

    /// Those of the time at which a change happened that is entered afterwards (RULES P22), and of the day that a query is asked
    /// about (RULES S7).
    public static let ofPastTime: [RequestError] = [
        .refused(.notUnderstood), .refused(.inTheFuture), .refused(.beforeReset),
    ]

    /// The code.
    public var code: ErrorCode {
        switch self {
        case .code(let code): code
        case .refused: .refused
        }
    }

    /// The reason, for the code `refused`.
    public var reason: RefusalReason? {
        switch self {
        case .code: nil
        case .refused(let reason): reason
        }
    }
}

extension Request {
    /// None besides those of every request.
    public static var errors: [RequestError] { [] }

    /// Its own errors and those of every request of its kind, each once: all that can answer it once its method is known.
    public static var allErrors: [RequestError] {
        let every: [RequestError] = [.code(.invalidParams), .code(.internal), .code(.storageFailed), .code(.tooLarge)]
        let changes: [RequestError] = [
            .refused(.keyReused), .refused(.purged), .refused(.rateLimited), .refused(.busy),
        ]
        let common = (every + (isChange ? changes : [])).filter { !errors.contains($0) }
        return errors + common
    }
}
