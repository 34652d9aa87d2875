extension VisitTag {
    /// What a word is that visits bear (RULES V7).
    public enum Kind: String, Sendable, CaseIterable {
        /// With a colour.
        case label
        /// Such as a journey.
        case group
        /// Someone who was there.
        case member
    }
}

/// A ``VisitTag/Kind`` as a type, for requests that differ in nothing else.
public protocol VisitTagType: Sendable {
    /// What they are.
    static var kind: VisitTag.Kind { get }
    /// The descriptions of its requests.
    static var requests: VisitTagRequests<Self> { get }
}

extension VisitTagType {
    static var noun: String { kind.rawValue }
    static var hasColor: Bool { kind == .label }
}

/// Labels.
public enum LabelType: VisitTagType {
    /// What they are.
    public static let kind = VisitTag.Kind.label
    /// The descriptions of their requests.
    public static let requests = VisitTagRequests<LabelType>()
}

/// Groups.
public enum GroupType: VisitTagType {
    /// What they are.
    public static let kind = VisitTag.Kind.group
    /// The descriptions of their requests.
    public static let requests = VisitTagRequests<GroupType>()
}

/// Members.
public enum MemberType: VisitTagType {
    /// What they are.
    public static let kind = VisitTag.Kind.member
    /// The descriptions of their requests.
    public static let requests = VisitTagRequests<MemberType>()
}

/// Lists the labels.
public typealias LabelList = VisitTagList<LabelType>
/// Adds a label.
public typealias LabelAdd = VisitTagAdd<LabelType>
/// Changes a label.
public typealias LabelEdit = VisitTagEdit<LabelType>
/// Removes a label.
public typealias LabelRemove = VisitTagRemove<LabelType>
/// Lists the groups.
public typealias GroupList = VisitTagList<GroupType>
/// Adds a group.
public typealias GroupAdd = VisitTagAdd<GroupType>
/// Changes a group.
public typealias GroupEdit = VisitTagEdit<GroupType>
/// Removes a group.
public typealias GroupRemove = VisitTagRemove<GroupType>
/// Lists the members.
public typealias MemberList = VisitTagList<MemberType>
/// Adds a member.
public typealias MemberAdd = VisitTagAdd<MemberType>
/// Changes a member.
public typealias MemberEdit = VisitTagEdit<MemberType>
/// Removes a member.
public typealias MemberRemove = VisitTagRemove<MemberType>

/// Lists those of a kind by name, with the number of visits and the newest one of each (RULES V7).
public struct VisitTagList<Tag: VisitTagType>: Request {
    public static var method: String { "\(Tag.noun).list" }
    public static var summary: String {
        "Lists the \(Tag.noun)s, with the number of visits and the newest one of each."
    }
    public static var looksThrough: [LookedThrough] { [.visits] }
    public typealias Response = [ListedVisitTag]
    public static var fields: Fields<Self> { Tag.requests.list }

    /// Creates the request.
    public init() {}
}

/// Adds one of a kind, and returns it (RULES V7).
///
/// Errors:
/// - `already_exists` when one has the name.
/// - `refused`, reason `too_many`, when there are ``Limits/visitTags`` of them.
public struct VisitTagAdd<Tag: VisitTagType>: ChangeRequest {
    public static var method: String { "\(Tag.noun).add" }
    public static var summary: String { "Adds a \(Tag.noun) for visits." }
    public typealias Response = VisitTag
    public static var errors: [RequestError] { [.alreadyExists, .refused(.tooMany)] }
    public static var fields: Fields<Self> { Tag.requests.add }

    /// Its name, 1 … 100 characters, unique regardless of case; not only digits (RULES G1).
    public var name: String
    /// Its colour; `nil` for the next one in turn, or if the kind has none.
    public var color: CategoryColor?

    /// Creates the request.
    public init(name: String, color: CategoryColor? = nil) {
        self.name = name
        self.color = color
    }
}

/// Changes the name or the colour of one, and returns it.
///
/// Errors:
/// - `not_found` when none has the id or name.
/// - `already_exists` when another one has the new name.
public struct VisitTagEdit<Tag: VisitTagType>: ChangeRequest, EntityReference {
    public static var method: String { "\(Tag.noun).edit" }
    public static var summary: String { "Changes a \(Tag.noun)'s name\(Tag.hasColor ? " or colour" : "")." }
    public typealias Response = VisitTag
    public static var errors: [RequestError] { [.notFound, .alreadyExists] }
    public static var fields: Fields<Self> { Tag.requests.edit }

    /// Its id; `nil` if the request uses the name.
    public var id: Int?
    /// Its current name; `nil` if the request uses the id.
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
}

/// Removes one, and returns it. Visits lose it, and stay (RULES V7).
///
/// Errors:
/// - `not_found` when none has the id or name.
public struct VisitTagRemove<Tag: VisitTagType>: ChangeRequest, EntityReference {
    public static var method: String { "\(Tag.noun).remove" }
    public static var summary: String { "Removes a \(Tag.noun); its visits stay." }
    public typealias Response = VisitTag
    public static var errors: [RequestError] { [.notFound] }
    public static var fields: Fields<Self> { Tag.requests.remove }

    /// Its id; `nil` if the request uses the name.
    public var id: Int?
    /// Its name; `nil` if the request uses the id.
    public var name: String?

    /// Creates the request.
    public init(id: Int? = nil, name: String? = nil) {
        self.id = id
        self.name = name
    }
}

/// The descriptions of the requests of a kind. A generic type can hold no `static let`, so the kind holds them.
public struct VisitTagRequests<Tag: VisitTagType>: Sendable {
    let list = Fields(VisitTagList<Tag>.init)
    let add: Fields<VisitTagAdd<Tag>>
    let edit: Fields<VisitTagEdit<Tag>>
    let remove = Fields(VisitTagRemove<Tag>.init, .id(of: Tag.noun), .orName)

    init() {
        let name = Field<VisitTagAdd<Tag>, String>.required(
            "name", \.name, "its name, unique regardless of upper and lower case", .newName)
        let newName = Field<VisitTagEdit<Tag>, String?>.optional("newName", \.newName, "its new name", .newName)
        guard Tag.hasColor else {
            add = Fields({ VisitTagAdd<Tag>(name: $0) }, name)
            edit = Fields(
                { VisitTagEdit<Tag>(id: $0, name: $1, newName: $2) }, .id(of: Tag.noun), .orName, newName)
            return
        }
        add = Fields(
            VisitTagAdd<Tag>.init, name, .optional("color", \.color, "its colour (default: the next one in turn)"))
        edit = Fields(
            VisitTagEdit<Tag>.init, .id(of: Tag.noun), .orName, newName,
            .optional("color", \.color, "its new colour"))
    }
}
