import GardenAPI
import GardenCore

// The garden's key (RULES V3, V4).
extension Engine {
    /// The key for a visit that the daemon located: it is made if the garden has none yet. `nil` if it is missing or cannot be read
    /// or written; the visit is then not signed.
    public func identityKey() -> IdentityKey? {
        switch platform.readIdentityKey() {
        case .key(let key): key
        case .unreadable: nil
        case .missing: stage.state.visits.publicKey == nil ? try? platform.createIdentityKey().get() : nil
        }
    }

    /// Journals the key of the machine, which is made if it is missing.
    func newKey(_ request: DecodedRequest, from actor: String, at now: Moment) throws(GardenError) -> [UInt8] {
        try change(request, VisitNewKey().encoded, from: actor, at: now) { t throws(GardenError) in
            switch platform.readIdentityKey() {
            case .key(let key):
                guard key.publicKey != t.state.visits.publicKey else {
                    throw .refused(.notNeeded, "identity.key is the garden's key; a new one is not needed")
                }
                return t.renewIdentity(key).encoded
            case .missing:
                switch platform.createIdentityKey() {
                case .success(let key): return t.renewIdentity(key).encoded
                case .failure(let error): throw .storageFailed(error.reason)
                }
            case .unreadable(let problem):
                throw .refused(
                    .unusableKey, "\(problem); move the file away, or put the right one in its place")
            }
        }
    }

    /// Whether located visits can be signed (RULES V4); `nil` while there is no key.
    var identityCheck: HealthCheck? {
        let (name, known) = ("identity", state.visits.publicKey)
        let advice = "put the right file back, or sign with another key: gardenctl visit new-key"
        switch platform.readIdentityKey() {
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
