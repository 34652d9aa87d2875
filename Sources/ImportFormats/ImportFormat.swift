import GardenAPI
import TimeKit

/// A format of other programs that can be imported.
public enum ImportFormat: String, CaseIterable, Sendable {
    /// The export of a garden.
    case garden
    case gpx, kml, geojson
    case googleTimeline = "google-timeline"
    case taskwarrior, timewarrior
    case todoTxt = "todo.txt"
    case ical, csv
    /// An archive with files of the others, such as KMZ and those of Google Takeout.
    case zip

    /// The largest file in bytes.
    public static let mostBytes = 256 << 20

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: the content of the file in UTF-8, UTF-16, or another encoding that an XML document declares.
    ///   - options: what a person says about it.
    /// - Returns: what it holds, also if only a part can be read.
    /// - Throws: that nothing in it can be read.
    public func read(
        _ bytes: [UInt8], _ options: ReadingOptions = ReadingOptions()
    ) throws(UnreadableFile) -> ImportedFile {
        switch self {
        case .garden:
            try Self.readText(bytes) { text in
                var reader = GardenExportReader()
                reader.read(text)
                return reader.file
            }
        case .gpx: try Self.readXML(bytes, GPXReader.init, \.file, ("gpx", GPXReader.isRoot))
        case .kml: try Self.readXML(bytes, KMLReader.init, \.file, ("kml", KMLReader.isRoot))
        case .geojson:
            try Self.readText(bytes) { text in
                var reader = GeoJSONReader()
                reader.read(text)
                return reader.file
            }
        case .googleTimeline:
            try Self.readText(bytes) { text in
                var reader = GoogleTimelineReader()
                reader.read(text)
                return reader.file
            }
        case .taskwarrior:
            try Self.readText(bytes) { text in
                var reader = TaskwarriorReader()
                reader.read(text)
                return reader.file
            }
        case .timewarrior:
            try Self.readText(bytes) { text in
                var reader = TimewarriorReader()
                reader.read(text)
                return reader.file
            }
        case .todoTxt:
            try Self.readText(bytes) { text in
                var reader = TodoTxtReader()
                reader.read(text)
                return reader.file
            }
        case .ical: try Self.checked(ICalendarReader(readsEvents: options.readsEvents).read(bytes))
        case .csv: try Self.checked(CSVReader(columns: options.columns, today: options.today).read(bytes))
        case .zip: try Self.readArchive(bytes, options)
        }
    }

    private static func readArchive(
        _ bytes: [UInt8], _ options: ReadingOptions
    ) throws(UnreadableFile) -> ImportedFile {
        let archive: ZipArchive
        do throws(ZipArchive.Problem) { archive = try ZipArchive(bytes) } catch {
            throw UnreadableFile(reason: error.reason)
        }
        var imported = ImportedFile("zip archive")
        var formats: Set<String> = []
        var rest = mostBytes
        // The list of habits says more of them than the table of their days, and comes first.
        let list = "Habits.csv"
        let entries = archive.entries.sorted { ($0.name == list ? 0 : 1, $0.name) < ($1.name == list ? 0 : 1, $1.name) }
        for entry in entries {
            let isOfOneHabit = entry.name.hasSuffix("/Checkmarks.csv") || entry.name.hasSuffix("/Scores.csv")
            guard mayHold(entry.name), !(isOfOneHabit && entries.first?.name == list) else {
                imported.noteOther("other file")
                continue
            }
            do throws(ZipArchive.Problem) {
                // All files together are not larger than one may be, whether they can be read or not.
                rest -= entry.compressedSize
                let content = try archive.content(of: entry, most: max(0, rest))
                rest -= content.count
                guard let format = detect(content), format != .zip else {
                    imported.noteOther("other file")
                    continue
                }
                do throws(UnreadableFile) {
                    let file = try format.read(content, options)
                    formats.insert(file.format)
                    imported.add(file, named: entry.name)
                } catch {
                    imported.leaveOut("\(entry.name)\(error.position.map { ": \($0)" } ?? "")", error.reason)
                }
            } catch {
                rest -= error.bytes
                imported.leaveOut(entry.name, error.reason)
            }
        }
        if !formats.isEmpty { imported.format = "zip archive with \(formats.sorted().joined(separator: ", "))" }
        return imported
    }

    private static let endings = [
        ".gpx", ".kml", ".json", ".geojson", ".geojsonl", ".ndjson", ".ics", ".csv", ".txt", ".data",
    ]

    private static func mayHold(_ name: String) -> Bool {
        let name = name.lowercased()
        return Self.endings.contains { name.hasSuffix($0) }
    }

