/// The identity that an export of a garden gives an entry: `0badcafe-12`, the device and the number of the event.
enum GardenUid {
    /// What an entry of a garden is from.
    static let program = "garden"

    static func isUid(_ text: some StringProtocol) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].utf8.count == 8 && parts[0].utf8.allSatisfy(isLowercaseHexDigit)
            && (1...15).contains(parts[1].utf8.count) && parts[1].utf8.allSatisfy { (48...57).contains($0) }
    }

    /// The uid that the export for Taskwarrior made a UUID of version 8 from; `nil` for any other UUID.
    static func uid(ofUUID uuid: String) -> String? {
        let parts = uuid.lowercased().split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[1] == "0000", parts[2...3] == ["8000", "8000"],
            parts[4].utf8.count == 12, parts[4].utf8.allSatisfy(isLowercaseHexDigit),
            let number = UInt64(parts[4], radix: 16)
        else { return nil }
        let uid = "\(parts[0])-\(number)"
        return isUid(uid) ? uid : nil
    }

    /// The uid in the identity that our calendars give an entry, `0badcafe-12@garden`; `nil` for any other identity.
    static func uid(ofCalendar identity: String?) -> String? {
        guard let identity, identity.hasSuffix("@\(program)") else { return nil }
        let uid = String(identity.dropLast(program.count + 1))
        return isUid(uid) ? uid : nil
    }

    private static func isLowercaseHexDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
