/// The notes of Anki as it exports them to a text. A garden has no cards, so they are counted.
enum AnkiNotes {
    /// Whether a text begins with what Anki writes at its beginning: `#separator:tab`.
    static func canRead(_ text: [UInt8]) -> Bool {
        ["#separator:", "#html:", "#notetype:", "#deck:"].contains { text.starts(with: $0.utf8) }
    }

    /// Counts the notes.
    static func read(_ text: [UInt8]) -> ImportedFile {
        var file = ImportedFile("Anki notes")
        let first = String(decoding: text.prefix { ![0x0A, 0x0D].contains($0) }.prefix(40), as: UTF8.self).lowercased()
        let separators =
            ["comma": ",", "semicolon": ";", "space": " ", "pipe": "|", "colon": ":"] as [String: Unicode.Scalar]
        let name = first.hasPrefix("#separator:") ? String(first.dropFirst(11)).trimmed : "tab"
        var rows = CSVRows(text, separator: UInt8(ascii: separators[name] ?? "\t"))
        while let next = rows.next() {
            guard case .success(let row) = next, row.cells.first?.hasPrefix("#") != true else { continue }
            file.noteOther("card")
        }
        file.damage = rows.damage
        return file
    }
}
