import GardenAPI
import GardenCore

/// Who sends requests on a connection.
public struct ClientIdentity {
    /// The name under which its changes are journaled.
    public internal(set) var actor: String
    /// What limits its changes; `nil` if nothing does.
    let allowance: ChangeAllowance?
    /// What it has sent ahead. It goes with the connection.
    public let staging: StagingArea

    /// A client that may say its name itself (`daemon.hello`).
    ///
    /// - Parameter actor: the name until it does.
    public init(actor: String = Actor.unnamed, staging: StagingArea = StagingArea()) {
        self.actor = actor
        self.staging = staging
        allowance = nil
    }

    /// A program that the machine knows by its name: it cannot take another one, and its changes are limited.
    public init(known actor: String, _ allowance: ChangeAllowance) {
        self.actor = actor
        self.allowance = allowance
        staging = StagingArea()
    }

    mutating func greet(as actor: String?) {
        if allowance == nil, let actor { self.actor = actor }
    }
}

/// How many changes a program may make by itself, so that one in a loop does not fill the journal (RULES H4). It is shared by the
/// connections of all its processes.
public final class ChangeAllowance {
    /// As many at once, and in an hour.
    public static let changes = 600
    private static let hourMilliseconds = 3_600_000
    private static let changeMilliseconds = hourMilliseconds / changes

    private let name: String
    /// When all changes would be allowed again, on a clock that cannot be set.
    private var fullMilliseconds = Int.min
    /// How many changes were refused.
    public private(set) var refusedCount = 0

    /// - Parameter name: what the program is, for people: `the hook focus.completed`.
    public init(of name: String) { self.name = name }

    /// Allows one change.
    ///
    /// - Throws: `refused`, reason `rate_limited`, with the `seconds` after which one is allowed.
    func take(atMilliseconds now: Int) throws(GardenError) {
        let full = max(fullMilliseconds, now) + Self.changeMilliseconds
        let wait = full - now - Self.hourMilliseconds
        guard wait <= 0 else {
            refusedCount += 1
            let seconds = (wait + 999) / 1000
            throw .refused(
                .rateLimited,
                "\(name) has made \(Self.changes) changes within an hour, the most that a program may make by itself; "
                    + "the next one is possible in \(seconds) s", [("seconds", .integer(seconds))])
        }
        fullMilliseconds = full
    }
}
