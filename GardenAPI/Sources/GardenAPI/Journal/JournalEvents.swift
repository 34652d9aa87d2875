/// The data of `request.changedNothing`: a request with a key changed nothing, and its answer is kept for the key (API §1).
public struct UnchangedRequest: WireObject, Equatable {
    public static let name = "UnchangedRequest"

    /// The method of the request.
    public var method: String
    /// The kind of the entity that the request was about: `visit`; `nil` if that need not be known.
    public var kind: String?
    /// Its id, from 1.
    public var id: Int?

    /// Creates the value from its members.
    public init(method: String, kind: String? = nil, id: Int? = nil) {
        self.method = method
        self.kind = kind
        self.id = id
    }

    public static let fields = Fields(
        UnchangedRequest.init,
        .required("method", \.method, "the method of the request"),
        .optional("kind", \.kind, "the kind of what it was about, if a purge must find it"),
        .optional("id", \.id, "its id"))
}
