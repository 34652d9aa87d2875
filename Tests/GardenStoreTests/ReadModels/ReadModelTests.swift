import GRDB
import GardenAPI
import GardenCore
import Testing
import TimeKit

@testable import GardenStore

/// The tables that are derived from the journal.
struct ReadModelTests {
    let sample = SampleGarden(events: 60)

    private func filled() throws -> JournalStore {
        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        return store
    }

    // MARK: Content

    @Test func theSessionsMatchTheEvents() throws {
        let store = try filled()
        let sessions = try sample.events.compactMap { try StoredSession(endedBy: $0) }
        #expect(try store.reading(SessionTable.all) == sessions)
        #expect(sessions.map(\.id) == Array(1...sample.state.lastSessionId))
        #expect(try store.readModelProblem() == nil)
    }

    @Test func theLinesOfADayMatchTheEvents() throws {
        let sample = SampleGarden(events: 200)
        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        var lines: [Int: (line: LogLineProjection, day: CalendarDay)] = [:]
        var removed = 0
        for event in sample.events {
            for projection in try LogProjection.all(of: event) {
                switch projection {
                case .put(let line, let day, _): lines[line.id] = (line, day)
                case .remove(let id, _):
                    lines[id] = nil
                    removed += 1
                case .restore, .move: Issue.record("the sample undoes nothing and corrects no day")
                }
            }
        }
        let days = Set(lines.values.map { $0.day })
        #expect(days.count > 1)
        #expect(removed > 1)
        for day in days {
            let expected = lines.values.filter { $0.day == day }.map { $0.line }.sorted { $0.id < $1.id }
            #expect(try store.read(LogLinesQuery(of: day)) == expected)
        }
        #expect(try store.read(LogLinesQuery(of: CalendarDay(daysSinceEpoch: 0))) == [])
        var (walked, next): ([CalendarDay], CalendarDay?) = ([], CalendarDay(daysSinceEpoch: 0))
        while let day = next {
            next = try store.read(NextLogDayQuery(after: day))
            if let next { walked.append(next) }
        }
        #expect(walked == days.sorted())
        #expect(try store.readModelProblem() == nil)
    }

    // MARK: Check

    @Test(arguments: [
        "added = 1", "day = day + 1", "outcome = 'skipped'", "source = 'manual'", "categoryUid = 99", "note = 'other'",
        "pauses = '[]'", "paidOn = 1", "hour = 1", "unattended = 1", "exp = 9", "points = 9", "kept = 9",
        "start = start + 1",
        "startOffset = 60", "\"end\" = \"end\" + 1", "endOffset = 60",
        "seconds = seconds + 1", "categoryId = 99", "category = 'other'", "taskId = 3", "taskTitle = 'other'",
    ])
    func aWrongSessionIsFoundAndRebuilt(assignment: String) throws {
        try expectFoundAndRebuilt(
            "UPDATE session SET \(assignment) WHERE id = 2", "session 2 is different in the session table")
    }

    @Test(arguments: [
        ("DELETE FROM session WHERE id = 2", "session 2 is missing in the session table"),
        ("UPDATE session SET id = 99 WHERE id = 2", "session 2 is missing in the session table"),
    ])
    func aMissingSessionIsFoundAndRebuilt(sql: String, problem: String) throws {
        try expectFoundAndRebuilt(sql, problem)
    }

    private func expectFoundAndRebuilt(_ sql: String, _ problem: String) throws {
        let store = try filled()
        let sessions = try store.reading(SessionTable.all)
        try store.writing { try $0.execute(sql: sql) }
        let check = try store.readModelCheck()
        // A later event may correct it, so only the end shows that none does.
        #expect(try check.problem(of: sample.events) == nil)
        #expect(try check.orphanProblem() == problem)
        try store.writing(ReadModels.rebuild)
        #expect(try store.reading(SessionTable.all) == sessions)
        #expect(try store.readModelProblem() == nil)
    }

    @Test func aLineOfAnotherDayIsFound() throws {
        let store = try filled()
        try store.writing { try $0.execute(sql: "UPDATE logLine SET day = day + 1 WHERE id = 2") }
        #expect(try store.readModelCheck().problem(of: sample.events)?.problem == "line 2 is missing in the log table")
    }

    @Test(arguments: [
        "source = 1", "isHeader = 1", "moved = 1", "removed = 1",
        // No later event removes or moves it either.
        "moved = (SELECT max(seq) FROM change)", "removed = (SELECT max(seq) FROM change)",
    ])
    func aWrongLineIsFoundAndRebuilt(assignment: String) throws {
        let store = try filled()
        try store.writing { try $0.execute(sql: "UPDATE logLine SET \(assignment) WHERE id = 2") }
        let found = try store.readModelCheck().problem(of: sample.events)
        #expect(found?.problem == "line 2 is different in the log table")
        try store.writing(ReadModels.rebuild)
        #expect(try store.readModelProblem() == nil)
    }

    @Test func aMissingLineIsFoundAndRebuilt() throws {
        let store = try filled()
        try store.writing { try $0.execute(sql: "DELETE FROM logLine WHERE id = 2") }
        let found = try store.readModelCheck().problem(of: sample.events)
        #expect(found?.problem == "line 2 is missing in the log table")
        try store.writing(ReadModels.rebuild)
        #expect(try store.readModelProblem() == nil)
    }

