/// Lists the gardens in the order of their categories, then those of removed categories with experience.
///
/// Errors: those of ``asOf``: `refused`, reason `not_understood`; `in_the_future`, when the day has not begun; `before_reset`.
public struct GardenList: DatedRequest {
    public static let method = "garden.list"
    public static let looksThrough: [LookedThrough] = [.categories, .days]
    public static let summary = "Lists the gardens: one per category, and those of removed categories with experience."
    public typealias Response = [Garden]
    public static let errors: [RequestError] = RequestError.ofPastTime

    /// The day that the answer is about, as it ended (RULES S7); `nil` for the present.
    public var asOf: String?

    /// Creates the request.
    public init(asOf: String? = nil) { self.asOf = asOf }
    public static let fields = Fields(
        GardenList.init,
        .asOf)
}

/// A request about one entity, identified by its id or by its name (API §2).
///
/// Errors:
/// - `invalid_params` when both or neither are given.
public protocol EntityReference: Request {
    /// The id, from 1; `nil` if the request uses the name.
    var id: Int? { get }
    /// The name, 1 … 100 characters, compared regardless of case (RULES G1); `nil` if the request uses the id.
    var name: String? { get }
}

extension EntityReference {
    public static var paramsSchema: [(String, JSON)] { [("oneOf", [given("id"), given("name")])] }

    /// Checks that exactly one of id and name is given.
    public func validate() throws(ValidationError) {
        switch (id, name) {
        case (nil, nil): throw ValidationError(path: ["id"], problem: "is missing; give id or name")
        case (.some, .some):
            throw ValidationError(path: ["name"], problem: "conflicts with id; give id or name, not both")
        case (.some, nil), (nil, .some): return
        }
    }
}

/// The two fields that identify the entity of an ``EntityReference``.
extension Field where Root: EntityReference {
    static func id(of kind: String) -> Field where Value == Int? {
        .optional("id", \.id, "the \(kind)'s id", .id)
    }
}

extension Field where Root: EntityReference, Value == String? {
    static var orName: Field { .optional("name", \.name, "or its name", .name) }
}

/// Lists the categories by position, with the numbers of their open tasks.
public struct CategoryList: Request {
    public static let method = "category.list"
    public static let summary = "Lists the categories in their order, with the numbers of their open tasks."
    public typealias Response = [ListedCategory]
    public static let fields = Fields(CategoryList.init)

    /// Creates the request.
    public init() {}
}

/// Adds a category at the last position, and returns it (RULES T2).
///
/// If a removed category had this name, its garden continues.
///
/// Errors:
/// - `already_exists` when a category has the name.
public struct CategoryAdd: ChangeRequest {
    public static let method = "category.add"
    public static let looksThrough: [LookedThrough] = [.categories]
    public static let summary = "Adds a category; if a removed one had that name, its garden continues."
    public typealias Response = Category
    public static let errors: [RequestError] = [.alreadyExists, .refused(.tooMany)]

    /// Its name, 1 … 100 characters, unique regardless of case; not only digits (RULES G1).
    public var name: String
    /// Its colour; `nil` for the next one in turn.
    public var color: CategoryColor?

    /// Creates the request.
    public init(name: String, color: CategoryColor? = nil) {
        self.name = name
        self.color = color
    }

    public static let fields = Fields(
        CategoryAdd.init,
        .required("name", \.name, "its name, unique regardless of upper and lower case", .newName),
        .optional("color", \.color, "its colour (default: the next one in turn)"))
}

/// Changes the name or the colour of a category, and returns it (RULES T2).
///
/// If a removed category had the new name, its experience is added to this garden.
///
/// Errors:
/// - `not_found` when no category has the id or name.
/// - `already_exists` when another category has the new name.
/// - `refused`, reason `default_category`, when Default would get another name.
public struct CategoryEdit: ChangeRequest, EntityReference {
    public static let method = "category.edit"
    public static let summary = "Changes a category's name or colour."
    public typealias Response = Category
    public static let errors: [RequestError] = [.notFound, .alreadyExists, .refused(.defaultCategory)]

    /// The category's id; `nil` if the request uses the name.
    public var id: Int?
    /// The category's current name; `nil` if the request uses the id.
    public var name: String?
    /// The new name, 1 … 100 characters, not only digits; `nil` to keep the name.
    public var newName: String?
    /// The new colour; `nil` to keep the colour.
    public var color: CategoryColor?

