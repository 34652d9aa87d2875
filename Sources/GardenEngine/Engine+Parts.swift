import GardenAPI
import GardenCore

/// A change that is being made in parts, each in a turn of its own.
struct PartedRun {
    /// The request that it is for.
    struct Origin {
        let request: DecodedRequest
        let params: [UInt8]
        let actor: String
        let slot: PendingSlot
    }

    var change: any PartedChange
    /// `nil` for one that takes back what a change has left that does not come to its end.
    let origin: Origin?
    /// Why the request is refused, once all parts are taken back.
    var failure: GardenError?
    /// The values that its parts have added.
    var added: Set<ProvisionalValue> = []

    init(_ change: any PartedChange, for origin: Origin? = nil, failure: GardenError? = nil) {
        (self.change, self.origin, self.failure) = (change, origin, failure)
    }

    var isTakingBack: Bool { change is TakeBack }

    func answer(_ result: Result<Answer, GardenError>) {
        guard let origin else { return }
        origin.slot.reply?.resolve(origin.slot.index, result.mapError { origin.request.documented($0) })
    }
}

/// What a client has sent ahead, while its connection lasts.
struct WeakStaging {
    private(set) weak var area: StagingArea?

    init(_ area: StagingArea) { self.area = area }
}

/// Changes that take longer than a turn (ARCHITECTURE, "A change in parts").
extension Engine {
    /// Begins a change that may have parts.
    ///
    /// - Returns: the answer, if it is made; `nil` if the reply has its slot.
    func begin(
        _ request: DecodedRequest, _ params: [UInt8], _ id: RequestID, at now: Moment, in reply: Reply,
        _ begin: (inout Transition, StagingArea) throws(GardenError) -> BegunChange
    ) throws(GardenError) -> Answer? {
        let actor = reply.client.actor
        if let answer = try earlierAnswer(request, params) { return answer }
        guard parted == nil, stage.state.partedChange == nil else { throw .changeGoesOn }
        var transition = transition(at: now)
        switch try begin(&transition, reply.client.staging) {
        case .made(let result): return try stage(consume transition, result, request, params, from: actor)
        case .inParts(let change):
            guard !reply.hasOtherRequests else { throw .inBatch(request.message.method, because: "has many parts") }
            let slot = PendingSlot(reply: reply, index: reply.append(.pending(id)))
            reply.hold(for: slot.index)
            parted = PartedRun(change, for: .init(request: request, params: params, actor: actor, slot: slot))
            return nil
        }
    }

    /// Whether ``makeNextPart(at:)`` has something to do now.
    public var hasParts: Bool { parted != nil && storageError == nil }

    /// Makes the next part of a change, in a turn of its own. Nothing may be staged.
    ///
    /// - Returns: the committed events, for subscribers and effects.
    public func makeNextPart(at now: Moment) -> [Event] {
        precondition(isSettled, "a part is made while changes are staged")
        guard hasParts else { return [] }
        var events = catchUp(to: now)
        guard storageError == nil, var run = parted else { return events }
        // What it remembers of its parts is not copied for each.
        parted = nil
        // A client that left takes its request with it.
        if let origin = run.origin, origin.slot.reply == nil, !run.isTakingBack {
            takeBack(run, nil)
            return events
        }
        var transition = transition(at: now)
        let result: [UInt8]?
        do throws(GardenError) { result = try run.change.makeNext(in: &transition) } catch {
            takeBack(run, error)
            return events
        }
        let answer = result.map { Answer($0, meta: transition.state.answerMeta(after: transition.events)) }
        if run.change.isProvisional { run.added.formUnion(ProvisionalValue.added(by: transition)) }
        if !transition.isDryRun {
            stage.put(consume transition, run.stageOrigin(isLast: result != nil), answer: answer)
        }
        events += commit()
        if let storageError {
            // What is on the disk is taken back once that takes changes again.
            takeBack(run, GardenError(storageError))
            return events
        }
        guard let answer else {
            parted = run
            return events
        }
        run.answer(run.failure.map { .failure($0) } ?? .success(answer))
        return events
    }

    /// Takes back the parts of a change that cannot come to its end, and answers its request then; at once if the disk refuses,
    /// which may last.
    ///
    /// - Parameter failure: why; `nil` if its client has left.
    private func takeBack(_ run: PartedRun, _ failure: GardenError?) {
        let failure = run.failure ?? failure
        let canGoOn = state.partedChange != nil && !(run.isTakingBack && storageError == nil)
        let isAnswered = !canGoOn || storageError != nil
        if isAnswered, let failure { run.answer(.failure(failure)) }
        // What cannot even be taken back, because it cannot be read, is tried again at the next start.
        guard canGoOn else { return parted = nil }
        var next = PartedRun(TakeBack(), for: isAnswered ? nil : run.origin, failure: failure)
        next.added = run.added
        parted = next
    }

    /// The disk refuses: no client waits for a change in parts until it takes changes again.
    func endParts(because failure: GardenError) {
        guard let run = parted, run.origin != nil else { return }
        takeBack(run, failure)
    }

    /// - Throws: `busy` if events change what a change in parts has added, which may be taken back.
    func checkProvisional(_ events: [Event]) throws(GardenError) {
        guard let parted, !parted.added.isEmpty, !events.isEmpty else { return }
        guard ProvisionalValue.changed(by: events, state.identity).isDisjoint(with: parted.added) else {
            throw .changeGoesOn
        }
    }

    /// - Throws: `busy` for a request that a change in parts must not meet.
    func checkAlone(_ prepared: PreparedRequest) throws(GardenError) {
        guard !prepared.isExclusive || parted == nil && stage.state.partedChange == nil else { throw .changeGoesOn }
    }

    // MARK: What clients send ahead

    func stage(
        _ perform: (StagingArea) throws(GardenError) -> [UInt8], of client: ClientIdentity, at now: Moment
    ) throws(GardenError) -> Answer {
        let others = stagings.compactMap(\.area).filter { $0 !== client.staging }.reduce(0) { $0 + $1.bytes }
        guard others == 0 || others + client.staging.bytes < StagingArea.mostBytes else {
            throw .refused(.busy, "other clients have sent ahead as much as all together may; try again later")
        }
        let before = client.staging.bytes
        let result = try perform(client.staging)
        // To send nothing keeps nothing.
        if client.staging.bytes > before { client.staging.keep(from: now) }
        stagings.removeAll { $0.area == nil || $0.area === client.staging }
        stagings.append(WeakStaging(client.staging))
        return Answer(result)
    }

    func dropExpired(at now: Moment) {
        guard !stagings.isEmpty else { return }
        for staging in stagings { staging.area?.dropExpired(at: now) }
        stagings.removeAll { $0.area?.expiryMilliseconds == nil }
    }
}

extension PartedRun {
    /// The cause of a part. The last one has the key of the request, and so its answer.
    fileprivate func stageOrigin(isLast: Bool) -> Stage.Origin {
        guard let origin, !isTakingBack else { return .due("change.dropped") }
        return Stage.Origin(
            method: origin.request.message.method, actor: origin.actor, params: isLast ? origin.params : [],
            key: isLast ? origin.request.key : nil)
    }
}

extension GardenError {
    /// The refusal of a change that the disk did not take, or may not have taken.
    init(_ error: StoreError) {
        self = error.cause == .uncertain ? .storageUncertain(error.reason) : .storageFailed(error.reason)
    }
}
