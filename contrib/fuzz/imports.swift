// Any bytes are read in each format, or refused with a reason. What is taken is what a visit, a task or a session can have, and the
// same bytes give the same again.
import GardenAPI
import GeoKit
import Glibc
import ImportFormats
import TimeKit

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let first = start?.pointee else { return 0 }
    let formats = ImportFormat.allCases
    let bytes = Array(UnsafeBufferPointer(start: start, count: count).dropFirst())
    countAndCheck(formats[Int(first) % formats.count], bytes)
    if let format = ImportFormat.detect(bytes) { countAndCheck(format, bytes) }
    return 0
}

/// How often each format was read, for the end of the run. libFuzzer runs on one thread.
nonisolated(unsafe) private var readings: [ImportFormat: Int] = [:]

private func countAndCheck(_ format: ImportFormat, _ bytes: [UInt8]) {
    if readings.isEmpty {
        atexit {
            let counts = ImportFormat.allCases.map { "\($0): \(readings[$0] ?? 0)" }
            let text = Array("readings: \(counts.joined(separator: ", "))\n".utf8)
            _ = write(STDERR_FILENO, text, text.count)
        }
    }
    readings[format, default: 0] += 1
    check(format, bytes)
}

private func check(_ format: ImportFormat, _ bytes: [UInt8]) {
    do throws(UnreadableFile) {
        let options = ReadingOptions(readsEvents: true, today: CalendarDay(daysSinceEpoch: 20_000))
        let file = try format.read(bytes, options)
        for place in file.places { check(place) }
        for task in file.tasks { check(task) }
        for session in file.sessions { check(session) }
        for completion in file.completions { check(completion) }
        for part in file.leftOut { claim(!part.position.isEmpty && !part.reason.isEmpty, "\(part)") }
        claim((try? format.read(bytes, options)) == file, "another result")
    } catch { claim(!error.reason.isEmpty, "\(error)") }
}

private func check(_ imported: ImportedPlace) {
    let (place, details) = (imported.place, imported.details)
    claim(GeoPoint.latitudes.contains(place.latitude) && GeoPoint.longitudes.contains(place.longitude), "\(place)")
    let request = VisitAdd(
        latitude: DecimalNumber(Degrees(millionths: place.latitude).json.text),
        longitude: DecimalNumber(Degrees(millionths: place.longitude).json.text), title: details.title,
        facility: details.facility, address: details.address, kind: details.kind, comment: details.comment,
        labels: NameList(details.labels), group: details.group, members: NameList(details.members))
    claim((try? VisitAdd(json: request.json)) != nil, "\(details)")
    claim(isTime(imported.time), "\(imported)")
}

private func isTime(_ time: ImportedTime?) -> Bool {
    time.map { Timestamp($0.timestamp(in: .utc).description) != nil } ?? true
}

private func check(_ imported: ImportedTask) {
    let request = TaskAdd(
        title: imported.title, category: imported.category, points: imported.points, priority: imported.priority,
        note: imported.note, repeat: imported.rule, estimate: imported.estimate, tags: TagList(imported.tags))
    let entry = ImportEntry(origin: imported.origin, task: TaskEntry(task: request))
    claim((try? ImportEntry(json: entry.json)) != nil, "\(imported)")
    let dates = [
        imported.start, imported.end, imported.due, imported.remind, imported.created, imported.completed,
    ]
    claim(dates.allSatisfy(isTime), "\(imported)")
}

private func check(_ imported: ImportedCompletion) {
    let at = ImportedTime.day(imported.day).timestamp(in: .utc)
    let entry = ImportEntry(origin: imported.task, completion: CompletionEntry(task: imported.task, at: at))
    claim((try? ImportEntry(json: entry.json)) != nil, "\(imported)")
}

private func check(_ imported: ImportedSession) {
    let time = Timestamp(instant: Instant(milliseconds: 0), offsetSeconds: 0)
    let session = SessionEntry(
        start: time, end: time, seconds: imported.seconds, category: imported.category, note: imported.note)
    let entry = ImportEntry(origin: imported.origin, session: session)
    claim((try? ImportEntry(json: entry.json)) != nil, "\(imported)")
    claim(isTime(imported.start) && isTime(imported.end), "\(imported)")
}
