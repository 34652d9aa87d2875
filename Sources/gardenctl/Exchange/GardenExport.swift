import GardenAPI
import TimeKit

/// Everything of the garden as lines of JSON, asked for page by page (RULES I3).
struct GardenExport {
    private static let mostOfAPage = 1000
    private static let mostLinesOfAPage = 500
    private static let millisecondsOfDay = 86_400_000

    private let client: Client
    private let take: (ExportLine) throws(CommandError) -> Void
    private var lines = 0
    /// The first day on which something happened.
    private var firstDay: CalendarDay

    /// Exports the garden.
    ///
    /// - Parameter write: takes a line without its end.
    /// - Returns: the number of lines, and whether nothing has happened meanwhile. The pages are of different moments otherwise.
    static func run(
        asking client: Client, _ write: @escaping (String) throws(CommandError) -> Void
    ) throws(CommandError) -> (lines: Int, isOfOneMoment: Bool) {
        let hello = try client.ask(DaemonHello()).value()
        let status = try client.ask(DaemonStatus()).value()
        var export = GardenExport(client, firstDay: status.day) { line throws(CommandError) in
            try write(String(decoding: line.encoded, as: UTF8.self))
        }
        try export.write(
            ExportLine(
                export: ExportHeader(
                    version: GardenVersion.current, gardenId: hello.gardenId, seq: status.seq, at: status.now,
                    day: status.day, timezone: status.timezone)))
        try export.writeGarden(status)
        try export.writeTasks()
        try export.writeSessions()
        try export.writeDays(to: status.day)
        try export.writeVisits()
        try export.writeDrills()
        try export.write(ExportLine(end: ExportEnd(lines: export.lines)))
        return (export.lines, try client.ask(DaemonStatus()).value().seq == status.seq)
    }

    private init(
        _ client: Client, firstDay: CalendarDay, _ take: @escaping (ExportLine) throws(CommandError) -> Void
    ) {
        (self.client, self.firstDay, self.take) = (client, firstDay, take)
    }

    private mutating func write(_ line: ExportLine) throws(CommandError) {
        lines += 1
        try take(line)
    }

    private mutating func writeGarden(_ status: GardenStatus) throws(CommandError) {
        var settings = try client.ask(SettingsGet()).value()
        // It is of this machine.
        settings.file = nil
        try write(ExportLine(settings: settings))
        try write(ExportLine(daysOff: try client.ask(StatsDaysOff()).value()))
        try write(ExportLine(points: status.points))
        try write(ExportLine(rate: status.rate))
        for category in try client.ask(CategoryList()).value() { try write(ExportLine(category: category.category)) }
        for garden in status.gardens { try write(ExportLine(garden: garden)) }
        for item in try client.ask(ShopList()).value() { try write(ExportLine(shopItem: item)) }
        for counter in try client.ask(InventoryList()).value() { try write(ExportLine(counter: counter)) }
    }

    /// Goes through the open tasks, then the completed ones.
    static func forEachTask(
        asking client: Client, _ take: (TaskItem) throws(CommandError) -> Void
    ) throws(CommandError) {
        for status in [TaskStatus.open, .done] { try forEachTask(status, asking: client, take) }
    }

    static func forEachTask(
        _ status: TaskStatus, asking client: Client, _ take: (TaskItem) throws(CommandError) -> Void
    ) throws(CommandError) {
        var (request, pages) = (TaskList(status: status, limit: mostOfAPage), Pages(of: TaskList.method))
        while true {
            let page = try client.ask(request).value()
            for task in page.tasks { try take(task) }
            guard let next = page.next else { return }
            try pages.go(to: next)
            request.before = next
        }
    }

    private mutating func writeTasks() throws(CommandError) {
        var tasks = 0
        try Self.forEachTask(asking: client) { task throws(CommandError) in
            try take(ExportLine(task: task))
            tasks += 1
        }
        lines += tasks
        var (request, pages) = (TaskCompletions(limit: Self.mostOfAPage), Pages(of: TaskCompletions.method))
        while true {
            let page = try client.ask(request).value()
            for completion in page.completions {
                firstDay = min(firstDay, completion.day)
                try write(ExportLine(completion: completion))
            }
            guard let next = page.next else { return }
            try pages.go(to: next)
            request.before = next
        }
    }

    private mutating func writeSessions() throws(CommandError) {
        var (request, pages) = (SessionList(limit: Self.mostOfAPage), Pages(of: SessionList.method))
        while true {
            let page = try client.ask(request).value()
            for session in page.sessions {
                firstDay = min(firstDay, session.day)
                try write(ExportLine(session: session))
            }
            guard let next = page.next else { return }
            try pages.go(to: next)
            request.before = next
        }
    }

