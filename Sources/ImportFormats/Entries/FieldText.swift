import GardenAPI

/// Texts of files, as the garden can keep them (RULES G1): without the characters that it refuses, and not too long.
enum FieldText {
    /// The longest title, facility and address in characters.
    private static let mostCharacters = 500
    /// The longest name of a label, a group, a member or a kind in characters.
    private static let mostCharactersOfName = 100
    /// An emoji of a family has 25 bytes.
    private static let mostBytesPerCharacter = 32
    /// The longest comment in bytes.
    private static let mostBytes = 10 << 10
    /// The most names in a list.
    static let mostNames = 50
    /// Of a longer text, only the beginning is looked at.
    private static let mostBytesRead = 64 << 10

    /// A text of one line, and whether it is cut; `nil` if nothing of it is left.
    static func line(_ text: String) -> (text: String, isCut: Bool)? { line(text, most: mostCharacters) }

    /// A name, and whether it is cut; `nil` if the text cannot be one: digits alone would be an id.
    static func name(_ text: String) -> (text: String, isCut: Bool)? {
        guard let line = line(text, most: mostCharactersOfName), line.text.contains(where: { !$0.isWholeNumber }) else {
            return nil
        }
        return line
    }

    private static func line(_ text: String, most: Int) -> (text: String, isCut: Bool)? {
        let (read, isLong) = beginning(of: text)
        let words = read.withoutForbiddenCharacters(keepsLines: false).split(whereSeparator: \.isWhitespace)
        let line = words.joined(separator: " ")
        guard line.hasVisibleCharacter else { return nil }
        let (kept, isCut) = cut(line, characters: most, bytes: most * mostBytesPerCharacter)
        return (kept, isCut || isLong)
    }

    /// A text of several lines, and whether it is cut; `nil` if nothing of it is left.
    static func note(_ text: String) -> (text: String, isCut: Bool)? {
        let (read, isLong) = beginning(of: text)
        let note = read.withoutForbiddenCharacters(keepsLines: true).trimmed
        guard note.hasVisibleCharacter else { return nil }
        let (kept, isCut) = cut(note, characters: .max, bytes: mostBytes)
        return (kept, isCut || isLong)
    }

    private static func beginning(of text: String) -> (String, Bool) {
        guard text.utf8.count > mostBytesRead else { return (text, false) }
        return (String(decoding: text.utf8.prefix(mostBytesRead), as: UTF8.self), true)
    }

    private static func cut(_ text: String, characters: Int, bytes: Int) -> (String, Bool) {
        guard text.utf8.count > bytes || characters < .max && text.count > characters else { return (text, false) }
        let ellipsis: Character = "…"
        var kept = ""
        var count = 1
        for character in text {
            guard count < characters, kept.utf8.count + character.utf8.count + ellipsis.utf8.count <= bytes else {
                break
            }
            kept.append(character)
            count += 1
        }
        return (kept.trimmed + String(ellipsis), true)
    }
}

extension String {
    /// The text without white space at its ends.
    var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    fileprivate var hasVisibleCharacter: Bool {
        unicodeScalars.contains { !$0.properties.isDefaultIgnorableCodePoint && !$0.properties.isWhitespace }
    }
}

/// A text of a file in a message, in quotation marks and not too long.
func quoted(_ text: String) -> String { JSON.string(text.trimmed).excerpt }
