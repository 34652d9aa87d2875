/// A defect of a TZif file.
public enum TZifError: Error, Hashable, Sendable {
    /// The first bytes are not `TZif` and a version.
    case notTZif

    /// The file ends before this part.
    case truncated(at: String)

    /// An impossible count in the header, such as no local times.
    case badCount(of: String, Int)

    /// Transition `index`, from 0, is not later than the one before, has an unknown local time, or is more than 2⁵⁹
    /// seconds from the epoch.
    case badTransition(index: Int)

    /// Local time `index`, from 0, has an offset out of bounds, a daylight saving flag other than 0 and 1, or an
    /// unknown abbreviation.
    case badLocalTime(index: Int)

    /// The file counts leap seconds, unlike the clocks of Linux.
    case leapSeconds

    /// The footer is not a POSIX TZ string between two line feeds.
    case badFooter
}

extension TZifError: CustomStringConvertible {
    /// A clause to follow the name of the zone.
    public var description: String {
        switch self {
        case .notTZif: "is not a TZif file"
        case .truncated(let part): "ends before its \(part)"
        case .badCount(let part, let count): "has \(count) \(part)"
        case .badTransition(let index): "has a bad transition, number \(index)"
        case .badLocalTime(let index): "has a bad local time, number \(index)"
        case .leapSeconds: "counts leap seconds"
        case .badFooter: "has a bad footer"
        }
    }
}

extension ZoneRules {
    /// Reads a TZif file (RFC 9636), version 1 … 4. Later versions are read like version 4.
    ///
    /// It ignores bytes after the footer, and the flags for standard and universal time, which matter only for TZ
    /// strings without dates.
    ///
    /// - Parameters:
    ///   - name: the name of the zone, which the file does not contain.
    ///   - bytes: the content of the file; any bytes are allowed.
    /// - Throws: the first defect of the file.
    public init(name: String, tzif bytes: [UInt8]) throws(TZifError) {
        var reader = TZifReader(bytes)
        let first = try reader.header()
        if first.version == 1 {
            let (localTimes, offsetChanges) = try reader.block(first, bytesPerTime: 4)
            self.init(name: name, localTimes: localTimes, offsetChanges: offsetChanges, footer: nil)
            return
        }
        _ = try reader.take(first.byteCount(bytesPerTime: 4), "data of version 1")
        let second = try reader.header()
        guard second.version > 1 else { throw .notTZif }
        let (localTimes, offsetChanges) = try reader.block(second, bytesPerTime: 8)
        let footer = try reader.footer()
        self.init(name: name, localTimes: localTimes, offsetChanges: offsetChanges, footer: footer)
    }
}

/// The header of a data block (RFC 9636 §3.1).
private struct TZifHeader {
    var version: Int
    var universalTimeFlags: Int
    var standardTimeFlags: Int
    var leapSeconds: Int
    var offsetChanges: Int
    var localTimes: Int
    var abbreviationBytes: Int

    /// The size of the data block that follows, with times of 4 or 8 bytes.
    func byteCount(bytesPerTime: Int) -> Int {
        offsetChanges * (bytesPerTime + 1) + localTimes * 6 + abbreviationBytes + leapSeconds * (bytesPerTime + 4)
            + standardTimeFlags + universalTimeFlags
    }
}

