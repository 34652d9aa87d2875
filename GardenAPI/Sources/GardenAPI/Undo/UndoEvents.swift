/// A change that was undone or done again: the data of `change.undone` and `change.redone`.
public struct ChangeUndone: WireObject, Equatable {
    public static let name = "ChangeUndone"

    /// A value that this changed. Its method returns it as it is now.
    public struct Value: WireObject, Equatable {
        public static let name = "RevertedValue"

        /// The kind of value, such as `task`, `category`, `item` or `points`.
        public var kind: String
        /// Its id; 0 for a kind with one value.
        public var id: Int

        /// Creates the value from its members.
        public init(kind: String, id: Int) {
            self.kind = kind
            self.id = id
        }

        public static let fields = Fields(
            Value.init,
            .required("kind", \.kind, "the kind of value"),
            .required("id", \.id, "its id; 0 for a kind with one value"))
    }

    /// The number of the change's first event.
    public var change: Int
    /// The method of the change.
    public var method: String
    /// What the change was.
    public var what: String
    /// The values that this changed.
    public var values: [Value]

    /// Creates the value from its members.
    public init(change: Int, method: String, what: String, values: [Value]) {
        self.change = change
        self.method = method
        self.what = what
        self.values = values
    }

    public static let fields = Fields(
        ChangeUndone.init,
        .required("change", \.change, "the number of the change's first event"),
        .required("method", \.method, "the change's method"),
        .required("what", \.what, "what the change was"),
        .required("values", \.values, "the values that this changed"))
}
