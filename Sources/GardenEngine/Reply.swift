import GardenAPI
import GardenCore

/// The answer to one line of a client while it is decided, committed and, for work that takes longer than a turn, completed.
public final class Reply {
    enum Slot {
        /// `reliesOnStaged`: whether it made or read a change that is not on the disk yet.
        case decided(RequestID?, Result<Answer, GardenError>, reliesOnStaged: Bool)
        case pending(RequestID)
    }

    /// The error for the rest of a batch when its answers exceed the output limit of a client (API §1).
    static let batchTooLarge = GardenError(
        .tooLarge, "the answers to this batch exceed \(Limits.queuedBytes) bytes",
        [("limit", .integer(Limits.queuedBytes))])

    /// To send two parts more costs less than to copy so much.
    private static let largeBytes = 1 << 16

    /// Called when a reply that was not ready becomes ready, and when one that was held no longer is.
    public var onReady: (() -> Void)?
    /// Whether a client waits for it. For one that has left, no query is decided.
    public var isAwaited = true
    /// The client, with its name from an earlier line or from this one (`daemon.hello`).
    public internal(set) var client: ClientIdentity
    /// The subscription changes of each slot.
    private var subscriptionChanges: [(slot: Int, change: SubscriptionChange)] = []
    /// The requests of the line that are not decided yet.
    var undecided: ArraySlice<Result<RequestMessage, MalformedRequest>>
    private var slots: [Slot] = []
    /// The slot for which the next requests of a batch wait: that of a list that takes several turns, because together, many long
    /// lists would be larger than what a client may have waiting, or of what needs something first.
    private var holdingSlot: Int?
    private let isBatch: Bool
    /// What the requests of a batch take in memory until the last is decided.
    private let requestBytes: Int
    private static let valueBytes = 48
    /// How much a list that is made for a pending slot takes in memory so far.
    public internal(set) var listBytes = 0

    /// - Parameter bytes: the length of the line.
    init(to requests: RequestLine, bytes: Int, of client: ClientIdentity) {
        switch requests {
        case .single(let message): (undecided, isBatch, requestBytes) = ([message], false, 0)
        case .batch(let messages):
            let values = messages.reduce(0) { $0 + ((try? $1.get())?.params.valueCount ?? 1) }
            (undecided, isBatch, requestBytes) = (messages[...], true, bytes + values * Self.valueBytes)
        }
        self.client = client
    }

    /// Whether every request of the line is decided. A long batch is decided over several turns.
    public var isDecided: Bool { undecided.isEmpty }

    /// Whether the next request of the line waits for one before it.
    public var isHeld: Bool { holdingSlot != nil }

    /// Whether its line has other requests besides the one that is being decided.
    var hasOtherRequests: Bool { !undecided.isEmpty || !slots.isEmpty }

    /// Whether the line asks for no answer at all.
    public var isEmpty: Bool { isDecided && slots.isEmpty }

    /// The approximate size of its answers, in bytes.
    public var bytes: Int {
        slots.reduce(0) { sum, slot in
            guard case .decided(_, .success(let answer), _) = slot else { return sum + 256 }
            return sum + answer.result.count + (answer.meta?.count ?? 0) + 64
        }
    }

    /// How much memory it takes, approximately: its answers, what is being made for it, and its requests.
    public var heldBytes: Int { bytes + listBytes + (isDecided ? 0 : requestBytes) }

    public var isReady: Bool {
        isDecided
            && slots.allSatisfy { slot in
                switch slot {
                case .decided: return true
                case .pending: return false
                }
            }
    }

    /// The line to send, its line feed included.
    ///
    /// - Precondition: ``isReady``.
    public var line: [UInt8] {
        var bytes: [UInt8]
        if isBatch {
            bytes = [UInt8(ascii: "[")]
            for (index, slot) in slots.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes += Self.answer(of: slot)
            }
            bytes.append(UInt8(ascii: "]"))
        } else {
            bytes = Self.answer(of: slots[0])
        }
        return bytes.terminated()
    }

    /// The same in three parts, without a copy of the result, if that is a large one.
    public var parts: [[UInt8]]? {
        guard !isBatch, case .decided(let id?, .success(let answer), _)? = slots.first, answer.meta == nil,
            answer.result.count > Self.largeBytes
        else { return nil }
        let frame = LineWriter.answerFrame(id: id)
        return [frame.head, answer.result, frame.tail]
    }

    /// Why the first request was refused; `nil` if it was not.
    public var error: GardenError? {
        guard case .decided(_, .failure(let error), _)? = slots.first else { return nil }
        return error
    }

    private static func answer(of slot: Slot) -> [UInt8] {
        switch slot {
        case .decided(let id?, .success(let answer), _):
            return LineWriter.answer(id: id, result: answer.result, meta: answer.meta)
        case .decided(let id, .failure(let error), _): return LineWriter.refusal(id: id, error: error)
        case .decided(nil, .success, _), .pending: preconditionFailure("a reply is sent that is not ready: \(slot)")
        }
    }

    /// - Returns: the slot's index.
    @discardableResult
    func append(_ slot: Slot) -> Int {
        slots.append(slot)
        return slots.count - 1
    }

    /// The line's effect on the connection's subscription; apply it when sending the line.
    public var subscription: SubscriptionChange? { subscriptionChanges.last?.change }

    func note(_ change: SubscriptionChange, of slot: Int) {
        subscriptionChanges.append((slot, change))
    }

    /// The commit failed: every slot that relied on it now reports the error.
    func fail(with error: GardenError) {
        for index in slots.indices {
            guard case .decided(let id, _, reliesOnStaged: true) = slots[index] else { continue }
            slots[index] = .decided(id, .failure(error), reliesOnStaged: false)
            subscriptionChanges.removeAll { $0.slot == index }
        }
    }

    /// The commit succeeded: its slots can no longer be lost.
    func confirm() {
        for index in slots.indices {
            guard case .decided(let id, let result, reliesOnStaged: true) = slots[index] else { continue }
            slots[index] = .decided(id, result, reliesOnStaged: false)
        }
    }

    /// Has the next requests of the line wait for a pending slot.
    func hold(for slot: Int) {
        if !isDecided { holdingSlot = slot }
    }

    /// Fills a pending slot with the outcome of its work.
    func resolve(_ index: Int, _ result: Result<Answer, GardenError>) {
        guard case .pending(let id) = slots[index] else {
            preconditionFailure("slot \(index) is resolved twice")
        }
        slots[index] = .decided(id, result, reliesOnStaged: false)
        listBytes = 0
        let wasHeld = holdingSlot == index
        if wasHeld { holdingSlot = nil }
        if isReady || wasHeld { onReady?() }
    }
}

/// A line's effect on the subscription of its connection.
public enum SubscriptionChange {
    case begin(Subscriber)
    case end
}
