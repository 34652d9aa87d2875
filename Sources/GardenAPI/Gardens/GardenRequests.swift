public struct GardenList: Request {
    public static let method = "garden.list"
    public static let summary = "Lists the gardens: one per category, and those of removed categories with experience."
    public typealias Response = [Garden]
    public static let fields = Fields(GardenList.init)
    public init() {}
}

/// A request about one thing, which is named by its id or by its name (API §2).
public protocol EntityReference: Request {
    var id: Int? { get }
    /// Compared caselessly.
    var name: String? { get }
}

extension EntityReference {
    public func validate() throws(ValidationError) {
        switch (id, name) {
        case (nil, nil): throw ValidationError(path: ["id"], problem: "is missing; give id or name")
        case (.some, .some):
            throw ValidationError(path: ["name"], problem: "conflicts with id; give id or name, not both")
        case (.some, nil), (nil, .some): return
        }
    }
}

/// The two fields that name the thing of an ``EntityReference``.
extension Field where Root: EntityReference {
    static func id(of kind: String) -> Field where Value == Int? {
        .optional("id", \.id, "the \(kind)'s id", .id)
    }
}

extension Field where Root: EntityReference, Value == String? {
    static var orName: Field { .optional("name", \.name, "or its name", .name) }
}

public struct CategoryList: Request {
    public static let method = "category.list"
    public static let summary = "Lists the categories in their order."
    public typealias Response = [Category]
    public static let fields = Fields(CategoryList.init)
    public init() {}
}

public struct CategoryAdd: ChangeRequest {
    public static let method = "category.add"
    public static let summary = "Adds a category; if a removed one had that name, its garden continues."
    public typealias Response = Category

    public var name: String
    public var color: CategoryColor?

    public init(name: String, color: CategoryColor? = nil) {
        self.name = name
        self.color = color
    }

    public static let fields = Fields(
        CategoryAdd.init,
        .required("name", \.name, "its name, unique regardless of upper and lower case", .newName),
        .optional("color", \.color, "its colour (default: the next one in turn)"))
}

public struct CategoryEdit: ChangeRequest, EntityReference {
    public static let method = "category.edit"
    public static let summary = "Changes a category's name or colour."
    public typealias Response = Category

    public var id: Int?
    public var name: String?
    public var newName: String?
    public var color: CategoryColor?

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

public struct CategoryMove: ChangeRequest, EntityReference {
    public static let method = "category.move"
    public static let summary = "Moves a category to another position; the others move up or down."
    public typealias Response = Category

    public var id: Int?
    public var name: String?
    public var position: Int

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

public struct CategoryRemove: ChangeRequest, EntityReference {
    public static let method = "category.remove"
    public static let summary = "Removes a category; a running phase moves to Default, and the garden is kept."
    public typealias Response = Category

    public var id: Int?
    public var name: String?

    public init(id: Int? = nil, name: String? = nil) {
        self.id = id
        self.name = name
    }

    public static let fields = Fields(
        CategoryRemove.init,
        .id(of: "category"), .orName)
}
