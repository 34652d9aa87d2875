import GardenAPI
import TimeKit

/// Everything of a garden, as `gardenctl export` writes it: lines of JSON with one member each.
struct GardenExportReader {
    private(set) var file = ImportedFile("Pocket Garden")
    private var hasEnd = false
    private var isOfLaterForm = false
    private var garden: String?
    private var balance: (points: PointsSummary, position: String)?
    /// The completions that closed tasks, by the uids of the tasks.
    private var closings: [String: (at: Timestamp, day: CalendarDay?, exp: Int)] = [:]
    /// The uids of the tasks in the file, and whether they are open.
    private var tasks: [String: Bool] = [:]
    private var tasksById: [Int: (uid: String, created: Timestamp)] = [:]
    private var categories: Set<String> = []
    private var gardens: [(garden: Garden, position: String)] = []

    static func canRead(_ value: JSON) -> Bool { value["export"]?["format"] != nil }

    mutating func read(_ bytes: [UInt8]) {
        // Completions come after the tasks.
        var records = JSONRecords(bytes, lists: [])
        records.read { noteTask($0.value) }
        records = JSONRecords(bytes, lists: [])
        records.read { read($0.value, $0.position) }
        file.add(records)
        takeGardens()
        takeBalance()
        if file.damage == nil, !hasEnd, !isOfLaterForm {
            file.damage = LeftOut(position: "the last line", reason: "the file is cut: its line \"end\" is missing")
        }
    }

    /// After what they have grown by.
    private mutating func takeGardens() {
        for (grown, position) in gardens {
            let garden = GardenEntry(category: grown.category, focusExp: grown.focusExp, taskExp: grown.taskExp)
            let origin = "grown:\(grown.categoryUid)"
            file.take(ImportedEntry(position: position, entry: ImportEntry(origin: origin, garden: garden)))
        }
    }

    /// Last, because it replaces what the import's own entries pay.
    private mutating func takeBalance() {
        guard let (points, position) = balance else { return }
        let entry = BalanceEntry(balance: points.balance, multiplier: points.multiplier)
        let origin = "balance:\(garden ?? "")"
        file.take(ImportedEntry(position: position, entry: ImportEntry(origin: origin, balance: entry)))
    }

    private mutating func noteTask(_ value: JSON) {
        if let task = value["task"], let uid = task["uid"]?.stringValue {
            tasks[uid] = task["completedAt"]?.stringValue == nil
            if let id = task["id"]?.integerValue,
                let created = task["createdAt"]?.stringValue.flatMap({ Timestamp($0) })
            {
                tasksById[id] = (uid, created)
            }
        }
        guard let completion = value["completion"], completion["task"]?["completedAt"]?.stringValue != nil,
            let uid = completion["task"]?["uid"]?.stringValue, let exp = completion["exp"]?.integerValue,
            let at = completion["at"]?.stringValue.flatMap({ Timestamp($0) })
        else { return }
        // The newest comes first; the others were reopened.
        if closings[uid].map({ $0.at.instant < at.instant }) ?? true {
            closings[uid] = (at, completion["day"]?.stringValue.flatMap { CalendarDay($0) }, exp)
        }
    }

    private mutating func read(_ value: JSON, _ position: String) {
        if isOfLaterForm { return }
        do throws(ValidationError) {
            try read(try ExportLine(json: value), position)
        } catch {
            file.leaveOut(position, error.message)
        }
    }

