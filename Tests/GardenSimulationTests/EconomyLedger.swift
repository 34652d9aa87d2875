import GardenAPI
import GardenCore
import Testing
import TimeKit

/// An independent account of points and of the log's lines.
struct EconomyLedger {
    private var balance = 0
    /// The text of each line, by day and id.
    private var lines: [CalendarDay: [Int: String]] = [:]
    /// Days that ended with lines of their own and have no file of these lines yet.
    private var unfiled: Set<CalendarDay> = []
    /// The lines of the files.
    private var filed: [CalendarDay: [String]] = [:]
    /// Days whose files are to be removed.
    private var pruned: Set<CalendarDay> = []
    /// The same before a correction. Their files stay if the folder refused to remove them until then.
    private var prunedBeforeCorrection: Set<CalendarDay> = []
    private var headers: Set<Int> = []
    private var today: CalendarDay?
    private var lastLine = 0
    private var firstOfToday = 0

    /// What a change did to the account, as far as undo takes it back.
    struct Change {
        fileprivate var points = 0
        fileprivate var lines: [Line] = []

        fileprivate struct Line {
            var (day, id): (CalendarDay, Int)
            var before: String?
            var after: String?
            var wasHeader = false
        }

        mutating func add(_ other: Change) {
            points += other.points
            lines += other.lines
        }
    }

    mutating func undo(_ change: Change) {
        balance -= change.points
        for line in change.lines.reversed() {
            lines[line.day, default: [:]][line.id] = line.before
            if line.wasHeader { headers.insert(line.id) }
        }
    }

    mutating func redo(_ change: Change) {
        balance += change.points
        for line in change.lines {
            lines[line.day, default: [:]][line.id] = line.after
            headers.remove(line.id)
        }
    }

    /// Everything begins again; the log remains.
    mutating func reset() { balance = 0 }

    private mutating func add(_ points: Int) -> Change {
        balance += points
        return Change(points: points)
    }

    /// A person wrote, edited or removed a line.
    private mutating func set(_ data: JSON, _ text: String?) throws -> Change {
        let (day, id) = (try day(data["day"]), try #require(data["id"]?.integerValue))
        let line = Change.Line(
            day: day, id: id, before: lines[day]?[id], after: text, wasHeader: headers.contains(id))
        lines[day, default: [:]][id] = text
        return Change(lines: [line])
    }

    /// - Returns: what undo would take back; `nil` if it takes nothing back.
    mutating func enter(_ type: String, _ data: JSON, _ state: GardenState, _ label: String) throws -> Change? {
        switch type {
        case "points.earned", "points.spent", "points.adjusted": return add(data["amount"]?.integerValue ?? 0)
        case "shop.bought": return add(-(try #require(data["price"]?.integerValue)))
        case "shop.refunded": return add(try #require(data["price"]?.integerValue))
        case "daemon.started": today = today ?? state.day.day
        case "log.closed":
            if data["archives"] == true { unfiled.insert(try day(data["day"])) }
        case "log.archived":
            let ended = try day(data["day"])
            unfiled.remove(ended)
            file(lines[ended] ?? [:], of: ended)
        case "day.rolledOver":
            today = try day(data["day"])
            firstOfToday = lastLine + 1
        case "day.corrected":
            let (old, new) = (try #require(today), try day(data["day"]))
            for (day, its) in lines where day > new {
                let isEmpty = Set(its.keys).isSubset(of: headers)
                lines[day] = its.filter { !headers.contains($0.key) || (!isEmpty && $0.key < firstOfToday) }
            }
            for (id, text) in lines[old] ?? [:] where id >= firstOfToday {
                lines[old]?[id] = nil
                lines[new, default: [:]][id] = text
            }
            today = new
            prunedBeforeCorrection.formUnion(pruned)
            pruned = []
        case "log.written":
            let id = try #require(data["id"]?.integerValue)
            #expect(id == lastLine + 1, "\(label): line \(id) follows \(lastLine)")
            lastLine = id
            let itsDay = try day(data["day"])
            let isLate = data["enteredAt"] != .null
            let isImported = data["cause"] == "change.partMade"
            #expect(itsDay == today || isLate || isImported, "\(label): a line of another day")
            // What is entered afterwards completes the file of its day, unless that is too old.
            let isArchivable = state.log.archivable(on: state.day.day).contains(itsDay)
            if itsDay != today, !isImported, isArchivable { unfiled.insert(itsDay) }
            if data["kind"] == "header" { headers.insert(id) }
            let change = try set(data, try #require(data["text"]?.stringValue))
            // The line of another event stays when that is undone.
            return data["cause"] == nil || isImported ? change : nil
        case "log.edited":
            let change = try set(data, data["text"]?.stringValue)
            // An edited header is a note.
            headers.remove(try #require(data["id"]?.integerValue))
            return change
        case "log.removed": return try set(data, nil)
        case "archive.pruned":
            let first = try day(data["keptFrom"])
            unfiled = unfiled.filter { $0 >= first }
            pruned.formUnion(filed.keys.filter { $0 < first })
            filed = filed.filter { $0.key >= first }
        default: break
        }
        return nil
    }

    /// A day that a correction made current again ends, and is filed, twice. Its file gets the missing lines.
    private mutating func file(_ lines: [Int: String], of day: CalendarDay) {
        var present = Dictionary((filed[day] ?? []).map { ($0, 1) }, uniquingKeysWith: +)
        for (_, text) in lines.sorted(by: { $0.key < $1.key }) {
            if let count = present[text], count > 0 {
                present[text] = count - 1
            } else {
                filed[day, default: []].append(text)
            }
        }
    }

    private func day(_ json: JSON?) throws -> CalendarDay {
        try #require(json?.stringValue.flatMap { CalendarDay($0) })
    }

    func check(_ state: GardenState, _ label: String) {
        let reported = state.json["points"]?["balance"]?.integerValue
        #expect(reported == balance, "\(label): the entries add up to \(balance)")
        #expect(balance >= 0, "\(label): a balance of \(balance)")
    }

    /// Each line of the ended days is in its file, once; and there is no other file.
    func check(_ files: [CalendarDay: [UInt8]], _ label: String) {
        let texts = files.mapValues { String(decoding: $0, as: UTF8.self) }
        let expected = filed.mapValues { lines in lines.map { $0 + "\n" }.joined() }
        let isDecided = { (file: (key: CalendarDay, value: String)) in !prunedBeforeCorrection.contains(file.key) }
        #expect(texts.filter(isDecided) == expected.filter(isDecided), "\(label)")
        // The log of the current day is open, even if the day has ended before.
        #expect(unfiled.subtracting([today].compactMap(\.self)) == [], "\(label): days that ended have no file")
    }
}
