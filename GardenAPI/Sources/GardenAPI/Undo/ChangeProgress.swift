/// How far a change in parts has come: the data of `change.partMade`, `change.completed` and `change.dropped`.
public struct ChangeProgress: WireObject, Equatable {
    public static let name = "ChangeProgress"

    /// The method of the change.
    public var method: String
    /// How many parts it has now; less than before if one was taken back.
    public var parts: Int

    /// Creates the value from its members.
    public init(method: String, parts: Int) {
        self.method = method
        self.parts = parts
    }

    public static let fields = Fields(
        ChangeProgress.init,
        .required("method", \.method, "the method of the change"),
        .required("parts", \.parts, "how many parts it has now"))
}
