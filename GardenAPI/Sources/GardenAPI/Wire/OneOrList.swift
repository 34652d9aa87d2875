/// What a request returns that can name several things: the value of one, or a list with the value of each.
public enum OneOrList<Element: WireValue>: WireValue {
    /// The value of the thing that the request names.
    case one(Element)
    /// The values of the things that it lists, in its order.
    case list([Element])

    /// The values; one, if the request names one thing.
    public var elements: [Element] {
        switch self {
        case .one(let element): [element]
        case .list(let elements): elements
        }
    }

    public static var schema: JSON { ["anyOf": [Element.schema, [Element].schema]] }
    public static var referredObjects: [any WireObject.Type] { Element.referredObjects }

    public init(json: JSON) throws(ValidationError) {
        if case .array = json {
            self = .list(try [Element](json: json))
        } else {
            self = .one(try Element(json: json))
        }
    }

    public func write(to writer: inout JSONWriter) {
        switch self {
        case .one(let element): element.write(to: &writer)
        case .list(let elements): elements.write(to: &writer)
        }
    }
}
