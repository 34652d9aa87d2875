public struct GardenList: Request {
    public static let method = "garden.list"
    public static let summary = "Lists the gardens: one per category, and those of removed categories with experience."
    public typealias Response = [Garden]
    public static let fields: [Field<GardenList>] = []
    public init() {}
}

/// A request about one thing, which is named by its id or by its name (API §2).
public protocol EntityReference: Request {
    var id: Int? { get set }
    /// Compared caselessly.
    var name: String? { get set }
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

    /// The fields that name the thing.
    static func reference(to kind: String) -> [Field<Self>] where Self: Sendable {
        [
            Field.optional("id", \Self.id, "the \(kind)'s id", .id),
            Field.optional("name", \Self.name, "or its name", .name),
        ]
    }
}

public struct CategoryList: Request {
    public static let method = "category.list"
    public static let summary = "Lists the categories in their order."
    public typealias Response = [Category]
    public static let fields: [Field<CategoryList>] = []
    public init() {}
}

public struct CategoryAdd: ChangeRequest {
    public static let method = "category.add"
    public static let summary = "Adds a category; if a removed one had that name, its garden continues."
    public typealias Response = Category

    public var name = ""
    public var color: CategoryColor?

    public init() {}

    public init(name: String, color: CategoryColor? = nil) {
        self.name = name
        self.color = color
    }

    public static let fields: [Field<CategoryAdd>] = [
        .required("name", \.name, "its name, unique regardless of upper and lower case", .newName),
        .optional("color", \.color, "its colour (default: the next one in turn)"),
    ]
}

public struct CategoryEdit: ChangeRequest, EntityReference {
    public static let method = "category.edit"
    public static let summary = "Changes a category's name or colour."
    public typealias Response = Category

    public var id: Int?
    public var name: String?
    public var newName: String?
    public var color: CategoryColor?

    public init() {}

    public static let fields: [Field<CategoryEdit>] =
        reference(to: "category") + [
            .optional("newName", \.newName, "its new name", .newName),
            .optional("color", \.color, "its new colour"),
        ]
}

public struct CategoryMove: ChangeRequest, EntityReference {
    public static let method = "category.move"
    public static let summary = "Moves a category to another position; the others move up or down."
    public typealias Response = Category

    public var id: Int?
    public var name: String?
    public var position = 0

    public init() {}

    public static let fields: [Field<CategoryMove>] =
        reference(to: "category") + [.required("position", \.position, "its new position, from 0", .fromZero)]
}

public struct CategoryRemove: ChangeRequest, EntityReference {
    public static let method = "category.remove"
    public static let summary = "Removes a category; a running phase moves to Default, and the garden is kept."
    public typealias Response = Category

    public var id: Int?
    public var name: String?

    public init() {}

    public static let fields: [Field<CategoryRemove>] = reference(to: "category")
}
