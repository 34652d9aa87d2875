/// Several ids of one kind, each once.
public struct IDList: WireValue, Equatable, ExpressibleByArrayLiteral {
    /// The ids, in the order of the request.
    public let ids: [Int]

    /// Creates the list.
    public init(_ ids: [Int]) { self.ids = ids }
    /// Creates the list.
    public init(arrayLiteral elements: Int...) { ids = elements }

    /// The most ids of a list.
    public static let most = 1000

    public static var schema: JSON {
        [
            "type": "array", "items": ["type": "integer", "minimum": 1], "minItems": 1, "maxItems": .integer(most),
            "uniqueItems": true,
        ]
    }

    public init(json: JSON) throws(ValidationError) {
        guard let values = json.arrayValue, (1...Self.most).contains(values.count) else {
            throw ValidationError(expected: "a list of 1 to \(Self.most) ids", found: json)
        }
        var (ids, known): ([Int], Set<Int>) = ([], [])
        for (index, value) in values.enumerated() {
            let id: Int
            do { id = try Constraint.value(value, Constraint<Int>.id) } catch { throw error.inside("\(index)") }
            guard known.insert(id).inserted else {
                throw ValidationError(path: ["\(index)"], problem: "repeats \(id)")
            }
            ids.append(id)
        }
        self.ids = ids
    }

    public func write(to writer: inout JSONWriter) { ids.write(to: &writer) }
}
