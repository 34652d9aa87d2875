import GardenAPI
import GardenCore

/// The answer to one line of a client, while it is decided, committed and, for a verification, worked on.
public final class Reply {
    enum Slot {
        /// `reliesOnStaged`: whether it changed something, or saw a change, that the disk has yet to take.
        case decided(RequestID?, Result<[UInt8], GardenError>, reliesOnStaged: Bool)
        case pending(RequestID)
    }

    /// Called once, when a reply that was not ready has become so.
    public var onReady: (() -> Void)?
    /// Who asks: as the connection has said before, or says in this line (`daemon.hello`).
    public internal(set) var actor = Actor.unnamed
    /// What slots did to the connection's subscription.
    private var subscriptionChanges: [(slot: Int, change: SubscriptionChange)] = []
    /// The requests of the line that are not decided yet.
    var undecided: ArraySlice<Result<RequestMessage, MalformedRequest>>
    private var slots: [Slot] = []
    private let isBatch: Bool

    init(to line: RequestLine) {
        switch line {
        case .single(let message): (undecided, isBatch) = ([message], false)
        case .batch(let messages): (undecided, isBatch) = (messages[...], true)
        }
    }

    /// Whether every request of the line is decided. A long batch is decided over several turns.
    public var isDecided: Bool { undecided.isEmpty }

    /// Whether the line asks for no answer at all.
    public var isEmpty: Bool { isDecided && slots.isEmpty }

    /// About how many bytes it will be.
    public var bytes: Int {
        slots.reduce(0) { sum, slot in
            guard case .decided(_, .success(let result), _) = slot else { return sum + 256 }
            return sum + result.count + 64
        }
    }

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
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    private static func answer(of slot: Slot) -> [UInt8] {
        switch slot {
        case .decided(let id?, .success(let result), _): return LineWriter.answer(id: id, result: result)
        case .decided(let id, .failure(let error), _): return LineWriter.refusal(id: id, error: error)
        case .decided(nil, .success, _), .pending: preconditionFailure("a reply is sent that is not ready: \(slot)")
        }
    }

    /// - Returns: the slot's place.
    @discardableResult
    func append(_ slot: Slot) -> Int {
        slots.append(slot)
        return slots.count - 1
    }

    /// What the line did to the connection's subscription; to be taken up as the line is sent.
    public var subscription: SubscriptionChange? { subscriptionChanges.last?.change }

    func note(_ change: SubscriptionChange, of slot: Int) {
        subscriptionChanges.append((slot, change))
    }

    /// The commit failed: whatever relied on it says so instead.
    func fail(with error: GardenError) {
        for index in slots.indices {
            guard case .decided(let id, _, reliesOnStaged: true) = slots[index] else { continue }
            slots[index] = .decided(id, .failure(error), reliesOnStaged: false)
            subscriptionChanges.removeAll { $0.slot == index }
        }
    }

    /// The commit succeeded: nothing it holds can be lost any more.
    func confirm() {
        for index in slots.indices {
            guard case .decided(let id, let result, reliesOnStaged: true) = slots[index] else { continue }
            slots[index] = .decided(id, result, reliesOnStaged: false)
        }
    }

    /// The work behind a pending slot is done.
    func resolve(_ index: Int, _ result: Result<[UInt8], GardenError>) {
        guard case .pending(let id) = slots[index] else {
            preconditionFailure("slot \(index) is resolved twice")
        }
        slots[index] = .decided(id, result, reliesOnStaged: false)
        if isReady { onReady?() }
    }
}

/// What a line does to the subscription of its connection.
public enum SubscriptionChange {
    case begin(Subscriber)
    case end
}
