import TimeKit

/// Date-times with an offset, the form of programs: `2026-12-01T08:00:00+09:00`.
enum DateTimeText {
    /// Reads an RFC 3339 `date-time`, also without seconds and with a space instead of the `T`. `nil` for anything else.
    static func timestamp(_ text: PhraseText) -> Timestamp? {
        let characters = text.characters
        let lengthOfDate = 10
        guard characters.count > lengthOfDate + 6, ["t", " "].contains(characters[lengthOfDate]),
            let offset = characters[(lengthOfDate + 1)...].firstIndex(where: { ["z", "+", "-"].contains($0) })
        else { return nil }
        let time = characters[(lengthOfDate + 1)..<offset]
        let seconds = time.count == "08:00".count ? ":00" : ""
        return Timestamp(
            String(characters[..<lengthOfDate]) + "T" + String(time) + seconds + String(characters[offset...]))
    }
}
