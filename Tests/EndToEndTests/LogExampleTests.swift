import GardenAPI
import Glibc
import Testing
import TimeKit

/// Every worked example of the rules A1–A7 through `gardend simulate`: the lines to the letter, and the files.
struct LogExampleTests {
    private typealias Step = RuleExample.Step

    /// One focus of a minute after another, and nothing by itself.
    private static func rewards(_ points: Int) -> String {
        "[rewards]\npoints_per_focus = \(points)\n[timer]\nstart_rest = \"never\"\nstart_focus = \"never\"\n"
    }

    /// As many foci of a minute as there are names; the last one ends at that time.
    private static func foci(_ names: [String], until instant: String) throws -> [Step] {
        let end = try #require(Timestamp(instant))
        let start = end.instant.advanced(byMilliseconds: -60_000 * names.count)
        return [.at(Timestamp(instant: start, offsetSeconds: end.offsetSeconds).description)]
            + names.flatMap { name -> [Step] in
                [.ask("timer.start", ["category": .string(name), "minutes": 1]), .advance(60)]
            }
    }

    @Test("A2: the lines of earning, buying, the meter and the rate, to the letter")
    func theLinesAreToTheLetter() throws {
        let example = RuleExample(
            testDescription: "A2", settings: Self.rewards(500),
            steps: [
                .ask("points.adjust", ["amount": 750, "reason": "last week"]),
                .ask("shop.add", ["name": "Coffee", "price": 500]),
            ] + (try Self.foci(["Write report"], until: "2026-01-01T09:05:00Z")) + [
                .ask("rate.set", ["amount": 3000]), .at("2026-01-01T12:30:00Z"), .ask("shop.buy", ["name": "coffee"]),
                .ask("rate.set", ["amount": 2000]), .at("2026-01-01T12:31:00Z"), .ask("rate.add", ["amount": 1200]),
                .ask("rate.add", ["amount": 300, "note": "new shoes"]), .ask("shop.refund", ["purchaseId": 1]),
                .ask("log.note", ["text": "what a day"]), .ask("inventory.add", ["name": "Cinema", "icon": "🎟"]),
                .ask("inventory.adjust", ["name": "Cinema", "amount": 2]),
                .ask("points.adjust", ["amount": -50, "reason": "counted twice"]),
                .lines([
                    "[09:00] +750 pt adjusted: last week → 750", "[09:05] focus 1 min Write report",
                    "[09:05] +500 pt ×1 Write report → 1250", "[09:05] meter 3000 (+3000) set",
                    "[09:05] rate ×1.0 → ×1.5 (2 days left)", "[12:30] 9–12: 500",
                    "[12:30] −750 pt ×1.5 Coffee → 500", "[12:30] meter 2000 (−1000) set",
                    "[12:30] rate ×1.5 → ×1.0", "[12:31] meter 3200 (+1200)",
                    "[12:31] rate ×1.0 → ×1.5 (2 days left)", "[12:31] meter 3500 (+300) new shoes",
                    "[12:31] +750 pt ×1.5 refund: Coffee → 1250", "[12:31] what a day",
                    "[12:31] inventory 🎟 Cinema 0, new", "[12:31] inventory 🎟 Cinema 2 (+2)",
                    "[12:31] −50 pt adjusted: counted twice → 1200",
                ]),
            ])
        try example.check()
    }

    @Test("A3: the header tells the date, the balance, tier, rate, days left, and what decayed")
    func theHeaderTellsWhatDecayed() throws {
        let example = RuleExample(
            testDescription: "A3",
            steps: [
                .ask("points.adjust", ["amount": 500, "reason": "gift"]), .ask("rate.add", ["amount": 6500]),
                .advance(86_400),
                .lines(["[04:00] 2026-01-02 · 500 pt · tier 2 ×2.0 · 1 day left · meter 6500 → 6000"]),
                .advance(86_400),
                .lines([
                    "[04:00] 2026-01-03 · 500 pt · tier 1 ×1.5 · 2 days left · decayed from tier 2 ×2.0 · meter 6000 → 3000"
                ]),
                .advance(86_400), .lines(["[04:00] 2026-01-04 · 500 pt · tier 1 ×1.5 · 1 day left"]), .advance(86_400),
                .lines([
                    "[04:00] 2026-01-05 · 500 pt · tier 0 ×1.0 · decayed from tier 1 ×1.5 · meter 3000 → 0"
                ]),
                .advance(86_400), .lines(["[04:00] 2026-01-06 · 500 pt · tier 0 ×1.0"]),
            ])
        try example.check()
    }

