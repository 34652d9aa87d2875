import GardenAPI

/// Something that happens in one feature and to which others react. The feature in which it happens declares it.
struct Occasion<Details>: Sendable {
    let name: String

    init(_ name: String) { self.name = name }
}

/// How a feature reacts to something that happens in another. All reactions are performed in feature order, within the change that
/// they react to, and emit events of their own: applying another feature's event hides no side effects.
struct Reaction: Sendable {
    private let occasion: String
    private let perform: any AnyReaction

    static func to<Details>(
        _ occasion: Occasion<Details>, _ perform: @escaping @Sendable (inout Transition, Details) -> Void
    ) -> Reaction {
        Reaction(occasion: occasion.name, perform: TypedReaction(perform: perform))
    }

    fileprivate func perform<Details>(_ t: inout Transition, _ occasion: Occasion<Details>, _ details: Details) {
        guard occasion.name == self.occasion else { return }
        guard let typed = perform as? TypedReaction<Details> else {
            preconditionFailure("two occasions have the name \(occasion.name)")
        }
        typed.perform(&t, details)
    }
}

private protocol AnyReaction: Sendable {}

private struct TypedReaction<Details>: AnyReaction {
    let perform: @Sendable (inout Transition, Details) -> Void
}

extension Transition {
    /// Has every feature react.
    mutating func react<Details>(to occasion: Occasion<Details>, _ details: Details) {
        for feature in Features.all {
            for reaction in feature.reactions { reaction.perform(&self, occasion, details) }
        }
    }
}
