/// Sets the experience of one garden to 0, or begins everything again, after a backup (RULES U6).
///
/// The answer comes when the backup is complete, and names the command that restores it. Requests that arrive meanwhile are
/// performed before it. If the client leaves before the backup is complete, nothing is reset.
///
/// Errors:
/// - `not_found` when neither a category nor a garden has the name.
/// - `storage_failed` when the backup cannot be made; nothing is reset.
/// - `refused`, reason `in_batch`, in a batch of several requests; reason `busy` when the garden changed again and again
///   while its backup was made.
public struct GardenReset: ChangeRequest {
    public static let method = "garden.reset"
    public static let looksThrough: [LookedThrough] = [.categories]
    public static let summary = "Makes a backup; then sets the experience of a garden to 0, or begins everything again."
    public typealias Response = ResetReport
    public static let errors: [RequestError] = [.notFound, .refused(.inBatch), .refused(.busy)]

    /// The category of the garden, or the name of a removed one, regardless of case; `nil` for ``all``.
    public var category: String?
    /// `true` to begin everything again; `nil` for one garden.
    public var all: Bool?

    /// Creates the request.
    public init(category: String? = nil, all: Bool? = nil) {
        self.category = category
        self.all = all
    }

    public static let fields = Fields(
        GardenReset.init,
        .optional("category", \.category, "the category of the garden", .name),
        .optional("all", \.all, "or true for everything"))

    public static var paramsSchema: [(String, JSON)] {
        [("oneOf", [given("category"), given(where: [("all", ["const": true])])]), ("not", given("category", "all"))]
    }

    /// Checks that exactly one of a category and everything is named.
    public func validate() throws(ValidationError) {
        if category == nil, all != true {
            throw ValidationError(path: ["category"], problem: "is missing; give a category, or all: true")
        }
        if category != nil, all != nil {
            throw ValidationError(path: ["all"], problem: "conflicts with category; give one of them")
        }
    }
}
