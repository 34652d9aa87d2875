/// The words of a line as a shell takes it apart: by blanks, with quotation marks of both kinds and backslashes. Within a word, as in
/// `don't`, a quotation mark is an ordinary character, because here no shell is expected.
enum ShellWords {
    static func split(_ line: String) throws(CommandError) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var characters = line[...]
        while let character = characters.popFirst() {
            switch character {
            case quote: quote = nil
            case "\\" where quote != "'" && !characters.isEmpty: word = (word ?? "") + String(characters.removeFirst())
            case _ where quote != nil: word?.append(character)
            case _ where "'\"".contains(character) && (word?.hasSuffix("=") ?? true):
                quote = character
                word = word ?? ""
            case _ where character.isWhitespace:
                if let whole = word { words.append(whole) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        if let quote { throw .usage("the quotation mark \(quote) is not closed") }
        return words + [word].compactMap(\.self)
    }
}
