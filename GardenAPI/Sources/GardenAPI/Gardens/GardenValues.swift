import TimeKit

/// A category's colour: one of ten names, or `#RRGGBB` (RULES T2).
public struct CategoryColor: WireValue, Hashable {
    /// The ten named colours, in the order in which new categories get them.
    public static let names = [
        "green", "blue", "orange", "purple", "red", "yellow", "pink", "brown", "gray", "black",
    ]
    /// The colour `green`.
    public static let green = CategoryColor(text: "green")

    /// A name in lower case, or `#RRGGBB` with digits in upper case.
    public let text: String

    private init(text: String) { self.text = text }

    /// Reads a colour regardless of case; `nil` if the text is neither a name of ``names``, also in another spelling, nor
    /// `#RRGGBB` or `#RGB`.
    public init?(_ text: String) {
        guard text.utf8.count <= 32 else { return nil }
        let name = text.lowercased() == "grey" ? "gray" : text.lowercased()
        if Self.names.contains(name) {
            self.text = name
            return
        }
        let digits = text.dropFirst()
        guard text.utf8.first == UInt8(ascii: "#"), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return nil
        }
        switch digits.count {
        case 6: self.text = text.uppercased()
        // As in CSS, each digit counts twice.
        case 3: self.text = "#\(digits.map { "\($0)\($0)" }.joined())".uppercased()
        default: return nil
        }
    }

    public static var schema: JSON {
        // The patterns of JSON Schema have no flag for regardless of case.
        let names = (names + ["grey"]).map { $0.map { "[\($0.uppercased())\($0)]" }.joined() }
        return [
            "type": "string",
            "pattern": .string("^(\(names.joined(separator: "|"))|#[0-9A-Fa-f]{3}([0-9A-Fa-f]{3})?)$"),
        ]
    }

    public init(json: JSON) throws(ValidationError) {
        guard let text = json.stringValue, let color = CategoryColor(text) else {
            throw ValidationError(expected: "one of \(Self.names.joined(separator: ", ")) or #RRGGBB", found: json)
        }
        self = color
    }

    public func write(to writer: inout JSONWriter) { writer.string(text) }
}

/// A category of focus sessions, shop items and tasks; each has a garden (API §2, Category; RULES T2).
public struct Category: WireObject, Equatable {
    public static let name = "Category"

    /// The category's id, from 1, never reused. Default has the id 1.
    public var id: Int
    /// An id that is unique across devices (RULES G2).
    public var uid: String
    /// The name, unique regardless of case.
    public var name: String
    /// The colour.
    public var color: CategoryColor
    /// The position among the categories, from 0 without gaps.
    public var position: Int

    /// Creates the value from its members.
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

/// A category in ``CategoryList``: the category with the number of its open tasks.
public struct ListedCategory: WireObject, Equatable {
    public static let name = "ListedCategory"

    /// The category.
    public var category: Category
    /// The number of its open tasks.
    public var open: Int

    /// Creates the value from its members.
    public init(category: Category, open: Int) {
        self.category = category
        self.open = open
    }

    public static let fields = Fields(
        ListedCategory.init,
        .inlined(\.category),
        .required("open", \.open, "the number of its open tasks"))
}

/// The garden of a category (API §2, Garden; RULES P4, P11).
public struct Garden: WireObject, Equatable {
    public static let name = "Garden"

    /// The category's id; the category may be removed.
    public var categoryId: Int
    /// The category's uid (RULES G2).
    public var categoryUid: String
    /// The category's name.
    public var category: String
    /// The category's colour.
    public var color: CategoryColor
    /// The experience, from 0. A completed focus session adds 1, and so does a task that pays.
    public var exp: Int
    /// The level: one for every 10 exp.
    public var level: Int
    /// The experience within the level, 0 … 9.
    public var expInLevel: Int
    /// The experience missing to the next level, 1 … 10.
    public var expToNext: Int
    /// The part of ``exp`` from focus sessions.
    public var focusExp: Int
    /// The part of ``exp`` from tasks.
    public var taskExp: Int

    /// Creates the value from its members.
    public init(
        categoryId: Int, categoryUid: String, category: String, color: CategoryColor, exp: Int, level: Int,
        expInLevel: Int, expToNext: Int, focusExp: Int, taskExp: Int
    ) {
        self.categoryId = categoryId
        self.categoryUid = categoryUid
        self.category = category
        self.color = color
        self.exp = exp
        self.level = level
        self.expInLevel = expInLevel
        self.expToNext = expToNext
        self.focusExp = focusExp
        self.taskExp = taskExp
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
        .required("expToNext", \.expToNext, "the experience missing to the next level"),
        .required("focusExp", \.focusExp, "the part of the experience from focus sessions and drills"),
        .required("taskExp", \.taskExp, "the part of the experience from tasks"))
}

/// A garden as its plant is drawn (API §2; RULES S6).
public struct PlantData: WireObject, Equatable {
    public static let name = "PlantData"

    /// The garden, with its level and its progress.
    public var garden: Garden
    /// A number that decides which plant it is; it stays when the category is renamed.
    public var seed: Int
    /// The season in which it is drawn: that of the day on which it grew last.
    public var season: Season
    /// The logical day on which it grew last; `nil` if it has not grown yet.
    public var lastGrewOn: CalendarDay?
    /// When it reached its level; `nil` for level 0.
    public var lastLevelAt: Timestamp?

    /// Creates the value from its members.
    public init(
        garden: Garden, seed: Int, season: Season, lastGrewOn: CalendarDay?, lastLevelAt: Timestamp?
    ) {
        self.garden = garden
        self.seed = seed
        self.season = season
        self.lastGrewOn = lastGrewOn
        self.lastLevelAt = lastLevelAt
    }

    public static let fields = Fields(
        PlantData.init,
        .inlined(\.garden),
        .required("seed", \.seed, "decides which plant it is"),
        .required("season", \.season, "the season in which it is drawn"),
        .nullable("lastGrewOn", \.lastGrewOn, "the logical day on which it grew last"),
        .nullable("lastLevelAt", \.lastLevelAt, "when it reached its level"))
}

/// A season of the year, on the northern half of the earth (RULES S6).
public enum Season: String, WireWord {
    /// From March, June, September and December.
    case spring, summer, autumn, winter
}