    /// The sums of each day on which there was something.
    private mutating func writeDays(to today: CalendarDay) throws(CommandError) {
        if let first = try client.ask(JournalList(since: 0, limit: 1)).value().first {
            // Days begin later than dates, and in all zones.
            let day = CalendarDay(daysSinceEpoch: first.at.instant.milliseconds / Self.millisecondsOfDay)
            firstDay = min(firstDay, day.advanced(by: -2))
        }
        var from = firstDay
        while from <= today {
            let to = min(from.advanced(by: Limits.heatMapDays - 1), today)
            let trend = try client.ask(StatsTrend(from: "\(from)", to: "\(to)")).value()
            for day in trend.days where day.balance != nil || !day.totals.areZero { try write(ExportLine(day: day)) }
            from = to.advanced(by: 1)
        }
        var found = 0
        try Self.forEachLogLine(asking: client) { line throws(CommandError) in
            try take(ExportLine(logLine: line))
            found += 1
        }
        lines += found
    }

    /// Goes through the log of each day that has one, with the earliest first.
    static func forEachLogLine(
        asking client: Client, _ take: (LogLineChanged) throws(CommandError) -> Void
    ) throws(CommandError) {
        // Before any day that a garden has.
        var next: CalendarDay? = CalendarDay("1900-01-01")
        while let day = next {
            var (request, pages) = (LogList(day: "\(day)", limit: mostLinesOfAPage), Pages(of: LogList.method))
            var found: [[LogLine]] = []
            while true {
                let log = try client.ask(request).value()
                found.append(log.lines)
                next = log.nextDay
                guard log.more, let first = log.lines.first else { break }
                try pages.go(to: first.id)
                request.before = first.id
            }
            for line in found.reversed().joined() { try take(LogLineChanged(line: line, day: day)) }
            guard next.map({ $0 > day }) ?? true else {
                throw .unreachable("the answers to \(LogList.method) repeat themselves\n\(ConnectionFailure.releases)")
            }
        }
    }

    private mutating func writeVisits() throws(CommandError) {
        for label in try client.ask(LabelList()).value() { try write(ExportLine(label: label.tag)) }
        for group in try client.ask(GroupList()).value() { try write(ExportLine(group: group.tag)) }
        for member in try client.ask(MemberList()).value() { try write(ExportLine(member: member.tag)) }
        var (chain, chainPages) = (VisitExport(limit: Self.mostOfAPage), Pages(of: VisitExport.method))
        while let last = try writePage(chain) {
            try chainPages.go(to: last)
            chain.after = last
        }
        var (trash, pages) = (VisitList(trashed: true, limit: Self.mostOfAPage), Pages(of: VisitList.method))
        while true {
            let page = try client.ask(trash).value()
            for visit in page.visits { try write(ExportLine(trashedVisit: visit)) }
            guard let next = page.next else { return }
            try pages.go(to: next)
            trash.before = next
        }
    }

    /// - Returns: the last visit of the page, if more may follow.
    private mutating func writePage(_ request: VisitExport) throws(CommandError) -> Int? {
        let visits = try client.ask(request).value()
        for visit in visits { try write(ExportLine(visit: visit)) }
        return visits.count < Self.mostOfAPage ? nil : visits.last?.visit.id
    }

    /// What was learned: levels that were begun, and entries that were asked.
    private mutating func writeDrills() throws(CommandError) {
        for deck in try client.ask(DrillDecks()).value() {
            for language in deck.languages.isEmpty ? [nil] : deck.languages.map(Optional.some) {
                let named = language == deck.languages.first ? nil : language
                for level in try client.ask(DrillLevels(deck: deck.name, language: named)).value()
                where level.record != nil {
                    try write(
                        ExportLine(drillLevel: ExportedDrillLevel(deck: deck.name, language: named, level: level)))
                }
                for entry in try client.ask(DrillEntries(deck: deck.name, language: named)).value()
                where entry.asked > 0 || entry.box != nil {
                    try write(
                        ExportLine(drillEntry: ExportedDrillEntry(deck: deck.name, language: named, entry: entry)))
                }
            }
        }
    }
}

extension StatisticsTotals {
    fileprivate var areZero: Bool { [minutes, sessions, interruptions, tasks, earned, spent].allSatisfy { $0 == 0 } }
}