    private static func readXML<Reader: XMLTaker>(
        _ bytes: [UInt8], _ makeReader: () -> Reader, _ file: (Reader) -> ImportedFile,
        _ root: (name: String, isRoot: (XMLTag) -> Bool)
    ) throws(UnreadableFile) -> ImportedFile {
        let bytes = UnicodeText.fromUTF16(bytes) ?? bytes
        if let found = XMLDocument.root(bytes), !root.isRoot(found) {
            throw UnreadableFile(
                reason: "its root element is <\(found.name)>, not <\(root.name)>", position: "line \(found.line)")
        }
        let (reader, repairs, end) = XMLDocument.read(bytes, makeReader)
        var imported = file(reader)
        imported.repairs = repairs
        if case .broken(let line, let reason) = end {
            imported.damage = LeftOut(position: "line \(line)", reason: "it is not XML: \(reason)")
        }
        return try checked(imported)
    }

    private static func readText(
        _ bytes: [UInt8], _ read: ([UInt8]) -> ImportedFile
    ) throws(UnreadableFile) -> ImportedFile {
        let (text, repair) = try UnicodeText.utf8(bytes)
        var imported = read(text)
        if let repair { imported.repairs.append(repair) }
        return try checked(imported)
    }

    /// A damaged file is refused if nothing in it was read.
    private static func checked(_ file: ImportedFile) throws(UnreadableFile) -> ImportedFile {
        guard let damage = file.damage, file.count == 0, file.leftOut.isEmpty, file.others.isEmpty else {
            return file
        }
        throw UnreadableFile(reason: damage.reason, position: damage.position)
    }
}

/// What a person says about a file that it does not say itself.
public struct ReadingOptions: Sendable {
    /// Whether the events of a calendar are stretches of work.
    public var readsEvents: Bool
    /// The fields of the columns of a table without a header, one for each; `-` for one that is not read. `nil` for one with a header.
    public var columns: [String]?
    /// The day of the reading, for dates such as `tomorrow`; `nil` if they are not to be understood.
    public var today: CalendarDay?

    /// Creates the options.
    public init(readsEvents: Bool = false, columns: [String]? = nil, today: CalendarDay? = nil) {
        (self.readsEvents, self.columns, self.today) = (readsEvents, columns, today)
    }
}

extension ImportFormat {
    /// The format of a file by its content; `nil` if that cannot be imported.
    public static func detect(_ bytes: [UInt8]) -> ImportFormat? {
        if ZipArchive.isZip(bytes) { return .zip }
        let beginning = Array(bytes.prefix(1 << 20))
        guard let text = try? UnicodeText.utf8(beginning, isBeginning: true).text,
            let first = text.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0x1E].contains($0) })
        else { return nil }
        switch first {
        case UInt8(ascii: "<"):
            guard let root = XMLDocument.root(text) else { return nil }
            if GPXReader.isRoot(root) { return .gpx }
            return KMLReader.isRoot(root) ? .kml : nil
        case UInt8(ascii: "{"), UInt8(ascii: "["): return detectJSON(text)
        default:
            if ICalendarReader.canRead(text) { return .ical }
            if TimewarriorReader.canRead(text) { return .timewarrior }
            if CSVReader.canRead(text) { return .csv }
            return TodoTxtReader.canRead(text) ? .todoTxt : nil
        }
    }

    /// The format that a file has by its name, if its content does not show one: a list of plain lines, or a file that is damaged at its
    /// beginning.
    public static func named(_ fileName: String) -> ImportFormat? {
        let name = fileName.lowercased()
        if ["todo.txt", "done.txt"].contains(where: { name == $0 || name.hasSuffix(".\($0)") }) { return .todoTxt }
        return switch name.split(separator: ".").dropFirst().last {
        case "gpx": .gpx
        case "kml": .kml
        case "geojson": .geojson
        case "ics": .ical
        case "csv", "tsv": .csv
        default: nil
        }
    }

    private static func detectJSON(_ text: [UInt8]) -> ImportFormat? {
        var found: ImportFormat?
        var records = JSONRecords(text, lists: GeoJSONReader.lists.union(GoogleTimelineReader.lists))
        records.read { record in
            if found != nil { return }
            if GardenExportReader.canRead(record.value) {
                found = .garden
            } else if GeoJSONReader.canRead(record.value) {
                found = .geojson
            } else if GoogleTimelineReader.canRead(record.value) {
                found = .googleTimeline
            } else if TaskwarriorReader.canRead(record.value) {
                found = .taskwarrior
            } else if TimewarriorReader.canRead(record.value) {
                found = .timewarrior
            }
        }
        // One without entries.
        if found == nil, !records.found.isDisjoint(with: ["semanticSegments", "timelineObjects"]) {
            return .googleTimeline
        }
        return found == nil && records.found.contains("features") ? .geojson : found
    }
}

extension ImportFormat {
    /// Its name for people.
    public var title: String {
        switch self {
        case .garden: "Pocket Garden"
        case .gpx: "GPX"
        case .kml: "KML"
        case .geojson: "GeoJSON"
        case .googleTimeline: "Google Timeline"
        case .taskwarrior: "Taskwarrior"
        case .timewarrior: "Timewarrior"
        case .todoTxt: "todo.txt"
        case .ical: "iCalendar"
        case .csv: "CSV"
        case .zip: "a zip archive of these"
        }
    }
}
