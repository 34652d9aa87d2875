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
    /// What slots did to the connection's subscription.
    private var subscriptionChanges: [(slot: Int, change: SubscriptionChange)] = []
    private var slots: [Slot] = []
    private let isBatch: Bool

    init(isBatch: Bool) { self.isBatch = isBatch }

    var isEmpty: Bool { slots.isEmpty }

    public var isReady: Bool {
        slots.allSatisfy { slot in
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
        var bytes: [UInt8] = []
        if isBatch { bytes.append(UInt8(ascii: "[")) }
        for (index, slot) in slots.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            switch slot {
            case .decided(let id?, .success(let result), _):
                bytes.append(contentsOf: ServerLine.answer(id: id, result: result))
            case .decided(let id, .failure(let error), _):
                bytes.append(contentsOf: ServerLine.refusal(id: id, error: error))
            case .decided(nil, .success, _), .pending:
                preconditionFailure("a reply is sent that is not ready: slot \(index) of \(slots.count)")
            }
        }
        if isBatch { bytes.append(UInt8(ascii: "]")) }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
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
