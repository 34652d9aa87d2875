import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// Completions of repeating tasks that are entered afterwards (RULES P33). In these gardens it is Saturday, 2026-01-03, 10:00 in UTC.
@Suite("Late completions of repeating tasks")
struct LateCompletionTests {
    struct Row: CustomTestStringConvertible {
        var name: String
        var due = "2026-01-01"
        var rule = "daily"
        /// Completions before it; an empty one is of now.
        var before: [String] = []
        var at: String
        /// The occurrence that is completed; `nil` if it was already.
        var occurrence: TaskDate?
        var paid = 5
        /// The open occurrence after it.
        var open: TaskDate
        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "of its day, not the open one", at: "yesterday", occurrence: "2026-01-02", open: "2026-01-01"),
        Row(name: "the open one", at: "thu 20:00", occurrence: "2026-01-01", open: "2026-01-02"),
        Row(
            name: "the open one, before one that was completed afterwards", before: ["yesterday"], at: "thu 20:00",
            occurrence: "2026-01-01", open: "2026-01-03"),
        Row(name: "one that was skipped", before: [""], at: "yesterday", occurrence: "2026-01-02", open: "2026-01-03"),
        Row(name: "completed already", before: ["yesterday"], at: "fri 8:00", open: "2026-01-01"),
        Row(name: "completed in time", before: [""], at: "thu 20:00", open: "2026-01-03"),
        Row(name: "of today", at: "9:00", occurrence: "2026-01-03", open: "2026-01-01"),
        Row(
            name: "of no day: the last one before", due: "2025-12-29", rule: "weekly", at: "yesterday",
            occurrence: "2025-12-29", open: "2026-01-05"),
        Row(
            name: "before the first one: early", due: "2026-01-05", rule: "weekly", at: "yesterday",
            occurrence: "2026-01-05", open: "2026-01-12"),
        Row(
            name: "at times: that of the day", due: "2026-01-01 8:00", at: "yesterday",
            occurrence: "2026-01-02T08:00:00.000+00:00", open: "2026-01-01T08:00:00.000+00:00"),
        Row(
            name: "some time after a completion", due: "2026-01-01", rule: "after 4d", at: "yesterday",
            occurrence: "2026-01-01", open: "2026-01-06"),
        Row(
            name: "some time after a completion, before a later one", due: "2026-01-01", rule: "after 4d",
            before: [""], at: "yesterday", open: "2026-01-07"),
    ]

    private func garden(_ row: Row) throws -> CoreGarden {
        let garden = try CoreGarden()
        garden.at("2026-01-01T10:00:00Z")
        try garden.perform(TaskAdd(title: "Gym", points: 5, due: row.due, repeat: row.rule))
        garden.at("2026-01-03T10:00:00Z")
        for at in row.before { try garden.perform(TaskComplete(id: 1, at: at.isEmpty ? nil : at)) }
        return garden
    }

    @Test("P33: which occurrence is completed, and whether it pays", arguments: rows)
    func whichOccurrence(_ row: Row) throws {
        let garden = try garden(row)
        let before = garden.revertible
        guard let occurrence = row.occurrence else {
            let refusal = try garden.refusal(of: TaskComplete(id: 1, at: row.at))
            #expect(refusal.details["reason"] == "already_done")
            #expect(try garden.task(1).occurrence == row.open)
            return
        }
        let done = try garden.perform(TaskComplete(id: 1, at: row.at))
        #expect([done.paid, done.exp] == [row.paid, 1])
        #expect(try garden.tasks(.taskCompleted).map(\.completed) == [occurrence])
        #expect(try garden.task(1).occurrence == row.open)
        #expect(done.next == row.open)
        #expect(try garden.task(1).doneCount == row.before.count + 1)
        _ = try garden.undo()
        #expect(garden.differences(from: before) == [])
        _ = try garden.redo()
        #expect(try garden.refusal(of: TaskComplete(id: 1, at: row.at)).details["reason"] == "already_done")
    }

    @Test("P33, T7: a later one that is completed already does not open again")
    func whatIsCompletedDoesNotOpenAgain() throws {
        let garden = try garden(Row(name: "", before: ["9:00"], at: "", open: "2026-01-01"))
        #expect(try garden.perform(TaskComplete(id: 1)).next == "2026-01-04")
        _ = try garden.undo()
        #expect(try garden.perform(TaskSkip(id: 1)).occurrence == "2026-01-02")
        #expect(try garden.perform(TaskSkip(id: 1)).occurrence == "2026-01-04")
    }

    @Test(
        "P33, T7: what is completed is not among the skipped",
        arguments: [
            ([], (4, "2025-12-30", "2026-01-02")), (["yesterday"], (3, "2025-12-30", "2026-01-01")),
            (["9:00"], (4, "2025-12-30", "2026-01-02")), (["2025-12-30 9:00"], (3, "2025-12-31", "2026-01-02")),
            (["thu 9:00", "yesterday"], (2, "2025-12-30", "2025-12-31")),
            (["2025-12-30 9:00", "2025-12-31 9:00", "thu 9:00", "yesterday"], nil),
        ] as [([String], (Int, TaskDate, TaskDate)?)])
    func whatIsCompletedIsNotSkipped(before: [String], skipped: (count: Int, first: TaskDate, last: TaskDate)?) throws {
        let garden = try garden(Row(name: "", due: "2025-12-29", before: before, at: "", open: "2025-12-29"))
        let done = try garden.perform(TaskComplete(id: 1))
        #expect(done.next == (before == ["9:00"] ? "2026-01-04" : "2026-01-03"))
        #expect(
            done.skipped == skipped.map { SkippedOccurrences(count: $0.count, first: $0.first, last: $0.last) })
    }

    /// What was completed afterwards is a Thursday, which the new repetition does not have.
    @Test func ofAChangedRepetitionNoOccurrenceIsDone() throws {
        let garden = try CoreGarden()
        garden.at("2026-01-05T10:00:00Z")
        try garden.perform(TaskAdd(title: "Gym", due: "2026-01-05", repeat: "daily"))
        garden.at("2026-01-09T10:00:00Z")
        try garden.perform(TaskComplete(id: 1, at: "yesterday"))
        try garden.perform(TaskEdit(id: 1, repeat: .set("every mon, wed and fri")))
        garden.at("2026-01-10T10:00:00Z")
        let done = try garden.perform(TaskComplete(id: 1))
        #expect(done.skipped == SkippedOccurrences(count: 2, first: "2026-01-07", last: "2026-01-09"))
    }

    @Test("P12, P33: an occurrence that was reopened has paid")
    func whatHasPaidDoesNotPayAgain() throws {
        let garden = try garden(Row(name: "", before: ["thu 20:00"], at: "", open: "2026-01-02"))
        try garden.perform(TaskReopen(id: 1))
        #expect(try garden.perform(TaskComplete(id: 1, at: "thu 21:00")).paid == 0)
    }

    @Test("P33, T7: the occurrence that is meant can be named")
    func theOccurrenceCanBeNamed() throws {
        let garden = try garden(Row(name: "", at: "", open: "2026-01-01"))
        let refusal = try garden.refusal(of: TaskComplete(id: 1, occurrence: "2026-01-01", at: "yesterday"))
        #expect(refusal.details["reason"] == "already_done")
        #expect(try garden.perform(TaskComplete(id: 1, occurrence: "2026-01-02", at: "yesterday")).paid == 5)
    }
}
