import GardenAPI
import GeoKit
import ImportFormats
import TimeKit

/// An entry that an import sends, and where in the file it is.
struct PlannedEntry {
    let entry: ImportEntry
    let position: String
    /// How it differs from what the file says.
    let guesses: [String]
}

/// The entries of a file that can be added, in the form in which they are sent.
struct ImportPlan {
    let zone: ZoneRules
    let now: Instant
    /// When places were that do not say it; `nil` to leave them out.
    let date: String?
    let categories: CategoryChoice
    private(set) var entries: [PlannedEntry] = []
    /// How often an origin was made from the same content: two equal lines are two tasks.
    private var madeOrigins: [String: Int] = [:]

    init(zone: ZoneRules, now: Instant, date: String?, categories: CategoryChoice) {
        (self.zone, self.now, self.date, self.categories) = (zone, now, date, categories)
    }

    /// The names of the categories that the entries have, each once, in their order.
    var categoryNames: [String] {
        var (names, known): ([String], Set<String>) = ([], [])
        for planned in entries {
            let entry = planned.entry
            guard
                let name = entry.category?.name ?? entry.task?.task.category ?? entry.session?.category
                    ?? entry.item?.category
            else { continue }
            if known.insert(name.folded).inserted { names.append(name) }
        }
        return names
    }

    mutating func add(_ file: ImportedFile, _ outcome: inout ImportOutcome) {
        for imported in file.entries { add(imported, &outcome) }
        for place in file.places { add(place, &outcome) }
        for task in file.tasks { add(task, &outcome) }
        // In their order, each finds the garden as it was then.
        let sessions = file.sessions.map { ($0, $0.start.timestamp(in: zone)) }
        for (session, start) in sessions.sorted(by: { $0.1.instant < $1.1.instant }) { add(session, start, &outcome) }
        for completion in file.completions { add(completion, &outcome) }
    }

    /// Adds an entry of the export of a garden.
    private mutating func add(_ imported: ImportedEntry, _ outcome: inout ImportOutcome) {
        var entry = imported.entry
        if let category = entry.category { entry.category?.name = categories.name(for: category.name) ?? category.name }
        if let category = entry.item?.category { entry.item?.category = categories.name(for: category) }
        if let category = entry.task?.task.category { entry.task?.task.category = categories.name(for: category) }
        if let category = entry.session?.category { entry.session?.category = categories.name(for: category) }
        add(entry, imported.position, [], &outcome)
    }

    /// A day of a habit counts at noon, but now at the latest if that day is today.
    private mutating func add(_ completion: ImportedCompletion, _ outcome: inout ImportOutcome) {
        let entry = ImportEntry(
            origin: "\(completion.task):\(completion.day)",
            completion: CompletionEntry(task: completion.task, at: past(.day(completion.day))))
        add(entry, completion.position, [], &outcome)
    }

    /// Adds an entry, unless the daemon would not even read it.
    private mutating func add(
        _ entry: ImportEntry, _ position: String, _ guesses: [String], _ outcome: inout ImportOutcome
    ) {
        do throws(GardenAPI.ValidationError) {
            _ = try ImportEntry(json: entry.json)
            entries.append(PlannedEntry(entry: entry, position: position, guesses: guesses))
        } catch {
            outcome.leaveOut(position, CommandError.inWordsOfOptions(error.message))
        }
    }

    // MARK: Places

    private mutating func add(_ place: ImportedPlace, _ outcome: inout ImportOutcome) {
        let at = place.time?.timestamp(in: zone)
        let unread = place.unreadTime.map { "the time \($0) is not understood" }
        if at == nil, date == nil {
            return outcome.leaveOut(place.position, "\(unread ?? "it has no time"); --at DATE gives it one")
        }
        if let at, at.instant > now {
            let isDay = if case .day? = place.time { true } else { false }
            return outcome.leaveOut(
                place.position,
                isDay
                    ? "its day, \(at.description.prefix(10)), counts from 12:00, which is after now"
                    : "its time, \(at.dateAndTime), is after now")
        }
        let entry = ImportEntry(visit: Self.visit(place, at: at?.description ?? date))
        add(entry, place.position, [unread].compactMap(\.self) + place.guesses, &outcome)
    }

