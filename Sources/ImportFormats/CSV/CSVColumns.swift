/// Which cells of a row hold what.
struct CSVColumns {
    let profile: CSVProfile
    /// How many columns the table has.
    let count: Int
    private var indices: [CSVField: [Int]] = [:]
    private var names: [String: Int] = [:]

    /// The columns of a header; `nil` for one that is not understood.
    ///
    /// - Parameter isStrict: whether a table of no known program needs more than a title, as every list of names has one.
    init?(header: [String], isStrict: Bool) {
        let folded = header.map(CSVHeader.folded)
        if let profile = CSVProfile.of(header) {
            self.init(profile, folded.map { profile.columns[$0] })
        } else {
            var fields = header.map(CSVField.init(headerWord:))
            // `Tag` is a day in German, and a label in English.
            if !fields.contains(.date), !fields.contains(.start), !fields.contains(.title),
                let tag = folded.firstIndex(of: "tag")
            {
                fields[tag] = .date
            }
            // Where the start has two columns, one has the date.
            if !fields.contains(.date), fields.count(where: { $0 == .start }) > 1,
                let date = fields.indices.first(where: { fields[$0] == .start && CSVField.isOfDate(folded[$0]) })
            {
                fields[date] = .date
            }
            guard let profile = CSVProfile.general(fields) else { return nil }
            let known: Set<CSVField> = [.due, .completed, .priority, .repetition, .remind]
            guard profile.content == .sessions || !isStrict || !known.isDisjoint(with: fields.compactMap(\.self)) else {
                return nil
            }
            self.init(profile, fields)
        }
        for (index, name) in folded.enumerated() where names[name] == nil { names[name] = index }
    }

    /// The columns of a table without a header.
    ///
    /// - Parameter names: the names of fields; `-` for a column that is not read.
    init(names: [String]) throws(UnreadableFile) {
        var fields: [CSVField?] = []
        for name in names.map({ $0.trimmed.lowercased() }) {
            guard name != "-", !name.isEmpty else {
                fields.append(nil)
                continue
            }
            guard let field = CSVField(rawValue: name), field.hasName else {
                throw UnreadableFile(reason: "\(quoted(name)) is no field; use \(CSVField.names), or - for none")
            }
            fields.append(field)
        }
        guard let profile = CSVProfile.general(fields) else {
            throw UnreadableFile(
                reason:
                    "tasks need a column title; sessions need date or start, and end, duration, minutes, hours or seconds"
            )
        }
        self.init(profile, fields)
    }

    private init(_ profile: CSVProfile, _ fields: [CSVField?]) {
        (self.profile, count) = (profile, fields.count)
        for (index, field) in fields.enumerated() { if let field { indices[field, default: []].append(index) } }
    }

    /// Whether the table has a column for something.
    func has(_ field: CSVField) -> Bool { indices[field] != nil }

    /// The cells of a field that have a text.
    func texts(_ field: CSVField, in row: CSVRows.Row) -> [String] {
        (indices[field] ?? []).compactMap { text(at: $0, in: row) }
    }

    /// The first cell of a field that has a text.
    func text(_ field: CSVField, in row: CSVRows.Row) -> String? { texts(field, in: row).first }

    /// The cell of a column of the header.
    func text(named name: String, in row: CSVRows.Row) -> String? { names[name].flatMap { text(at: $0, in: row) } }

    private func text(at index: Int, in row: CSVRows.Row) -> String? {
        guard index < row.cells.count else { return nil }
        let cell = row.cells[index]
        guard !cell.utf8.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return nil }
        return profile.marksFormulas ? Self.unmarked(cell) : cell
    }

    /// A text without the apostrophe that keeps spreadsheets from taking it for a formula.
    private static func unmarked(_ cell: String) -> String {
        let scalars = cell.unicodeScalars
        guard scalars.first == "'", let second = scalars.dropFirst().first,
            "=+-@\t\r\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(second)
        else { return cell }
        return String(String.UnicodeScalarView(scalars.dropFirst()))
    }
}