    @Test(arguments: [
        (
            """
            INSERT INTO session (id, added, start, startOffset, "end", endOffset, day, seconds, outcome, source, categoryId,
            category, categoryUid) VALUES (99, 1, 1, 0, 2, 0, 20454, 1, 'completed', 'timer', 1, 'Default', 0)
            """, "the session table has a session without an event"
        ),
        (
            "INSERT INTO logLine SELECT 999, source, day, isHeader, moved, removed, restored FROM logLine WHERE id = 2",
            "the log table has a line without an event"
        ),
    ])
    func anOrphanRowIsFoundAndRemoved(sql: String, problem: String) throws {
        let store = try filled()
        try store.writing { try $0.execute(sql: sql) }
        let check = try store.readModelCheck()
        #expect(try check.problem(of: sample.events) == nil)
        #expect(try check.orphanProblem() == problem)
        try store.writing(ReadModels.rebuild)
        #expect(try store.readModelProblem() == nil)
    }

    // MARK: Rebuilding at the opening

    @Test func wrongReadModelsAreNotDamageAndAreRebuilt() throws {
        let folder = try TestFolder()
        let sample = SampleGarden(events: 300)
        try folder.fill(sample.changes)
        try folder.execute(
            """
            DELETE FROM session WHERE id % 2 = 0; UPDATE session SET seconds = 0; DELETE FROM eventType;
            DELETE FROM typeBlock; DELETE FROM logLine WHERE id % 3 = 0
            """)
        let store = try folder.open()
        #expect(try store.readModelProblem() == nil)
        let sessions = try sample.events.compactMap { try StoredSession(endedBy: $0) }
        #expect(try store.reading(SessionTable.all) == sessions)
        let paused = sample.events.filter { $0.type == "timer.paused" }
        #expect(try store.newestEvents(before: nil, limit: .max, types: ["timer.paused"]) == paused)
    }

    @Test(
        arguments: [
            // A table or an index is missing.
            "DROP TABLE session", "DROP TABLE typeBlock; DROP TABLE eventType",
            // One has another form.
            "DROP TABLE session; CREATE TABLE session (id INTEGER PRIMARY KEY, minutes INTEGER NOT NULL) STRICT",
            // One is not known to this release, or was not to the other.
            """
            CREATE TABLE mood (day INTEGER PRIMARY KEY, mood INTEGER NOT NULL) STRICT;
            CREATE INDEX moodByMood ON mood (mood); INSERT INTO mood (day, mood) VALUES (20454, 3);
            INSERT INTO readModel (name) VALUES ('mood'), ('moodByMood')
            """,
            "INSERT INTO readModel (name) VALUES ('mood')",
            "CREATE INDEX sessionByNote ON session (note); INSERT INTO readModel (name) VALUES ('sessionByNote')",
            "DROP TABLE logLine; DELETE FROM readModel WHERE name = 'logLine'",
            // A garden that was made by a release that had none, or that was killed before they were made.
            """
            DROP TABLE session; DROP TABLE logLine; DROP TABLE eventType; DROP TABLE typeBlock; DROP TABLE closedTask;
            DROP TABLE dayFigures; DROP TABLE dayClosing; DROP TABLE removedCategory; DROP TABLE statisticsEnd;
            DROP TABLE visit; DROP TABLE visitFacet; DROP TABLE visitPhoto; DROP TABLE rateStart; DROP TABLE lateMoney;
            DROP TABLE undoneMoney; DROP TABLE recountedEnd; DROP TABLE completion; DROP TABLE importedEntry;
            DELETE FROM readModel
            """,
            // One of the journal's own that another release had.
            "CREATE INDEX changeByMethod ON change (method); INSERT INTO readModel (name) VALUES ('changeByMethod')",
        ], [true, false])
    func readModelsOfAnotherReleaseAreRebuilt(sql: String, stoppedCleanly: Bool) throws {
        let (folder, sound) = (try TestFolder(), try TestFolder())
        for folder in [folder, sound] { try folder.fill(sample.changes) }
        try folder.execute(sql)
        if stoppedCleanly { try CleanShutdownMarker.write(folder.paths) }
        #expect(CleanShutdownMarker.holds(folder.paths) == stoppedCleanly)

        let store = try folder.open()
        #expect(try tables(store) == tables(sound.open()))
        #expect(try store.readModelProblem() == nil)
        #expect(try store.checkedChanges(after: 0, limit: .max).changes == sample.changes.map(\.asKept))
        // Later changes fill them too, and the next openings, quick and complete, find them valid.
        try store.commit([.plain([.plain(sample.state.seq + 1, type: "hook.recovered")])])
        try store.close()
        #expect(CleanShutdownMarker.holds(folder.paths))
        #expect(try DatabaseCheck.runBriefly(folder.paths.database))
        #expect(try DatabaseCheck.run(folder.paths.database).readModelProblem == nil)
        #expect(try folder.open().lastSeq() == sample.state.seq + 1)
    }

    /// The tables and indexes, and the content of the read models.
    private func tables(_ store: JournalStore) throws -> [String] {
        let queries =
            ["SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"]
            + ["readModel", "session", "logLine", "eventType", "typeBlock", "closedTask"].map { "SELECT * FROM \($0)" }
        return try store.reading { db in
            try queries.flatMap { sql in try Row.fetchAll(db, sql: sql).map(\.description) }
        }
    }
}
