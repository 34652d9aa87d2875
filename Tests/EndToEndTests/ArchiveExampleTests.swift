import GardenAPI
import Glibc
import TestSupport
import Testing

/// The files of ended days on disk, over several runs of `gardend simulate` (RULES A5, A6).
struct ArchiveExampleTests {
    private static func request(_ method: String, _ params: JSON) -> String {
        let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
        return request.text + "\n"
    }

    @Test(
        "A5: the file of a day has its lines and mode 0600; archiving the day again merges without duplicates"
    )
    func theFileOfADayContainsItsLines() throws {
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
        let archived = end.output.split(separator: "\n").filter { $0.contains("log.archived") }
        #expect(archived.count == 1)
        #expect(try JSON.parse(String(archived.first ?? "{}")).at("params.data.lines") == 4)
        let merged = "[08:00] of my own\n[09:00] Ärger 囲碁\nno line feed\n[09:00] Ärger 囲碁\n"
        #expect(try readText(file) == merged)
        var status = stat()
        #expect(lstat(file, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o600)
        #expect(names(in: "\(data)/archive") == ["2026-01-01.log"])
    }

    private static func files(_ days: ArraySlice<String>) -> [String] { days.map { "\($0).log" } }

    @Test("A6: T = 2026-03-31 keeps 03-01 … 03-30, only archive files are removed, and their lines stay readable")
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
        #expect(
            answers[1].at("result.lines")?.arrayValue?.map { $0["text"] } == [
                "[04:00] 2026-02-28 · 0 pt · tier 0 ×1.0", "[12:00] noon",
            ])
        #expect(answers[1].at("result.source") == "journal")
    }
}
