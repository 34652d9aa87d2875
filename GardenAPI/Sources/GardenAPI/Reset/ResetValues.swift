/// The answer to ``GardenReset``.
public struct ResetReport: WireObject, Equatable {
    public static let name = "ResetReport"

    /// The category of the garden; `nil` if everything was reset.
    public var category: String?
    /// The experience that was set to 0: that of the garden, or of all.
    public var exp: Int
    /// The balance that was set to 0; `nil` after the reset of one garden.
    public var balance: Int?
    /// The path of the backup; `nil` if there was no experience to reset.
    public var backup: String?
    /// The command for a shell that restores the backup, while gardend is stopped; `nil` without one.
    public var restore: String?

    /// Creates the value from its members.
    public init(
        category: String? = nil, exp: Int, balance: Int? = nil, backup: String? = nil, restore: String? = nil
    ) {
        self.category = category
        self.exp = exp
        self.balance = balance
        self.backup = backup
        self.restore = restore
    }

    public static let fields = Fields(
        ResetReport.init,
        .optional("category", \.category, "the category of the garden; missing if everything was reset"),
        .required("exp", \.exp, "the experience that was set to 0"),
        .optional("balance", \.balance, "the balance that was set to 0"),
        .optional("backup", \.backup, "the path of the backup; missing if there was nothing to reset"),
        .optional("restore", \.restore, "the command that restores it while gardend is stopped"))
}

/// The data of `garden.reset`.
public struct GardenWasReset: WireObject, Equatable {
    public static let name = "GardenWasReset"

    /// The category's id; `nil` if everything was reset.
    public var categoryId: Int?
    /// Its uid; `nil` if everything was reset.
    public var categoryUid: String?
    /// Its name; `nil` if everything was reset.
    public var category: String?
    /// The experience before: that of the garden, or of all.
    public var exp: Int
    /// The balance before; `nil` if one garden was reset.
    public var balance: Int?
    /// The meter before; `nil` if one garden was reset.
    public var meter: Int?
    /// The file name of the backup.
    public var backup: String

    /// Creates the value from its members.
    public init(
        categoryId: Int? = nil, categoryUid: String? = nil, category: String? = nil, exp: Int, balance: Int? = nil,
        meter: Int? = nil, backup: String
    ) {
        self.categoryId = categoryId
        self.categoryUid = categoryUid
        self.category = category
        self.exp = exp
        self.balance = balance
        self.meter = meter
        self.backup = backup
    }

    public static let fields = Fields(
        GardenWasReset.init,
        .optional("categoryId", \.categoryId, "the category's id; missing if everything was reset"),
        .optional("categoryUid", \.categoryUid, "its uid"),
        .optional("category", \.category, "its name"),
        .required("exp", \.exp, "the experience before"),
        .optional("balance", \.balance, "the balance before, if everything was reset"),
        .optional("meter", \.meter, "the meter before, if everything was reset"),
        .required("backup", \.backup, "the file name of the backup"))
}