    private static func visit(_ place: ImportedPlace, at: String?) -> VisitAdd {
        let details = place.details
        return VisitAdd(
            at: at, latitude: degrees(place.place.latitude), longitude: degrees(place.place.longitude),
            accuracy: place.accuracyTenths.map { DecimalNumber(Tenths(tenths: $0).json.text) },
            title: details.title, facility: details.facility, address: details.address, kind: details.kind,
            comment: details.comment, labels: details.labels.isEmpty ? nil : NameList(details.labels),
            group: details.group, members: details.members.isEmpty ? nil : NameList(details.members))
    }

    private static func degrees(_ millionths: Int) -> DecimalNumber {
        DecimalNumber(Degrees(millionths: millionths).json.text)
    }

    // MARK: Tasks

    private mutating func add(_ task: ImportedTask, _ outcome: inout ImportOutcome) {
        func date(_ time: ImportedTime?) -> String? { time.map { self.date($0, task.hasDaysAtMidnight) } }
        let request = TaskAdd(
            title: task.title, category: categories.name(for: task.category), points: task.points,
            priority: task.priority, note: task.note, start: date(task.start), end: date(task.end),
            due: date(task.due), remind: task.remind?.timestamp(in: zone).description, repeat: task.rule,
            estimate: task.estimate, tags: task.tags.isEmpty ? nil : TagList(task.tags))
        let created = task.created.map(past)
        let completed = task.completed.map(past)
        // Two tasks of the same title are those of two projects, or of two days.
        let days = [task.created, task.completed].map { $0.map { Self.written($0).prefix(10) } ?? "" }
        let made = "task:\(request.category ?? ""):\(days.joined(separator: "/")) \(task.title)"
        let entry = ImportEntry(
            origin: task.origin ?? origin(made),
            task: TaskEntry(task: request, created: created, completed: completed))
        add(entry, task.position, task.guesses, &outcome)
    }

    /// A date as `task.add` takes it.
    private func date(_ time: ImportedTime, _ hasDaysAtMidnight: Bool) -> String {
        if case .day(let day) = time { return day.description }
        let at = time.timestamp(in: zone)
        let (day, seconds) = zone.wallTime(at: at.instant)
        return hasDaysAtMidnight && seconds == 0 ? day.description : at.description
    }

    /// A time that has passed: 12:00 of a day, but now at the latest if that day is today.
    private func past(_ time: ImportedTime) -> Timestamp {
        let at = time.timestamp(in: zone)
        guard case .day(let day) = time, day == zone.wallTime(at: now).day else { return at }
        return at.instant > now ? zone.timestamp(now) : at
    }

    // MARK: Sessions

    private mutating func add(_ session: ImportedSession, _ start: Timestamp, _ outcome: inout ImportOutcome) {
        let end = session.end.timestamp(in: zone)
        let entry = ImportEntry(
            origin: session.origin
                ?? origin("session:\(Self.written(session.start))/\(Self.written(session.end))"),
            session: SessionEntry(
                start: start, end: end, seconds: session.seconds, category: categories.name(for: session.category),
                note: session.note))
        add(entry, session.position, session.guesses, &outcome)
    }

    /// A time as the file says it, which stays the same when the garden has another zone.
    private static func written(_ time: ImportedTime) -> String {
        switch time {
        case .instant(let at): at.instant.timestamp(offsetSeconds: 0).description
        case .wall(let day, let milliseconds): "\(day) \(milliseconds / 1000)"
        case .day(let day): "\(day)"
        }
    }

    /// What an entry is known by that has nothing better: its content, and its number among those that have the same.
    private mutating func origin(_ content: String) -> String {
        let content = String(content.prefix(180))
        let number = madeOrigins[content, default: 0] + 1
        madeOrigins[content] = number
        return number == 1 ? content : "\(content) #\(number)"
    }
}
