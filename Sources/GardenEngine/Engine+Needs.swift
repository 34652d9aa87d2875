import GardenAPI
import GardenCore

/// What the machine should do for requests that need something from outside of the core.
public enum MachineTask {
    /// Obtain it, and report the outcome to ``Engine/end(_:with:at:)``: later, or at once.
    case obtain(any Need)
    /// Nothing needs it any more: remove what a client has left for it.
    case drop(any Need)
}

/// What became of the outcome of a need.
public enum OutcomeUse: Sendable, Equatable {
    /// A change that is on the disk was made with it.
    case used
    /// Nothing was made with it.
    case unused
    /// The disk refused the change that was to be made with it. The same request may succeed later.
    case refusedByDisk
    /// A change was made with it, and the disk does not say whether it was written.
    case uncertain
}

/// Requests that need something first (ARCHITECTURE, "What a request needs from outside").
extension Engine {
    /// Decides a request as far as that is possible without what it needs, and has it wait otherwise.
    ///
    /// - Returns: the answer; `nil` if the reply has its slot.
    func prepare(
        _ prepared: PreparedRequest, for request: DecodedRequest, _ id: RequestID, at now: Moment, in reply: Reply
    ) throws(GardenError) -> Answer? {
        switch try preparation(prepared, for: request, at: now) {
        case .answered(let answer): return answer
        case .unchanged(let answer, let params, _):
            return try change(request, params, from: reply.client.actor, at: now) { _ in answer }
        case .refused(let error, let need):
            needs.drop(need)
            throw error
        case .needs(let need):
            let policy = type(of: need).policy
            // A batch is executed in order, and must not wait long.
            if let reason = policy.reasonNotInBatch, reply.hasOtherRequests {
                throw .inBatch(request.message.method, because: reason)
            }
            guard needs.hasRoom(for: need) else { throw .refused(.busy, policy.refusalOfMore) }
            let slot = PendingSlot(reply: reply, index: reply.append(.pending(id)))
            reply.hold(for: slot.index)
            needs.append(NeedQueue.Waiting(request: request, prepared: prepared, need: need, slot: slot))
            return nil
        }
    }

    /// What becomes of a request before what it needs is obtained.
    private enum Beginning {
        /// An earlier request had its key.
        case answered(Answer)
        /// A change with nothing to change.
        case unchanged([UInt8], params: [UInt8], any Need)
        case needs(any Need)
        case refused(GardenError, unneeded: any Need)
    }

    private func preparation(
        _ prepared: PreparedRequest, for request: DecodedRequest, at now: Moment
    ) throws(GardenError) -> Beginning {
        var params: [UInt8] = []
        if case .change(let own, _) = prepared.completion {
            if let answer = try request.earlierAnswer(own, in: stage, store) { return .answered(answer) }
            if let storageError { throw .storageFailed(storageError.reason) }
            params = own
        }
        try checkAlone(prepared)
        switch try prepared.prepare(queryContext(at: now)) {
        case .needs(let need): return .needs(need)
        case .unchanged(let answer, let need): return .unchanged(answer, params: params, need)
        case .refused(let error, let unneeded): return .refused(error, unneeded: unneeded)
        }
    }

    /// Whether ``nextTask(at:)`` may have something to do.
    public var hasTasks: Bool { needs.hasTasks }

    /// What the machine should do next; `nil` if there is nothing. Nothing may be staged. A request that needs nothing any more is
    /// answered.
    public func nextTask(at now: Moment) -> MachineTask? {
        precondition(isSettled, "a need is looked for while changes are staged")
        while let next = needs.next() {
            let answer: Result<Answer, GardenError>
            do throws(GardenError) {
                switch try preparation(next.prepared, for: next.request, at: now) {
                // Nothing can be staged here, so also a change with nothing to change gets what it waits for.
                case .needs(let need), .unchanged(_, _, let need):
                    needs.begin(at: head)
                    return .obtain(need)
                case .answered(let earlier):
                    needs.drop(next.need)
                    answer = .success(earlier)
                case .refused(let error, let need):
                    needs.drop(need)
                    answer = .failure(next.request.documented(error))
                }
            } catch {
                answer = .failure(next.request.documented(error))
            }
            needs.removeNext()
            next.slot.reply?.resolve(next.slot.index, answer)
        }
        return needs.takeUnneeded().map { .drop($0) }
    }

    /// The machine has obtained what requests need (``NeedPolicy/recipients``): decides them, commits what they change and
    /// answers them.
    ///
    /// - Returns: the committed events, for subscribers and effects, and what became of the outcome.
    public func end<Ended: Need>(
        _ type: Ended.Type, with outcome: Ended.Outcome, at now: Moment
    ) -> (events: [Event], use: OutcomeUse) {
        // To obtain it, the journal may have been read.
        followDamage()
        let events = catchUp(to: now)
        let (ended, begunAt) = needs.end(type)
        var answers: [(slot: PendingSlot, answer: Result<Answer, GardenError>)] = []
        for waiting in ended where waiting.slot.reply != nil {
            if begunAt != head, type.isOutdatedByChanges(outcome), waiting.tries < Self.mostTries {
                needs.retry(waiting)
            } else {
                answers.append((waiting.slot, complete(waiting, type, with: outcome, since: begunAt, at: now)))
            }
        }
        let isStaged = !isSettled
        let isUsed = !stage.changes.allSatisfy(\.changedNothing)
        let changes = commit()
        if isStaged, let storageError {
            let isUncertain = storageError.cause == .uncertain
            let failure: GardenError =
                isUncertain
                ? type.storageUncertain(storageError.reason, after: outcome) : .storageFailed(storageError.reason)
            for (slot, _) in answers { slot.reply?.resolve(slot.index, .failure(failure)) }
            return (events, isUncertain ? .uncertain : .refusedByDisk)
        }
        for (slot, answer) in answers { slot.reply?.resolve(slot.index, answer) }
        if isStaged { return (events + changes, isUsed ? .used : .unused) }
        return (events, answers.contains { $0.answer.isRefusedByDisk } ? .refusedByDisk : .unused)
    }

    /// How often something is obtained for one request, while the garden changes.
    private static let mostTries = 3

    private func complete<Ended: Need>(
        _ waiting: NeedQueue.Waiting, _ type: Ended.Type, with outcome: Ended.Outcome, since begunAt: Int,
        at now: Moment
    ) -> Result<Answer, GardenError> {
        do throws(GardenError) {
            switch waiting.prepared.completion {
            case .query(let answer): return .success(Answer(try answer(outcome, queryContext(at: now))))
            case .change(let params, let perform):
                try checkAlone(waiting.prepared)
                let actor = waiting.slot.reply?.client.actor ?? Actor.unnamed
                return .success(
                    try change(waiting.request, params, from: actor, at: now) { t throws(GardenError) in
                        guard begunAt == head || !type.isOutdatedByChanges(outcome) else {
                            throw .refused(.busy, type.policy.refusalAfterChanges)
                        }
                        return try perform(outcome, &t)
                    })
            }
        } catch {
            return .failure(waiting.request.documented(error))
        }
    }
}

extension Result where Failure == GardenError {
    /// Whether the same request may succeed later.
    fileprivate var isRefusedByDisk: Bool {
        guard case .failure(let error) = self else { return false }
        return error.code == .storageFailed
    }
}

extension GardenError {
    /// A `refused` error for a method that takes longer than a batch can wait.
    ///
    /// - Parameter reason: what takes so long: "makes a backup first".
    static func inBatch(_ method: String, because reason: String) -> GardenError {
        .refused(.inBatch, "\(method) \(reason), which a batch cannot wait for; send it by itself")
    }
}