    private mutating func read(_ line: ExportLine, _ position: String) throws(ValidationError) {
        if let header = line.export {
            garden = header.gardenId
            guard header.format <= ExportHeader.currentFormat else {
                isOfLaterForm = true
                return file.leaveOut(
                    position,
                    "the form of the file is \(header.format); this release reads up to \(ExportHeader.currentFormat)")
            }
        } else if let points = line.points {
            balance = (points, position)
        } else if let category = line.category {
            categories.insert(category.name)
            // Each garden has the default one.
            let origin = category.uid == Self.defaultUid ? "category:\(garden ?? "")" : Self.origin(category.uid)
            let entry = ImportEntry(
                origin: origin, category: CategoryAdd(name: category.name, color: category.color))
            file.take(ImportedEntry(position: position, entry: entry))
        } else if let garden = line.garden {
            guard garden.exp > 0 else { return }
            gardens.append((garden, position))
            // One of a removed category has its colour.
            guard !categories.contains(garden.category) else { return }
            let category = CategoryAdd(name: garden.category, color: garden.color)
            let origin = Self.origin(garden.categoryUid)
            file.take(ImportedEntry(position: position, entry: ImportEntry(origin: origin, category: category)))
        } else if let item = line.shopItem {
            let request = ShopAdd(
                name: item.name, price: item.price, category: item.category, countsAsSpending: item.countsAsSpending)
            file.take(
                ImportedEntry(position: position, entry: ImportEntry(origin: Self.origin(item.uid), item: request)))
        } else if let counter = line.counter {
            let request = InventoryAdd(name: counter.name, icon: counter.icon, count: counter.count)
            file.take(
                ImportedEntry(
                    position: position, entry: ImportEntry(origin: Self.origin(counter.uid), counter: request)))
        } else if let task = line.task {
            take(task, position)
        } else if let completion = line.completion {
            take(completion, position)
        } else if let session = line.session {
            take(session, position)
        } else if let logged = line.logLine {
            let (line, day) = (logged.line, logged.day)
            let entry = LogLineEntry(day: day, at: line.at, kind: line.kind, text: line.text, enteredAt: line.enteredAt)
            file.take(
                ImportedEntry(position: position, entry: ImportEntry(origin: Self.origin(line.uid), logLine: entry)))
        } else if let visit = line.visit?.visit {
            take(visit, position)
        } else if let days = line.daysOff?.days {
            for day in days {
                file.take(
                    ImportedEntry(position: position, entry: ImportEntry(origin: "dayOff:\(day)", dayOff: day)))
            }
        } else if let tag = line.label {
            let entry = ImportEntry(origin: Self.origin(tag.uid), label: LabelAdd(name: tag.name, color: tag.color))
            file.take(ImportedEntry(position: position, entry: entry))
        } else if let tag = line.group {
            let entry = ImportEntry(origin: Self.origin(tag.uid), group: GroupAdd(name: tag.name))
            file.take(ImportedEntry(position: position, entry: entry))
        } else if let tag = line.member {
            let entry = ImportEntry(origin: Self.origin(tag.uid), member: MemberAdd(name: tag.name))
            file.take(ImportedEntry(position: position, entry: entry))
        } else if line.end != nil {
            hasEnd = true
        } else if let name = Self.others.first(where: { $0.has(line) })?.name {
            file.noteOther(name)
        } else {
            file.noteOther("line of another kind")
        }
    }

    private static let defaultUid = "00000000-0"

    private static func origin(_ uid: String) -> String { "\(GardenUid.program):\(uid)" }

    // MARK: Tasks

    private mutating func take(_ task: TaskItem, _ position: String) {
        var request = TaskAdd(title: task.title, category: task.category, points: task.points)
        request.priority = task.priority
        request.standing = task.standing ? true : nil
        request.note = task.note
        (request.start, request.end, request.due) = (Self.text(task.start), Self.text(task.end), Self.text(task.due))
        request.remind = task.remindBefore.map(Self.text) ?? task.remind?.description
        // A standing task keeps a rule that it had before, and no dates.
        request.repeat = task.standing && task.due == nil && request.remind == nil ? nil : task.repeat
        // Its reminder may be that of a later occurrence than the open one; the other dates are not.
        if task.due == nil, task.repeat != nil, let open = task.occurrence?.day, let next = task.remind?.day {
            let days = next.daysSinceEpoch - open.daysSinceEpoch
            request.start = task.start?.text(daysLater: days)
            request.end = task.end?.text(daysLater: days)
        }
        request.estimate = task.estimate
        request.tags = task.tags.isEmpty ? nil : TagList(task.tags)
        let entry = TaskEntry(
            task: request, created: task.createdAt, completed: task.completedAt,
            exp: task.completedAt == nil ? nil : closings[task.uid]?.exp, occurrence: task.occurrence,
            completedOn: task.completedAt == nil ? nil : closings[task.uid]?.day)
        file.take(
            ImportedEntry(position: position, entry: ImportEntry(origin: Self.origin(task.uid), task: entry)))
    }

    private static func text(_ date: TaskDate?) -> String? {
        switch date {
        case .instant(let instant)?: instant.description
        case .day(let day)?: day.description
        case nil: nil
        }
    }

