import GardenAPI

extension Feature {
    /// The chain of visits, and what a check of it found.
    static let visitChain = Feature(
        "visitChain", undo: .impossible(because: "it does not change visits"),
        methods: [.visitVerify, .command(VisitNewKey.self), .list(VisitExport.self)],
        events: {
            EventKind.visitTamperDetected
            EventKind.visitFindingsAcknowledged
            EventKind.identityCreated
            EventKind.identityRenewed
        },
        check: { state, _, _ in state.visitCheck })
}

extension Method {
    /// A check reads in slices; an acknowledgement is a change.
    fileprivate static let visitVerify = Method.request(VisitVerify.self) { request in
        guard request.acknowledge != true else {
            return .change(params: request.encoded) { t throws(GardenError) in t.acknowledgeFindings().encoded }
        }
        return .list { context in ListAnswer(of: context.visitCheck(), reporting: \.firstBad) }
    }
}

extension EventKind where Effect == VisitFinding, Published == VisitFinding {
    /// A check found a visit that was changed from outside.
    static let visitTamperDetected = EventKind(
        "visit.tamperDetected", "Visit {id} was changed from outside: {problem}"
    ) { effect, _, state in
        state.visits.findings.append(VisitBook.Finding(finding: effect, isAcknowledged: false))
    } publish: { effect, _ in
        Publication(effect)
    }
}

extension EventKind where Effect == VisitFindingsAcknowledged, Published == VisitFindingsAcknowledged {
    static let visitFindingsAcknowledged = EventKind(
        "visit.findingsAcknowledged", "Acknowledged what was found about {ids:count visit/visits}"
    ) { effect, _, state in
        for index in state.visits.findings.indices { state.visits.findings[index].isAcknowledged = true }
    } publish: { effect, _ in
        Publication(effect)
    }
}

extension VisitBook {
    /// What a check of the chain found.
    struct Finding: WireObject, Equatable {
        static let name = "KnownVisitFinding"

        var finding: VisitFinding
        var isAcknowledged: Bool

        static let fields = Fields(
            Finding.init,
            .required("finding", \.finding, "the finding"),
            .required("isAcknowledged", \.isAcknowledged, "whether a person has acknowledged it"))
    }

    /// What was found and is not acknowledged, oldest first.
    var openFindings: [VisitFinding] { findings.filter { !$0.isAcknowledged }.map(\.finding) }

    /// Whether a finding about a visit is in the journal.
    func hasFinding(about id: Int) -> Bool { findings.contains { $0.finding.id == id } }
}

/// A finding is written once for each visit (RULES V4).
extension VisitFinding: MachineReport {
    public var subject: String { "visit \(id)" }

    public var cause: String { EventKind.visitTamperDetected.type }

    public func isNews(to state: GardenState) -> Bool { !state.visits.hasFinding(about: id) }

    public func perform(in t: inout Transition) {
        if isNews(to: t.state) { t.emit(.visitTamperDetected, self) }
    }
}

extension GardenState {
    /// What checks of visits found and no person has acknowledged; `nil` if there is nothing.
    fileprivate var visitCheck: HealthCheck? {
        guard let first = visits.openFindings.first else { return nil }
        return HealthCheck(
            "visits", .failed, "visit \(first.id) was changed from outside: \(first.problem)",
            advice: "to acknowledge it: gardenctl visit verify --acknowledge")
    }
}

extension Transition {
    fileprivate mutating func acknowledgeFindings() -> VisitCheck {
        let findings = state.visits.openFindings
        if !findings.isEmpty { emit(.visitFindingsAcknowledged, VisitFindingsAcknowledged(ids: findings.map(\.id))) }
        let chain = state.visits.chain
        let known = state.visits.findings.first?.finding
        return VisitCheck(
            visits: chain.lines, head: chain.head, signed: state.visits.signed, publicKey: state.visits.publicKey,
            ok: known == nil, firstBad: known)
    }
}

extension QueryContext {
    /// How many visits a slice checks: about a millisecond of work, most of it for signatures.
    private static var visitsOfSlice: Int { 10 }

    /// A check of the chain in slices; the last one returns the outcome.
    fileprivate func visitCheck() -> () throws(GardenError) -> VisitCheck? {
        var (check, seq) = (VisitChainCheck(), 0)
        return { () throws(GardenError) in
            let events = try readingJournal {
                try history.events(after: seq, limit: Self.visitsOfSlice, types: VisitChainCheck.types)
            }
            for event in events where event.seq <= state.seq {
                seq = event.seq
                if let key = try decodedKey(event) {
                    check.enter(key, at: event.seq)
                    continue
                }
                let effect = try decodedVisit(event)
                let shown = try readingJournal { try history.read(VisitQuery(.id(effect.id))) }
                check.check(effect, at: event.seq, deviceId: state.identity.deviceId(at: event.seq), shown: shown)
            }
            let isOver = events.last.map { $0.seq > state.seq } ?? true
            guard isOver || check.firstBad != nil else { return nil }
            return check.outcome(state.visits)
        }
    }

    /// The key that an event journals; `nil` for another event.
    fileprivate func decodedKey(_ event: Event) throws(GardenError) -> VisitKey? {
        do throws(ValidationError) {
            for kind in [EventKind.identityCreated, .identityRenewed] {
                if let key = try kind.effect(of: event) { return key }
            }
            return nil
        } catch {
            throw .unreadable("event \(event.seq): \(error.message)")
        }
    }

    fileprivate func decodedVisit(_ event: Event) throws(GardenError) -> VisitEffect {
        do throws(ValidationError) {
            if let effect = try EventKind.visitAdded.effect(of: event) { return effect }
        } catch {
            throw .unreadable("event \(event.seq): \(error.message)")
        }
        preconditionFailure("event \(event.seq) is no \(EventKind.visitAdded.type)")
    }
}

extension VisitExport: ListQuery {
    private static let sliceVisits = 50

    public func slices(in context: QueryContext) throws(GardenError) -> () throws(GardenError) -> [ExportedVisit]? {
        if let id {
            let visit = try context.state.visit(VisitGet(id: id)) { try context.history.read($0) }
            var exported: [ExportedVisit]? = [try context.exported(visit)]
            return { () throws(GardenError) in
                defer { exported = nil }
                return exported
            }
        }
        var last = try after.map { id throws(GardenError) in
            try context.state.visit(VisitGet(id: id)) { try context.history.read($0) }.position
        }
        var (rest, isOver) = (limit ?? .max, false)
        return { () throws(GardenError) in
            guard !isOver, rest > 0 else { return nil }
            let query = VisitsQuery(
                VisitFilter(context.state), isAscending: true, after: last, limit: min(rest, Self.sliceVisits))
            let page = try readingJournal { try context.history.read(query) }
            (last, isOver) = (page.last, page.last == nil)
            rest -= page.visits.count
            var visits: [ExportedVisit] = []
            for visit in page.visits { visits.append(try context.exported(visit)) }
            return visits
        }
    }
}

extension QueryContext {
    fileprivate func exported(_ visit: StoredVisit) throws(GardenError) -> ExportedVisit {
        guard let event = try readingJournal({ try history.event(visit.added) }),
            let seal = try decodedVisit(event).seal
        else { throw .unreadable("event \(visit.added) of visit \(visit.id) is missing") }
        let key = seal.signature.flatMap { _ in state.visits.publicKey(at: visit.added) }
        return ExportedVisit(
            visit: state.view(of: visit), line: seal.line, hash: seal.hash, signature: seal.signature, publicKey: key)
    }
}