private struct TZifReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    mutating func take(_ count: Int, _ part: String) throws(TZifError) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw .truncated(at: part) }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func header() throws(TZifError) -> TZifHeader {
        guard try Array(take(4, "header")) == Array("TZif".utf8) else { throw .notTZif }
        let version: Int
        switch try take(1, "version").first {
        case 0: version = 1
        case let byte? where byte >= UInt8(ascii: "2"): version = Int(byte - UInt8(ascii: "0"))
        case _: throw .notTZif
        }
        _ = try take(15, "header")
        var counts: [Int] = []
        for _ in 0..<6 { counts.append(Self.integer(try take(4, "header"))) }
        return TZifHeader(
            version: version, universalTimeFlags: counts[0], standardTimeFlags: counts[1], leapSeconds: counts[2],
            offsetChanges: counts[3], localTimes: counts[4], abbreviationBytes: counts[5])
    }

    /// The data block (RFC 9636 §3.2).
    mutating func block(
        _ header: TZifHeader, bytesPerTime: Int
    ) throws(TZifError) -> ([ZoneRules.LocalTime], [ZoneRules.OffsetChange]) {
        guard (1...256).contains(header.localTimes) else { throw .badCount(of: "local times", header.localTimes) }
        guard header.leapSeconds == 0 else { throw .leapSeconds }
        let times = try take(header.offsetChanges * bytesPerTime, "transition times")
        let typesOfTransitions = try take(header.offsetChanges, "transition types")
        let records = try take(header.localTimes * 6, "local times")
        let abbreviations = try take(header.abbreviationBytes, "abbreviations")
        _ = try take(header.standardTimeFlags + header.universalTimeFlags, "standard and universal time flags")

        var localTimes: [ZoneRules.LocalTime] = []
        for index in 0..<header.localTimes {
            let record = records.dropFirst(index * 6).prefix(6)
            guard let localTime = Self.localTime(record, abbreviations) else { throw .badLocalTime(index: index) }
            localTimes.append(localTime)
        }

        var offsetChanges: [ZoneRules.OffsetChange] = []
        offsetChanges.reserveCapacity(header.offsetChanges)
        for (index, type) in typesOfTransitions.enumerated() {
            let seconds = Self.integer(times.dropFirst(index * bytesPerTime).prefix(bytesPerTime), signed: true)
            guard Self.timeBounds.contains(seconds), Int(type) < localTimes.count,
                offsetChanges.last.map({ $0.seconds < seconds }) ?? true
            else { throw .badTransition(index: index) }
            offsetChanges.append(ZoneRules.OffsetChange(seconds: seconds, localTime: Int(type)))
        }
        return (localTimes, offsetChanges)
    }

    /// RFC 9636 §3.2 asks writers to stay above the lower bound; the upper one is symmetric.
    private static let timeBounds = -(1 << 59)...(1 << 59)

    /// Offset, daylight saving flag, index of the abbreviation.
    private static func localTime(
        _ record: ArraySlice<UInt8>, _ abbreviations: ArraySlice<UInt8>
    ) -> ZoneRules.LocalTime? {
        let offsetSeconds = integer(record.prefix(4), signed: true)
        let flags = record.suffix(2)
        let abbreviation = abbreviations.dropFirst(Int(flags[flags.endIndex - 1])).prefix { $0 != 0 }
        guard ZoneRules.offsetBounds.contains(offsetSeconds), flags[flags.startIndex] <= 1,
            abbreviation.endIndex < abbreviations.endIndex
        else { return nil }
        return ZoneRules.LocalTime(
            offsetSeconds: offsetSeconds, isDaylightSaving: flags[flags.startIndex] == 1,
            abbreviation: String(decoding: abbreviation, as: UTF8.self))
    }

    /// A POSIX TZ string between line feeds (RFC 9636 §3.3); `nil` if it is empty.
    mutating func footer() throws(TZifError) -> POSIXTimeZone? {
        guard try take(1, "footer").first == UInt8(ascii: "\n") else { throw .badFooter }
        let text = rest.prefix { $0 != UInt8(ascii: "\n") }
        _ = try take(text.count + 1, "end of the footer")
        if text.isEmpty { return nil }
        guard let zone = POSIXTimeZone(Array(text)) else { throw .badFooter }
        return zone
    }

    /// A number of up to 8 bytes, the most significant first.
    private static func integer(_ bytes: ArraySlice<UInt8>, signed: Bool = false) -> Int {
        let isNegative = signed && (bytes.first ?? 0) >= 0x80
        return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int($1) }
    }
}
