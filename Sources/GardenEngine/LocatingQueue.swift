import GardenAPI
import GardenCore

/// The requests that wait for the place where the machine is. All that wait share what is found next.
struct LocatingQueue {
    struct Waiting {
        let request: DecodedRequest
        let params: [UInt8]
        let change: LocatedChange
        let slot: PendingSlot
    }

    /// How many requests may wait.
    private static let most = 64

    private var waiting: [Waiting] = []
    /// Whether the platform looks for the place.
    private(set) var isRunning = false

    /// Whether no more requests fit. A client that left takes its requests with it.
    mutating func isFull() -> Bool {
        waiting.removeAll { $0.slot.reply == nil }
        return waiting.count >= Self.most
    }

    /// - Returns: whether the platform must begin.
    mutating func append(_ change: Waiting) -> Bool {
        waiting.append(change)
        defer { isRunning = true }
        return !isRunning
    }

    /// Ends the search.
    ///
    /// - Returns: the requests of clients that are still there.
    mutating func end() -> [Waiting] {
        isRunning = false
        defer { waiting = [] }
        return waiting.filter { $0.slot.reply != nil }
    }
}

/// Changes that wait for the place where the machine is (RULES V11).
extension Engine {
    /// Has a change wait for the place, and begins to look for it.
    ///
    /// - Returns: the answer to the same request before; `nil` if the reply has its slot.
    func locate(
        for request: DecodedRequest, _ params: [UInt8], _ change: LocatedChange, _ id: RequestID, in reply: Reply
    ) throws(GardenError) -> [UInt8]? {
        if let answer = try request.earlierAnswer(params, in: stage, store) { return answer }
        if let storageError { throw .storageFailed(storageError.reason) }
        guard !reply.hasOtherRequests else { throw .inBatch(request.message.method, because: "finds the place") }
        let locator = stage.environment.settings.visits.locate
        guard locator != .off else {
            throw LocatingError(.denied, "the place is not looked for, because visits.locate is \"off\"").refusal
        }
        guard !locating.isFull() else { throw .refused(.busy, "too many requests wait for the place; try again later") }
        let slot = PendingSlot(reply: reply, index: reply.append(.pending(id)))
        let isFirst = locating.append(
            LocatingQueue.Waiting(request: request, params: params, change: change, slot: slot))
        if isFirst { platform.startLocating(by: locator) }
        return nil
    }

    /// The search that ``Platform/startLocating(by:)`` began has ended: performs the changes that wait for it, commits them and
    /// answers them.
    ///
    /// - Returns: the committed events, for subscribers and effects.
    public func endLocating(_ place: Result<LocatedPlace, LocatingError>, at now: Moment) -> [Event] {
        let events = catchUp(to: now)
        var answers: [(slot: PendingSlot, answer: Result<[UInt8], GardenError>)] = []
        for waiting in locating.end() {
            guard let reply = waiting.slot.reply else { continue }
            do throws(GardenError) {
                let place = try place.mapError(\.refusal).get()
                let answer = try change(waiting.request, waiting.params, from: reply.actor, at: now) {
                    t throws(GardenError) in
                    try waiting.change.perform(place, identityKey(), &t)
                }
                answers.append((waiting.slot, .success(answer)))
            } catch {
                answers.append((waiting.slot, .failure(error)))
            }
        }
        let isStaged = !stage.isEmpty
        let changes = commit()
        for (slot, answer) in answers {
            if isStaged, let storageError {
                slot.reply?.resolve(slot.index, .failure(.unsaved(storageError)))
            } else {
                slot.reply?.resolve(slot.index, answer)
            }
        }
        return events + changes
    }
}

extension GardenError {
    /// A change that the disk refused.
    static func unsaved(_ error: StoreError) -> GardenError {
        error.cause == .uncertain ? .storageUncertain(error.reason) : .storageFailed(error.reason)
    }
}
