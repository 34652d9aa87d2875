/// A category that a change created, as the `meta` of its answer lists it (API §1).
public struct CreatedCategory: WireObject, Equatable {
    public static let name = "CreatedCategory"
    /// The member of `meta` with the list.
    public static let metaName = "created"

    /// Its name.
    public var name: String
    /// The name of another category, if one differs in a single letter; otherwise `nil`.
    public var similar: String?

    /// Creates the value from its members.
    public init(name: String, similar: String? = nil) {
        self.name = name
        self.similar = similar
    }

    public static let fields = Fields(
        CreatedCategory.init,
        .required("name", \.name, "its name"),
        .nullable("similar", \.similar, "the name of another category, if it differs in one letter only"))
}
