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

    func checkReference() throws(ValidationError) {
        switch (id, title) {
        case (nil, nil): throw ValidationError(path: ["id"], problem: "is missing; give id or title")
        case (.some, .some):
            throw ValidationError(path: ["title"], problem: "conflicts with id; give id or title, not both")
        case (.some, nil), (nil, .some): return
        }
    }
}

extension Field where Root: TaskReference, Value == Int? {
    static var id: Field { .optional("id", \.id, "the task's id", .id) }
}

extension Field where Root: TaskReference, Value == String? {
    static var orTitle: Field {
        .optional("title", \.title, "or its title, or the unique beginning of an open task's title", .line(500))
    }
}
