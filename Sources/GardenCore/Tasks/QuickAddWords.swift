import GardenAPI

/// A word of a sentence, in which some characters are literal: they are neither marks nor part of a date (RULES T15).
struct QuickAddWord: Equatable {
    var characters: [Character] = []
    var isLiteral: [Bool] = []
    /// The word as it was written, with its backslash.
    var written = ""

    /// Whether it is in place of several words, or of one in another form (``joiningForms(_:)``).
    var isForm = false

    var text: String { String(characters) }

    /// As it is in a title.
    var titleText: String { isForm ? written : text }

    /// The word for the search for dates, in which a literal character is one that no date has.
    var masked: String { String(zip(characters, isLiteral).map { $1 ? Self.mask : $0 }) }

    /// The first character, unless it is literal.
    var sign: Character? { isLiteral.first == false ? characters.first : nil }

    private static let mask: Character = "\u{FFFC}"
}

extension QuickAddWord {
    /// Splits a line into words at its blanks.
    ///
    /// A backslash at the beginning makes a word literal. Quotations are literal, too, and one word with their blanks: between
    /// `"` where one begins a word, and between “ ”, 「 」, 『 』 and 《 》.
    ///
    /// - Throws: if a quotation does not end.
    static func words(of line: String) throws(GardenError) -> [QuickAddWord] {
        let characters = characters(of: line)
        var words: [QuickAddWord] = []
        var index = 0
        while index < characters.count {
            if characters[index] == " " {
                index += 1
                continue
            }
            words.append(try word(in: characters, at: &index))
        }
        return words
    }

    /// A blank and a backslash are characters of their own, also before a combining mark.
    private static func characters(of line: String) -> [Character] {
        line.unicodeScalars.split(separator: " ").map { word -> [Character] in
            guard word.first == "\\" else { return Array(String(word)) }
            return ["\\"] + Array(String(word.dropFirst()))
        }.joined(separator: [" "]).map(\.self)
    }

    private static func word(in characters: [Character], at index: inout Int) throws(GardenError) -> QuickAddWord {
        var word = QuickAddWord()
        let start = index
        let isEscaped =
            ["\\", "＼"].contains(characters[index])
            && index + 1 < characters.count && characters[index + 1] != " "
        if isEscaped { index += 1 }
        while index < characters.count, characters[index] != " " {
            if !isEscaped, let last = Self.closing(characters[index], after: word) {
                guard let end = characters[(index + 1)...].firstIndex(of: last) else {
                    let end = characters[start...].firstIndex(of: " ") ?? characters.count
                    let found = String(characters[start..<end])
                    throw .quickAdd("\(JSON.string(found).text) begins a quotation that does not end: write \\\(found)")
                }
                word.append(characters[index...end], isLiteral: true)
                index = end + 1
            } else {
                word.append(characters[index...index], isLiteral: isEscaped)
                index += 1
            }
        }
        word.written = String(characters[start..<index])
        return word
    }

    private mutating func append(_ added: ArraySlice<Character>, isLiteral: Bool) {
        characters += added
        self.isLiteral += Array(repeating: isLiteral, count: added.count)
    }

    /// The character that ends the quotation that a character begins; `nil` if it begins none.
    private static func closing(_ character: Character, after word: QuickAddWord) -> Character? {
        if character == "\"" {
            let isFirst = word.characters.isEmpty || ["#", "＃", "(", "（"].contains(word.text)
            return isFirst || QuickAddMark.beginsAttribute(word.text) ? "\"" : nil
        }
        return quotations[character]
    }

    private static let quotations: [Character: Character] = ["“": "”", "「": "」", "『": "』", "《": "》"]

    /// The text between quotation marks that are all of it.
    static func quoted(_ characters: ArraySlice<Character>) -> String? {
        guard let first = characters.first, characters.count > 1,
            let last = first == "\"" ? "\"" : quotations[first], characters.last == last,
            characters.dropFirst().firstIndex(of: last) == characters.endIndex - 1
        else { return nil }
        return String(characters.dropFirst().dropLast())
    }
}

extension GardenError {
    /// A sentence that is refused, with what is wrong and how to write it.
    static func quickAdd(_ reason: String) -> GardenError {
        var error = GardenError.invalidParam("text", reason)
        error.message = reason
        return error
    }
}
