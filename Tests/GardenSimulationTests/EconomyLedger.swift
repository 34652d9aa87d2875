import GardenAPI
import GardenCore
import Testing
import TimeKit

/// An independent account of points and of the log's lines.
struct EconomyLedger {
    private var balance = 0
    /// The text of each line, by day and id.
    private var lines: [CalendarDay: [Int: String]] = [:]
    /// The text of the files of days that ended with lines of their own.
    private var filed: [CalendarDay: String] = [:]
    private var headers: Set<Int> = []
    private var today: CalendarDay?
    private var lastLine = 0
    private var firstOfToday = 0

    mutating func enter(_ type: String, _ data: JSON, _ state: GardenState, _ label: String) throws {
        switch type {
        case "points.earned", "points.adjusted": balance += data["amount"]?.integerValue ?? 0
        case "shop.bought": balance -= try #require(data["price"]?.integerValue)
        case "shop.refunded": balance += try #require(data["price"]?.integerValue)
        case "daemon.started": today = today ?? state.day.day
        case "log.closed":
            let closed = try day(data["day"])
            if data["archives"] == true {
                filed[closed] = (lines[closed] ?? [:]).sorted { $0.key < $1.key }.map { $0.value + "\n" }.joined()
            }
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
        case "log.written":
            let id = try #require(data["id"]?.integerValue)
            #expect(id == lastLine + 1, "\(label): line \(id) follows \(lastLine)")
            lastLine = id
            #expect(try day(data["day"]) == today, "\(label): a line of another day")
            lines[try day(data["day"]), default: [:]][id] = try #require(data["text"]?.stringValue)
            if data["kind"] == "header" { headers.insert(id) }
        case "log.edited":
            lines[try day(data["day"])]?[try #require(data["id"]?.integerValue)] = data["text"]?.stringValue
        case "log.removed": lines[try day(data["day"])]?[try #require(data["id"]?.integerValue)] = nil
        case "archive.pruned":
            let first = try day(data["keptFrom"])
            lines = lines.filter { $0.key >= first }
            filed = filed.filter { $0.key >= first }
        default: break
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
        #expect(files.mapValues { String(decoding: $0, as: UTF8.self) } == filed, "\(label)")
    }
}