    /// Creates the request.
    public init(id: Int? = nil, name: String? = nil, newName: String? = nil, color: CategoryColor? = nil) {
        self.id = id
        self.name = name
        self.newName = newName
        self.color = color
    }

    public static let fields = Fields(
        CategoryEdit.init,
        .id(of: "category"), .orName,
        .optional("newName", \.newName, "its new name", .newName),
        .optional("color", \.color, "its new colour"))
}

/// Moves a category to another position, and returns it. The categories between move up or down.
///
/// Errors:
/// - `not_found` when no category has the id or name.
/// - `invalid_params` when ``position`` is not an existing position.
public struct CategoryMove: ChangeRequest, EntityReference {
    public static let method = "category.move"
    public static let looksThrough: [LookedThrough] = [.categories]
    public static let summary = "Moves a category to another position; the others move up or down."
    public typealias Response = Category
    public static let errors: [RequestError] = [.notFound]

    /// The category's id; `nil` if the request uses the name.
    public var id: Int?
    /// The category's name; `nil` if the request uses the id.
    public var name: String?
    /// The new position, from 0 to the number of categories minus 1.
    public var position: Int

    /// Creates the request.
    public init(id: Int? = nil, name: String? = nil, position: Int) {
        self.id = id
        self.name = name
        self.position = position
    }

    public static let fields = Fields(
        CategoryMove.init,
        .id(of: "category"), .orName,
        .required("position", \.position, "its new position, from 0", .fromZero))
}

/// Removes a category, and returns it (RULES T2).
///
/// A running phase and the shop items of the category move to Default. The garden is kept.
///
/// Errors:
/// - `not_found` when no category has the id or name.
/// - `refused`, reason `default_category`, for Default.
public struct CategoryRemove: ChangeRequest, EntityReference {
    public static let method = "category.remove"
    public static let looksThrough: [LookedThrough] = [.categories, .tasks, .items]
    public static let summary = "Removes a category; a running phase moves to Default, and the garden is kept."
    public typealias Response = Category
    public static let errors: [RequestError] = [.notFound, .refused(.defaultCategory)]

    /// The category's id; `nil` if the request uses the name.
    public var id: Int?
    /// The category's name; `nil` if the request uses the id.
    public var name: String?

    /// Creates the request.
    public init(id: Int? = nil, name: String? = nil) {
        self.id = id
        self.name = name
    }

    public static let fields = Fields(
        CategoryRemove.init,
        .id(of: "category"), .orName)
}

/// Merges a category into another one, and returns that one (RULES T26).
///
/// Its tasks, items, sessions, experience and history continue under the target, from the first day; its name is free
/// afterwards.
///
/// Errors:
/// - `not_found` when no category has the id or name, or none has the name ``into``.
/// - `refused`, reason `default_category`, for Default; `same_category` when ``into`` is the category itself.
public struct CategoryMerge: ChangeRequest, EntityReference {
    public static let method = "category.merge"
    public static let looksThrough: [LookedThrough] = [.categories, .tasks, .items, .events]
    public static let summary = "Merges a category into another one, with all of its history."
    public typealias Response = Category
    public static let errors: [RequestError] = [.notFound, .refused(.defaultCategory), .refused(.sameCategory)]

    /// The category's id; `nil` if the request uses the name.
    public var id: Int?
    /// The category's name; `nil` if the request uses the id.
    public var name: String?
    /// The name of the category that it continues under.
    public var into: String

    /// Creates the request.
    public init(id: Int? = nil, name: String? = nil, into: String) {
        self.id = id
        self.name = name
        self.into = into
    }

    public static let fields = Fields(
        CategoryMerge.init,
        .id(of: "category"), .orName,
        .required("into", \.into, "the name of the category that it continues under", .name))
}

/// Returns what a garden's plant is drawn from (RULES S6). The same history always gives the same data.
///
/// Errors:
/// - `not_found` when no category has the name.
public struct GardenPlant: Request {
    public static let method = "garden.plant"
    public static let looksThrough: [LookedThrough] = [.events]
    public static let summary = "Returns what a garden's plant is drawn from."
    public typealias Response = PlantData
    public static let errors: [RequestError] = [.notFound]

    /// The name of the category.
    public var category: String

    /// Creates the request.
    public init(category: String) { self.category = category }

    public static let fields = Fields(
        GardenPlant.init,
        .required("category", \.category, "the name of the category", .name))
}
