import WorkKit

/// What a person wrote, in one form: lower case, ordinary instead of full-width and half-width characters, single
/// spaces. It keeps the original for messages.
struct PhraseText: Sendable {
    /// The longest text in characters.
    static let mostCharacters = 200
    /// The largest count of a unit, so that no arithmetic can overflow.
    static let mostOfUnit = 999_999

    /// The text in one form.
    private(set) var characters: [Character] = []

    private let original: [Character]
    /// The index in `original` of each of `characters`.
    private var positions: [Int] = []

    /// `nil` for a text of more than ``mostCharacters``.
    init?(_ text: String) {
        // A character can have any number of combining marks, so that counting characters has no bound by itself.
        guard text.utf8.count <= Self.mostCharacters * 32, text.count <= Self.mostCharacters else { return nil }
        original = Array(text)
        Work.note(original.count, .values)
        for (index, character) in original.enumerated() {
            if character.isWhitespace {
                if characters.isEmpty || characters.last == " " { continue }
                append(" ", at: index)
            } else {
                append(Self.fold(character), at: index)
            }
        }
        if characters.last == " " { characters.removeLast() }
        separateWeekdays()
    }

    /// In *mon/wed/fri*, the signs are commas.
    private mutating func separateWeekdays() {
        for index in characters.indices.dropFirst(3) where characters[index] == "/" {
            if Self.endsOfWeekdays.contains(String(characters[index - 3..<index])) { characters[index] = "," }
        }
    }

    private static let endsOfWeekdays: Set = ["mon", "tue", "wed", "thu", "fri", "sat", "sun", "day"]

    private mutating func append(_ character: Character, at index: Int) {
        characters.append(character)
        positions.append(index)
    }

    /// The original text of a range of ``characters``.
    func original(_ range: Range<Int>) -> String {
        guard !range.isEmpty else { return "" }
        return String(original[positions[range.lowerBound]...positions[range.upperBound - 1]])
    }
}

extension PhraseText {
    private static let katakana = Array("ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン")

    static func fold(_ character: Character) -> Character {
        let scalars = character.unicodeScalars
        guard scalars.count == 1, let scalar = scalars.first else { return lowercase(character) }
        switch scalar.value {
        // The full-width forms of ASCII have its order.
        case 0xFF01...0xFF5E: return lowercase(Character(Unicode.Scalar(UInt8(scalar.value - 0xFEE0))))
        case 0xFF66...0xFF9D: return katakana[Int(scalar.value - 0xFF66)]
        // Hyphens, the en dash and the minus sign.
        case 0x2010...0x2013, 0x2212: return "-"
        case 0x2019: return "'"
        case 0x2236: return ":"
        default: return lowercase(character)
        }
    }

    private static func lowercase(_ character: Character) -> Character {
        let text = character.lowercased()
        return text.count == 1 ? Character(text) : character
    }
}
