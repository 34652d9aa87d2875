/// iCalendar (RFC 5545): to-dos are tasks, and events are sessions if that is asked for.
///
/// Nothing in the file is followed: no attachment, no alarm, no address.
struct ICalendarReader {
    /// Whether events are sessions; otherwise they are counted.
    let readsEvents: Bool
    private var file = ImportedFile("iCalendar")

    init(readsEvents: Bool = false) { self.readsEvents = readsEvents }

    /// Whether a text begins with a calendar.
    static func canRead(_ text: [UInt8]) -> Bool {
        let line = text.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.prefix { ![0x0A, 0x0D].contains($0) }.prefix(80)
        return String(decoding: line, as: UTF8.self).trimmed.uppercased() == "BEGIN:VCALENDAR"
    }

    /// Reads a file.
    ///
    /// - Parameter bytes: the content in UTF-8 or UTF-16.
    /// - Throws: that it has no calendar.
    func read(_ bytes: [UInt8]) throws(UnreadableFile) -> ImportedFile {
        var reader = self
        let content = try ContentLines(bytes)
        try reader.read(content)
        if let repair = content.repair { reader.file.repairs.append(repair) }
        return reader.file
    }

    private static let propertiesOfZones: [String: Set<String>] = [
        "VTIMEZONE": ["TZID"], "STANDARD": ICalendarZone.properties, "DAYLIGHT": ICalendarZone.properties,
    ]

    private mutating func read(_ content: ContentLines) throws(UnreadableFile) {
        // A zone may be after the to-dos that need it.
        var zones: [String: ICalendarZone?] = [:]
        var components = ICalendarComponents(content, wanted: Self.propertiesOfZones)
        while let part = components.next() {
            guard case .component(let zone) = part, let name = zone["TZID"]?.text, zones[name] == nil else { continue }
            zones[name] = .some(ICalendarZone(zone))
        }

        components = ICalendarComponents(
            content,
            wanted: [
                "VTODO": ICalendarTodo.properties, "VEVENT": readsEvents ? ICalendarEvent.properties : [],
                "VJOURNAL": [],
            ])
        while let part = components.next() {
            switch part {
            case .unfinished(let component): file.leaveOut("line \(component.line)", "its END is missing")
            case .component(let component):
                let times = ICalendarTimes(zones)
                switch component.name {
                case "VTODO": ICalendarTodo(component, times).take(into: &file)
                case "VEVENT" where readsEvents:
                    ICalendarEvent(component, times, of: components.nameOfCalendar).take(into: &file)
                case "VEVENT": file.noteOther("event")
                default: file.noteOther("journal entry")
                }
            }
        }
        guard components.hasCalendar else {
            throw UnreadableFile(reason: "it has no BEGIN:VCALENDAR, with which a calendar begins")
        }
        file.damage = components.damage
    }
}
