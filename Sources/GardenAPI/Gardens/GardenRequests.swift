public struct GardenList: Request {
    public static let method = "garden.list"
    public static let summary = "Lists the gardens: one a category, and those of removed categories that grew."
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
            throw ValidationError(path: ["name"], problem: "is one too many; give id or name, not both")
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
    public static let summary = "Adds a category; it takes up the garden of a removed one of that name."
    public typealias Response = Category

    public var name = ""
    public var color: CategoryColor?

    public init() {}

    public init(name: String, color: CategoryColor? = nil) {
        self.name = name
        self.color = color
    }

    public static let fields: [Field<CategoryAdd>] = [
        .required("name", \.name, "its name, unique whatever the case of its letters", .newName),
        .optional("color", \.color, "its colour; the next one in turn when left out"),
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
    public static let summary = "Gives a category another place; the others close ranks."
    public typealias Response = Category

    public var id: Int?
    public var name: String?
    public var position = 0

    public init() {}

    public static let fields: [Field<CategoryMove>] =
        reference(to: "category") + [.required("position", \.position, "its new place, from 0", .fromZero)]
}

public struct CategoryRemove: ChangeRequest, EntityReference {
    public static let method = "category.remove"
    public static let summary = "Removes a category; a running phase moves to Default, and its garden keeps what grew."
    public typealias Response = Category

    public var id: Int?
    public var name: String?

    public init() {}

    public static let fields: [Field<CategoryRemove>] = reference(to: "category")
}
