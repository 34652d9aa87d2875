/// Checks the chain of visits, and returns what it found (RULES V4): each line follows from the visit and from the line before,
/// signatures are by the key that was journaled before them, and lists show the same visit. It takes a while, and delays no other
/// request.
///
/// What it finds is written to the journal once (`visit.tamperDetected`), and `daemon.doctor` reports it until it is
/// acknowledged.
public struct VisitVerify: ChangeRequest {
    public static let method = "visit.verify"
    public static let looksThrough: [LookedThrough] = [.visits]
    public static let summary = "Checks that no visit was changed from outside."
    public typealias Response = VisitCheck

    /// Whether to acknowledge what was found so far, instead of checking; `nil` for no.
    public var acknowledge: Bool?

    /// Creates the request.
    public init(acknowledge: Bool? = nil) { self.acknowledge = acknowledge }

    public static let fields = Fields(
        VisitVerify.init,
        .optional("acknowledge", \.acknowledge, "true to acknowledge what was found, instead of checking"))
}

/// Journals the key of the machine as the garden's key (RULES V4): the one in `identity.key`, or a new one if there is no file. Visits
/// that the daemon locates from now on are signed with it; signatures by the keys before stay valid.
///
/// Errors:
/// - `refused`, reason `not_needed`, when the key of the machine is the garden's key.
/// - `refused`, reason `unusable_key`, when `identity.key` cannot be read, or is no key.
/// - `storage_failed` when `identity.key` cannot be written.
public struct VisitNewKey: ChangeRequest {
    public static let method = "visit.newKey"
    public static let summary = "Signs visits with another key from now on, when the key is missing or different."
    public typealias Response = VisitKey
    public static let errors: [RequestError] = [.refused(.notNeeded), .refused(.unusableKey), .refused(.busy)]

    /// Creates the request.
    public init() {}

    public static let fields = Fields(VisitNewKey.init)
}

/// The garden's key: the answer to ``VisitNewKey``, and the data of `identity.created` and `identity.renewed`.
public struct VisitKey: WireObject, Equatable {
    public static let name = "VisitKey"

    /// The public half, in Base64.
    public var publicKey: String

    /// Creates the value from its members.
    public init(publicKey: String) { self.publicKey = publicKey }

    public static let fields = Fields(
        VisitKey.init,
        .required("publicKey", \.publicKey, "the public half of the key, in Base64"))
}

/// Returns visits with their lines in the chain, oldest first, for a check elsewhere (RULES V3).
///
/// Errors:
/// - `not_found` when no visit has the id, or that of `after`.
public struct VisitExport: Request {
    public static let method = "visit.export"
    public static let summary = "Returns visits with their lines in the chain, oldest first."
    public typealias Response = [ExportedVisit]
    public static let errors: [RequestError] = [.notFound]

    /// Only this visit; `nil` for all, without those in the trash.
    public var id: Int?
    /// Only visits after this one, for the next page; `nil` from the first one on.
    public var after: Int?
    /// At most so many; `nil` for all.
    public var limit: Int?

    /// Creates the request.
    public init(id: Int? = nil, after: Int? = nil, limit: Int? = nil) {
        self.id = id
        self.after = after
        self.limit = limit
    }

    public static let fields = Fields(
        VisitExport.init,
        .optional("id", \.id, "only this visit (default: all that are not in the trash)", .id),
        .optional("after", \.after, "only visits after the one with this id (default: from the first one on)", .id),
        .optional("limit", \.limit, "how many at most (default: all)", .range(1...1000)))
}

/// A visit with its line in the chain (RULES V3).
public struct ExportedVisit: WireObject, Equatable {
    public static let name = "ExportedVisit"

    /// The visit.
    public var visit: Visit
    /// The canonical line.
    public var line: String
    /// The SHA-256 of the line, in hexadecimal digits.
    public var hash: String
    /// The Ed25519 signature of the line, in Base64; `nil` if the visit is not signed.
    public var signature: String?
    /// The public half of the key that signed it, in Base64; `nil` if the visit is not signed.
    public var publicKey: String?

    /// Creates the value from its members.
    public init(visit: Visit, line: String, hash: String, signature: String? = nil, publicKey: String? = nil) {
        self.visit = visit
        self.line = line
        self.hash = hash
        self.signature = signature
        self.publicKey = publicKey
    }

    public static let fields = Fields(
        ExportedVisit.init,
        .required("visit", \.visit, "the visit"),
        .required("line", \.line, "the canonical line"),
        .required("hash", \.hash, "the SHA-256 of the line, in hexadecimal digits"),
        .nullable("signature", \.signature, "the Ed25519 signature of the line, in Base64"),
        .nullable("publicKey", \.publicKey, "the public half of the key that signed it, in Base64"))
}

/// What is wrong with a visit (RULES V4).
public struct VisitFinding: WireObject, Equatable {
    public static let name = "VisitFinding"

    /// The visit's id.
    public var id: Int
    /// What is wrong, for people.
    public var problem: String

    /// Creates the value from its members.
    public init(id: Int, problem: String) {
        self.id = id
        self.problem = problem
    }

    public static let fields = Fields(
        VisitFinding.init,
        .required("id", \.id, "the visit's id"),
        .required("problem", \.problem, "what is wrong"))
}

/// The outcome of a check of the chain of visits (API §2; RULES V4).
public struct VisitCheck: WireObject, Equatable {
    public static let name = "VisitCheck"

    /// How many lines the chain has, also of visits in the trash, or taken back by undo.
    public var visits: Int
    /// The hash of its last line. Compare it with one that was kept elsewhere: no check finds that the newest visits were removed.
    public var head: String
    /// How many of the visits are signed. Compare it, too: no check finds that the newest signatures were removed.
    public var signed: Int
    /// The public half of the garden's key, in Base64; `nil` before the first visit that the daemon located.
    public var publicKey: String?
    /// Whether nothing is wrong.
    public var ok: Bool
    /// The first visit that is wrong; `nil` if none is.
    public var firstBad: VisitFinding?

    /// Creates the value from its members.
    public init(
        visits: Int, head: String, signed: Int, publicKey: String?, ok: Bool, firstBad: VisitFinding?
    ) {
        self.visits = visits
        self.head = head
        self.signed = signed
        self.publicKey = publicKey
        self.ok = ok
        self.firstBad = firstBad
    }

    public static let fields = Fields(
        VisitCheck.init,
        .required("visits", \.visits, "how many lines the chain has"),
        .required("head", \.head, "the hash of its last line, to compare with one kept elsewhere"),
        .required("signed", \.signed, "how many visits are signed"),
        .nullable("publicKey", \.publicKey, "the public half of the garden's key, in Base64"),
        .required("ok", \.ok, "whether nothing is wrong"),
        .nullable("firstBad", \.firstBad, "the first visit that is wrong"))
}

/// The data of `visit.findingsAcknowledged`: a person has seen what a check of the chain found (RULES V4).
public struct VisitFindingsAcknowledged: WireObject, Equatable {
    public static let name = "VisitFindingsAcknowledged"

    /// The ids of the visits.
    public var ids: [Int]

    /// Creates the value from its members.
    public init(ids: [Int]) { self.ids = ids }

    public static let fields = Fields(
        VisitFindingsAcknowledged.init,
        .required("ids", \.ids, "the ids of the visits"))
}