    /// The lines of foci that are a minute each and pay 100, the last at that time; the first with a divider before it.
    private static func earned(
        _ name: String, _ hour: String, minutes: ClosedRange<Int>, from balance: Int, divider: String? = nil
    ) -> [String] {
        minutes.enumerated().flatMap { index, minute -> [String] in
            let time = "[\(hour):\(minute < 10 ? "0" : "")\(minute)]"
            let sum = balance + 100 * (index + 1)
            return ["\(time) focus 1 min \(name)"] + (index == 0 ? divider.map { ["\(time) \($0)"] } ?? [] : [])
                + ["\(time) +100 pt ×1 \(name) → \(sum)"]
        }
    }

    @Test("A4: earn 09:10 +500, 09:40 +300, 11:05 +200, 01:30 +100: dividers “9–11: 800” and “11–25: 200”")
    func theDividersTellTheHours() throws {
        let steps =
            try Self.foci(Array(repeating: "A", count: 5), until: "2026-01-01T09:10:00Z")
            + Self.foci(Array(repeating: "B", count: 3), until: "2026-01-01T09:40:00Z")
            + Self.foci(Array(repeating: "C", count: 2), until: "2026-01-01T11:05:00Z")
            + Self.foci(["D"], until: "2026-01-02T01:30:00Z")
        let lines =
            Self.earned("A", "09", minutes: 6...10, from: 0) + Self.earned("B", "09", minutes: 38...40, from: 500)
            + Self.earned("C", "11", minutes: 4...5, from: 800, divider: "9–11: 800")
            + Self.earned("D", "01", minutes: 30...30, from: 1000, divider: "11–25: 200")
        let example = RuleExample(
            testDescription: "A4", settings: Self.rewards(100), steps: steps + [.day("2026-01-01"), .lines(lines)])
        try example.check()
    }

    @Test("A4: no dividers where the setting says so, and none for a sum of zero")
    func noDividersWhereTheSettingSaysSo() throws {
        let off = RuleExample(
            testDescription: "off", settings: Self.rewards(100) + "[log]\nhourly_subtotals = false\n",
            steps: try Self.foci(["A"], until: "2026-01-01T09:10:00Z") + Self.foci(["A"], until: "2026-01-01T11:10:00Z")
                + [
                    .lines(
                        Self.earned("A", "09", minutes: 10...10, from: 0)
                            + Self.earned("A", "11", minutes: 10...10, from: 100))
                ])
        try off.check()
        let zero = RuleExample(
            testDescription: "zero",
            steps: [
                .ask("inventory.add", ["name": "a"]), .advance(7200), .ask("inventory.add", ["name": "b"]),
                .lines(["[09:00] inventory a 0, new", "[11:00] inventory b 0, new"]),
            ])
        try zero.check()
    }

    @Test("A4: each day begins with the hour 4 and no points")
    func eachDayBeginsAnew() throws {
        let example = RuleExample(
            testDescription: "A4", settings: Self.rewards(100),
            steps: try Self.foci(["A"], until: "2026-01-01T23:10:00Z")
                + Self.foci(["A"], until: "2026-01-02T04:10:00Z") + Self.foci(["A"], until: "2026-01-02T05:10:00Z") + [
                    .lines(
                        ["[04:00] 2026-01-02 · 100 pt · tier 0 ×1.0"]
                            + Self.earned("A", "04", minutes: 10...10, from: 100)
                            + Self.earned("A", "05", minutes: 10...10, from: 200, divider: "4–5: 100"))
                ])
        try example.check()
    }

    static let others: [RuleExample] = [
        RuleExample(
            testDescription: "A1: lines of today can be edited and removed, those of the past cannot",
            steps: [
                .ask("log.note", ["text": "a"]), .ask("log.note", ["text": "b"]), .ask("log.note", ["text": "c"]),
                .told("log.edit", ["id": 1, "text": "A"], ["text": "[09:00] A"]),
                .told("log.edit", ["id": 2, "text": "[10:00] B"], ["text": "[10:00] B"]),
                .ask("log.remove", ["id": 3]), .lines(["[09:00] A", "[10:00] B"]),
                .refused("log.edit", ["id": 3, "text": "C"], "not_found"), .advance(86_400),
                .refused("log.edit", ["id": 1, "text": "C"], "archived"), .refused("log.remove", ["id": 2], "archived"),
                .lines(of: "2026-01-01", ["[09:00] A", "[10:00] B"]),
                .toldAll("log.archives", [["day": "2026-01-01", "lines": 2, "file": "2026-01-01.log"]]),
            ]),
        RuleExample(
            testDescription: "A5: a day with nothing but its header gets no file",
            steps: [.go(["advance": 259_200]), .toldAll("log.archives", [])]),
        RuleExample(
            testDescription: "A7: a focus that ends exactly at 04:00:00: rollover first, its line goes to the new day",
            arguments: ["--timezone", "Asia/Tokyo", "--start", "2026-05-02T03:35:00+09:00"],
            settings: "[rewards]\npoints_per_focus = 5\n",
            steps: [
                .ask("timer.start"), .at("2026-05-02T04:00:00+09:00"), .lines(of: "2026-05-01", []),
                .lines([
                    "[04:00] 2026-05-02 · 0 pt · tier 0 ×1.0", "[04:00] focus 25 min Default",
                    "[04:00] +5 pt ×1 Default → 5",
                ]),
                .told("points.get", ["earnedToday": 5]),
            ]),
        RuleExample(
            testDescription: "A7: and so it does where the daemon was down at 04:00:00",
            arguments: ["--start", "2026-05-02T03:35:00Z"],
            steps: [
                .ask("timer.start"), .go(["down": 3600]), .lines(of: "2026-05-01", []),
                .lines(["[04:00] 2026-05-02 · 0 pt · tier 0 ×1.0", "[04:00] focus 25 min Default"]),
            ]),
    ]

