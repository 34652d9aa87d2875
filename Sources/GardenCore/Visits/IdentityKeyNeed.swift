import GardenAPI

/// The key in the file of the garden's key, which is made if it is missing (RULES V4).
public struct IdentityKeyNeed: Need, Equatable {
    public typealias Outcome = Result<IdentityKey, IdentityKeyProblem>

    public static let policy = NeedPolicy(
        reasonNotInBatch: nil, refusalOfMore: "too many requests wait for the key; try again later")

    public init() {}
}

/// Why there is no key.
public enum IdentityKeyProblem: Error, Equatable {
    /// The problem, with the file's name.
    case unreadable(String)
    /// The disk refuses to write a new one.
    case unwritable(String)
}

/// The file with the private half of the garden's key, which the daemon never replaces.
public struct IdentityKeyFile {
    /// What a look at the file found.
    public enum Reading: Sendable, Equatable {
        case key(IdentityKey)
        case missing
        /// The problem, with the file's name.
        case unreadable(String)
    }

    /// Reads the file.
    public var read: () -> Reading
    /// Writes a new key to a file that is missing; it is on the disk afterwards.
    public var create: () -> Result<IdentityKey, StoreError>

    public init(read: @escaping () -> Reading, create: @escaping () -> Result<IdentityKey, StoreError>) {
        self.read = read
        self.create = create
    }

    /// The key for a visit that the machine has located: it is made if the garden has none yet. `nil` if it is missing or cannot be
    /// read or written; the visit is then not signed.
    public func keyForLocatedVisit(of garden: VisitBook) -> IdentityKey? {
        switch read() {
        case .key(let key): key
        case .unreadable: nil
        case .missing: garden.publicKey == nil ? try? create().get() : nil
        }
    }

    /// The key in the file, or a new one.
    public func keyOrNew() -> IdentityKeyNeed.Outcome {
        switch read() {
        case .key(let key): .success(key)
        case .unreadable(let problem): .failure(.unreadable(problem))
        case .missing: create().mapError { .unwritable($0.reason) }
        }
    }

    /// Whether located visits can be signed; `nil` while there is no key.
    public func check(of garden: VisitBook) -> HealthCheck? {
        let (name, known) = ("identity", garden.publicKey)
        let advice = "put the right file back, or sign with another key: gardenctl visit new-key"
        switch read() {
        case .key(let key):
            guard let known else { return nil }
            return key.publicKey == known
                ? HealthCheck(name, .ok, "identity.key signs the visits that gardend locates")
                : HealthCheck(
                    name, .failed, "identity.key is not the garden's key, so that visits are not signed", advice: advice
                )
        case .missing:
            guard known != nil else { return nil }
            return HealthCheck(name, .failed, "identity.key is missing, so that visits are not signed", advice: advice)
        case .unreadable(let problem):
            return HealthCheck(name, .failed, "\(problem), so that visits are not signed", advice: advice)
        }
    }
}

extension VisitNewKey: PreparedCommand {
    func prepare(in context: QueryContext) -> Preparation<IdentityKeyNeed> { .needs(IdentityKeyNeed()) }

    func perform(with outcome: IdentityKeyNeed.Outcome, in t: inout Transition) throws(GardenError) -> VisitKey {
        switch outcome {
        case .success(let key):
            guard key.publicKey != t.state.visits.publicKey else {
                throw .refused(.notNeeded, "identity.key is the garden's key; a new one is not needed")
            }
            return t.renewIdentity(key)
        case .failure(.unwritable(let reason)): throw .storageFailed(reason)
        case .failure(.unreadable(let problem)):
            throw .refused(.unusableKey, "\(problem); move the file away, or put the right one in its place")
        }
    }
}
