/// A request about one task, identified by its id or its title.
public protocol TaskReference: Request {
    /// The id, from 1; `nil` if the request uses the title.
    var id: Int? { get }
    /// The title of the task, or the unique beginning of the title of an open task; `nil` if the request uses the id.
    var title: String? { get }
}

extension TaskReference {
    /// Checks that exactly one of id and title is given.
    public func validate() throws(ValidationError) { try checkReference() }

    public static var paramsSchema: [(String, JSON)] { referenceSchema }

    /// The part of ``paramsSchema`` for the task.
    static var referenceSchema: [(String, JSON)] { [("oneOf", [given("id"), given("title")])] }

    func checkReference() throws(ValidationError) { try checkReferenceToOne(orIds: false) }

    fileprivate func checkReferenceToOne(orIds: Bool) throws(ValidationError) {
        switch (id, title) {
        case (nil, nil):
            throw ValidationError(path: ["id"], problem: "is missing; give id\(orIds ? ", ids" : "") or title")
        case (.some, .some):
            throw ValidationError(path: ["title"], problem: "conflicts with id; give id or title, not both")
        case (.some, nil), (nil, .some): return
        }
    }
}

/// A request about one task or several, identified by their ids, or about one by its title (RULES T23).
///
/// Several tasks are changed together or not at all. The error is then that of the first task that refuses; its
/// ``GardenError/failuresName`` has an object for each one that does: its `id`, and the `code`, the `message` and the other members of its own error.
public protocol TasksReference: TaskReference where Response == OneOrList<Item> {
    /// What the request returns for each task.
    associatedtype Item: WireValue

    /// The ids of several tasks; `nil` if the request names one.
    var ids: IDList? { get }
}

extension TasksReference {
    /// Checks that exactly one of id, ids and title is given.
    public func validate() throws(ValidationError) { try checkReference() }

    public static var paramsSchema: [(String, JSON)] { referenceSchema }

    static var referenceSchema: [(String, JSON)] { [("oneOf", [given("id"), given("ids"), given("title")])] }

    /// The schemas of the params that cannot be given with several ids.
    static func withIds(_ params: String...) -> [JSON] { params.map { given("ids", $0) } }

    /// Refuses a param that is for one task only.
    func checkIsOfOne(_ param: String, isGiven: Bool) throws(ValidationError) {
        guard ids != nil, isGiven else { return }
        throw ValidationError(path: [param], problem: "is of one task; it cannot be given with ids")
    }

    func checkReference() throws(ValidationError) {
        guard ids != nil else { return try checkReferenceToOne(orIds: true) }
        let other = id == nil ? title.map { _ in "title" } : "id"
        if let other { throw ValidationError(path: ["ids"], problem: "conflicts with \(other); give one of them") }
    }
}

extension Field where Root: TasksReference, Value == IDList? {
    static var orIds: Field { .optional("ids", \.ids, "or the ids of several tasks, 1 to 1000") }
}

extension Field where Root: TaskReference, Value == Int? {
    static var id: Field { .optional("id", \.id, "the task's id", .id) }
}

extension Field where Root: TaskReference, Value == String? {
    static var orTitle: Field {
        .optional("title", \.title, "or its title, or the unique beginning of an open task's title", .line(500))
    }
}
