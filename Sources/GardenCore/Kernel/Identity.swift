import GardenAPI

/// Which garden this is, and which devices have written its journal (RULES G2).
public struct GardenIdentity: WireObject, Equatable {
    public static let name = "GardenIdentity"
    /// The uid of Default, which no event creates.
    static let defaultUid = "00000000-0"

    /// A device from its first event on.
    struct Device: WireObject, Equatable {
        static let name = "Device"

        var since: Int
        var id: String

        static let fields = Fields(
            Device.init,
            .required("since", \.since, "its first event"),
            .required("id", \.id, "its id"))
    }

    /// The same on all devices of the person; empty before the garden's first event.
    public internal(set) var gardenId: String
    /// A hash of the machine's id, which does not reveal the id.
    public internal(set) var machine: String
    var devices: [Device]
    /// The rules with which the garden began; `nil` before they were counted. What those before left is made good only there.
    public internal(set) var rules: Int?

    /// The rules of this release. 1: due times ring (RULES T16).
    static let currentRules = 1

    public static let fields = Fields(
        GardenIdentity.init,
        .required("gardenId", \.gardenId, "names the garden among others"),
        .required("machine", \.machine, "a hash of the machine's id"),
        .required("devices", \.devices, "the devices that have written the journal"),
        .optional("rules", \.rules, "the rules with which the garden began"))

    /// Records that a device begins to write.
    mutating func began(_ deviceId: String, at seq: Int) {
        let device = Device(since: seq, id: deviceId)
        devices.append(device)
    }

    /// The device that writes now.
    public var deviceId: String { devices.last?.id ?? "" }

    /// The device that wrote an event.
    func deviceId(at seq: Int) -> String { devices.last { $0.since <= seq }?.id ?? "" }

    /// Names the line of events up to now: a journal continues under another id after the restore of a backup and on another
    /// device.
    public var epoch: String { deviceId }

    /// The last event that this journal has in common with the one that had an epoch.
    ///
    /// - Returns: `nil` if nothing is known about that one; no bound for the present epoch.
    public func lastCommonSeq(withEpoch epoch: String) -> Int? {
        guard let index = devices.lastIndex(where: { $0.id == epoch }) else { return nil }
        return index + 1 == devices.count ? .max : devices[index + 1].since - 1
    }

    /// The uid of the entity that the event `seq` creates.
    func newUid(at seq: Int) -> String { uid(.own(seq), at: seq) }

    /// How an event of the device that writes now refers to an entity.
    func reference(to uid: String) -> UIDReference {
        if uid == Self.defaultUid { return .own(0) }
        // Each event of the timer asks. By bytes it takes a tenth of the time that characters take.
        var (device, name) = (deviceId, uid)
        let seq = device.withUTF8 { device in
            name.withUTF8 { Self.seq(ofUid: $0, by: UnsafeBufferPointer(rebasing: device.prefix(8))) }
        }
        return seq.map(UIDReference.own) ?? .full(uid)
    }

    /// The event that a uid names.
    ///
    /// - Parameter device: the beginning of the device's id.
    /// - Returns: `nil` if it is the uid of another device.
    private static func seq(ofUid uid: UnsafeBufferPointer<UInt8>, by device: UnsafeBufferPointer<UInt8>) -> Int? {
        let digits = uid.dropFirst(device.count + 1)
        guard let first = digits.first, first != UInt8(ascii: "0"), digits.count <= 18, uid.starts(with: device),
            uid[device.count] == UInt8(ascii: "-")
        else { return nil }
        var seq = 0
        for byte in digits {
            guard case UInt8(ascii: "0")...UInt8(ascii: "9") = byte else { return nil }
            seq = seq * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return seq
    }

    /// The event of this journal that created the entity with that uid.
    static func seq(ofOwn uid: String) -> Int? { uid.split(separator: "-").last.flatMap { Int($0) } }

    /// The uid that a reference in the event `seq` means.
    func uid(_ reference: UIDReference, at seq: Int) -> String {
        switch reference {
        case .own(0): return Self.defaultUid
        case .own(let created): return "\(deviceId(at: seq).prefix(8))-\(created)"
        case .full(let uid): return uid
        }
    }
}

/// How an effect refers to an entity: by the event that created it, if the same device wrote that event; 0 means
/// Default.
public enum UIDReference: WireValue, Equatable {
    case own(Int)
    case full(String)

    public static var schema: JSON { true }

    public init(json: JSON) throws(ValidationError) {
        switch json {
        case .integer(let seq) where seq >= 0: self = .own(seq)
        case .string(let uid): self = .full(uid)
        case .null, .bool, .integer, .number, .array, .object:
            throw ValidationError(expected: "the seq of an event or a uid", found: json)
        }
    }

    public func write(to writer: inout JSONWriter) {
        switch self {
        case .own(let seq): writer.integer(seq)
        case .full(let uid): writer.string(uid)
        }
    }
}