    @Test(arguments: others)
    func theExampleHolds(example: RuleExample) throws { try example.check() }

    // MARK: Files

    private static func request(_ method: String, _ params: JSON) -> String {
        let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
        return request.text + "\n"
    }

    @Test(
        "A5: the file of a day has its lines and mode 0600; the same day once more is merged, and changes nothing twice"
    )
    func theFileOfADayHasItsLines() throws {
        let folder = try TemporaryFolder()
        let (data, file) = ("\(folder.path)/garden", "\(folder.path)/garden/archive/2026-01-01.log")
        let note = Self.request("log.note", ["text": "Ärger 囲碁"])
        let simulate = [Binaries.gardend, "simulate", "--data", data]
        #expect(try run(simulate, input: note + note).end == .exited(0))
        #expect(!exists("\(data)/archive/2026-01-01.log"))
        try write("[08:00] of my own\n[09:00] Ärger 囲碁\nno line feed", to: file)
        // The day ends in a run of its own.
        let end = try run(simulate + ["--start", "2026-01-02T03:00:00Z"], input: "{\"advance\":7200}\n")
        #expect(end.end == .exited(0))
        let told = end.output.split(separator: "\n").filter { $0.contains("log.archived") }
        #expect(told.count == 1)
        #expect(try JSON.parse(String(told.first ?? "{}")).at("params.data.lines") == 4)
        let merged = "[08:00] of my own\n[09:00] Ärger 囲碁\nno line feed\n[09:00] Ärger 囲碁\n"
        #expect(try readText(file) == merged)
        var status = stat()
        #expect(lstat(file, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o600)
        #expect(names(in: "\(data)/archive") == ["2026-01-01.log"])
    }

    private static func files(_ days: ArraySlice<String>) -> [String] { days.map { "\($0).log" } }

    @Test("A6: T = 2026-03-31 keeps 03-01 … 03-30, and touches only what is of the archive")
    func retentionKeepsThirtyDays() throws {
        let folder = try TemporaryFolder()
        let (data, archive) = ("\(folder.path)/garden", "\(folder.path)/garden/archive")
        try makeFolder(data)
        try makeFolder(archive)
        let foreign = ["2026-02-30.log", "2026-2-1.log", "2026-02-20.log.bak", "2026-02-20.txt", "x2026-02-20.log"]
        for name in foreign + ["2025-12-24.log"] { try write("mine\n", to: "\(archive)/\(name)") }
        let days = (20...28).map { "2026-02-\($0)" } + (1...30).map { "2026-03-\($0 < 10 ? "0" : "")\($0)" }
        let input = days.map { "{\"at\":\"\($0)T12:00:00Z\"}\n" + Self.request("log.note", ["text": "noon"]) }.joined()
        let simulate = [Binaries.gardend, "simulate", "--data", data, "--start", "2026-02-20T05:00:00Z"]
        let before = try run(simulate, input: input + "{\"at\":\"2026-03-31T03:59:59Z\"}\n")
        #expect(before.end == .exited(0))
        // Until then it is the 30th, which keeps what is not older than 02-28.
        #expect(names(in: archive) == (foreign + Self.files(days.drop { $0 < "2026-02-28" }.dropLast())).sorted())
        let list = Self.request("log.archives", [:]) + Self.request("log.list", ["day": "2026-02-28"])
        let after = try run(
            simulate.dropLast() + ["2026-03-31T03:59:59Z"], input: "{\"advance\":1}\n" + list)
        #expect(after.end == .exited(0))
        let kept = Array(days.drop { $0 < "2026-03-01" })
        #expect(kept.count == 30)
        #expect(names(in: archive) == (foreign + Self.files(kept[...])).sorted())
        let answers = try after.output.split(separator: "\n").map { try JSON.parse(String($0)) }.filter {
            $0["id"] == 1
        }
        #expect(answers[0]["result"]?.arrayValue?.map { $0["day"]?.stringValue ?? "" } == kept)
        #expect(answers[1].at("result.lines") == [])
    }
}
