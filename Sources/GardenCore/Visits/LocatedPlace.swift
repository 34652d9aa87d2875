import GardenAPI

/// A place as it was given or found. Locating happens outside of the core, which gets the place as an argument (RULES V11).
public struct LocatedPlace: WireObject, Equatable {
    public static let name = "LocatedPlace"
    public static let refusesUnknownNames = true

    public var latitude: DecimalNumber
    public var longitude: DecimalNumber
    /// In metres; `nil` if it is unknown.
    public var accuracy: DecimalNumber?
    public var source: VisitSource

    public init(latitude: DecimalNumber, longitude: DecimalNumber, accuracy: DecimalNumber?, source: VisitSource) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
        self.source = source
    }

    public static let fields = Fields(
        LocatedPlace.init,
        .required("latitude", \.latitude, "degrees from -90 to 90"),
        .required("longitude", \.longitude, "degrees from -180 to 180"),
        .optional("accuracy", \.accuracy, "the accuracy in metres"),
        .required("source", \.source, "where the place comes from"))
}

/// Why no place was found (RULES V11).
public struct LocatingError: Error, Equatable {
    public enum Reason: String, WireWord {
        case denied = "location_denied"
        case noAgent = "location_no_agent"
        case timeout = "location_timeout"
    }

    public var reason: Reason
    /// The reason and a remedy, for people.
    public var message: String

    public init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }

    /// The answer to the request.
    var refusal: GardenError {
        let reason: RefusalReason =
            switch reason {
            case .denied: .locationDenied
            case .noAgent: .locationNoAgent
            case .timeout: .locationTimeout
            }
        return .refused(reason, message)
    }
}

/// How the daemon finds the place where the machine is.
public enum VisitLocator: WireValue, Equatable {
    /// The location service of the desktop.
    case geoclue
    case off
    /// A command and its arguments.
    case command([String])

    private static let expectation = "\"geoclue\", \"off\" or a list with a command and its arguments"

    public static var schema: JSON {
        [
            "anyOf": [
                ["type": "string", "enum": ["geoclue", "off"]],
                ["type": "array", "items": ["type": "string"], "minItems": 1, "maxItems": 32],
            ]
        ]
    }

    public init(json: JSON) throws(ValidationError) {
        switch json {
        case "geoclue": self = .geoclue
        case "off": self = .off
        case .array(let values):
            let words = values.compactMap(\.stringValue)
            guard words.count == values.count, (1...32).contains(words.count),
                words.allSatisfy({ $0.utf8.count <= 1000 }),
                words[0] != ""
            else { throw ValidationError(expected: Self.expectation, found: json) }
            self = .command(words)
        case .null, .bool, .integer, .number, .string, .object:
            throw ValidationError(expected: Self.expectation, found: json)
        }
    }

    public func write(to writer: inout JSONWriter) {
        switch self {
        case .geoclue: writer.string("geoclue")
        case .off: writer.string("off")
        case .command(let words): words.write(to: &writer)
        }
    }
}
