import GardenAPI
import GardenCore
import TimeKit

/// An instruction to the virtual machine in a simulation's input, besides requests (API §4).
public enum Directive: Sendable, Equatable {
    /// Time passes until that instant.
    case at(Instant)
    case advance(milliseconds: Int)
    /// The machine is suspended.
    case sleep(milliseconds: Int)
    /// The daemon is killed, and started again later in the same boot.
    case down(milliseconds: Int)
    /// The power is cut, and the machine and daemon are up again after this long.
    case reboot(milliseconds: Int)
    case timezone(String)
    /// The wall clock is set.
    case stepClock(milliseconds: Int)
    case presence(Presence)
    /// A run of a hook has ended.
    case hook(HookOutcome)
    /// The machine is at another place.
    case place(FoundPlace)
    /// A check of visits has found one that was changed from outside.
    case finding(VisitFinding)
    /// What the file of the garden's key has from now on.
    case identityKey(SimulatedKey)
    /// A client has copied a file for a photo.
    case upload(SimulatedUpload)

    /// How far it moves a clock of the machine, also backward; negative for an instant that has passed.
    ///
    /// - Parameter now: the wall clock before it.
    public func milliseconds(from now: Instant) -> Int {
        switch self {
        case .at(let instant): Instant.milliseconds(from: now, to: instant)
        case .advance(let time), .sleep(let time), .down(let time), .reboot(let time): time
        case .stepClock(let time): Int(time.magnitude)
        case .timezone, .presence, .hook, .finding, .place, .identityKey, .upload: 0
        }
    }

    /// Parses a line as a directive; `nil` if it is a request.
    ///
    /// - Throws: the problem with the directive.
    public init?(_ line: [UInt8]) throws(ValidationError) {
        guard let json = try? JSON.parse(line), case .object(let object) = json, object["method"] == nil,
            object["jsonrpc"] == nil, let word = object.members.first?.name
        else { return nil }
        let value = object.members[0].value
        do throws(ValidationError) {
            switch word {
            case "at": self = .at(try Timestamp(json: value).instant)
            case "advance": self = .advance(milliseconds: try Self.duration(value))
            case "sleep": self = .sleep(milliseconds: try Self.duration(value))
            case "down": self = .down(milliseconds: try Self.duration(value))
            case "reboot": self = .reboot(milliseconds: try Self.duration(value))
            case "timezone": self = .timezone(try String(json: value))
            case "stepClock": self = .stepClock(milliseconds: try Self.seconds(value))
            case "hook": self = .hook(HookOutcome(try HookEnd(json: value)))
            case "finding": self = .finding(try VisitFinding(json: value))
            case "place": self = .place(try FoundPlace(json: value))
            case "identityKey": self = .identityKey(try SimulatedKey(json: value))
            case "upload": self = .upload(try SimulatedUpload(json: value))
            case "presence": self = .presence(try Presence(json: value))
            default: return nil
            }
        } catch {
            throw ValidationError(path: [word], problem: error.problem)
        }
        guard object.members.count == 1 else {
            throw ValidationError(
                path: [object.members[1].name], problem: "is a second directive; a line can have one")
        }
    }

    /// Seconds from 0, in milliseconds.
    private static func duration(_ json: JSON) throws(ValidationError) -> Int {
        let milliseconds = try seconds(json)
        guard milliseconds >= 0 else {
            throw ValidationError(expected: "seconds, 0 or more", found: json)
        }
        return milliseconds
    }

    /// Seconds, with a fraction or without, in milliseconds; 100 years at most.
    private static func seconds(_ json: JSON) throws(ValidationError) -> Int {
        let most = 100 * 366 * 86_400
        switch json {
        case .integer(let seconds) where abs(seconds) <= most: return seconds * 1000
        case .number(let seconds) where abs(seconds) <= Double(most): return Int((seconds * 1000).rounded())
        case .null, .bool, .integer, .number, .string, .array, .object:
            throw ValidationError(expected: "seconds, at most 100 years", found: json)
        }
    }
}

/// The keys of a simulated machine, which begins with the first one.
public enum SimulatedKey: String, WireWord {
    case own, other, missing, unreadable
}

/// The value of the directive `hook`.
private struct HookEnd: WireObject {
    static let name = "HookEnd"
    static let refusesUnknownNames = true

    var file: String
    var event: String
    var eventSeq: Int
    var problem: String?

    static let fields = Fields(
        HookEnd.init,
        .required("file", \.file, "the file, relative to the hooks directory"),
        .required("event", \.event, "the type of the event that it was for"),
        .required("eventSeq", \.eventSeq, "the number of that event"),
        .optional("problem", \.problem, "why it failed"))
}

extension HookOutcome {
    fileprivate init(_ end: HookEnd) {
        self.init(file: end.file, event: EventReference(seq: end.eventSeq, type: end.event), problem: end.problem)
    }
}

/// The value of the directive `place`: what a search for the machine's place finds.
public enum FoundPlace: Sendable, Equatable {
    case place(LocatedPlace)
    case problem(LocatingError.Reason)

    init(json: JSON) throws(ValidationError) {
        if json.stringValue != nil {
            self = .problem(try LocatingError.Reason(json: json))
        } else {
            self = .place(try LocatedPlace(json: json))
        }
    }

    var result: Result<LocatedPlace, LocatingError> {
        switch self {
        case .place(let place): .success(place)
        case .problem(let reason): .failure(LocatingError(reason, "the place of a simulated machine is not found"))
        }
    }
}
