import GardenAPI

/// The records of a JSON text: the elements of its lists with certain names, of the list that it is, or of values one after the other.
struct JSONRecords {
    /// A record, and where it is.
    struct Record {
        /// The list that it is in: `features`; empty for none.
        let list: String
        let position: String
        let value: JSON
    }

    /// What of a text cannot be read.
    private(set) var leftOut: [LeftOut] = []
    /// How many more there are.
    private(set) var unnamed = 0
    private(set) var damage: LeftOut?
    /// The names of the lists that were found, also of empty ones.
    private(set) var found: Set<String> = []

    /// How often reading went on after an entry without an end. Each time, the whole rest of the text was looked at.
    private var resumptions = 0
    private static let mostResumptions = 100

    private let bytes: [UInt8]
    private let lists: Set<String>

    /// - Parameter lists: the names of the members that are lists of records. Other members are passed over, whatever their size.
    init(_ bytes: [UInt8], lists: Set<String>) {
        self.bytes = bytes
        self.lists = lists
    }

    /// Reads the records in turn.
    ///
    /// - Parameter take: gets each record. An object of the outermost level without such a list is a record itself.
    mutating func read(_ take: (Record) -> Void) {
        var scanner = JSONScanner(bytes)
        while let first = scanner.peek() {
            switch first {
            case UInt8(ascii: "["): guard elements("", &scanner, take) else { return }
            case UInt8(ascii: "{"): guard object(&scanner, take) else { return }
            // Of a list of values one after the other, written with commas.
            case UInt8(ascii: ","): _ = scanner.take(",")
            default: return damage("there is no value", &scanner)
            }
        }
    }

    private mutating func damage(_ reason: String, _ scanner: inout JSONScanner) {
        let line = scanner.currentLine()
        damage = LeftOut(position: "line \(line)", reason: reason)
    }

    /// - Returns: whether the text can be read on.
    private mutating func elements(_ list: String, _ scanner: inout JSONScanner, _ take: (Record) -> Void) -> Bool {
        _ = scanner.take("[")
        var index = 0
        while true {
            guard let next = scanner.peek() else {
                damage("the file ends within a list", &scanner)
                return false
            }
            if next == UInt8(ascii: "]") {
                _ = scanner.take("]")
                return true
            }
            if scanner.take(",") { continue }
            let line = scanner.currentLine()
            let start = scanner.index
            let name = "\(list)[\(index)]"
            index += 1
            guard let range = scanner.value() else {
                guard next == UInt8(ascii: "{"), resumptions < Self.mostResumptions, scanner.resume(after: start) else {
                    damage = LeftOut(position: "line \(line)", reason: "the file ends within an entry")
                    return false
                }
                resumptions += 1
                leaveOut("line \(line), \(name)", "its end is not found; is a quotation mark missing?")
                continue
            }
            if !record(range, list, name, line, scanner, take), next == UInt8(ascii: "{") {
                // Where it seems to end may be within another one.
                _ = scanner.resume(after: start, before: range.upperBound)
            }
        }
    }

    /// - Returns: whether it can be read.
    @discardableResult
    private mutating func record(
        _ range: Range<Int>, _ list: String, _ name: String, _ line: Int, _ scanner: JSONScanner,
        _ take: (Record) -> Void
    ) -> Bool {
        let position = name.isEmpty ? "line \(line)" : "line \(line), \(name)"
        switch scanner.read(range) {
        case .success(let value):
            take(Record(list: list, position: position, value: value))
            return true
        case .failure(let error):
            leaveOut(position, "it is no JSON: \(error.reason)")
            return false
        }
    }

    private mutating func leaveOut(_ position: String, _ reason: String) {
        leftOut.append(LeftOut(position: position, reason: reason), in: &unnamed)
    }

    private mutating func object(_ scanner: inout JSONScanner, _ take: (Record) -> Void) -> Bool {
        let start = scanner.index
        let line = scanner.currentLine()
        var hasList = false
        _ = scanner.take("{")
        while !scanner.take("}") {
            if scanner.take(",") { continue }
            guard let key = scanner.value() else {
                damage = LeftOut(position: "line \(line)", reason: "the file ends within an object")
                return false
            }
            let name = scanner.rawString(key) ?? ""
            guard scanner.take(":") else {
                damage("a colon is expected", &scanner)
                return false
            }
            if lists.contains(name), scanner.peek() == UInt8(ascii: "[") {
                hasList = true
                found.insert(name)
                guard elements(name, &scanner, take) else { return false }
            } else if scanner.value() == nil {
                damage("the file ends within \(quoted(name))", &scanner)
                return false
            }
        }
        if !hasList { record(start..<scanner.index, "", "", line, scanner, take) }
        return true
    }
}
