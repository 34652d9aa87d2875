import GardenAPI
import GardenCore
import TimeKit

/// An instruction to the virtual machine in a simulation's input, besides requests (API §4).
enum Directive {
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
    case part(any SimulatedDirective)

    /// How far it moves a clock of the machine, also backward; negative for an instant that has passed.
    ///
    /// - Parameter now: the wall clock before it.
    func milliseconds(from now: Instant) -> Int {
        switch self {
        case .at(let instant): Instant.milliseconds(from: now, to: instant)
        case .advance(let time), .sleep(let time), .down(let time), .reboot(let time): time
        case .stepClock(let time): Int(time.magnitude)
        case .timezone, .part: 0
        }
    }

    /// Parses a line as a directive; `nil` if it is a request.
    ///
    /// - Parameter parts: the directives of the machine's parts.
    /// - Throws: the problem with the directive.
    init?(_ line: [UInt8], _ parts: [any SimulatedDirective.Type]) throws(ValidationError) {
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
            default:
                guard let part = parts.first(where: { $0.word == word }) else { return nil }
                self = .part(try part.init(json: value))
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
