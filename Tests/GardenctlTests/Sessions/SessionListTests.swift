import GardenAPI
import Testing
import TimeKit

@testable import gardenctl

/// `gardenctl session list` (RULES P21).
struct SessionListTests {
    private let home = Home()

    private static func session(_ id: Int, _ outcome: SessionOutcome) -> Session {
        Session(
            id: id, uid: "a1b2c3d4-\(id)", start: .sample(9, 0), end: .sample(9, 25), day: .sample, seconds: 1500,
            minutes: 25, category: "Thesis", categoryId: 1, categoryUid: "a1b2c3d4-1", outcome: outcome)
    }

    @Test(
        "a table for a bill has the sessions that count; --outcome chooses others",
        arguments: [([], ["1", "2"]), (["--outcome", "stopped"], ["1", "2", "3", "4"])])
    func theTableHasWhatCounts(options: [String], ids: [String]) throws {
        let sessions =
            [Self.session(4, .discarded), Self.session(3, .stopped)]
            + [Self.session(2, .partial), Self.session(1, .completed)]
        let page: JSON = ["sessions": .array(sessions.map(\.json)), "more": false, "next": nil]
        _ = FakeDaemon(home.socketPath, answering: page)
        let lines = try home.gardenctl(["session", "list", "--csv"] + options).output.split(separator: "\r\n")
        #expect(lines.first == "id,start,end,day,minutes,seconds,category,task,note,outcome")
        #expect(lines.dropFirst().map { String($0.prefix { $0 != "," }) } == ids)
    }
}
