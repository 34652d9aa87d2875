/// A category's colour: one of ten names, or `#RRGGBB` (RULES T2).
public struct CategoryColor: WireValue, Hashable {
    public static let names = [
        "green", "blue", "orange", "purple", "red", "yellow", "pink", "brown", "gray", "black",
    ]
    public static let green = CategoryColor(text: "green")

    public let text: String

    private init(text: String) { self.text = text }

    /// `nil` when the text names no colour. Case does not matter; digits come out in capitals.
    public init?(_ text: String) {
        guard text.utf8.count <= 32 else { return nil }
        if Self.names.contains(text.lowercased()) {
            self.text = text.lowercased()
        } else if text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#"),
            text.dropFirst().allSatisfy({ $0.isASCII && $0.isHexDigit })
        {
            self.text = text.uppercased()
        } else {
            return nil
        }
    }

    public static var schema: JSON {
        ["type": "string", "pattern": .string("^(\(names.joined(separator: "|"))|#[0-9A-Fa-f]{6})$")]
    }

    public init(json: JSON) throws(ValidationError) {
        guard let text = json.stringValue, let color = CategoryColor(text) else {
            throw ValidationError(expected: "one of \(Self.names.joined(separator: ", ")) or #RRGGBB", found: json)
        }
        self = color
    }

    public func write(to writer: inout JSONWriter) { writer.string(text) }
}

/// What focus and tasks are sorted by; each has a garden (API §2, Category).
public struct Category: WireObject, Equatable {
    public static let name = "Category"

    public var id: Int
    public var uid: String
    public var name: String
    public var color: CategoryColor
    public var position: Int

    public init(id: Int, uid: String, name: String, color: CategoryColor, position: Int) {
        self.id = id
        self.uid = uid
        self.name = name
        self.color = color
        self.position = position
    }

    public static let fields = Fields(
        Category.init,
        .required("id", \.id, "the category's id, never reused"),
        .required("uid", \.uid, "an id that is unique across devices"),
        .required("name", \.name, "its name, unique regardless of upper and lower case"),
        .required("color", \.color, "its colour"),
        .required("position", \.position, "its position among the categories, from 0"))
}

/// What grew in a category (API §2, Garden; RULES P11).
public struct Garden: WireObject, Equatable {
    public static let name = "Garden"

    public var categoryId: Int
    public var categoryUid: String
    public var category: String
    public var color: CategoryColor
    public var exp: Int
    public var level: Int
    public var expInLevel: Int
    public var expToNext: Int

    public init(
        categoryId: Int, categoryUid: String, category: String, color: CategoryColor, exp: Int, level: Int,
        expInLevel: Int, expToNext: Int
    ) {
        self.categoryId = categoryId
        self.categoryUid = categoryUid
        self.category = category
        self.color = color
        self.exp = exp
        self.level = level
        self.expInLevel = expInLevel
        self.expToNext = expToNext
    }

    public static let fields = Fields(
        Garden.init,
        .required("categoryId", \.categoryId, "the category's id, also of a removed category"),
        .required("categoryUid", \.categoryUid, "the category's uid"),
        .required("category", \.category, "its name"),
        .required("color", \.color, "its colour"),
        .required("exp", \.exp, "the experience gathered"),
        .required("level", \.level, "the level: one for every 10 exp"),
        .required("expInLevel", \.expInLevel, "the experience within the level"),
        .required("expToNext", \.expToNext, "the experience missing to the next level"))
}
