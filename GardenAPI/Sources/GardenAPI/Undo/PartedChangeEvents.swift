/// A part of a change that takes longer than a turn: the data of `change.partMade`.
public struct ChangePart: WireObject, Equatable {
    public static let name = "ChangePart"

    /// The method of the change.
    public var method: String
    /// How many parts were made with this one; less than before if it takes one back.
    public var parts: Int

    /// Creates the value from its members.
    public init(method: String, parts: Int) {
        self.method = method
        self.parts = parts
    }

    public static let fields = Fields(
        ChangePart.init,
        .required("method", \.method, "the method of the change"),
        .required("parts", \.parts, "how many parts it has with this one"))
}

/// A change in parts that has all of them, or none: the data of `change.completed` and `change.dropped`.
public struct PartedChangeEnd: WireObject, Equatable {
    public static let name = "PartedChangeEnd"

    /// The method of the change.
    public var method: String
    /// How many parts it has.
    public var parts: Int

    /// Creates the value from its members.
    public init(method: String, parts: Int) {
        self.method = method
        self.parts = parts
    }

    public static let fields = Fields(
        PartedChangeEnd.init,
        .required("method", \.method, "the method of the change"),
        .required("parts", \.parts, "how many parts it has"))
}