    /// As `task.add` takes it: `10m before`, `1d before 09:00`.
    private static func text(_ before: RemindBefore) -> String {
        if let minutes = before.minutes { return minutes == 0 ? "at due" : "\(minutes)m before" }
        return "\(before.days ?? 0)d before" + (before.time.map { " \($0)" } ?? "")
    }

    /// The one that closed a task comes with it. The others of a task that is not open any more, or was removed, are tasks of their own:
    /// their days count them.
    private mutating func take(_ completion: TaskCompletion, _ position: String) {
        let (task, exp) = (completion.task, completion.exp == 0 ? nil : completion.exp)
        let origin = "completion:\(task.uid):\(completion.at)"
        if tasks[task.uid] == true {
            let entry = CompletionEntry(
                task: Self.origin(task.uid), at: completion.at, occurrence: completion.occurrence, exp: exp,
                day: completion.day)
            file.take(ImportedEntry(position: position, entry: ImportEntry(origin: origin, completion: entry)))
        } else if completion.paid < 0 {
            // Of a standing task that took points: no day counts it as a task that was done.
            file.noteOther("completion that took points")
        } else if tasks[task.uid] == nil || closings[task.uid]?.at != completion.at {
            let request = TaskAdd(title: task.title, category: task.category, note: task.note)
            let entry = TaskEntry(
                task: request, created: task.createdAt, completed: completion.at, exp: exp,
                completedOn: completion.day)
            file.take(ImportedEntry(position: position, entry: ImportEntry(origin: origin, task: entry)))
        }
    }

    // MARK: Sessions and visits

    private mutating func take(_ session: Session, _ position: String) {
        // A task that was taken back leaves its id to a later one.
        let task = session.taskId.flatMap { tasksById[$0] }.flatMap {
            $0.created.instant <= session.end.instant ? $0.uid : nil
        }
        let entry = SessionEntry(
            start: session.start, end: session.end, seconds: session.seconds, category: session.category,
            note: session.note, exp: session.exp, outcome: session.outcome, source: session.source, day: session.day,
            pauses: session.pauses.isEmpty ? nil : session.pauses, unattended: session.unattended ? true : nil,
            task: task.map(Self.origin), taskTitle: session.taskTitle)
        file.take(
            ImportedEntry(position: position, entry: ImportEntry(origin: Self.origin(session.uid), session: entry)))
    }

    private mutating func take(_ visit: Visit, _ position: String) {
        let details = visit.details
        let request = VisitAdd(
            at: visit.at.description, latitude: DecimalNumber(visit.latitude.json.text),
            longitude: DecimalNumber(visit.longitude.json.text),
            accuracy: visit.accuracy.map { DecimalNumber($0.json.text) }, title: details.title,
            facility: details.facility, address: details.address, kind: details.kind, comment: details.comment,
            labels: details.labels.isEmpty ? nil : NameList(details.labels), group: details.group,
            members: details.members.isEmpty ? nil : NameList(details.members))
        for _ in details.photos { file.noteOther("photo") }
        file.take(ImportedEntry(position: position, entry: ImportEntry(origin: Self.origin(visit.uid), visit: request)))
    }

    // MARK: What is not taken

    private static let others: [(name: String, has: @Sendable (ExportLine) -> Bool)] = [
        ("list of settings", { $0.settings != nil }),
        ("rate", { $0.rate != nil }),
        ("day", { $0.day != nil }), ("trashed visit", { $0.trashedVisit != nil }),
        ("deck level", { $0.drillLevel != nil }), ("deck entry", { $0.drillEntry != nil }),
    ]
}

extension Timestamp {
    /// The day on its own wall.
    fileprivate var day: CalendarDay? { CalendarDay(String(description.prefix(10))) }
}

extension TaskDate {
    fileprivate var day: CalendarDay? {
        switch self {
        case .day(let day): day
        case .instant(let time): time.day
        }
    }

    /// As `task.add` takes it, a number of days later at the same time on the wall.
    fileprivate func text(daysLater days: Int) -> String {
        switch self {
        case .day(let day): return "\(day.advanced(by: days))"
        case .instant(let time):
            let text = time.description
            guard let day, text.dropFirst(16).prefix(7) == ":00.000" else { return text }
            return "\(day.advanced(by: days)) \(text.dropFirst(11).prefix(5))"
        }
    }
}
