/// A value in a bus message, one case for each type of the D-Bus specification ("Type System").
public indirect enum BusValue: Equatable, Sendable {
    /// `y`
    case byte(UInt8)
    /// `b`
    case bool(Bool)
    /// `n`
    case int16(Int16)
    /// `q`
    case uint16(UInt16)
    /// `i`
    case int32(Int32)
    /// `u`
    case uint32(UInt32)
    /// `x`
    case int64(Int64)
    /// `t`
    case uint64(UInt64)
    /// `d`
    case double(Double)
    /// `s`
    case string(String)
    /// `o`: `/org/freedesktop/login1`
    case objectPath(String)
    /// `g`
    case signature(String)
    /// `h`
    case descriptor(BusDescriptor)
    /// `a…`: values that all have the element signature, which an empty array needs too.
    case array(elementSignature: String, [BusValue])
    /// `a{sv}`, the usual dictionary of named values of any type. The variants around the values are implied.
    case dictionary([String: BusValue])
    /// `{…}`: one entry of any other dictionary, an array of such entries.
    case entry(key: BusValue, value: BusValue)
    /// `v`
    case variant(BusValue)
    /// `(…)`: one or more values of any types.
    case structure([BusValue])

    /// The D-Bus signature of this value: `s`, `a{sv}`, `(iu)`…
    public var signature: String {
        switch self {
        case .byte: "y"
        case .bool: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .descriptor: "h"
        case .array(let elementSignature, _): "a" + elementSignature
        case .dictionary: "a{sv}"
        case .entry(let key, let value): "{" + key.signature + value.signature + "}"
        case .variant: "v"
        case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
        }
    }
}
