import GardenAPI
import TimeKit

/// Everything of a garden, as `gardenctl export` writes it: lines of JSON with one member each.
struct GardenExportReader {
    private(set) var file = ImportedFile("Pocket Garden")
    private var hasEnd = false
    private var isOfLaterForm = false
    private var garden: String?
    private var balance: (points: PointsSummary, position: String)?
    /// The experience that the completions of closed tasks brought, by the uids of the tasks.
    private var expOfDone: [String: Int] = [:]

    static func canRead(_ value: JSON) -> Bool { value["export"]?["format"] != nil }

    mutating func read(_ bytes: [UInt8]) {
        // Completions come after the tasks.
        var records = JSONRecords(bytes, lists: [])
        records.read { findExperience($0.value) }
        records = JSONRecords(bytes, lists: [])
        records.read { read($0.value, $0.position) }
        file.add(records)
        takeBalance()
        if file.damage == nil, !hasEnd, !isOfLaterForm {
            file.damage = LeftOut(position: "the last line", reason: "the file is cut: its line \"end\" is missing")
        }
    }

    /// Last, because it replaces what the import's own entries pay.
    private mutating func takeBalance() {
        guard let (points, position) = balance else { return }
        let entry = BalanceEntry(balance: points.balance, multiplier: points.multiplier)
        let origin = "balance:\(garden ?? "")"
        file.take(ImportedEntry(position: position, entry: ImportEntry(origin: origin, balance: entry)))
    }

    private mutating func findExperience(_ value: JSON) {
        guard let completion = value["completion"], completion["task"]?["completedAt"]?.stringValue != nil,
            let uid = completion["task"]?["uid"]?.stringValue, let exp = completion["exp"]?.integerValue, exp > 0
        else { return }
        expOfDone[uid] = exp
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
            // Each garden has it.
            guard category.uid != Self.defaultUid else { return }
            let entry = ImportEntry(
                origin: Self.origin(category.uid), category: CategoryAdd(name: category.name, color: category.color))
            file.take(ImportedEntry(position: position, entry: entry))
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
        request.repeat = task.repeat
        request.estimate = task.estimate
        request.tags = task.tags.isEmpty ? nil : TagList(task.tags)
        let entry = TaskEntry(
            task: request, created: task.createdAt, completed: task.completedAt, exp: expOfDone[task.uid])
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

    /// That of a task which is not open comes with the task.
    private mutating func take(_ completion: TaskCompletion, _ position: String) {
        guard completion.task.completedAt == nil else { return }
        let task = Self.origin(completion.task.uid)
        let entry = CompletionEntry(
            task: task, at: completion.at, occurrence: completion.occurrence,
            exp: completion.exp == 0 ? nil : completion.exp)
        let origin = "completion:\(completion.task.uid):\(completion.at)"
        file.take(ImportedEntry(position: position, entry: ImportEntry(origin: origin, completion: entry)))
    }

    // MARK: Sessions and visits

    private mutating func take(_ session: Session, _ position: String) {
        guard [.completed, .partial].contains(session.outcome) else {
            return file.noteOther("session that was not completed")
        }
        let entry = SessionEntry(
            start: session.start, end: session.end, seconds: session.seconds, category: session.category,
            note: session.note ?? session.taskTitle, exp: session.exp)
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
        ("list of settings", { $0.settings != nil }), ("list of days off", { $0.daysOff != nil }),
        ("rate", { $0.rate != nil }), ("garden", { $0.garden != nil }),
        ("day", { $0.day != nil }), ("label", { $0.label != nil }), ("group", { $0.group != nil }),
        ("member", { $0.member != nil }), ("trashed visit", { $0.trashedVisit != nil }),
        ("deck level", { $0.drillLevel != nil }), ("deck entry", { $0.drillEntry != nil }),
    ]
}
