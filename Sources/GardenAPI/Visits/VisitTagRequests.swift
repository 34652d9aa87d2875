/// Lists the labels by name, with the number of visits and the newest one of each (RULES V7).
public struct LabelList: Request {
    public static let method = "label.list"
    public static let summary = "Lists the labels, with the number of visits and the newest one of each."
    public typealias Response = [ListedVisitTag]
    public static let fields = Fields(LabelList.init)

    /// Creates the request.
    public init() {}
}

/// Adds a label, and returns it (RULES V7).
///
/// Errors:
/// - `already_exists` when a label has the name.
/// - `refused`, reason `too_many`, when there are ``Limits/visitTags`` of them.
public struct LabelAdd: ChangeRequest {
    public static let method = "label.add"
    public static let summary = "Adds a label for visits."
    public typealias Response = VisitTag

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
        LabelAdd.init,
        .required("name", \.name, "its name, unique regardless of upper and lower case", .newName),
        .optional("color", \.color, "its colour (default: the next one in turn)"))
}

/// Changes the name or the colour of a label, and returns it.
///
/// Errors:
/// - `not_found` when no label has the id or name.
/// - `already_exists` when another label has the new name.
public struct LabelEdit: ChangeRequest, EntityReference {
    public static let method = "label.edit"
    public static let summary = "Changes a label's name or colour."
    public typealias Response = VisitTag

    /// The label's id; `nil` if the request uses the name.
    public var id: Int?
    /// The label's current name; `nil` if the request uses the id.
    public var name: String?
    /// The new name; `nil` to keep the name.
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
        LabelEdit.init,
        .id(of: "label"), .orName,
        .optional("newName", \.newName, "its new name", .newName),
        .optional("color", \.color, "its new colour"))
}

/// Removes a label, and returns it. Visits lose it, and stay (RULES V7).
///
/// Errors:
/// - `not_found` when no label has the id or name.
public struct LabelRemove: ChangeRequest, EntityReference {
    public static let method = "label.remove"
    public static let summary = "Removes a label; its visits stay."
    public typealias Response = VisitTag

    /// The label's id; `nil` if the request uses the name.
    public var id: Int?
    /// The label's name; `nil` if the request uses the id.
    public var name: String?

    /// Creates the request.
    public init(id: Int? = nil, name: String? = nil) {
        self.id = id
        self.name = name
    }

    public static let fields = Fields(LabelRemove.init, .id(of: "label"), .orName)
}

/// Lists the groups by name, with the number of visits and the newest one of each (RULES V7).
public struct GroupList: Request {
    public static let method = "group.list"
    public static let summary = "Lists the groups, with the number of visits and the newest one of each."
    public typealias Response = [ListedVisitTag]
    public static let fields = Fields(GroupList.init)

    /// Creates the request.
    public init() {}
}

/// Adds a group, and returns it (RULES V7).
///
/// Errors:
/// - `already_exists` when a group has the name.
/// - `refused`, reason `too_many`, when there are ``Limits/visitTags`` of them.
public struct GroupAdd: ChangeRequest {
    public static let method = "group.add"
    public static let summary = "Adds a group for visits."
    public typealias Response = VisitTag

    /// Its name, 1 … 100 characters, unique regardless of case; not only digits (RULES G1).
    public var name: String

    /// Creates the request.
    public init(name: String) {
        self.name = name
    }

    public static let fields = Fields(
        GroupAdd.init,
        .required("name", \.name, "its name, unique regardless of upper and lower case", .newName))
}

/// Changes the name of a group, and returns it.
///
/// Errors:
/// - `not_found` when no group has the id or name.
/// - `already_exists` when another group has the new name.
public struct GroupEdit: ChangeRequest, EntityReference {
    public static let method = "group.edit"
    public static let summary = "Changes a group's name."
    public typealias Response = VisitTag

    /// The group's id; `nil` if the request uses the name.
    public var id: Int?
    /// The group's current name; `nil` if the request uses the id.
    public var name: String?
    /// The new name; `nil` to keep the name.
    public var newName: String?

    /// Creates the request.
    public init(id: Int? = nil, name: String? = nil, newName: String? = nil) {
        self.id = id
        self.name = name
        self.newName = newName
    }

    public static let fields = Fields(
        GroupEdit.init,
        .id(of: "group"), .orName,
        .optional("newName", \.newName, "its new name", .newName))
}

/// Removes a group, and returns it. Visits lose it, and stay (RULES V7).
///
/// Errors:
/// - `not_found` when no group has the id or name.
public struct GroupRemove: ChangeRequest, EntityReference {
    public static let method = "group.remove"
    public static let summary = "Removes a group; its visits stay."
    public typealias Response = VisitTag

    /// The group's id; `nil` if the request uses the name.
    public var id: Int?
    /// The group's name; `nil` if the request uses the id.
    public var name: String?

    /// Creates the request.
    public init(id: Int? = nil, name: String? = nil) {
        self.id = id
        self.name = name
    }

    public static let fields = Fields(GroupRemove.init, .id(of: "group"), .orName)
}

/// Lists the members by name, with the number of visits and the newest one of each (RULES V7).
public struct MemberList: Request {
    public static let method = "member.list"
    public static let summary = "Lists the members, with the number of visits and the newest one of each."
    public typealias Response = [ListedVisitTag]
    public static let fields = Fields(MemberList.init)

    /// Creates the request.
    public init() {}
}

/// Adds a member, and returns it (RULES V7).
///
/// Errors:
/// - `already_exists` when a member has the name.
/// - `refused`, reason `too_many`, when there are ``Limits/visitTags`` of them.
public struct MemberAdd: ChangeRequest {
    public static let method = "member.add"
    public static let summary = "Adds a member for visits."
    public typealias Response = VisitTag

    /// Its name, 1 … 100 characters, unique regardless of case; not only digits (RULES G1).
    public var name: String

    /// Creates the request.
    public init(name: String) {
        self.name = name
    }

    public static let fields = Fields(
        MemberAdd.init,
        .required("name", \.name, "its name, unique regardless of upper and lower case", .newName))
}

/// Changes the name of a member, and returns it.
///
/// Errors:
/// - `not_found` when no member has the id or name.
/// - `already_exists` when another member has the new name.
public struct MemberEdit: ChangeRequest, EntityReference {
    public static let method = "member.edit"
    public static let summary = "Changes a member's name."
    public typealias Response = VisitTag

    /// The member's id; `nil` if the request uses the name.
    public var id: Int?
    /// The member's current name; `nil` if the request uses the id.
    public var name: String?
    /// The new name; `nil` to keep the name.
    public var newName: String?

    /// Creates the request.
    public init(id: Int? = nil, name: String? = nil, newName: String? = nil) {
        self.id = id
        self.name = name
        self.newName = newName
    }

    public static let fields = Fields(
        MemberEdit.init,
        .id(of: "member"), .orName,
        .optional("newName", \.newName, "its new name", .newName))
}

/// Removes a member, and returns it. Visits lose it, and stay (RULES V7).
///
/// Errors:
/// - `not_found` when no member has the id or name.
public struct MemberRemove: ChangeRequest, EntityReference {
    public static let method = "member.remove"
    public static let summary = "Removes a member; its visits stay."
    public typealias Response = VisitTag

    /// The member's id; `nil` if the request uses the name.
    public var id: Int?
    /// The member's name; `nil` if the request uses the id.
    public var name: String?

    /// Creates the request.
    public init(id: Int? = nil, name: String? = nil) {
        self.id = id
        self.name = name
    }

    public static let fields = Fields(MemberRemove.init, .id(of: "member"), .orName)
}
