import GardenAPI

/// Intervals of Timewarrior, as `timew export` writes them and as its data files have them.
struct TimewarriorReader {
    private(set) var file = ImportedFile("Timewarrior")
    /// How many intervals have a tag.
    private var counts: [String: Int] = [:]

    static func canRead(_ value: JSON) -> Bool {
        guard let start = value["start"]?.stringValue, isTime(start.utf8), value["description"] == nil else {
            return false
        }
        return value["end"]?.stringValue.map { isTime($0.utf8) } ?? (value["tags"] != nil || value["id"] != nil)
    }

    /// Whether the first line that is not blank is an interval, or an exclusion.
    static func canRead(_ text: [UInt8]) -> Bool {
        guard let line = TextLines(text).lazy.first(where: { !$0.isBlank }), line.problem == nil else { return false }
        let words = line.text.utf8.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard let first = words.first, words.count > 1 else { return false }
        return first.elementsEqual("inc".utf8) && isTime(words[1]) || first.elementsEqual("exc".utf8)
    }

    /// `20261130T080000Z`
    private static func isTime(_ text: some Collection<UInt8>) -> Bool {
        text.count == 16
            && text.enumerated().allSatisfy { index, byte in
                switch index {
                case 8: byte == UInt8(ascii: "T")
                case 15: byte == UInt8(ascii: "Z")
                default: (48...57).contains(byte)
                }
            }
    }

    /// Reads the text twice, because the tags of all intervals decide which one of an interval is its category.
    mutating func read(_ bytes: [UInt8]) {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let isJSON = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
        if isJSON {
            var records = JSONRecords(bytes, lists: [])
            records.read { count(Self.interval($0.value).tags) }
            records = JSONRecords(bytes, lists: [])
            records.read { take(Self.interval($0.value), $0.position) }
            file.add(records)
        } else {
            for line in TextLines(bytes) {
                if case .success(let interval) = Self.interval(line) { count(interval.tags) }
            }
            for line in TextLines(bytes) where !line.isBlank { read(line) }
        }
    }

    private mutating func count(_ tags: [String]) { for tag in Set(tags) { counts[tag, default: 0] += 1 } }

    private mutating func read(_ line: TextLines.Line) {
        switch Self.interval(line) {
        case .success(let interval): take(interval, line.position)
        case .failure(.exclusion): file.noteOther("exclusion")
        case .failure(.mistake(let reason)): file.leaveOut(line.position, reason)
        }
    }

    private mutating func take(_ interval: TimewarriorInterval, _ position: String) {
        guard interval.start == nil || interval.end != nil else { return file.leaveOut(position, "it goes on") }
        var reading = SessionReading(position)
        let category = category(of: interval.tags)
        reading.setCategory(category.map { interval.tags[$0] })
        for (index, tag) in interval.tags.enumerated() where index != category { reading.addNote(tag) }
        reading.addNote(interval.annotation)
        reading.take(
            from: interval.start.flatMap(ImportedTime.init(written:)),
            to: interval.end.flatMap(ImportedTime.init(written:)), into: &file)
    }

    /// The index of the tag that most intervals have; of several such tags the first.
    private func category(of tags: [String]) -> Int? {
        var found: Int?
        for (index, tag) in tags.enumerated() {
            let isMore = found.map { counts[tag, default: 0] > counts[tags[$0], default: 0] } ?? true
            if isMore, FieldText.name(tag) != nil { found = index }
        }
        return found
    }

    private static func interval(_ value: JSON) -> TimewarriorInterval {
        let annotations = value["annotation"]?.arrayValue ?? [value["annotation"] ?? .null]
        let annotation = annotations.compactMap(\.plainText).joined(separator: ", ")
        return TimewarriorInterval(
            start: value["start"]?.plainText, end: value["end"]?.plainText,
            tags: (value["tags"]?.arrayValue ?? []).compactMap(\.plainText), annotation: annotation)
    }

    private static func interval(_ line: TextLines.Line) -> Result<TimewarriorInterval, TimewarriorLineProblem> {
        if let problem = line.problem { return .failure(.mistake(problem)) }
        return TimewarriorInterval.read(line.text)
    }
}

/// Why a line of a data file is no interval.
enum TimewarriorLineProblem: Error, Equatable {
    /// It says when there is no work.
    case exclusion
    case mistake(String)
}

/// The parts of an interval as they are written.
struct TimewarriorInterval: Equatable {
    var start: String?
    var end: String?
    var tags: [String] = []
    var annotation: String?
}

extension TimewarriorInterval {
    /// Reads a line of a data file: `inc 20261130T080000Z - 20261130T090000Z # tag "two words" # "annotation"`.
    static func read(_ line: String) -> Result<TimewarriorInterval, TimewarriorLineProblem> {
        var lexer = TimewarriorLexer(line)
        switch lexer.word() {
        case "inc": break
        case "exc": return .failure(.exclusion)
        default: return .failure(.mistake("it begins with neither inc nor exc"))
        }
        var interval = TimewarriorInterval()
        var word = lexer.word()
        if word != "#" {
            interval.start = word
            word = lexer.word()
        }
        if word == "-" {
            interval.end = lexer.word()
            word = lexer.word()
        }
        guard word == nil || word == "#" else { return .failure(.mistake("\(quoted(word ?? "")) is not expected")) }
        while let tag = lexer.word() {
            if tag == "#", !lexer.wasQuoted {
                interval.annotation = lexer.rest()
                break
            }
            interval.tags.append(tag)
        }
        return lexer.isInQuotes ? .failure(.mistake("a quotation in it does not end")) : .success(interval)
    }
}

/// Splits a line of a data file into words; those in quotation marks can have blanks.
private struct TimewarriorLexer {
    private var scalars: Substring.UnicodeScalarView
    /// Whether the last word was in quotation marks.
    private(set) var wasQuoted = false
    /// Whether the text ends within quotation marks.
    private(set) var isInQuotes = false

    init(_ line: String) { scalars = line[...].unicodeScalars }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

    /// The next word without its quotation marks; `nil` at the end.
    mutating func word() -> String? {
        scalars = scalars.drop(while: Self.isBlank)
        guard let first = scalars.first else { return nil }
        wasQuoted = first == "\"" || first == "'"
        if wasQuoted { return quotation(first) }
        let word = scalars.prefix { !Self.isBlank($0) }
        scalars = scalars[word.endIndex...]
        return String(Substring(word))
    }

    /// The words that are left.
    mutating func rest() -> String {
        var words: [String] = []
        while let word = word() { words.append(word) }
        return words.joined(separator: " ")
    }

    private mutating func quotation(_ mark: Unicode.Scalar) -> String {
        scalars.removeFirst()
        var text = String.UnicodeScalarView()
        while let scalar = scalars.popFirst() {
            if scalar == mark { return String(text) }
            text.append(scalar == "\\" ? escaped() : scalar)
        }
        isInQuotes = true
        return String(text)
    }

    private mutating func escaped() -> Unicode.Scalar {
        guard let scalar = scalars.popFirst() else { return "\\" }
        switch scalar {
        case "b", "f", "n", "r", "t", "v": return " "
        case "u":
            let digits = scalars.prefix(4)
            guard digits.count == 4, let value = UInt32(Substring(digits), radix: 16), let read = Unicode.Scalar(value)
            else { return scalar }
            scalars = scalars[digits.endIndex...]
            return read
        default: return scalar
        }
    }
}
