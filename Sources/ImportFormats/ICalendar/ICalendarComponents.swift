/// A component of a calendar: a to-do, an event.
struct ICalendarComponent {
    /// The name in upper case: `VTODO`.
    let name: String
    /// The line of the file on which it begins.
    let line: Int
    /// The lines that are wanted, without those of components within it.
    var lines: [ContentLine] = []
    /// The components within it that are wanted.
    var parts: [ICalendarComponent] = []

    /// The first line of a name.
    subscript(name: String) -> ContentLine? { lines.first { $0.name == name } }

    /// The value of a name in upper case, such as a word.
    func word(_ name: String) -> String? { self[name]?.value.trimmed.uppercased() }

    func lines(_ name: String) -> [ContentLine] { lines.filter { $0.name == name } }
}

/// The components of an iCalendar file, one after the other.
struct ICalendarComponents {
    enum Part {
        case component(ICalendarComponent)
        /// The end of a component is missing before the next one begins.
        case unfinished(ICalendarComponent)
    }

    private var content: ContentLines
    /// The components that are read, each with the lines that are wanted.
    private let wanted: [String: Set<String>]
    /// The components in which the next line is.
    private var open: [ICalendarComponent] = []
    private(set) var hasCalendar = false
    /// The name of the calendar that the last component is in.
    private(set) var nameOfCalendar: String?
    /// From where on the file is damaged.
    private(set) var damage: LeftOut?

    /// The most components within each other; real files have three or four.
    private static let mostDepth = 16

    init(_ content: ContentLines, wanted: [String: Set<String>]) { (self.content, self.wanted) = (content, wanted) }

    /// The next part; `nil` at the end.
    mutating func next() -> Part? {
        while true {
            let names = open.last.flatMap { $0.name == Self.calendar ? [Self.name] : wanted[$0.name] }
            let line = content.next { ["BEGIN", "END"].contains($0) || names?.contains($0) == true }
            guard let line else {
                atEnd()
                return nil
            }
            switch line.name {
            case "BEGIN": if let unfinished = begin(line) { return .unfinished(unfinished) }
            case "END": if let component = end(line) { return .component(component) }
            default:
                guard let last = open.indices.last, names != nil else { continue }
                if open[last].name == Self.calendar {
                    if line.name == Self.name { nameOfCalendar = line.text }
                } else {
                    open[last].lines.append(line)
                }
            }
        }
    }

    private static let calendar = "VCALENDAR"
    private static let name = "X-WR-CALNAME"

    /// - Returns: the component that cannot be one with the next within it.
    private mutating func begin(_ line: ContentLine) -> ICalendarComponent? {
        let name = line.value.trimmed.uppercased()
        guard open.count < Self.mostDepth else { return nil }
        var unfinished: ICalendarComponent?
        if name == Self.calendar {
            hasCalendar = true
            nameOfCalendar = nil
            unfinished = open.first { $0.name != name && wanted[$0.name] != nil }
            open = []
        } else if let same = open.lastIndex(where: { $0.name == name }), wanted[name] != nil {
            unfinished = open[same]
            open.removeSubrange(same...)
        }
        open.append(ICalendarComponent(name: name, line: line.line))
        return unfinished
    }

    /// - Returns: the component, if it is within no other that is read.
    private mutating func end(_ line: ContentLine) -> ICalendarComponent? {
        let name = line.value.trimmed.uppercased()
        guard let index = open.lastIndex(where: { $0.name == name }) else { return nil }
        let component = open[index]
        // A component within this one without an end is lost, but not this one.
        open.removeSubrange(index...)
        guard wanted[name] != nil, name != Self.calendar else { return nil }
        guard let outer = open.lastIndex(where: { $0.name != Self.calendar && wanted[$0.name] != nil }) else {
            return component
        }
        open[outer].parts.append(component)
        return nil
    }

    private mutating func atEnd() {
        guard let last = open.last else { return }
        let outer = open.first { $0.name != Self.calendar } ?? last
        damage = LeftOut(
            position: "line \(outer.name == Self.calendar ? content.count : outer.line)",
            reason: outer.name == Self.calendar
                ? "END:VCALENDAR is missing; is the file complete?" : "the file ends within this \(outer.name)")
        open = []
    }
}
